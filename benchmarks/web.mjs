// How light and how smooth the browser client is. Needs a built client and a running server:
//   BUNFIGHT_URL=http://127.0.0.1:8800 node benchmarks/web.mjs
// Prints: bytes of the first load and of each board (gzip), first paint of the home page, frames a second while
// dice roll and while a plate collapses (software rendering).
import { gzipSync } from "node:zlib";
import { close, makeTable, open } from "../web/tests/browser/helpers.mjs";

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const loaded = async (path, settle = 1500) => {
  const page = await open("/settings", { settings: { motion: "full" } });
  const bodies = new Map();
  page.on("response", async (r) => /\.(js|css|html|svg|png)$|\/$/.test(new URL(r.url()).pathname) && bodies.set(new URL(r.url()).pathname, gzipSync(await r.body().catch(() => Buffer.alloc(0))).length));
  await page.context().clearCookies();
  await page.goto(new URL(path, page.url()).href);
  await page.waitForTimeout(settle);
  return { page, bodies, sum: [...bodies.values()].reduce((a, b) => a + b, 0) };
};

const home = await loaded("/");
console.log(`home page: ${(home.sum / 1000).toFixed(1)} kB gzip in ${home.bodies.size} files (limit 250)`);
const paints = [];
for (let i = 0; i < 5; i++) {
  await home.page.reload();
  await home.page.waitForSelector("[data-play]");
  paints.push(await home.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN));
}
console.log(`first contentful paint of the home page: median ${median(paints).toFixed(0)} ms of ${paints.length} (limit 1000)`);
await home.page.context().close();

for (const game of ["burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss"]) {
  const { page, bodies, sum } = await loaded("/", 1200);
  const before = sum;
  const made = await makeTable(page, { game, places: [{ kind: "me" }, { kind: "bot", bot: "random" }], start: true, practice: "bench" });
  await page.evaluate((id) => (history.pushState(null, "", `/t/${id}`), dispatchEvent(new PopStateEvent("popstate"))), made.table.id);
  await page.waitForSelector(".frame .board > *", { timeout: 20000 });
  await page.waitForTimeout(1500);
  const after = [...bodies.values()].reduce((a, b) => a + b, 0);
  await page.evaluate(() => {
    window.frames_ = 0;
    const count = () => (window.frames_++, requestAnimationFrame(count));
    requestAnimationFrame(count);
    document.querySelectorAll(".board .thing, .board article").forEach((e) => e.animate([{ transform: "translateY(-60px) rotate(-20deg)" }, { transform: "none" }], { duration: 600, iterations: 4 }));
  });
  await page.waitForTimeout(2000);
  const frames = await page.evaluate(() => window.frames_);
  console.log(`${game}: table page and board ${((after - before) / 1000).toFixed(1)} kB gzip more (limit 150); ${(frames / 2).toFixed(0)} frames a second with every card moving`);
  await page.context().close();
}
await close();
