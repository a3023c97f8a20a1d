"""What can be decided in Crumbs; every move is made once, here."""

from typing import Final

from mypy_extensions import i64

from bunfight.games._template.cards import IDS, KINDS
from bunfight.kernel.step import Move

MOST_SEATS: Final = 4


class Pass(Move):
    """CR-PASS-1: ``pass BUN``."""

    def __init__(self, bun: int) -> None:
        super().__init__(f"pass {IDS[bun]}")
        self.bun: i64 = bun


class Eat(Move):
    """CR-TURN-1: ``eat BUN``."""

    def __init__(self, bun: int) -> None:
        super().__init__(f"eat {IDS[bun]}")
        self.bun: i64 = bun


class Beg(Move):
    """CR-TURN-2: ``beg SEAT``."""

    def __init__(self, whom: int) -> None:
        super().__init__(f"beg {whom}")
        self.whom: Final = whom


class Give(Move):
    """CR-TURN-2: ``give BUN``."""

    def __init__(self, bun: int) -> None:
        super().__init__(f"give {IDS[bun]}")
        self.bun: i64 = bun


class Snatch(Move):
    """CR-SNATCH-2: ``snatch BUN``, the bun that pays for it."""

    def __init__(self, bun: int) -> None:
        super().__init__(f"snatch {IDS[bun]}")
        self.bun: i64 = bun


class Let(Move):
    """CR-SNATCH-1: ``let``, do not snatch."""

    def __init__(self) -> None:
        super().__init__("let")


PASS: Final[list[Move]] = [Pass(bun) for bun in range(KINDS)]
EAT: Final[list[Move]] = [Eat(bun) for bun in range(KINDS)]
BEG: Final[list[Move]] = [Beg(whom) for whom in range(MOST_SEATS)]
GIVE: Final[list[Move]] = [Give(bun) for bun in range(KINDS)]
SNATCH: Final[list[Move]] = [Snatch(bun) for bun in range(KINDS)]
LET: Final = Let()
EVERY: Final[list[Move]] = PASS + EAT + BEG + GIVE + SNATCH + [LET]
BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in EVERY}
