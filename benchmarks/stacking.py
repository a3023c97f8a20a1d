"""Measures stacking: acts simulated per second, and how well the bots of three levels stack.

    python benchmarks/stacking.py acts --acts 400
    python benchmarks/stacking.py easy medium hard --plates 200
    python benchmarks/stacking.py pushes --plates 40

A plate is 8 random foods, stacked one after the other with the three-second rule; intervals are 95 %. Plates are
numbered and do not depend on each other, so that the work can be divided and taken up again:

    python benchmarks/stacking.py hard --plates 200 --keep plates.jsonl --part 1/2 &
    python benchmarks/stacking.py hard --plates 200 --keep plates.jsonl --part 2/2 &
    wait; python benchmarks/stacking.py hard --plates 200 --keep plates.jsonl   # stored plates are not stacked again
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.bots.stacker import LEVELS, Stacker, stars_in
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS, READY
from bunfight.games.buffet_boss.rules.scoring import stars
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.steps import LastLook, MustStack
from bunfight.physics import answer

FOODS = 8


def table(rng: Rng) -> BuffetState:
    options = GAME.settle({"version": "lunch", "first_player": "0"}, 2)
    return GAME.setup(options, 2, Luck(rng, answer), EventLog(False))


def deal(rng: Rng) -> list[int]:
    left = list(range(42))
    return [left.pop(int(rng.below(len(left)))) for _ in range(FOODS)]


@dataclass
class Plate:
    """One plate of one stacker: what is left on it, what fell on the way, and how long it thought."""

    level: str
    number: int
    kept: int = 0
    stars: int = 0
    height: float = 0.0  # mm
    fell: int = 0
    acts: int = 0
    thought: float = 0.0  # seconds of processor time, all placements together
    longest: float = 0.0  # seconds of processor time, the slowest placement
    waited: float = 0.0  # seconds on the wall, the slowest placement


def stacked(level: str, number: int) -> Plate:
    plate, seed = Plate(level, number), f"plate {number}"
    bot, rng = Stacker(level, answer, time.process_time), Rng(seed, "deal")
    s, luck = table(rng), Luck(Rng(seed, "luck"), answer)
    for food in deal(rng):
        s.taken, s.turn, s.first = True, 0, 0
        s.rows[0].append(food)
        s.hands[0].append(food)
        s.saves[0] = [0] * 42
        s.agenda = [MustStack(0)]
        while s.hands[0] or s.fallen[0]:
            start, clock = time.process_time(), time.perf_counter()
            text = bot.decide(s, 0, rng.fork(f"{food}/{plate.acts}"))
            spent, waited = time.process_time() - start, time.perf_counter() - clock
            s.agenda[-1].take(s, 0, GAME.grammar.parse(text), luck, EventLog(False))
            if text.startswith("place"):
                plate.acts += 1
                plate.fell += len(s.fallen[0])
                plate.thought += spent
                plate.longest = max(plate.longest, spent)
                plate.waited = max(plate.waited, waited)
    plate.kept, plate.stars, plate.height = len(s.plates[0].ids), stars(s.plates[0]), s.plates[0].height / 100
    return plate


def interval(values: Sequence[float]) -> str:
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1))
    return f"{mean:6.2f} ± {1.96 * spread / math.sqrt(len(values)):.2f}"


def kept_in(file: Path | None) -> dict[tuple[str, int], Plate]:
    if file is None or not file.exists():
        return {}
    plates = [Plate(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    return {(plate.level, plate.number): plate for plate in plates}


def stack(level: str, numbers: Sequence[int], file: Path | None) -> None:
    known = kept_in(file)
    found = []
    for number in numbers:
        plate = known.get((level, number))
        if plate is None:
            plate = stacked(level, number)
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(asdict(plate)) + "\n")
        found.append(plate)
    acts = sum(p.acts for p in found)
    print(
        f"{level:7s}{len(found):4d} plates: kept {interval([p.kept for p in found])} of {FOODS}, "
        f"stars {interval([p.stars for p in found])}, fell {interval([p.fell for p in found])}, "
        f"height {interval([p.height for p in found])} mm, "
        f"without a fall {sum(p.fell == 0 for p in found) / len(found):.0%}; "
        f"thought {sum(p.thought for p in found) / acts:.3f} s a placement, "
        f"at most {max(p.longest for p in found):.2f} s of processor time and "
        f"{max(p.waited for p in found):.2f} s on the wall; {sum(p.thought for p in found):.0f} s in all",
        flush=True,
    )


def settle(acts: int) -> None:
    """Acts of an easy stacker, thinking not counted."""
    spent: list[float] = []

    def world(question: str) -> str:
        start = time.process_time()
        reply = answer(question)
        spent.append(time.process_time() - start)
        return reply

    number = 0
    while len(spent) < acts:
        bot, rng = Stacker("easy", answer, time.process_time), Rng(f"acts {number}")
        number += 1
        s, luck = table(rng), Luck(rng, world)
        for food in deal(rng):
            s.rows[0].append(food)
            s.hands[0] = [food]
            s.agenda = [MustStack(0)]
            s.taken, s.turn, s.first = True, 0, 0
            s.agenda[-1].take(
                s, 0, GAME.grammar.parse(bot.decide(s, 0, rng.fork(str(len(spent))))), luck, EventLog(False)
            )
            s.fallen[0], s.rows[0] = [], s.plates[0].ids[:]
    print(
        f"{len(spent)} acts on plates of up to {FOODS} pieces: {len(spent) / sum(spent):.1f} a second of processor time"
    )


def push(plates: int) -> None:
    """What the hard stacker gains by pushing in the last look, on plates of a medium one, with a contact character."""
    gains, made = [], 0
    hard, medium = Stacker("hard", answer, time.process_time), Stacker("medium", answer, time.process_time)
    for number in range(plates):
        rng = Rng(f"push {number}")
        options = GAME.settle({"version": "dinner", "first_player": "0"}, 2)
        luck = Luck(rng.fork("luck"), answer)
        s = GAME.setup(options, 2, luck, EventLog(False))
        for food in deal(rng):
            s.rows[0], s.hands[0], s.fallen[0] = [*s.plates[0].ids, food], [food], []
            s.taken, s.turn, s.first, s.agenda = True, 0, 0, [MustStack(0)]
            s.agenda[-1].take(s, 0, GAME.grammar.parse(medium.decide(s, 0, rng.fork(str(food)))), luck, EventLog(False))
        s.rows[0], s.hands[0], s.fallen[0] = s.plates[0].ids[:], [], []
        s.characters[0] = [CHARACTER_IDS.index(("A1", "A2", "A3", "B12")[number % 4])]
        s.turn, s.last_look, s.agenda = -1, True, [LastLook([0, 1])]
        before = stars_in(s.plates[0], s.characters[0])
        while 0 in s.awaiting() and (text := hard.decide(s, 0, rng.fork(f"look {made}"))) != READY.text:
            made += text.startswith("adjust")
            s.agenda[-1].take(s, 0, GAME.grammar.parse(text), luck, EventLog(False))
        gains.append(stars_in(s.plates[0], s.characters[0]) - before)
    print(f"{plates} plates: {made} pushes, stars gained {interval(gains)}, lost on {sum(g < 0 for g in gains)} plates")


def part(text: str) -> tuple[int, int]:
    which, of = (int(word) for word in text.split("/"))
    if not 1 <= which <= of:
        raise ValueError(text)
    return which, of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", choices=["acts", "pushes", *LEVELS])
    parser.add_argument("--plates", type=int, default=200)
    parser.add_argument("--acts", type=int, default=400)
    parser.add_argument("--keep", type=Path, help="a file to which every plate is added, and which is read first")
    parser.add_argument("--part", type=part, default=(1, 1), help="1/2: the first half of the plates")
    args = parser.parse_args()
    which, of = args.part
    for what in args.what:
        if what == "acts":
            settle(args.acts)
        elif what == "pushes":
            push(args.plates)
        else:
            stack(what, range(args.plates)[which - 1 :: of], args.keep)


if __name__ == "__main__":
    main()
