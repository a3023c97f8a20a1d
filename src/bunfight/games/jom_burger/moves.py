"""The moves of Jom Burger: one class per decision, every value made once and found again by its text."""

from typing import Final

from mypy_extensions import i64

from bunfight.games.jom_burger.state import KIND_IDS, KINDS, SIDE_IDS, SLOT_IDS, SLOTS, Card
from bunfight.kernel.step import Move


class TakeBurger(Move):
    """A burger card to play with; these moves are made by the game, because cards come from its list."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"take {card.id}")
        self.card = card


class ChooseSalad(Move):
    def __init__(self, side: i64) -> None:
        super().__init__(f"choose {SIDE_IDS[side]}")
        self.side: i64 = side


class RerollPool(Move):
    def __init__(self, kind: i64) -> None:
        super().__init__(f"reroll_pool {KIND_IDS[kind]}")
        self.kind: i64 = kind


class RerollOwn(Move):
    def __init__(self, slot: i64) -> None:
        super().__init__(f"reroll_own {SLOT_IDS[slot]}")
        self.slot: i64 = slot


class CallSupply(Move):
    def __init__(self) -> None:
        super().__init__("call")


class SwapDie(Move):
    """``kind`` comes from the delivery, the die on ``out`` goes, the new one ends up on ``into``."""

    def __init__(self, kind: i64, out: i64, into: i64) -> None:
        super().__init__(f"swap {KIND_IDS[kind]} {SLOT_IDS[out]} {SLOT_IDS[into]}")
        self.kind: i64 = kind
        self.out: i64 = out
        self.into: i64 = into


class KeepBurger(Move):
    def __init__(self) -> None:
        super().__init__("keep")


class PickBurger(Move):
    def __init__(self, kind: i64, slot: i64) -> None:
        super().__init__(f"burger {KIND_IDS[kind]} {SLOT_IDS[slot]}")
        self.kind: i64 = kind
        self.slot: i64 = slot


class PickSalad(Move):
    def __init__(self, kind: i64) -> None:
        super().__init__(f"salad {KIND_IDS[kind]}")
        self.kind: i64 = kind


class PickFridge(Move):
    def __init__(self, kind: i64) -> None:
        super().__init__(f"fridge {KIND_IDS[kind]}")
        self.kind: i64 = kind


class Finish(Move):
    def __init__(self) -> None:
        super().__init__("finish")


CHOOSE: Final[list[ChooseSalad]] = [ChooseSalad(side) for side in range(2)]
REROLL_POOL: Final[list[RerollPool]] = [RerollPool(kind) for kind in range(KINDS)]
REROLL_OWN: Final[list[RerollOwn]] = [RerollOwn(slot) for slot in range(SLOTS)]
CALL: Final[CallSupply] = CallSupply()
SWAP: Final[list[SwapDie]] = [
    SwapDie(kind, out, into) for kind in range(KINDS) for out in range(SLOTS) for into in range(SLOTS)
]
KEEP: Final[KeepBurger] = KeepBurger()
BURGER: Final[list[PickBurger]] = [PickBurger(kind, slot) for kind in range(KINDS) for slot in range(SLOTS)]
SALAD: Final[list[PickSalad]] = [PickSalad(kind) for kind in range(KINDS)]
FRIDGE: Final[list[PickFridge]] = [PickFridge(kind) for kind in range(KINDS)]
FINISH: Final[Finish] = Finish()


def swap(kind: i64, out: i64, into: i64) -> SwapDie:
    return SWAP[(kind * SLOTS + out) * SLOTS + into]


def burger(kind: i64, slot: i64) -> PickBurger:
    return BURGER[kind * SLOTS + slot]


def _every() -> list[Move]:
    """All moves but those that take a burger card, in the order in which legal moves are listed."""
    every: list[Move] = []
    every.extend(CHOOSE)
    every.extend(REROLL_POOL)
    every.extend(REROLL_OWN)
    every.append(CALL)
    every.extend(SWAP)
    every.append(KEEP)
    every.extend(BURGER)
    every.extend(SALAD)
    every.extend(FRIDGE)
    every.append(FINISH)
    return every


EVERY: Final[list[Move]] = _every()
BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in EVERY}
