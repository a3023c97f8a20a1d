"""What can be decided in Buffet Boss. Placing and adjusting are too many to list; all else is made once, here."""

from typing import Final

from bunfight.games.buffet_boss.cards import CHARACTERS
from bunfight.games.buffet_boss.state_shapes import IDS, NUMBER, PIECES, PLATE
from bunfight.kernel.step import Move

MOST_SEATS: Final = 5
LOWER: Final = -1  # y10 of a piece that is lowered (FB-STACK-5)
CALM: Final = -1  # t_ms of a calm release (FB-HAND-5)
ODD: Final = 999_999_999  # stands for anything that is not a plain whole number; outside every range
LONGEST: Final = 80  # characters in a move

CHARACTER_IDS: Final[list[str]] = [c.id for c in CHARACTERS]


class VoteFirst(Move):
    """FB-COOP-2: ``vote SEAT``."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"vote {seat}")
        self.seat: Final = seat


class VoteExtra(Move):
    """FB-COOP-20: ``extra SEAT``."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"extra {seat}")
        self.seat: Final = seat


class TakeFood(Move):
    """FB-PICK-1: ``take CARD``."""

    def __init__(self, card: int) -> None:
        super().__init__(f"take {IDS[card]}")
        self.card: Final = card


class TakeTwo(Move):
    """FB-PICK-2, FB-COOP-5: ``taketwo CARD CARD``, in the order of the ids."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"taketwo {IDS[one]} {IDS[two]}")
        self.one: Final = one
        self.two: Final = two


class Place(Move):
    """FB-STACK-1: ``place PIECE X10 Y10|lower A10 front|back T_MS|calm``."""

    def __init__(self, piece: int, x10: int, y10: int, a10: int, flip: int, t_ms: int, text: str) -> None:
        super().__init__(text)
        self.piece: Final = piece
        self.x10: Final = x10
        self.y10: Final = y10
        self.a10: Final = a10
        self.flip: Final = flip
        self.t_ms: Final = t_ms


class Adjust(Move):
    """FB-ADJ-3: ``adjust PIECE DX10 DY10 DA10 T_MS|calm``; PIECE may also be ``plate``, which is refused."""

    def __init__(self, piece: int, dx10: int, dy10: int, da10: int, t_ms: int, text: str) -> None:
        super().__init__(text)
        self.piece: Final = piece
        self.dx10: Final = dx10
        self.dy10: Final = dy10
        self.da10: Final = da10
        self.t_ms: Final = t_ms


class GrabFallen(Move):
    """FB-RESC-5: ``grab PIECE``."""

    def __init__(self, piece: int) -> None:
        super().__init__(f"grab {IDS[piece]}")
        self.piece: Final = piece


class LeaveFallen(Move):
    """FB-RESC-5: ``leave``."""

    def __init__(self) -> None:
        super().__init__("leave")


class BinFood(Move):
    """FB-RESC-11: ``bin PIECE``."""

    def __init__(self, piece: int) -> None:
        super().__init__(f"bin {IDS[piece]}")
        self.piece: Final = piece


class ReadyToScore(Move):
    """FB-END-1: ``ready``."""

    def __init__(self) -> None:
        super().__init__("ready")


class ChooseCharacter(Move):
    """FB-SCORE-2: ``choose CHARACTER``."""

    def __init__(self, character: int) -> None:
        super().__init__(f"choose {CHARACTER_IDS[character].lower()}")
        self.character: Final = character


class TakeNothing(Move):
    """``pass``: can be said, and is always refused (FB-PICK-3)."""

    def __init__(self) -> None:
        super().__init__("pass")


def pair_code(one: int, two: int) -> int:
    return min(one, two) * PIECES + max(one, two)


VOTE: Final[list[Move]] = [VoteFirst(seat) for seat in range(MOST_SEATS)]
EXTRA: Final[list[Move]] = [VoteExtra(seat) for seat in range(MOST_SEATS)]
TAKE: Final[list[Move]] = [TakeFood(card) for card in range(PIECES)]
TAKE_TWO: Final[dict[int, Move]] = {
    pair_code(one, two): TakeTwo(one, two) for one in range(PIECES) for two in range(one + 1, PIECES)
}
GRAB: Final[list[Move]] = [GrabFallen(piece) for piece in range(PIECES)]
BIN: Final[list[Move]] = [BinFood(piece) for piece in range(PIECES)]
CHOOSE: Final[list[Move]] = [ChooseCharacter(n) for n in range(len(CHARACTER_IDS))]
LEAVE: Final = LeaveFallen()
READY: Final = ReadyToScore()
PASS: Final = TakeNothing()
LISTED: Final[list[Move]] = (
    VOTE + EXTRA + TAKE + list(TAKE_TWO.values()) + GRAB + [LEAVE] + BIN + [READY] + CHOOSE + [PASS]
)
BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in LISTED}

GRID_X: Final[list[int]] = list(range(-800, 801, 50))
GRID_A: Final[list[int]] = list(range(0, 3600, 150))
PUSHES: Final[list[list[int]]] = [[mm * 10, 0, 0] for mm in (-10, -6, -3, -1, 1, 3, 6, 10)] + [
    [0, 0, degrees * 10] for degrees in (-15, -10, -5, 5, 10, 15)
]


def place(piece: int, x10: int, y10: int, a10: int, flip: int, t_ms: int) -> Place:
    y = "lower" if y10 == LOWER else str(y10)
    side = "back" if flip else "front"
    t = "calm" if t_ms == CALM else str(t_ms)
    return Place(piece, x10, y10, a10, flip, t_ms, f"place {IDS[piece]} {x10} {y} {a10} {side} {t}")


def adjust(piece: int, dx10: int, dy10: int, da10: int, t_ms: int) -> Adjust:
    t = "calm" if t_ms == CALM else str(t_ms)
    return Adjust(piece, dx10, dy10, da10, t_ms, f"adjust {IDS[piece]} {dx10} {dy10} {da10} {t}")


def whole(word: str) -> int:
    """A whole number in its one spelling; ODD for everything else, so that the rules refuse it."""
    digits = word.removeprefix("-")
    if not 1 <= len(digits) <= 8 or not digits.isascii() or not digits.isdigit():
        return ODD
    if (digits[0] == "0" and len(digits) > 1) or word == "-0":
        return ODD
    return int(word)


def parse(text: str) -> Move:
    """The move that a line of words means; a ValueError says what is wrong with it."""
    known = BY_TEXT.get(text)
    if known is not None:
        return known
    words = text.split(" ") if len(text) <= LONGEST and text.isprintable() else []
    if len(words) == 7 and words[0] == "place" and words[1] in NUMBER and words[5] in ("front", "back"):
        y10 = LOWER if words[3] == "lower" else not_negative(words[3])
        t_ms = CALM if words[6] == "calm" else not_negative(words[6])
        flip = 1 if words[5] == "back" else 0
        return Place(NUMBER[words[1]], whole(words[2]), y10, whole(words[4]), flip, t_ms, text)
    if len(words) == 6 and words[0] == "adjust" and (words[1] in NUMBER or words[1] == "plate"):
        piece = PLATE if words[1] == "plate" else NUMBER[words[1]]
        t_ms = CALM if words[5] == "calm" else not_negative(words[5])
        return Adjust(piece, whole(words[2]), whole(words[3]), whole(words[4]), t_ms, text)
    raise ValueError(
        f"{text[:60]!r} is no move of Buffet Boss; moves are, for example, 'take egg.a', "
        "'place egg.a -120 lower 900 front calm', 'adjust egg.a 30 0 0 calm', 'grab egg.a', 'leave', 'ready'"
    )


def not_negative(word: str) -> int:
    number = whole(word)
    return number if number >= 0 else ODD


def lowered(piece: int) -> list[Place]:
    """The finite catalogue of one piece in hand: lowered, released calmly; legal unless beside the plate."""
    return [place(piece, x, LOWER, a, flip, CALM) for x in GRID_X for a in GRID_A for flip in range(2)]


def catalogue() -> list[str]:
    """Everything listed, then the grids of placing and adjusting."""
    texts = [move.text for move in LISTED]
    for piece in range(PIECES):
        texts += [move.text for move in lowered(piece)]
        texts += [adjust(piece, push[0], push[1], push[2], CALM).text for push in PUSHES]
    return texts
