"""How to play Buffet Boss sensibly: which food to take, where to let go, what to save; and what a position is worth."""

from typing import Final

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.modes import savable, takes
from bunfight.games.buffet_boss.rules.moves import (
    BIN,
    CALM,
    CHOOSE,
    EXTRA,
    LEAVE,
    LOWER,
    READY,
    VOTE,
    GrabFallen,
    Place,
    TakeFood,
    TakeTwo,
    place,
)
from bunfight.games.buffet_boss.rules.scoring import better_character, bonus, stars, tallest
from bunfight.games.buffet_boss.rules.spots import Estimate, Skyline, profile
from bunfight.games.buffet_boss.rules.state import DINNER, BuffetState
from bunfight.games.buffet_boss.rules.state_plate import RAD, TENTH_DEGREE, Plate, balance_x, balance_y, beside
from bunfight.games.buffet_boss.rules.steps import (
    LastLook,
    MustChoose,
    MustPick,
    MustShare,
    MustVote,
    volunteer,
)

TRIED: Final = 90  # spots looked at for one piece
WIDE: Final = 45  # mm to either side
HOPELESS: Final = -60.0  # a spot so bad that a saved piece is better thrown away


class Aim:
    """A place to let go and how good it looks."""

    def __init__(self, piece: int, x: int, a10: int, flip: int, score: float) -> None:
        self.piece = piece
        self.x = x
        self.a10 = a10
        self.flip = flip
        self.score = score

    def move(self) -> Place:
        return place(self.piece, self.x * 10, LOWER, self.a10, self.flip, CALM)


def aims(plate: Plate, piece: int, tried: int, rng: Rng, wide: int = WIDE) -> list[Aim]:
    """Random spots over the plate, all lowered, with the static estimate."""
    sky = Skyline(plate)
    outlines = plate.outlines()
    found: list[Aim] = []
    for _ in range(tried):
        x = int(rng.below(2 * wide + 1)) - wide
        a10 = 100 * int(rng.below(36))
        flip = int(rng.below(2))
        while x and beside(outlines, piece, flip, x, a10 * TENTH_DEGREE):
            x = int(x / 2)
        found.append(Aim(piece, x, a10, flip, Estimate(sky, profile(piece, flip, a10), piece, x).score()))
    return found


def best_aim(plate: Plate, piece: int, tried: int, rng: Rng) -> Aim:
    found = aims(plate, piece, tried, rng)
    best = found[0]
    for aim in found:
        if aim.score > best.score:
            best = aim
    return best


def liking(s: BuffetState, seat: int, piece: int) -> float:
    """What one more piece on the plate is worth to the seat's better character."""
    if s.version != DINNER:
        return 0.0
    plate = s.plates[seat].copy()
    before = max([bonus(plate, character) for character in s.characters[seat]])
    plate.add(piece, 0, 0, 0, 0)
    after = max([bonus(plate, character) for character in s.characters[seat]])
    hoped = 0.0
    for character in s.characters[seat]:
        if s.menu.kind[character] in ("touch_plate", "touching_pair_group", "touching_pair_colour", "one_neighbour"):
            hoped = max(hoped, 0.25 * s.menu.points[character])
    return after - before + hoped


def risk(s: BuffetState, seat: int, piece: int) -> float:
    """Stars that stacking this piece is likely to cost: by its shape, and by how full the plate is."""
    crowd = len(s.plates[seat].ids)
    return 0.35 * (shapes.DIFFICULTY[piece] - 1.4) * (1.0 + 0.15 * crowd) + 0.45 * max(crowd - 6, 0)


def appetite(s: BuffetState, seat: int, piece: int) -> float:
    return s.menu.stars[piece] + liking(s, seat, piece) - risk(s, seat, piece)


def choose_food(s: BuffetState, seat: int) -> Move:
    """The food, or the two, with most to gain; playing together: two where the plate is emptiest."""
    moves = takes(s, seat)
    best = moves[0]
    most = -1000.0
    for move in moves:
        worth = 0.0
        if isinstance(move, TakeFood):
            worth = appetite(s, seat, move.card)
            if s.coop():
                worth = -risk(s, seat, move.card)
        elif isinstance(move, TakeTwo):
            worth = appetite(s, seat, move.one) + appetite(s, seat, move.two) - 0.3
            if s.coop():
                emptiest = min([len(plate.ids) for plate in s.plates])
                spare = 0.5 if len(s.plates[seat].ids) == emptiest else -5.0
                worth = spare - risk(s, seat, move.one) - risk(s, seat, move.two)
        if worth > most:
            most = worth
            best = move
    return best


def readiest(s: BuffetState) -> int:
    """The seat that one more food endangers least; of equals the first."""
    best = 0
    for seat in range(s.seats):
        if risk(s, seat, s.line[0]) < risk(s, best, s.line[0]):
            best = seat
    return best


def choose_spot(s: BuffetState, seat: int, tried: int, rng: Rng) -> Move:
    """The easier piece of the hand first, so that the base is broad; saved food that fits nowhere is thrown away."""
    hand = s.hands[seat]
    piece = hand[0]
    for other in hand:
        if shapes.DIFFICULTY[other] < shapes.DIFFICULTY[piece]:
            piece = other
    aim = best_aim(s.plates[seat], piece, tried, rng)
    if aim.score < HOPELESS and piece in s.rescued[seat]:
        return BIN[piece]
    return aim.move()


def choose_saved(s: BuffetState, seat: int) -> Move:
    best: Move = LEAVE
    most = -1000.0
    for move in savable(s, seat):
        if isinstance(move, GrabFallen) and appetite(s, seat, move.piece) > most:
            most = appetite(s, seat, move.piece)
            best = move
    return best


def policy(s: BuffetState, seat: int, rng: Rng) -> Move:
    step = s.agenda[-1]
    if isinstance(step, MustVote):
        heights = [plate.height for plate in s.plates]
        return VOTE[heights.index(min(heights))]
    if isinstance(step, MustShare):
        return EXTRA[volunteer(s) if s.ballot > 1 else readiest(s)]
    if isinstance(step, MustChoose):
        return CHOOSE[better_character(s, seat)]
    if s.fallen[seat]:
        return choose_saved(s, seat)
    if s.hands[seat]:
        return choose_spot(s, seat, TRIED, rng)
    if isinstance(step, LastLook) or seat != s.turn:
        return READY
    assert isinstance(step, MustPick)
    return choose_food(s, seat)


# --- what a position is worth -----------------------------------------------------------------------------------------


def terms(s: BuffetState, seat: int) -> list[tuple[str, float]]:
    """Stars and what may still change them."""
    plate = s.plates[seat]
    character = 0.0
    if s.version == DINNER and s.characters[seat]:
        character = float(max([bonus(plate, one) for one in s.characters[seat]]))
    tall = float(s.menu.tallest) if seat in tallest(s) and not s.coop() else 0.0
    held = 0.0
    for piece in s.hands[seat]:
        held += 0.8 * s.menu.stars[piece]
    lying = 0.0
    if not s.coop():
        for piece in s.fallen[seat]:
            lying += 0.3 * s.menu.stars[piece]
    top_heavy = max(balance_y(plate) / shapes.RADIUS[plate.kind] - 0.5, 0.0)
    return [
        ("term_stars", float(stars(plate))),
        ("term_character", character),
        ("term_tallest", tall),
        ("term_hand", held),
        ("term_fallen", lying),
        ("term_lean", -6.0 * abs(plate.a) * RAD),
        ("term_balance", -0.05 * abs(balance_x(plate))),
        ("term_top_heavy", -6.0 * top_heavy),
    ]


def value(s: BuffetState) -> list[float]:
    """Shares of the stars; playing together, how much of the food is safely stacked."""
    if s.coop():
        if not s.agenda:
            return [0.0 if s.lost else 1.0] * s.seats
        stacked = sum([len(plate.ids) for plate in s.plates])
        worries = 0.0
        for seat in range(s.seats):
            for name, amount in terms(s, seat):
                if name in ("term_lean", "term_balance", "term_top_heavy"):
                    worries += amount
        share = 0.1 + 0.8 * stacked / (s.rounds * (s.seats + 1)) + 0.02 * worries
        return [min(max(share, 0.0), 1.0)] * s.seats
    points: list[float] = []
    for seat in range(s.seats):
        gained = 0.0
        for _, amount in terms(s, seat):
            gained += amount
        points.append(gained)
    if not s.agenda:
        return final_shares(s)
    low = min(points)
    total = 0.0
    for one in points:
        total += one - low + 5.0
    return [(one - low + 5.0) / total for one in points]


def final_shares(s: BuffetState) -> list[float]:
    """1 for the winner, divided among those who share."""
    best: list[float] = []
    tall = tallest(s)
    for seat in range(s.seats):
        points = stars(s.plates[seat]) + (s.menu.tallest if seat in tall else 0)
        if s.version == DINNER:
            points += bonus(s.plates[seat], s.chosen[seat])
        best.append(points * 100_000.0 + s.plates[seat].height)
    top = max(best)
    return [1.0 / best.count(top) if one == top else 0.0 for one in best]
