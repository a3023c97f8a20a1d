"""The moves of Jom Burger: one class per decision; every move is made once, by the grammar."""

from collections.abc import Collection, Sequence
from typing import Final

from mypy_extensions import i64

from bunfight.engine.grammar import Grammar, Noun, Verb
from bunfight.engine.step import Move
from bunfight.games.jom_burger.rules.state import (
    BREAD,
    BREADS,
    FRIES_SODA,
    KIND_IDS,
    KINDS,
    SIDE_IDS,
    SIDES,
    SLOT_IDS,
    SLOTS,
)


class TakeBurger(Move):
    """A burger card to play with, by its place on the menu."""

    def __init__(self, text: str, card: int) -> None:
        super().__init__(text)
        self.card: Final = card


class ChooseSalad(Move):
    def __init__(self, text: str, side: int) -> None:
        super().__init__(text)
        self.side: i64 = side


class RerollPool(Move):
    def __init__(self, text: str, kind: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind


class RerollOwn(Move):
    def __init__(self, text: str, slot: int) -> None:
        super().__init__(text)
        self.slot: i64 = slot


class CallSupply(Move):
    pass


class SwapDie(Move):
    """``kind`` comes from the delivery, the die on ``out`` goes, the new one ends up on ``into``."""

    def __init__(self, text: str, kind: int, out: int, into: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind
        self.out: i64 = out
        self.into: i64 = into


class KeepBurger(Move):
    pass


class PickBurger(Move):
    def __init__(self, text: str, kind: int, slot: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind
        self.slot: i64 = slot


class PickSalad(Move):
    def __init__(self, text: str, kind: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind


class PickFridge(Move):
    def __init__(self, text: str, kind: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind


class Finish(Move):
    pass


def can_lie(kind: int, out: int, into: int) -> bool:
    """Whether there could be a card on which a die of this kind lies on ``into``; what cannot be is never said."""
    ingredient = kind // 6
    if SIDES >> into & 1:
        return ingredient == FRIES_SODA
    if BREADS >> into & 1:
        return ingredient == BREAD
    return ingredient != FRIES_SODA


def grammar(menu: Sequence[str], slots: Collection[str]) -> Grammar:
    """All that can be said with these burger cards, which have these slots; in the order in which moves are listed."""
    die = Noun("die", tuple(KIND_IDS))  # in the pool
    slot = Noun("slot", tuple(SLOT_IDS), listed=slots)  # on one's own burger
    delivered = Noun("delivered", tuple(KIND_IDS))
    out = Noun("out", tuple(SLOT_IDS), listed=slots)
    into = Noun("into", tuple(SLOT_IDS), listed=slots)
    return Grammar(
        Verb("take", TakeBurger, {"card": Noun("card", tuple(menu))}),
        Verb("choose", ChooseSalad, {"side": Noun("side", tuple(SIDE_IDS))}),
        Verb("reroll_pool", RerollPool, {"die": die}),
        Verb("reroll_own", RerollOwn, {"slot": slot}),
        Verb("call", CallSupply),
        Verb("swap", SwapDie, {"die": delivered, "out": out, "into": into}, fits=can_lie),
        Verb("keep", KeepBurger),
        Verb("burger", PickBurger, {"die": die, "slot": slot}),
        Verb("salad", PickSalad, {"die": die}),
        Verb("fridge", PickFridge, {"die": die}),
        Verb("finish", Finish),
    )


GRAMMAR: Final = grammar((), SLOT_IDS)  # what is the same for all card lists
CHOOSE: Final[list[Move]] = GRAMMAR.made("choose")
REROLL_POOL: Final[list[Move]] = GRAMMAR.made("reroll_pool")
REROLL_OWN: Final[list[Move]] = GRAMMAR.made("reroll_own")
CALL: Final[Move] = GRAMMAR.one("call")
KEEP: Final[Move] = GRAMMAR.one("keep")
BURGER: Final[list[Move]] = GRAMMAR.made("burger")
SALAD: Final[list[Move]] = GRAMMAR.made("salad")
FRIDGE: Final[list[Move]] = GRAMMAR.made("fridge")
FINISH: Final[Move] = GRAMMAR.one("finish")


def _swaps() -> list[Move]:
    """Swaps by their numbers; KEEP where there is none."""
    swaps = [KEEP] * (KINDS * SLOTS * SLOTS)
    for move in GRAMMAR.made("swap"):
        assert isinstance(move, SwapDie)
        swaps[(move.kind * SLOTS + move.out) * SLOTS + move.into] = move
    return swaps


SWAP: Final[list[Move]] = _swaps()


def swap(kind: i64, out: i64, into: i64) -> Move:
    return SWAP[(kind * SLOTS + out) * SLOTS + into]


def burger(kind: i64, slot: i64) -> Move:
    return BURGER[kind * SLOTS + slot]
