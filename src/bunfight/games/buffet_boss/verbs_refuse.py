"""Why something cannot be done now: the words and the rule, for every mode that a seat can be in."""

from bunfight.games.buffet_boss.moves import (
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
from bunfight.games.buffet_boss.state import USED_UP, WORN_OUT, BuffetState
from bunfight.kernel.step import Move, RuleBreak


def refuse_grab(s: BuffetState, seat: int, piece: int) -> RuleBreak:
    if s.fallen[seat]:
        if piece in s.fallen[seat]:
            return RuleBreak("FB-RESC-10", "this piece has been saved often enough this turn")
        return RuleBreak("FB-RESC-5", "that piece is not lying on the table")
    if piece in s.gone[seat]:
        if s.window[seat] == WORN_OUT:
            return RuleBreak("FB-RESC-10", "this piece has been saved often enough this turn")
        if s.window[seat] == USED_UP:
            return RuleBreak("FB-RESC-3", "you may save only half of what fell, rounded up")
        return RuleBreak("FB-RESC-4", "the time to save it is over")
    return RuleBreak("FB-RESC-5", "that piece is not lying on the table")


def refuse_take(s: BuffetState, seat: int) -> RuleBreak:
    """A TakeFood or TakeTwo while there is something else to do."""
    if s.last_look:
        return RuleBreak("FB-ROUND-5", "all food has been handed out; this is the last look")
    if not s.taken:
        return refuse_busy(s, seat)
    if seat == s.last_in_round() and s.line:
        return RuleBreak("FB-PICK-4", "one or both foods are chosen together, before stacking")
    return RuleBreak("FB-PICK-1", "you have already taken your food this turn")


def refuse_busy(s: BuffetState, seat: int) -> RuleBreak:
    """Food of the seat lies on the table or is in its hand, and that comes first."""
    if s.fallen[seat]:
        return RuleBreak("FB-RESC-1", "first pick up what fell, or leave it")
    return RuleBreak("FB-RESC-12", "first put back or bin the food you saved")


def refuse(s: BuffetState, seat: int, move: Move, rule: str, why: str) -> RuleBreak:
    """What is common to all modes; else the given rule."""
    if isinstance(move, GrabFallen):
        return refuse_grab(s, seat, move.piece)
    if isinstance(move, LeaveFallen):
        return RuleBreak("FB-RESC-5", "nothing of yours lies on the table")
    if isinstance(move, Place):
        return RuleBreak("FB-STACK-1", "you are not holding that piece")
    if isinstance(move, (TakeFood, TakeTwo)):
        return refuse_take(s, seat)
    if isinstance(move, TakeNothing):
        return RuleBreak("FB-PICK-3", "you must take at least one food")
    if isinstance(move, BinFood):
        if move.piece in s.hands[seat]:
            return RuleBreak("FB-PICK-6", "you must try to stack the food you took")
        return RuleBreak("FB-RESC-11", "you can throw away only food that you have just saved")
    if isinstance(move, ReadyToScore):
        if s.last_look:
            return refuse_busy(s, seat)
        return RuleBreak("FB-END-1", "the last look comes after the last round")
    if isinstance(move, ChooseCharacter):
        return RuleBreak("FB-SCORE-2", "characters are chosen after the last look, if the table plays with them")
    if isinstance(move, VoteFirst):
        return RuleBreak("FB-COOP-2", "the first player is chosen when a line has been laid out, playing together")
    if isinstance(move, VoteExtra):
        return RuleBreak("FB-COOP-20", "who takes the extra food is chosen when all have stacked, playing together")
    return RuleBreak(rule, why)
