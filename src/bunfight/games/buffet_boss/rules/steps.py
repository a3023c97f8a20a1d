"""The steps of Buffet Boss, in the order of its rules."""

from typing import ClassVar

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat, Step
from bunfight.games.buffet_boss.rules import events
from bunfight.games.buffet_boss.rules.actions import (
    adjust_piece,
    close_window,
    grab,
    leave,
    names,
    new_turn,
    place_piece,
    reveal_line,
    take_food,
    take_two,
    throw_away,
)
from bunfight.games.buffet_boss.rules.checks import refuse
from bunfight.games.buffet_boss.rules.hand import why_not_adjust
from bunfight.games.buffet_boss.rules.modes import (
    any_adjust,
    any_place,
    guest_check,
    guests,
    may_adjust,
    savable,
    saving_check,
    stackable,
    stacking_check,
    takes,
)
from bunfight.games.buffet_boss.rules.moves import (
    CHARACTER_IDS,
    CHOOSE,
    EXTRA,
    READY,
    VOTE,
    Adjust,
    BinFood,
    ChooseCharacter,
    GrabFallen,
    LeaveFallen,
    Place,
    ReadyToScore,
    TakeFood,
    TakeTwo,
    VoteExtra,
    VoteFirst,
)
from bunfight.games.buffet_boss.rules.scoring import bonus, tallest
from bunfight.games.buffet_boss.rules.state import BALLOTS, DINNER, NOBODY, WORN_OUT, BuffetState
from bunfight.games.buffet_boss.rules.state_shapes import IDS

# --- the questions --------------------------------------------------------------------------------------------------


class Together(Step[BuffetState]):
    """Several seats answer, in any order."""

    def __init__(self, open_seats: list[Seat]) -> None:
        self.open_seats = open_seats

    def awaits(self) -> list[Seat]:
        return self.open_seats[:]


def seat_check(s: BuffetState, seat: Seat, rule: str) -> IllegalMove | None:
    """Whether a vote names a seat of this table."""
    return None if seat < s.seats else IllegalMove(rule, "nobody_there", seat=seat)


class MustVote(Together):
    """FB-COOP-2, FB-COOP-3: all choose together who plays first this round; votes are public."""

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return VOTE[: s.seats]

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, VoteFirst):
            return seat_check(s, move.seat, "FB-COOP-3")
        if isinstance(move, (TakeFood, TakeTwo)):
            return IllegalMove("FB-COOP-2", "vote_first")
        return refuse(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, VoteFirst)
        s.votes[seat] = move.seat
        self.open_seats.remove(seat)
        if log.on:
            log.all(events.VoteCast(seat, move.seat))
        if not self.open_seats:
            s.agenda.pop()
            s.first = elected(s)
            if log.on:
                log.all(events.FirstPlayerChosen(s.first))
            begin_turn(s, s.first, log)

    def copy(self) -> "MustVote":
        return MustVote(self.open_seats[:])


def elected(s: BuffetState) -> Seat:
    """FB-COOP-3: tied seats are asked clockwise, from the seat after the last first player (round 1: seat 0)."""
    start = 0 if s.round == 1 else s.first + 1
    best = start % s.seats
    for distance in range(s.seats):
        seat = (start + distance) % s.seats
        if s.votes.count(seat) > s.votes.count(best):
            best = seat
    return best


class MustShare(Together):
    """FB-COOP-20: one food is left; all say who takes it, and are asked again until they agree."""

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return EXTRA[: s.seats]

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, VoteExtra):
            return seat_check(s, move.seat, "FB-COOP-20")
        if isinstance(move, (TakeFood, TakeTwo)):
            return IllegalMove("FB-COOP-20", "agree_first")
        return refuse(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, VoteExtra)
        s.votes[seat] = move.seat
        self.open_seats.remove(seat)
        if log.on:
            log.all(events.ExtraVoteCast(seat, move.seat))
        if self.open_seats:
            return
        s.agenda.pop()
        if s.votes.count(s.votes[0]) == s.seats or s.ballot == BALLOTS:
            begin_extra(s, volunteer(s), log)
            return
        s.ballot += 1
        if log.on:
            log.all(events.NoAgreement(s.ballot))
        s.agenda.append(MustShare(list(range(s.seats))))

    def copy(self) -> "MustShare":
        return MustShare(self.open_seats[:])


def volunteer(s: BuffetState) -> Seat:
    """FB-COOP-20: who has most votes, first of all among those who want it; tied: clockwise from the first player."""
    best = s.first
    most = -1
    for distance in range(s.seats):
        seat = (s.first + distance) % s.seats
        votes = s.votes.count(seat) + (s.seats if s.votes[seat] == seat else 0)
        if votes > most:
            most = votes
            best = seat
    return best


class InTurn(Step[BuffetState]):
    """What the seat in turn must do. Guests may adjust meanwhile (FB-ADJ-20); nobody waits for them."""

    listed: ClassVar[bool] = False

    def __init__(self, seat: Seat, guests: list[Seat]) -> None:
        self.seat = seat
        self.guests = guests

    def awaits(self) -> list[Seat]:
        return [self.seat, *self.guests] if self.guests else ONLY[self.seat]

    def take_guest(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        """FB-ADJ-20: a guest pushes its food, or wants no more."""
        if isinstance(move, ReadyToScore):
            s.ready[seat] = 1
            self.guests.remove(seat)
            if log.on:
                log.all(events.SeatReady(seat))
        else:
            assert isinstance(move, Adjust)
            adjust_piece(s, seat, move, luck, log)
            tidy_up(s, seat, log)


class MustPick(InTurn):
    """FB-PICK-1 to -4: take one food of the line, or two where that is allowed; adjusting is possible before."""

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return takes(s, seat) if seat == self.seat else [READY]

    def suggest(self, s: BuffetState, seat: Seat, rng: Rng) -> Move:
        moves = self.candidates(s, seat)
        return any_adjust(s, seat, rng, moves[int(rng.below(len(moves)))])

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        if seat != self.seat:
            return guest_check(s, seat, move)
        if isinstance(move, TakeFood):
            return None if move.card in s.line else IllegalMove("FB-PICK-1", "not_in_line", card=IDS[move.card])
        if isinstance(move, TakeTwo):
            if s.coop() and s.took_two != NOBODY:
                return IllegalMove("FB-COOP-5", "extra_taken", seat=s.took_two)
            if not s.coop() and seat != s.last_in_round():
                return IllegalMove("FB-PICK-2", "only_the_last", seat=s.last_in_round())
            for card in (move.one, move.two):
                if card not in s.line:
                    return IllegalMove("FB-PICK-1", "not_in_line", card=IDS[card])
            return None
        return why_not_adjust(s, seat, move) if isinstance(move, Adjust) else refuse(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if seat != self.seat:
            self.take_guest(s, seat, move, luck, log)
            return
        if isinstance(move, TakeFood):
            take_food(s, seat, move.card, log)
        elif isinstance(move, TakeTwo):
            take_two(s, seat, move.one, move.two, log)
        else:
            assert isinstance(move, Adjust)
            adjust_piece(s, seat, move, luck, log)
        go_on(s, seat, luck, log)

    def copy(self) -> "MustPick":
        return MustPick(self.seat, self.guests[:])


class MustStack(InTurn):
    """FB-STACK, FB-ADJ: let go of a piece of the hand; or adjust; or bin what was saved."""

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return stackable(s, seat) if seat == self.seat else [READY]

    def suggest(self, s: BuffetState, seat: Seat, rng: Rng) -> Move:
        return any_adjust(s, seat, rng, any_place(s, seat, rng) if seat == self.seat else READY)

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        return stacking_check(s, seat, move) if seat == self.seat else guest_check(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if seat != self.seat:
            self.take_guest(s, seat, move, luck, log)
            return
        stack(s, seat, move, luck, log)
        go_on(s, seat, luck, log)

    def copy(self) -> "MustStack":
        return MustStack(self.seat, self.guests[:])


def stack(s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
    if isinstance(move, Place):
        place_piece(s, seat, move, luck, log)
    elif isinstance(move, Adjust):
        adjust_piece(s, seat, move, luck, log)
    else:
        assert isinstance(move, BinFood)
        throw_away(s, seat, move.piece, log)


class MaySave(Step[BuffetState]):
    """FB-RESC: some of what fell may be picked up, one piece at a time; the time limit is running."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return savable(s, seat)

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        return saving_check(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        save(s, seat, move, log)
        go_on(s, seat, luck, log)

    def copy(self) -> "MaySave":
        return MaySave(self.seat)


def save(s: BuffetState, seat: Seat, move: Move, log: EventLog) -> None:
    if isinstance(move, GrabFallen):
        grab(s, seat, move.piece, log)
    else:
        leave(s, seat, log)


class LastLook(Together):
    """FB-END-1: all seats with food may adjust at the same time and then get ready; ready is final."""

    listed: ClassVar[bool] = False

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        if s.fallen[seat]:
            return savable(s, seat)
        if s.hands[seat]:
            return stackable(s, seat)
        return [READY]

    def suggest(self, s: BuffetState, seat: Seat, rng: Rng) -> Move:
        if s.fallen[seat]:
            return super().suggest(s, seat, rng)
        if s.hands[seat]:
            return any_adjust(s, seat, rng, any_place(s, seat, rng))
        return any_adjust(s, seat, rng, READY)

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        if s.fallen[seat]:
            return saving_check(s, seat, move)
        if s.hands[seat]:
            return stacking_check(s, seat, move)
        if isinstance(move, Adjust):
            return why_not_adjust(s, seat, move)
        return None if isinstance(move, ReadyToScore) else refuse(s, seat, move)

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, ReadyToScore):
            self.close(s, seat, log)
        elif isinstance(move, (GrabFallen, LeaveFallen)):
            save(s, seat, move, log)
        else:
            stack(s, seat, move, luck, log)
        bin_worn_out(s, seat, log)
        if seat in self.open_seats and not s.plates[seat].ids and not s.hands[seat] and not s.fallen[seat]:
            self.close(s, seat, log)
        if not self.open_seats:
            s.agenda.pop()
            begin_scoring(s, log)

    def close(self, s: BuffetState, seat: Seat, log: EventLog) -> None:
        s.ready[seat] = 1
        self.open_seats.remove(seat)
        if log.on:
            log.all(events.SeatReady(seat))

    def copy(self) -> "LastLook":
        return LastLook(self.open_seats[:])


class MustChoose(Together):
    """FB-SCORE-2: each seat chooses in secret which of its two characters scores."""

    def candidates(self, s: BuffetState, seat: Seat) -> list[Move]:
        return [CHOOSE[character] for character in s.characters[seat]]

    def check(self, s: BuffetState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, ChooseCharacter):
            if move.character in s.characters[seat]:
                return None
            return IllegalMove("FB-SCORE-2", "not_your_character", character=CHARACTER_IDS[move.character])
        if isinstance(move, Adjust):
            return IllegalMove("FB-END-2", "plates_fixed")
        return IllegalMove("FB-SCORE-2", "choose_character")

    def take(self, s: BuffetState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, ChooseCharacter)
        s.chosen[seat] = move.character
        self.open_seats.remove(seat)
        if log.on:
            text = CHARACTER_IDS[move.character]
            log.own(seat, events.CharacterChosen(seat, text), events.CharacterChosen(seat, None))
        if not self.open_seats:
            s.agenda.pop()
            if log.on:
                for other in range(s.seats):
                    chosen = s.chosen[other]
                    worth = bonus(s.plates[other], chosen)
                    log.show(other, events.CharacterShown(other, CHARACTER_IDS[chosen], worth))
            end_scoring(s, log)

    def copy(self) -> "MustChoose":
        return MustChoose(self.open_seats[:])


# --- the course of the game -----------------------------------------------------------------------------------------


def begin_round(s: BuffetState, luck: Luck, log: EventLog) -> None:
    """FB-ROUND-1; in All-You-Can-Eat FB-COOP-2."""
    s.round += 1
    s.took_two = NOBODY
    s.votes = [NOBODY] * s.seats
    s.ballot = 0
    reveal_line(s, luck, log)
    if s.coop() and s.seats > 1:
        s.turn = NOBODY
        s.agenda.append(MustVote(list(range(s.seats))))
    else:
        begin_turn(s, s.first, log)


def begin_turn(s: BuffetState, seat: Seat, log: EventLog) -> None:
    """FB-ROUND-2; a take without a choice is made at once."""
    s.turn = seat
    s.taken = False
    s.ready = [0] * s.seats
    new_turn(s, seat)
    if s.coop() and s.seats == 1:  # FB-COOP-6
        take_two(s, seat, s.line[0], s.line[1], log)
        s.agenda.append(MustStack(seat, guests(s)))
    elif s.coop() and len(s.line) == 1:
        take_food(s, seat, s.line[0], log)
        s.agenda.append(MustStack(seat, guests(s)))
    else:
        s.agenda.append(MustPick(seat, guests(s)))


def begin_sharing(s: BuffetState) -> None:
    """FB-COOP-20: everyone has stacked and nobody has taken two."""
    s.turn = NOBODY
    s.ballot = 1
    s.votes = [NOBODY] * s.seats
    s.agenda.append(MustShare(list(range(s.seats))))


def begin_extra(s: BuffetState, seat: Seat, log: EventLog) -> None:
    """FB-COOP-20: a turn for the food that is left."""
    s.turn = seat
    s.took_two = seat
    s.ready = [0] * s.seats
    new_turn(s, seat)
    take_food(s, seat, s.line[0], log)
    s.agenda.append(MustStack(seat, guests(s)))


def bin_worn_out(s: BuffetState, seat: Seat, log: EventLog) -> None:
    """FB-RESC-10: without anything to grab no window opens."""
    if s.fallen[seat] and s.quota[seat] == 0:
        close_window(s, seat, WORN_OUT, log)


def tidy_up(s: BuffetState, seat: Seat, log: EventLog) -> bool:
    """What a guest must do about its own food before the turn goes on; for the seat in turn, whether it is busy."""
    if s.fallen[seat] and s.coop():  # FB-COOP-8
        s.lost = True
        s.agenda.clear()
        if log.on:
            log.all(events.BuffetLost(seat, names(s.fallen[seat])))
        return True
    bin_worn_out(s, seat, log)
    if s.fallen[seat]:
        s.agenda.append(MaySave(seat))
    elif s.hands[seat]:
        s.agenda.append(MustStack(seat, guests(s) if seat == s.turn else []))
    elif seat == s.turn:
        return False
    else:
        below = s.agenda[-1]
        assert isinstance(below, InTurn)
        below.guests = guests(s)
    return True


def go_on(s: BuffetState, seat: Seat, luck: Luck, log: EventLog) -> None:
    """What the seat in turn must do next; FB-PICK-7: the turn ends by itself."""
    s.agenda.pop()
    if tidy_up(s, seat, log):
        return
    if not s.taken:  # FB-ADJ-9
        s.agenda.append(MustPick(seat, guests(s)))
    elif s.line and seat != s.last_in_round():
        begin_turn(s, (seat + 1) % s.seats, log)
    elif s.line and s.coop():
        begin_sharing(s)
    else:
        end_round(s, luck, log)


def end_round(s: BuffetState, luck: Luck, log: EventLog) -> None:
    """FB-ROUND-3 to -5."""
    if s.line:
        if log.on:
            log.all(events.LineCleared(names(s.line)))
        s.bin += s.line
        s.line = []
    if not s.coop():
        s.first = (s.first + 1) % s.seats
    if s.round < s.rounds:
        begin_round(s, luck, log)
    elif s.coop():  # FB-COOP-9
        s.turn = NOBODY
        if log.on:
            log.all(events.BuffetWon(sum([len(plate.ids) for plate in s.plates])))
    else:
        begin_last_look(s, log)


def begin_last_look(s: BuffetState, log: EventLog) -> None:
    """FB-END-1: seats without food, and all if nobody may adjust, are ready at once."""
    s.turn = NOBODY
    s.last_look = True
    if log.on:
        log.all(events.LastLookBegun(s.rounds))
    for seat in range(s.seats):
        new_turn(s, seat)
        s.ready[seat] = 0 if may_adjust(s, seat) else 1
    open_seats = [seat for seat in range(s.seats) if not s.ready[seat]]
    if open_seats:
        s.agenda.append(LastLook(open_seats))
    else:
        begin_scoring(s, log)


def begin_scoring(s: BuffetState, log: EventLog) -> None:
    """FB-END-2."""
    if s.version == DINNER:
        s.agenda.append(MustChoose(list(range(s.seats))))
    else:
        end_scoring(s, log)


def end_scoring(s: BuffetState, log: EventLog) -> None:
    """FB-SCORE-3; the rest is arithmetic (scoring.total)."""
    if log.on:
        tall = tallest(s)
        if tall:
            log.all(events.TallestMeasured(tuple(tall), s.plates[tall[0]].height / 100))
