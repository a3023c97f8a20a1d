/**
 * Asks the stacking simulation in WebAssembly the recorded questions and compares what pymunk answered.
 *
 *   node web/tests/site/physics.mjs [HOW MANY]       all 500 unless told; every n-th if fewer; short: 25
 *
 * An outcome differs if other pieces fell or touch, or a pose is off by more than the rules disregard (FB-PHYS-12:
 * 0.10 mm, 0.10 degrees). It fails if more than 2 in 100 differ: the C libraries are not the same, and a pile at the
 * edge of falling shows that.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ROOT, startEngine } from "./engine.mjs";

const MOST = 0.02;
const MM = 10; // hundredths of a millimetre
const TURN = (0.1 * Math.PI * 10000) / 180; // ten-thousandths of a radian

const file = join(ROOT, "tests", "data", "physics", "questions.jsonl.gz");
const all = gunzipSync(readFileSync(file))
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const wanted = process.argv[2] ?? all.length;
const count = Math.min(wanted === "short" ? 25 : Number(wanted), all.length);
if (!(count >= 1)) throw new Error("how many questions? A number from 1");
const chosen = Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)]);

const turned = (a, b) => Math.min(Math.abs(a - b), Math.abs(20000 * Math.PI - Math.abs(a - b)));

/** What is different, in a few words; nothing if it is the same outcome. */
const difference = (one, two) => {
  for (const key of ["fallen", "touch", "overturned", "settled"])
    if (JSON.stringify(one[key]) !== JSON.stringify(two[key])) return key;
  if (Math.abs(one.plate[0] - two.plate[0]) > MM || turned(one.plate[1], two.plate[1]) > TURN) return "plate";
  for (const [name, [x, y, a]] of Object.entries(one.pieces)) {
    const other = two.pieces[name];
    if (Math.hypot(x - other[0], y - other[1]) > MM || turned(a, other[2]) > TURN) return name;
  }
  return "";
};

const python = await startEngine();
const { answer } = python.pyimport("bunfight.physics");
answer(JSON.stringify(chosen[0].question)); // loads everything
let exact = 0;
let micros = 0;
const differ = [];
for (const { question, answer: expected } of chosen) {
  const asked = JSON.stringify(question);
  const start = process.cpuUsage();
  const said = JSON.parse(answer(asked));
  const used = process.cpuUsage(start);
  micros += used.user + used.system;
  if (!said.film.first.length) throw new Error("an answer without a recording of the motion");
  delete said.film;
  const what = difference(expected, said);
  if (what) differ.push(`${question.act} ${question.piece}: ${what}`);
  else if (JSON.stringify({ ...expected, backend: said.backend }) === JSON.stringify(said)) exact += 1;
}
const share = (n) => `${n} of ${count} (${((100 * n) / count).toFixed(1)} %)`;
console.log(`outcomes that differ: ${share(differ.length)}; equal to the last digit: ${share(exact)}`);
console.log(`${(micros / 1000 / count).toFixed(0)} ms of processor time for each answer`);
for (const each of differ) console.log(`  ${each}`);
process.exit(differ.length > MOST * count ? 1 : 0);
