"""The moves of Buffet Boss. Placings and adjustments are too many to list; the grammar creates all others once."""

from typing import Final

from bunfight.engine.grammar import Grammar, Noun, Verb, seats
from bunfight.engine.step import Move
from bunfight.games.buffet_boss.cards import CHARACTERS
from bunfight.games.buffet_boss.rules.state_shapes import IDS, PIECES, PLATE

MOST_SEATS: Final = 5
ANY: Final = range(-999_999_999, 1_000_000_000)  # whole numbers that can be said; the rules know their own ranges
LOWER: Final = -1_000_000_000  # y10 of a piece that is lowered (FB-STACK-5)
CALM: Final = -1_000_000_000  # t_ms of a calm release (FB-HAND-5)

CHARACTER_IDS: Final[list[str]] = [c.id for c in CHARACTERS]
GRID_X: Final[list[int]] = list(range(-800, 801, 50))
GRID_A: Final[list[int]] = list(range(0, 3600, 150))
PUSHES: Final[list[list[int]]] = [[mm * 10, 0, 0] for mm in (-10, -6, -3, -1, 1, 3, 6, 10)] + [
    [0, 0, degrees * 10] for degrees in (-15, -10, -5, 5, 10, 15)
]


class VoteFirst(Move):
    """FB-COOP-2."""

    def __init__(self, text: str, seat: int) -> None:
        super().__init__(text)
        self.seat: Final = seat


class VoteExtra(Move):
    """FB-COOP-20."""

    def __init__(self, text: str, seat: int) -> None:
        super().__init__(text)
        self.seat: Final = seat


class TakeFood(Move):
    """FB-PICK-1."""

    def __init__(self, text: str, card: int) -> None:
        super().__init__(text)
        self.card: Final = card


class TakeTwo(Move):
    """FB-PICK-2, FB-COOP-5: in the order of the ids."""

    def __init__(self, text: str, one: int, two: int) -> None:
        super().__init__(text)
        self.one: Final = one
        self.two: Final = two


class Place(Move):
    """FB-STACK-1: in tenths of a millimetre and of a degree, and milliseconds."""

    def __init__(self, text: str, piece: int, x10: int, y10: int, a10: int, flip: int, t_ms: int) -> None:
        super().__init__(text)
        self.piece: Final = piece
        self.x10: Final = x10
        self.y10: Final = y10
        self.a10: Final = a10
        self.flip: Final = flip
        self.t_ms: Final = t_ms


class Adjust(Move):
    """FB-ADJ-3; the piece may also be the plate, which is refused."""

    def __init__(self, text: str, piece: int, dx10: int, dy10: int, da10: int, t_ms: int) -> None:
        super().__init__(text)
        self.piece: Final = piece
        self.dx10: Final = dx10
        self.dy10: Final = dy10
        self.da10: Final = da10
        self.t_ms: Final = t_ms


class GrabFallen(Move):
    """FB-RESC-5."""

    def __init__(self, text: str, piece: int) -> None:
        super().__init__(text)
        self.piece: Final = piece


class LeaveFallen(Move):
    """FB-RESC-5."""


class BinFood(Move):
    """FB-RESC-11."""

    def __init__(self, text: str, piece: int) -> None:
        super().__init__(text)
        self.piece: Final = piece


class ReadyToScore(Move):
    """FB-END-1."""


class ChooseCharacter(Move):
    """FB-SCORE-2."""

    def __init__(self, text: str, character: int) -> None:
        super().__init__(text)
        self.character: Final = character


class TakeNothing(Move):
    """Can be said, and is always refused (FB-PICK-3)."""


def in_order(one: int, two: int) -> bool:
    return one < two


def measures(name: str, listed: list[int]) -> Noun:
    """Any whole number can be said; a few stand in the catalogue."""
    return Noun(name, tuple([str(n) for n in listed]), tuple(listed), said=ANY)


SEAT: Final = seats(MOST_SEATS)
CARD: Final = Noun("card", tuple(IDS))  # in the line
HELD: Final = Noun("held", tuple(IDS))
PLACED: Final = Noun("placed", (*IDS, "plate"), (*range(PIECES), PLATE), listed=frozenset(IDS))
FALLEN: Final = Noun("fallen", tuple(IDS))
MOMENT: Final = Noun("moment", ("calm",), (CALM,), said=ANY)
GRAMMAR: Final = Grammar(
    Verb("vote", VoteFirst, {"seat": SEAT}),
    Verb("extra", VoteExtra, {"seat": SEAT}),
    Verb("take", TakeFood, {"card": CARD}),
    Verb("taketwo", TakeTwo, {"one": CARD, "two": CARD}, fits=in_order),
    Verb("grab", GrabFallen, {"piece": FALLEN}),
    Verb("leave", LeaveFallen),
    Verb("bin", BinFood, {"piece": HELD}),
    Verb("ready", ReadyToScore),
    Verb("choose", ChooseCharacter, {"character": Noun("character", tuple([c.lower() for c in CHARACTER_IDS]))}),
    Verb("pass", TakeNothing, listed=False),
    Verb(
        "place",
        Place,
        {
            "piece": HELD,
            "x": measures("spot", GRID_X),
            "y": Noun("height", ("lower",), (LOWER,), said=ANY),
            "angle": measures("angle", GRID_A),
            "side": Noun("side", ("front", "back")),
            "moment": MOMENT,
        },
        wide=True,
    ),
    Verb(
        "adjust",
        Adjust,
        {
            "piece": PLACED,
            "right": measures("way", [-100, -60, -30, -10, 0, 10, 30, 60, 100]),
            "up": measures("lift", [0]),
            "turn": measures("turn", [-150, -100, -50, 0, 50, 100, 150]),
            "moment": MOMENT,
        },
        wide=True,
    ),
)
VOTE: Final[list[Move]] = GRAMMAR.made("vote")
EXTRA: Final[list[Move]] = GRAMMAR.made("extra")
TAKE: Final[list[Move]] = GRAMMAR.made("take")
GRAB: Final[list[Move]] = GRAMMAR.made("grab")
BIN: Final[list[Move]] = GRAMMAR.made("bin")
CHOOSE: Final[list[Move]] = GRAMMAR.made("choose")
LEAVE: Final[Move] = GRAMMAR.one("leave")
READY: Final[Move] = GRAMMAR.one("ready")


def pair_code(one: int, two: int) -> int:
    return min(one, two) * PIECES + max(one, two)


TAKE_TWO: Final[dict[int, Move]] = {pair_code(move.one, move.two): move for move in GRAMMAR.made("taketwo")}


def place(piece: int, x10: int, y10: int, a10: int, flip: int, t_ms: int) -> Place:
    y = "lower" if y10 == LOWER else y10
    side = "back" if flip else "front"
    text = GRAMMAR.text("place", IDS[piece], x10, y, a10, side, "calm" if t_ms == CALM else t_ms)
    return Place(text, piece, x10, y10, a10, flip, t_ms)


def adjust(piece: int, dx10: int, dy10: int, da10: int, t_ms: int) -> Adjust:
    text = GRAMMAR.text("adjust", IDS[piece], dx10, dy10, da10, "calm" if t_ms == CALM else t_ms)
    return Adjust(text, piece, dx10, dy10, da10, t_ms)
