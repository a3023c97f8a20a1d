"""The decisions of Burger Up: one class per kind, every value made once and found again by its text."""

from __future__ import annotations

from typing import Final

from bunfight.kernel.step import Move

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

    def __init__(self, text: str, burger: int, position: int, away: bool) -> None:
        super().__init__(text)
        self.burger = burger
        self.position = position
        self.away = away


class Claim(Move):
    """Serve a burger for a pending order (BU-UP-1)."""

    def __init__(self, text: str, burger: int, order: int) -> None:
        super().__init__(text)
        self.burger = burger
        self.order = order


class Reward(Move):
    """Answer the Colossal question: $10 or the upgrade (BU-COL-1)."""

    def __init__(self, text: str, upgrade: bool, offered: bool) -> None:
        super().__init__(text)
        self.upgrade = upgrade
        self.offered = offered


class StartCleanup(Move):
    """Leave building and serving behind (BU-CLEAN-1)."""


class Discard(Move):
    """Throw a hand card away while cleaning up (BU-CLEAN-3)."""

    def __init__(self, text: str, card: int) -> None:
        super().__init__(text)
        self.card = card


class EndTurn(Move):
    """Draw up and pass the turn on (BU-CLEAN-5)."""


class Gesture(Move):
    """Something hands try at a real table and no rule allows: turning a placed card, or taking it back."""


def _buys() -> list[Buy]:
    return [Buy(f"buy {slot}", slot) for slot in range(SLOTS)]


def _lifts(highest: int, away: bool) -> list[list[Lift]]:
    to = "discard" if away else "other"
    return [
        [Lift(f"spatula {burger} {position} {to}", burger, position, away) for position in range(highest)]
        for burger in range(BURGERS)
    ]


BUY: Final = _buys()
CLEANUP: Final = StartCleanup("cleanup")
COINS: Final = Reward("reward coins", False, True)
UPGRADE: Final = Reward("reward upgrade", True, True)
END: Final = EndTurn("end")


class Menu:
    """Every move of one card list: tables by number for the rules, and one table by text."""

    def __init__(self, cards: list[str], orders: list[str]) -> None:
        self.cards = {card: number for number, card in enumerate(cards)}
        self.orders = {order: number for number, order in enumerate(orders)}
        self.places = [
            Place(f"place {card} {SIDES[side]} {burger}", number, side, burger)
            for number, card in enumerate(cards)
            for side in range(2)
            for burger in range(BURGERS)
        ]
        self.claims = [
            Claim(f"claim {burger} {order}", burger, number)
            for number, order in enumerate(orders)
            for burger in range(BURGERS)
        ]
        self.discards = [Discard(f"discard {card}", number) for number, card in enumerate(cards)]
        highest = len(cards)  # no stack can hold more
        self.lifts_away = _lifts(highest, True)
        self.lifts_over = _lifts(highest, False)
        moves: list[Move] = []
        moves.extend(BUY)
        moves.extend(self.places)
        for burger in range(BURGERS):
            for position in range(highest):
                moves.append(self.lifts_away[burger][position])
                moves.append(self.lifts_over[burger][position])
        moves.extend(self.claims)
        moves.append(COINS)
        moves.append(UPGRADE)
        moves.append(CLEANUP)
        moves.extend(self.discards)
        moves.append(END)
        self.moves = moves
        self.by_text = {move.text: move for move in moves}

    def parse(self, text: str) -> Move:
        """The move that ``text`` says; a ValueError if it says none.

        Numbers, sides and rewards that do not exist make a move all the same: the rules refuse it (BU-GEN-2).
        """
        known = self.by_text.get(text)
        if known is not None:
            return known
        words = text.split(" ")
        verb = words[0]
        count = len(words) - 1
        if verb == "buy" and count == 1:
            return Buy(text, _number(words[1]))
        if verb == "place" and count == 3:
            return Place(text, _known(words[1], self.cards, "card"), _side(words[2]), _number(words[3]))
        if verb == "spatula" and count == 3:
            if words[3] != "discard" and words[3] != "other":
                raise ValueError(f"a Spatula moves cards to 'discard' or 'other', not {words[3]!r}")
            return Lift(text, _number(words[1]), _number(words[2]), words[3] == "discard")
        if verb == "claim" and count == 2:
            return Claim(text, _number(words[1]), _known(words[2], self.orders, "Top Bun"))
        if verb == "reward" and count == 1 and words[1].isidentifier():
            return Reward(text, False, False)
        if verb == "discard" and count == 1:
            _known(words[1], self.cards, "card")
        if (verb == "turn" or verb == "take") and count == 2:
            _number(words[1])
            _number(words[2])
            return Gesture(text)
        raise ValueError(
            f"{text!r:.60} is not a move; moves are: buy SLOT, place CARD SIDE BURGER, "
            "spatula BURGER POSITION discard|other, claim BURGER ORDER, reward coins|upgrade, "
            "cleanup, discard CARD, end"
        )


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 9 or str(int(word)) != word:
        raise ValueError(f"{word!r:.20} is not a whole number")
    return int(word)


def _side(word: str) -> int:
    if word == "a":
        return 0
    if word == "b":
        return 1
    if not word.isidentifier():
        raise ValueError(f"{word!r:.20} is not a side")
    return -1


def _known(word: str, names: dict[str, int], what: str) -> int:
    number = names.get(word)
    if number is None:
        raise ValueError(f"there is no {what} called {word!r:.40}")
    return number
