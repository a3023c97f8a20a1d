"""The moves of Crumbs; the grammar creates each of them once."""

from typing import Final

from mypy_extensions import i64

from bunfight.engine.grammar import Grammar, Noun, Verb, seats
from bunfight.engine.step import Move
from bunfight.games._template.cards import IDS

MOST_SEATS: Final = 4


class Pass(Move):
    """CR-PASS-1."""

    def __init__(self, text: str, bun: int) -> None:
        super().__init__(text)
        self.bun: i64 = bun


class Eat(Move):
    """CR-TURN-1."""

    def __init__(self, text: str, bun: int) -> None:
        super().__init__(text)
        self.bun: i64 = bun


class Beg(Move):
    """CR-TURN-2."""

    def __init__(self, text: str, whom: int) -> None:
        super().__init__(text)
        self.whom: Final = whom


class Give(Move):
    """CR-TURN-2."""

    def __init__(self, text: str, bun: int) -> None:
        super().__init__(text)
        self.bun: i64 = bun


class Snatch(Move):
    """CR-SNATCH-2: the bun pays for it."""

    def __init__(self, text: str, bun: int) -> None:
        super().__init__(text)
        self.bun: i64 = bun


class Let(Move):
    """CR-SNATCH-1: do not snatch."""


BUN: Final = Noun("bun", tuple(IDS))
SEAT: Final = seats(MOST_SEATS)
GRAMMAR: Final = Grammar(
    Verb("pass", Pass, {"bun": BUN}),
    Verb("eat", Eat, {"bun": BUN}),
    Verb("beg", Beg, {"whom": SEAT}),
    Verb("give", Give, {"bun": BUN}),
    Verb("snatch", Snatch, {"bun": BUN}),
    Verb("let", Let),
)
PASS: Final[list[Move]] = GRAMMAR.made("pass")
EAT: Final[list[Move]] = GRAMMAR.made("eat")
BEG: Final[list[Move]] = GRAMMAR.made("beg")
GIVE: Final[list[Move]] = GRAMMAR.made("give")
SNATCH: Final[list[Move]] = GRAMMAR.made("snatch")
LET: Final[Move] = GRAMMAR.one("let")
