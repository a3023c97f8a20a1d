/**
 * Runs the conformance suite under Pyodide.
 *
 *   node web/tests/site/laws.mjs [GAMES] [GAME ...]      how many games of each title (10 unless told; short: 2), and which
 */

import { startEngine } from "./engine.mjs";

const [wanted = "10", ...titles] = process.argv.slice(2);
const count = wanted === "short" ? 2 : Number(wanted);
if (!(count >= 1)) throw new Error("how many games of each title? A number from 1");
const python = await startEngine();
python.globals.set("COUNT", count);
python.globals.set("TITLES", titles.join(" "));
const broken = python.runPython(`
import bunfight.local.browser
from bunfight import games
from bunfight.engine import simulator
from bunfight.testing.laws import LAWS, LawBroken, cases, hold

broken = 0
for name in TITLES.split() or games.names():
    game, positions, found = games.load(name), 0, ""
    chosen = cases(game, COUNT, "pyodide", simulator(game))
    step = max(1, len(chosen) // COUNT)
    chosen = chosen[::step][:COUNT]
    try:
        for case in chosen:
            positions += hold(case, None, False, LAWS) + 1
        print(f"{len(LAWS)} laws hold on {positions} positions of {len(chosen)} games of {game.title}")
    except LawBroken as error:
        broken += 1
        print(f"{game.title}: {error}")
broken
`);
process.exit(broken ? 1 : 0);
