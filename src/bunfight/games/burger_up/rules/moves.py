"""The moves of Burger Up: one class per kind; the grammar of a card list creates every move once."""

from __future__ import annotations

from typing import Final

from bunfight.engine.grammar import Grammar, Noun, Verb, numbers
from bunfight.engine.step import Move

SIDES: Final = ("a", "b")
BURGERS: Final = 2
SLOTS: Final = 3


class Buy(Move):
    """Buy the card in a market space for $1 (BU-MKT-1)."""

    def __init__(self, text: str, slot: int) -> None:
        super().__init__(text)
        self.slot = slot


class Place(Move):
    """Put a hand card, one side up, on one of the own burgers (BU-BUILD-3)."""

    def __init__(self, text: str, card: int, side: int, burger: int) -> None:
        super().__init__(text)
        self.card = card
        self.side = side
        self.burger = burger


class Lift(Move):
    """Use the Spatula: a card and all above it go to the pile or to the other burger (BU-SPAT-2, -3)."""

    def __init__(self, text: str, burger: int, position: int, to: int) -> None:
        super().__init__(text)
        self.burger = burger
        self.position = position
        self.away = to == 0


class Claim(Move):
    """Serve a burger for a pending order (BU-UP-1)."""

    def __init__(self, text: str, burger: int, order: int) -> None:
        super().__init__(text)
        self.burger = burger
        self.order = order


class Reward(Move):
    """Answer the Colossal question: $10 or the upgrade (BU-COL-1)."""

    def __init__(self, text: str, reward: int) -> None:
        super().__init__(text)
        self.upgrade = reward == 1


class StartCleanup(Move):
    """Leave building and serving behind (BU-CLEAN-1)."""


class Discard(Move):
    """Throw a hand card away while cleaning up (BU-CLEAN-3)."""

    def __init__(self, text: str, card: int) -> None:
        super().__init__(text)
        self.card = card


class EndTurn(Move):
    """Draw up and pass the turn on (BU-CLEAN-5)."""


class TurnRound(Move):
    """Turn a placed card: never legal, but players try it (BU-BUILD-4)."""

    def __init__(self, text: str, burger: int, position: int) -> None:
        super().__init__(text)


class TakeBack(Move):
    """Take a placed card back: never legal, but players try it (BU-BUILD-11)."""

    def __init__(self, text: str, burger: int, position: int) -> None:
        super().__init__(text)


ANY_NUMBER: Final = range(-(10**6), 10**6)
SPACE: Final = numbers("space", 0, SLOTS - 1, said=ANY_NUMBER)
SIDE: Final = Noun("side", SIDES)
BURGER: Final = numbers("burger", 0, BURGERS - 1, said=ANY_NUMBER)
STACK: Final = numbers("stack", 0, BURGERS - 1, said=ANY_NUMBER)
TO: Final = Noun("to", ("discard", "other"))
REWARD: Final = Noun("reward", ("coins", "upgrade"))


def grammar(cards: list[str], orders: list[str]) -> Grammar:
    """The grammar of one card list."""
    card = Noun("card", tuple(cards))
    layer = numbers("layer", 0, len(cards) - 1, said=ANY_NUMBER)  # no burger holds more cards than there are
    spot = {"stack": STACK, "layer": layer}
    return Grammar(
        Verb("buy", Buy, {"space": SPACE}),
        Verb("place", Place, {"card": card, "side": SIDE, "burger": BURGER}),
        Verb("spatula", Lift, {**spot, "to": TO}),
        Verb("claim", Claim, {"burger": BURGER, "order": Noun("order", tuple(orders))}),
        Verb("reward", Reward, {"reward": REWARD}),
        Verb("cleanup", StartCleanup),
        Verb("discard", Discard, {"card": card}),
        Verb("end", EndTurn),
        Verb("turn", TurnRound, spot, wide=True, listed=False),
        Verb("take", TakeBack, spot, wide=True, listed=False),
    )
