"""Rejects moves that are possible only at other times, each with its rule and message key."""

from bunfight.engine.step import IllegalMove, Move
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import (
    BinFood,
    ChooseCharacter,
    GrabFallen,
    LeaveFallen,
    Place,
    ReadyToScore,
    TakeFood,
    TakeNothing,
    TakeTwo,
    VoteExtra,
    VoteFirst,
)
from bunfight.games.buffet_boss.rules.state import USED_UP, WORN_OUT, BuffetState


def refuse_grab(s: BuffetState, seat: int, piece: int) -> IllegalMove:
    name = shapes.IDS[piece]
    if piece in s.fallen[seat]:
        return IllegalMove("FB-RESC-10", "saved_enough", piece=name)
    if s.fallen[seat] or piece not in s.gone[seat]:
        return IllegalMove("FB-RESC-5", "not_fallen", piece=name)
    if s.window[seat] == WORN_OUT:
        return IllegalMove("FB-RESC-10", "saved_enough", piece=name)
    if s.window[seat] == USED_UP:
        return IllegalMove("FB-RESC-3", "half_only")
    return IllegalMove("FB-RESC-4", "saving_over", piece=name)


def refuse_take(s: BuffetState, seat: int) -> IllegalMove:
    """A TakeFood or TakeTwo while there is something else to do."""
    if s.last_look:
        return IllegalMove("FB-ROUND-5", "all_handed_out")
    if not s.taken:
        return refuse_busy(s, seat)
    if seat == s.last_in_round() and s.line:
        return IllegalMove("FB-PICK-4", "together_before")
    return IllegalMove("FB-PICK-1", "taken_already")


def refuse_busy(s: BuffetState, seat: int) -> IllegalMove:
    """Food of the seat lies on the table or is in its hand, and that comes first."""
    if s.fallen[seat]:
        return IllegalMove("FB-RESC-1", "pick_up_first")
    return IllegalMove("FB-RESC-12", "put_back_first")


def refuse(s: BuffetState, seat: int, move: Move) -> IllegalMove:
    """Why a move is out of place in a mode that knows nothing of it."""
    if isinstance(move, GrabFallen):
        return refuse_grab(s, seat, move.piece)
    if isinstance(move, LeaveFallen):
        return IllegalMove("FB-RESC-5", "nothing_fell")
    if isinstance(move, Place):
        return IllegalMove("FB-STACK-1", "not_holding", piece=shapes.IDS[move.piece])
    if isinstance(move, (TakeFood, TakeTwo)):
        return refuse_take(s, seat)
    if isinstance(move, TakeNothing):
        return IllegalMove("FB-PICK-3", "no_passing")
    if isinstance(move, BinFood):
        name = shapes.IDS[move.piece]
        if move.piece in s.hands[seat]:
            return IllegalMove("FB-PICK-6", "try_first", piece=name)
        return IllegalMove("FB-RESC-11", "not_saved", piece=name)
    if isinstance(move, ReadyToScore):
        return refuse_busy(s, seat) if s.last_look else IllegalMove("FB-END-1", "last_look_later")
    if isinstance(move, ChooseCharacter):
        return IllegalMove("FB-SCORE-2", "characters_later")
    if isinstance(move, VoteFirst):
        return IllegalMove("FB-COOP-2", "first_player_later")
    if isinstance(move, VoteExtra):
        return IllegalMove("FB-COOP-20", "sharing_later")
    return IllegalMove("FB-ADJ-2", "adjust_later")
