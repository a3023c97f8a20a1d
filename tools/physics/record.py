"""Records questions to the stacking simulation and what pymunk answers, to test other back ends against.

    python tools/physics/record.py [FILE]        the default file is tests/data/physics/questions.jsonl.gz

The questions come from games of easy and medium bots, with some random placements and pushes in between.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any, Final

from bunfight import games
from bunfight.bots import make
from bunfight.engine import Rng, Table, simulator
from bunfight.physics import answer

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FILE: Final = ROOT / "tests" / "data" / "physics" / "questions.jsonl.gz"
COUNT: Final = 500
CARELESS: Final = 0.25  # the share of decisions that are made at random among the listed moves
LEVELS: Final = ("easy", "medium", "medium")


def questions() -> list[str]:
    """The first questions that such games ask."""
    game = games.load("buffet_boss")
    simulate, listed = simulator(game), game.bots.catalogue_moves
    assert simulate is not None and listed is not None
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return simulate(question)

    number = 0
    while len(asked) < COUNT:
        number += 1
        rng = Rng("physics", str(number))
        seats = 2 + number % 3
        table = Table(game, [f"player {n}" for n in range(seats)], f"physics {number}", simulator=ask)
        bots = [make(LEVELS[(number + n) % len(LEVELS)], game) for n in range(seats)]
        while table.outcome() is None and len(asked) < COUNT:
            seat = table.state.awaiting()[0]
            acts = listed(table.state, seat) if rng.chance() < CARELESS else []
            if acts:
                table.play(seat, acts[int(rng.below(len(acts)))])
            else:
                table.play(seat, bots[seat].choose(game.view(table.state, seat), rng))
    return asked[:COUNT]


def main() -> int:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    lines = []
    for question in questions():
        said: dict[str, Any] = json.loads(answer(question))
        del said["film"]
        lines.append(json.dumps({"question": json.loads(question), "answer": said}, separators=(",", ":")) + "\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress("".join(lines).encode(), 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
