"""The decisions of Crumbs, in the order of its rules."""

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.options import Options
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat, Step
from bunfight.games._template.cards import COPIES, IDS, KINDS, LARGE
from bunfight.games._template.rules.actions import bare, draw, eat, give, leave_hand, pass_buns, snatch
from bunfight.games._template.rules.events import Begged, BunOffered
from bunfight.games._template.rules.moves import BEG, EAT, GIVE, LET, PASS, SNATCH, Beg, Eat, Give, Let, Pass, Snatch
from bunfight.games._template.rules.state import CrumbsState

UNDECIDED: Final = -1
LETS_GO: Final = -2


def held(s: CrumbsState, seat: Seat, moves: list[Move]) -> list[Move]:
    """One move for each size in hand, smallest first."""
    hand = s.hands[seat]
    return [moves[bun] for bun in range(KINDS) if hand[bun]]


def unless_held(s: CrumbsState, seat: Seat, bun: i64, rule: str) -> IllegalMove | None:
    """Reject a move with a bun that the seat does not hold."""
    return None if s.hands[seat][bun] else IllegalMove(rule, "not_held", bun=IDS[bun])


@mypyc_attr(free_list_len=1)
class PassLeft(Step[CrumbsState]):
    """CR-PASS-1: all choose in secret; nothing moves until the last has chosen."""

    def __init__(self, picks: list[int]) -> None:
        self.picks = picks  # bun by seat; UNDECIDED while open

    def awaits(self) -> list[Seat]:
        return [seat for seat in range(len(self.picks)) if self.picks[seat] == UNDECIDED]

    def candidates(self, s: CrumbsState, seat: Seat) -> list[Move]:
        return held(s, seat, PASS)

    def check(self, s: CrumbsState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Pass):
            return unless_held(s, seat, move.bun, "CR-PASS-1")
        return IllegalMove("CR-PASS-1", "pass_first")

    def take(self, s: CrumbsState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Pass)
        self.picks[seat] = move.bun
        if UNDECIDED not in self.picks:
            s.agenda.pop()
            pass_buns(s, self.picks, log)

    def copy(self) -> "PassLeft":
        return PassLeft(self.picks[:])


@mypyc_attr(free_list_len=1)
class Turn(Step[CrumbsState]):
    """CR-TURN-1, CR-TURN-2: eat, or beg and then eat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: CrumbsState, seat: Seat) -> list[Move]:
        moves = held(s, seat, EAT)
        for whom in range(s.seats):
            if whom != seat:
                moves.append(BEG[whom])
        return moves

    def check(self, s: CrumbsState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Eat):
            return unless_held(s, seat, move.bun, "CR-TURN-1")
        if not isinstance(move, Beg):
            return IllegalMove("CR-TURN-1", "eat_or_beg")
        if move.whom == seat:
            return IllegalMove("CR-TURN-3", "own_seat")
        if move.whom >= s.seats:
            return IllegalMove("CR-TURN-3", "nobody_there", seat=move.whom)
        if bare(s.hands[move.whom]):
            return IllegalMove("CR-TURN-3", "no_buns", seat=move.whom)
        return None

    def take(self, s: CrumbsState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Beg):
            if log.on:
                log.all(Begged(seat, move.whom))
            s.agenda.append(MustEat(seat))
            s.agenda.append(MustGive(move.whom, seat))
        else:
            assert isinstance(move, Eat)
            begin_to_eat(s, seat, move.bun, True, luck, log)


@mypyc_attr(free_list_len=1)
class MustGive(Step[CrumbsState]):
    """CR-TURN-2: whoever is begged from chooses the bun."""

    def __init__(self, seat: Seat, taker: Seat) -> None:
        self.seat = seat
        self.taker = taker

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: CrumbsState, seat: Seat) -> list[Move]:
        return held(s, seat, GIVE)

    def check(self, s: CrumbsState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Give):
            return unless_held(s, seat, move.bun, "CR-TURN-2")
        return IllegalMove("CR-TURN-2", "give_first", taker=self.taker)

    def take(self, s: CrumbsState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Give)
        s.agenda.pop()
        give(s, seat, self.taker, move.bun, log)


@mypyc_attr(free_list_len=1)
class MustEat(Step[CrumbsState]):
    """CR-TURN-2: having begged, eat; no drawing."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: CrumbsState, seat: Seat) -> list[Move]:
        return held(s, seat, EAT)

    def check(self, s: CrumbsState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Eat):
            return unless_held(s, seat, move.bun, "CR-TURN-2")
        return IllegalMove("CR-TURN-2", "must_eat")

    def take(self, s: CrumbsState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Eat)
        s.agenda.pop()
        begin_to_eat(s, seat, move.bun, False, luck, log)


@mypyc_attr(free_list_len=1)
class MaySnatch(Step[CrumbsState]):
    """CR-SNATCH-1: everyone else who holds buns answers in secret; all can see who holds buns."""

    sealed: ClassVar[bool] = True

    def __init__(self, eater: Seat, bun: int, draws: bool, answers: list[int]) -> None:
        self.eater = eater
        self.bun = bun
        self.draws = draws
        self.answers = answers  # by seat: UNDECIDED, LETS_GO or the bun that pays

    def awaits(self) -> list[Seat]:
        return [seat for seat in range(len(self.answers)) if self.answers[seat] == UNDECIDED]

    def candidates(self, s: CrumbsState, seat: Seat) -> list[Move]:
        moves = held(s, seat, SNATCH)
        moves.append(LET)
        return moves

    def check(self, s: CrumbsState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Snatch):
            return unless_held(s, seat, move.bun, "CR-SNATCH-2")
        return None if isinstance(move, Let) else IllegalMove("CR-SNATCH-1", "snatch_first", bun=IDS[self.bun])

    def take(self, s: CrumbsState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Snatch):
            self.answers[seat] = move.bun
        else:
            assert isinstance(move, Let)
            self.answers[seat] = LETS_GO
        if UNDECIDED in self.answers:
            return
        s.agenda.pop()
        for distance in range(1, s.seats):
            other = (self.eater + distance) % s.seats
            if self.answers[other] >= 0:
                snatch(s, other, self.answers[other], self.bun, log)
                break
        else:
            eat(s, self.eater, self.bun, log)
        end_turn(s, self.eater, self.draws, luck, log)

    def copy(self) -> "MaySnatch":
        return MaySnatch(self.eater, self.bun, self.draws, self.answers[:])


def begin(options: Options, seats: int, luck: Luck, log: EventLog) -> CrumbsState:
    """CR-SETUP-1, CR-SETUP-2: fill the basket and deal; the first decision is what to pass."""
    s = CrumbsState(seats)
    s.basket = COPIES[:]
    s.options = options
    for _ in range(int(options["hand"])):
        for seat in range(seats):
            draw(s, seat, luck, log)
    s.agenda = [Turn(0), PassLeft([UNDECIDED] * seats)]
    return s


def begin_to_eat(s: CrumbsState, seat: Seat, bun: int, draws: bool, luck: Luck, log: EventLog) -> None:
    """CR-TURN-1: the bun leaves the hand; a large one may be snatched before it is eaten."""
    leave_hand(s, seat, bun)
    if s.options["snatching"] and bun >= LARGE:
        answers = [UNDECIDED if other != seat and not bare(s.hands[other]) else LETS_GO for other in range(s.seats)]
        if UNDECIDED in answers:
            if log.on:
                log.show(seat, BunOffered(seat, IDS[bun]))
            s.agenda.append(MaySnatch(seat, bun, draws, answers))
            return
    eat(s, seat, bun, log)
    end_turn(s, seat, draws, luck, log)


def end_turn(s: CrumbsState, seat: Seat, draws: bool, luck: Luck, log: EventLog) -> None:
    """CR-TURN-1, CR-END-1: draw if allowed; then the next turn begins, or the game ends when all hands are empty."""
    if draws:
        draw(s, seat, luck, log)
    for hand in s.hands:
        if not bare(hand):
            s.agenda[-1] = Turn((seat + 1) % s.seats)
            return
    s.agenda.pop()
