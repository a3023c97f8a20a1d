/**
 * Measures how long the bots of the site think: the first moves of games of each title at each level, under Pyodide.
 *
 *   node web/tests/site/bots.mjs [SECONDS] [GAME ...]    how long to play each level of each title (20 unless told)
 */

import { startEngine } from "./engine.mjs";

const [seconds = "20", ...titles] = process.argv.slice(2);
if (!(Number(seconds) > 0)) throw new Error("how many seconds for each level? A number over 0");
const python = await startEngine();
python.globals.set("SECONDS", Number(seconds));
python.globals.set("TITLES", titles.join(" "));
python.runPython(`
import bunfight.local.browser
import time
from bunfight import games
from bunfight.bots import make
from bunfight.bots.levels import NAMES
from bunfight.engine import Rng, Table, simulator

for name in TITLES.split() or games.names():
    game = games.load(name)
    for level in NAMES:
        bot, thought, number, until = make(level, game), [], 0, time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            number += 1
            rng = Rng("bots", str(number))
            table = Table(game, ["a", "b", "c"], f"bots {number}", simulator=simulator(game))
            while table.outcome() is None and time.perf_counter() < until:
                seat = table.state.awaiting()[0]
                view = game.view(table.state, seat)
                start = time.perf_counter()
                move = bot.choose(view, rng)
                thought.append(time.perf_counter() - start)
                table.play(seat, move)
        thought.sort()
        middle, most = thought[len(thought) // 2], thought[-1]
        print(f"{game.title}, {level}: {len(thought)} decisions, middle {middle:.2f} s, longest {most:.2f} s")
`);
process.exit(0);
