"""The moves of Burger Boss; the grammar creates each of them once."""

from typing import Final

from mypy_extensions import i64

from bunfight.engine.grammar import Grammar, Noun, Verb, numbers, seats
from bunfight.engine.step import Move
from bunfight.games.burger_boss.cards import KINDS, KITCHEN, SLOTS, SPACES
from bunfight.games.burger_boss.rules.state import EXPANSION, WORKERS

CARDS: Final = [*SPACES, KITCHEN]
MOST_SEATS: Final = 5
MOST_TRACK: Final = 6
DOUBLES: Final = 2  # that can be attached, though one is the most that is allowed
EXTRAS: Final = 8  # what may be attached: one or two doubles, one to six discounts


class Reveal(Move):
    """BB-ORDER-5: these dice turn up; in quick games ``first`` may come with them."""

    def __init__(self, text: str, dice: i64, first: bool = False) -> None:
        super().__init__(text)
        self.dice = dice
        self.first = first
        self.one_more: list[Reveal] = []  # by value: these dice and one more; empty if no more can be rolled


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

    def __init__(self, text: str, card: i64, value: i64, extra: int = 0) -> None:
        super().__init__(text)
        self.card = card
        self.value = value
        self.doubles: i64 = extra if extra <= DOUBLES else 0
        self.discounts: i64 = extra - DOUBLES if extra > DOUBLES else 0


class PlacePair(Move):
    """BB-PLACE-4: two equal dice to Workers or Kitchen Expansion."""

    def __init__(self, text: str, card: i64, value: i64, extra: int = 0) -> None:
        super().__init__(text)
        self.card = card
        self.value = value
        self.discounts: i64 = extra - DOUBLES if extra > DOUBLES else 0


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


def reveal_first(text: str, dice: int) -> Reveal:
    return Reveal(text, dice, True)


def takes_discounts(card: int, value: int, extra: int) -> bool:
    """Which pairs can be said with specials: hiring and expanding, with discounts."""
    return card in (WORKERS, EXPANSION) and extra > DOUBLES


def some_dice(dice: int) -> bool:
    return dice != 0


def _dice() -> dict[str, int]:
    """Every choice of up to four dice with its number; no die at all can be said too, and is refused."""
    made = {"none": 0}
    hands: list[list[int]] = [[]]
    for _ in range(4):
        hands = [[*hand, value] for hand in hands for value in range(hand[-1] if hand else 1, 7)]
        for hand in hands:
            made["+".join([str(value) for value in hand])] = sum([1 << (3 * value - 3) for value in hand])
    return made


def _extras() -> list[str]:
    """By number, from 1 on: one or two doubles, one to six discounts."""
    doubles = ["+".join(["double"] * count) for count in range(1, DOUBLES + 1)]
    return doubles + ["+".join(["discount"] * count) for count in range(1, EXTRAS - DOUBLES + 1)]


HANDS: Final = _dice()
DIE: Final = numbers("die", 1, 6)
DICE: Final = Noun("dice", tuple(HANDS), tuple(HANDS.values()), many="die")
SEAT: Final = seats(MOST_SEATS)
SUPPLY: Final = Noun("supply", KINDS)  # in the piles, in the own storage, in the storage of others
STORED: Final = Noun("stored", KINDS)
LOOT: Final = Noun("loot", KINDS)
CARD: Final = Noun("card", tuple(CARDS))
EXTRA: Final = Noun("specials", tuple(_extras()), tuple(range(1, EXTRAS + 1)), many="special")
GRILL: Final = Noun("grill", ("1", "2", "3"))
SPACE: Final = Noun("space", tuple([str(space + 1) for space in range(MOST_TRACK)]))
SLOT: Final = Noun("slot", SLOTS)
GRAMMAR: Final = Grammar(
    Verb("reveal", Reveal, {"dice": DICE}),
    Verb("reveal_first", reveal_first, {"dice": DICE}, fits=some_dice),
    Verb("first", PlayFirst),
    Verb("steal", PlaySteal, {"whom": SEAT, "kind": LOOT}),
    Verb("pass", PassWindow),
    Verb("place", PlaceWorker, {"card": CARD, "die": DIE}),
    Verb("place_with", PlaceWorker, {"card": CARD, "die": DIE, "specials": EXTRA}),
    Verb("pair", PlacePair, {"card": CARD, "die": DIE}),
    Verb("pair_with", PlacePair, {"card": CARD, "die": DIE, "specials": EXTRA}, fits=takes_discounts),
    Verb("home", SendHome, {"die": DIE}),
    Verb("buy", Buy, {"kind": SUPPLY}),
    Verb("stop_buying", StopBuying),
    Verb("swap", SwapIn, {"kind": STORED}),
    Verb("refuse", Refuse),
    Verb("cook", Cook, {"kind": STORED, "grill": GRILL, "space": SPACE}),
    Verb("stop_cooking", StopCooking),
    Verb("sell", Sell, {"grill": GRILL, "space": SPACE, "slot": SLOT}),
    Verb("tip", PlayTip),
    Verb("stop_selling", StopSelling),
)


def _by_dice(verb: str) -> dict[int, Reveal]:
    made: dict[int, Reveal] = {}
    for move in GRAMMAR.made(verb):
        assert isinstance(move, Reveal)
        made[int(move.dice)] = move
    return made


def _one_after_another(made: dict[int, Reveal]) -> None:
    for dice, move in made.items():
        if dice + 1 in made:
            move.one_more = [move, *[made[dice + (1 << (3 * value - 3))] for value in range(1, 7)]]


REVEALS: Final = _by_dice("reveal")
_one_after_another(REVEALS)
NOBODY: Final = REVEALS[0]
FIRST_REVEALS: Final = _by_dice("reveal_first")
PLAY_FIRST: Final[Move] = GRAMMAR.one("first")
STEALS: Final[list[PlaySteal]] = GRAMMAR.made("steal")
PASS: Final[Move] = GRAMMAR.one("pass")
PLACES: Final[list[PlaceWorker]] = GRAMMAR.made("place")
PLACES_WITH: Final[list[PlaceWorker]] = GRAMMAR.made("place_with")
PAIRS: Final[list[PlacePair]] = GRAMMAR.made("pair")
PAIRS_WITH: Final[list[PlacePair]] = GRAMMAR.made("pair_with")
HOMES: Final[list[SendHome]] = GRAMMAR.made("home")
BUYS: Final[list[Buy]] = GRAMMAR.made("buy")
STOP_BUYING: Final[Move] = GRAMMAR.one("stop_buying")
SWAPS: Final[list[SwapIn]] = GRAMMAR.made("swap")
REFUSE: Final[Move] = GRAMMAR.one("refuse")
COOKS: Final[list[Cook]] = GRAMMAR.made("cook")
STOP_COOKING: Final[Move] = GRAMMAR.one("stop_cooking")
SELLS: Final[list[Sell]] = GRAMMAR.made("sell")
PLAY_TIP: Final[Move] = GRAMMAR.one("tip")
STOP_SELLING: Final[Move] = GRAMMAR.one("stop_selling")


def placing(card: i64, value: i64, extra: i64) -> PlaceWorker:
    """``extra``: 0 nothing, 1 a double, 2 + n: n discounts."""
    at = card * 6 + value - 1
    return PLACES[at] if extra == 0 else PLACES_WITH[at * EXTRAS + extra - 1]


def pairing(card: i64, value: i64, discounts: i64) -> PlacePair:
    """For Workers and Kitchen Expansion."""
    if discounts == 0:
        return PAIRS[card * 6 + value - 1]
    return PAIRS_WITH[((card - WORKERS) * 6 + value - 1) * (EXTRAS - DOUBLES) + discounts - 1]


def cooking(kind: i64, grill: i64, space: i64) -> Cook:
    return COOKS[(kind * 3 + grill) * MOST_TRACK + space]


def selling(grill: i64, space: i64, slot: i64) -> Sell:
    return SELLS[(grill * MOST_TRACK + space) * 6 + slot]
