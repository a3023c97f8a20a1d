"""What a seat may do in each mode: taking, stacking, saving, and adjusting in another seat's turn."""

from typing import Final

from bunfight.engine.luck import Rng
from bunfight.engine.step import IllegalMove, Move, Seat
from bunfight.games.buffet_boss.rules.checks import refuse
from bunfight.games.buffet_boss.rules.hand import why_not_adjust, why_not_place
from bunfight.games.buffet_boss.rules.moves import (
    BIN,
    CALM,
    GRAB,
    GRID_A,
    GRID_X,
    LEAVE,
    LOWER,
    PUSHES,
    TAKE,
    TAKE_TWO,
    Adjust,
    BinFood,
    GrabFallen,
    LeaveFallen,
    Place,
    ReadyToScore,
    adjust,
    pair_code,
    place,
)
from bunfight.games.buffet_boss.rules.spots import spots
from bunfight.games.buffet_boss.rules.state import NOBODY, BuffetState
from bunfight.games.buffet_boss.rules.state_plate import TENTH_DEGREE, beside

TRIES: Final = 99  # at a random spot over the plate before it is the middle

# --- what each mode of a seat allows; in the last look several seats are in different modes at once -----------------


def takes(s: BuffetState, seat: Seat) -> list[Move]:
    """FB-PICK-1, FB-PICK-2; in All-You-Can-Eat FB-COOP-5."""
    moves: list[Move] = [TAKE[card] for card in s.line]
    if s.took_two == NOBODY if s.coop() else seat == s.last_in_round():
        for one in range(len(s.line)):
            for two in range(one + 1, len(s.line)):
                moves.append(TAKE_TWO[pair_code(s.line[one], s.line[two])])
    return moves


def stackable(s: BuffetState, seat: Seat) -> list[Move]:
    """The listable part of stacking: the spots of FB-ACC-2 for every piece in the hand, and binning."""
    moves: list[Move] = []
    for piece in s.hands[seat]:
        for spot in spots(s.plates[seat], piece):
            moves.append(spot.move)
    moves += [BIN[piece] for piece in s.rescued[seat]]
    return moves


def savable(s: BuffetState, seat: Seat) -> list[Move]:
    """FB-RESC-5, FB-RESC-10."""
    moves: list[Move] = [GRAB[piece] for piece in s.fallen[seat] if s.saves[seat][piece] < s.saves_allowed]
    moves.append(LEAVE)
    return moves


def may_adjust(s: BuffetState, seat: Seat) -> bool:
    return s.pushes[seat] < s.pushes_allowed and len(s.plates[seat].ids) > 0


def any_place(s: BuffetState, seat: Seat, rng: Rng) -> Move:
    """Any legal move of the lowered catalogue."""
    hand = s.hands[seat]
    piece = hand[int(rng.below(len(hand)))]
    outlines = s.plates[seat].outlines()
    for _ in range(TRIES):
        x10 = GRID_X[int(rng.below(len(GRID_X)))]
        a10 = GRID_A[int(rng.below(len(GRID_A)))]
        move = place(piece, x10, LOWER, a10, int(rng.below(2)), CALM)
        if not beside(outlines, piece, move.flip, x10 / 10, a10 * TENTH_DEGREE):
            return move
    return place(piece, 0, LOWER, 0, 0, CALM)


def any_adjust(s: BuffetState, seat: Seat, rng: Rng, otherwise: Move) -> Move:
    """Now and then one of the catalogued pushes, if it is legal."""
    if not may_adjust(s, seat) or rng.below(6):
        return otherwise
    ids = s.plates[seat].ids
    push = PUSHES[int(rng.below(len(PUSHES)))]
    move = adjust(ids[int(rng.below(len(ids)))], push[0], push[1], push[2], CALM)
    return otherwise if why_not_adjust(s, seat, move) is not None else move


# --- checks shared by stacking and the last look --------------------------------------------------------------------


def stacking_check(s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
    """With food in the hand."""
    if isinstance(move, Place) and move.piece in s.hands[seat]:
        return why_not_place(s, seat, move)
    if isinstance(move, Adjust):
        return why_not_adjust(s, seat, move)
    if isinstance(move, BinFood) and move.piece in s.rescued[seat]:
        return None
    return refuse(s, seat, move)


def saving_check(s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
    """With food on the table."""
    if isinstance(move, LeaveFallen):
        return None
    if isinstance(move, GrabFallen) and move.piece in s.fallen[seat]:
        if s.saves[seat][move.piece] < s.saves_allowed:
            return None
    elif isinstance(move, (Place, Adjust)):
        return IllegalMove("FB-RESC-1", "pick_up_first")
    return refuse(s, seat, move)


# --- adjusting in another seat's turn -------------------------------------------------------------------------------


def guests(s: BuffetState) -> list[Seat]:
    """FB-ADJ-20: the seats that may adjust now, although another seat is in turn."""
    if not s.any_time:
        return []
    return [seat for seat in range(s.seats) if seat != s.turn and not s.ready[seat] and may_adjust(s, seat)]


def guest_check(s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
    """FB-ADJ-20: own food may be pushed, and nothing else."""
    if isinstance(move, Adjust):
        return why_not_adjust(s, seat, move)
    return None if isinstance(move, ReadyToScore) else IllegalMove("FB-ADJ-20", "adjust_only", seat=s.turn)
