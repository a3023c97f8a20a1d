"""What a player of Burger Boss can decide. Every move is made once, here, and found again in these tables."""

from typing import Final

from mypy_extensions import i64

from bunfight.games.burger_boss.cards import KINDS, KITCHEN, SLOTS, SPACES
from bunfight.games.burger_boss.state import EXPANSION, WORKERS
from bunfight.kernel.step import Move

CARDS: Final = [*SPACES, KITCHEN]
MOST_TRACK: Final = 6
EXTRAS: Final = 9  # what may be attached: nothing, one or two doubles, one to six discounts


class Reveal(Move):
    """BB-ORDER-5: these dice turn up; in quick games ``first`` may come with them."""

    def __init__(self, text: str, dice: i64, first: bool) -> None:
        super().__init__(text)
        self.dice = dice
        self.first = first


class PlayFirst(Move):
    """BB-FIRST-1."""


class PlaySteal(Move):
    """BB-STEAL-1."""

    def __init__(self, text: str, target: i64, kind: i64) -> None:
        super().__init__(text)
        self.target = target
        self.kind = kind


class PassWindow(Move):
    """BB-WIN-3: no card this time."""


class PlaceWorker(Move):
    """BB-PLACE-3: one die to a card, with specials attached."""

    def __init__(self, text: str, card: i64, value: i64, doubles: i64, discounts: i64) -> None:
        super().__init__(text)
        self.card = card
        self.value = value
        self.doubles = doubles
        self.discounts = discounts


class PlacePair(Move):
    """BB-PLACE-4: two equal dice to Workers or Kitchen Expansion."""

    def __init__(self, text: str, card: i64, value: i64, discounts: i64) -> None:
        super().__init__(text)
        self.card = card
        self.value = value
        self.discounts = discounts


class SendHome(Move):
    """BB-PLACE-9."""

    def __init__(self, text: str, value: i64) -> None:
        super().__init__(text)
        self.value = value


class Buy(Move):
    """BB-SUPER-2."""

    def __init__(self, text: str, kind: i64) -> None:
        super().__init__(text)
        self.kind = kind


class StopBuying(Move):
    """BB-SUPER-5."""


class SwapIn(Move):
    """BB-STORE-3: the new ingredient takes the place of a stored ``kind``."""

    def __init__(self, text: str, kind: i64) -> None:
        super().__init__(text)
        self.kind = kind


class Refuse(Move):
    """BB-STORE-3: the new ingredient stays in the pile."""


class Cook(Move):
    """BB-COOK-5: one ingredient to a grill."""

    def __init__(self, text: str, kind: i64, grill: i64, space: i64) -> None:
        super().__init__(text)
        self.kind = kind
        self.grill = grill
        self.space = space


class StopCooking(Move):
    """BB-COOK-5."""


class Sell(Move):
    """BB-SELL-2: the item there to the customer there."""

    def __init__(self, text: str, grill: i64, space: i64, slot: i64) -> None:
        super().__init__(text)
        self.grill = grill
        self.space = space
        self.slot = slot


class PlayTip(Move):
    """BB-TIP-1."""


class StopSelling(Move):
    """BB-SELL-2."""


def _reveals(first: bool) -> dict[int, Reveal]:
    """Every choice of up to four dice, by its number; no die at all can be said too, and is refused."""
    made: dict[int, Reveal] = {}
    hands: list[list[int]] = [[]]
    if not first:
        made[0] = Reveal("reveal none", 0, False)
    for _ in range(4):
        hands = [[*hand, value] for hand in hands for value in range(hand[-1] if hand else 1, 7)]
        for hand in hands:
            dice = sum([1 << (3 * value - 3) for value in hand])
            text = f"{'reveal_first' if first else 'reveal'} {'+'.join([str(value) for value in hand])}"
            made[dice] = Reveal(text, dice, first)
    return made


def _with(verb: str, card: int, value: int, specials: list[str]) -> str:
    """``place bakery 4``, or with specials attached ``place_with supermarket 4 discount+discount``."""
    if not specials:
        return f"{verb} {CARDS[card]} {value}"
    return f"{verb}_with {CARDS[card]} {value} {'+'.join(specials)}"


def _placements() -> list[PlaceWorker]:
    made: list[PlaceWorker] = []
    for card in range(len(CARDS)):
        for value in range(1, 7):
            for extra in range(EXTRAS):
                doubles, discounts = (extra, 0) if extra <= 2 else (0, extra - 2)
                text = _with("place", card, value, ["double"] * doubles + ["discount"] * discounts)
                made.append(PlaceWorker(text, card, value, doubles, discounts))
    return made


def _pairs() -> list[PlacePair]:
    made: list[PlacePair] = []
    for card in range(len(CARDS)):
        for value in range(1, 7):
            for discounts in range(7 if card in (WORKERS, EXPANSION) else 1):
                text = _with("pair", card, value, ["discount"] * discounts)
                made.append(PlacePair(text, card, value, discounts))
    return made


REVEALS: Final = _reveals(False)
FIRST_REVEALS: Final = _reveals(True)
PLAY_FIRST: Final = PlayFirst("first")
STEALS: Final = [PlaySteal(f"steal {seat} {name}", seat, kind) for seat in range(5) for kind, name in enumerate(KINDS)]
PASS: Final = PassWindow("pass")
PLACES: Final = _placements()
PAIRS: Final = _pairs()
HOMES: Final = [SendHome(f"home {value}", value) for value in range(1, 7)]
BUYS: Final = [Buy(f"buy {name}", kind) for kind, name in enumerate(KINDS)]
STOP_BUYING: Final = StopBuying("stop_buying")
SWAPS: Final = [SwapIn(f"swap {name}", kind) for kind, name in enumerate(KINDS)]
REFUSE: Final = Refuse("refuse")
COOKS: Final = [
    Cook(f"cook {name} {grill + 1} {space + 1}", kind, grill, space)
    for kind, name in enumerate(KINDS)
    for grill in range(3)
    for space in range(MOST_TRACK)
]
STOP_COOKING: Final = StopCooking("stop_cooking")
SELLS: Final = [
    Sell(f"sell {grill + 1} {space + 1} {name}", grill, space, slot)
    for grill in range(3)
    for space in range(MOST_TRACK)
    for slot, name in enumerate(SLOTS)
]
PLAY_TIP: Final = PlayTip("tip")
STOP_SELLING: Final = StopSelling("stop_selling")

FIRST_PAIR: Final = 6 * WORKERS  # the cards before these two have one pair per value


def placing(card: i64, value: i64, extra: i64) -> PlaceWorker:
    """``extra``: 0 nothing, 1 a double, 2 + n: n discounts."""
    return PLACES[(card * 6 + value - 1) * EXTRAS + extra]


def pairing(card: i64, value: i64, discounts: i64) -> PlacePair:
    """For Workers and Kitchen Expansion."""
    return PAIRS[FIRST_PAIR + ((card - WORKERS) * 6 + value - 1) * 7 + discounts]


def cooking(kind: i64, grill: i64, space: i64) -> Cook:
    return COOKS[(kind * 3 + grill) * MOST_TRACK + space]


def selling(grill: i64, space: i64, slot: i64) -> Sell:
    return SELLS[(grill * MOST_TRACK + space) * 6 + slot]


def _everything() -> dict[str, Move]:
    every: list[Move] = []
    every.extend(REVEALS.values())
    every.extend(FIRST_REVEALS.values())
    every.append(PLAY_FIRST)
    every.extend(STEALS)
    every.append(PASS)
    every.extend(PLACES)
    every.extend(PAIRS)
    every.extend(HOMES)
    every.extend(BUYS)
    every.append(STOP_BUYING)
    every.extend(SWAPS)
    every.append(REFUSE)
    every.extend(COOKS)
    every.append(STOP_COOKING)
    every.extend(SELLS)
    every.append(PLAY_TIP)
    every.append(STOP_SELLING)
    return {move.text: move for move in every}


MOVES: Final = _everything()
