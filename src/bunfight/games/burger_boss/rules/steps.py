"""The steps of a round of Burger Boss in rulebook order: reveals, windows, placements and sales."""

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat
from bunfight.games.burger_boss.rules import events
from bunfight.games.burger_boss.rules.actions import (
    KIND_NAMES,
    SLOT_NAMES,
    age_food,
    can_sell,
    clean_up,
    deal_customers,
    earn,
    ended_by,
    faces,
    finish_game,
    kinds_in,
    move_queue,
    move_to_top,
    nobody_waits,
    roll_workers,
    seats_in,
    sell,
    set_turn_card,
)
from bunfight.games.burger_boss.rules.moves import (
    FIRST_REVEALS,
    NOBODY,
    PASS,
    PLAY_FIRST,
    PLAY_TIP,
    STOP_SELLING,
    PassWindow,
    PlacePair,
    PlaceWorker,
    PlayFirst,
    PlaySteal,
    PlayTip,
    Reveal,
    Sell,
    StopSelling,
    selling,
)
from bunfight.games.burger_boss.rules.state import (
    FIRST,
    SLOTS,
    STEAL,
    TIP,
    TIPS,
    BossState,
    BossStep,
    any_in_hand,
    how_many,
    in_hand,
    item_at,
    showing,
    total,
)
from bunfight.games.burger_boss.rules.steps_kitchen import carry_on, out_of_place, steal
from bunfight.games.burger_boss.rules.steps_place import (
    DirectWorkers,
    discard_special,
    list_steals,
    no_steal,
    stealable,
)

BEGIN: Final = 0
OPENING: Final = 1
PLACEMENT: Final = 2
CLOSING: Final = 3
SALES: Final = 4
END: Final = 5


class Round(BossStep):
    """BB-ROUND-1: the frame of a round; it lies under every question and opens one phase after the other."""

    def __init__(self, phase: i64) -> None:
        self.phase = phase

    def copy(self) -> "Round":
        return Round(self.phase)

    def awaits(self) -> list[Seat]:
        return []

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        phase = self.phase
        self.phase = phase + 1
        if phase == BEGIN:
            self.begin(s, luck, log)
        elif phase in (OPENING, CLOSING):
            self.open_window(s, log)
        elif phase == PLACEMENT:
            s.agenda.append(DirectWorkers(0, 0, True))
        elif phase == SALES:
            s.agenda.append(SellFood(0, 0, 0, 0, True))
        else:
            self.finish(s, log)
        return False

    def begin(self, s: BossState, luck: Luck, log: EventLog) -> None:
        s.round += 1
        if log.on:
            log.all(events.RoundBegan(int(s.round)))
        deal_customers(s, luck, log)
        roll_workers(s, luck, log)
        if s.round == 1:
            set_turn_card(s, log)
        else:
            s.agenda.append(RevealWorkers(0, int(s.before[0]), []))

    def open_window(self, s: BossState, log: EventLog) -> None:
        """BB-WIN-1, 2, 7: only where somebody holds a special, never in quick games; literal ones have their own."""
        if s.quick or s.literal or not any_in_hand(s):
            return
        window = AnswerWindow(self.phase > PLACEMENT, [], [], -1, False)
        if window.open_pass(s, log):
            s.agenda.append(window)

    def airs(self, s: BossState, log: EventLog) -> bool:
        """BB-SPEC-20: before every decision all who hold specials are asked, once, whoever is to decide."""
        if s.aired:
            return False
        s.aired = True
        window = AnswerWindow(self.phase > CLOSING, [], [], -1, False)
        if not window.open_pass(s, log):
            return False
        s.agenda.append(window)
        return True

    def finish(self, s: BossState, log: EventLog) -> None:
        """BB-ENDR-1."""
        somebody_waited = not nobody_waits(s)
        move_queue(s, log)
        if ended_by(s, somebody_waited):
            finish_game(s, log)
            s.agenda.clear()
            return
        age_food(s, log)
        clean_up(s)
        self.phase = BEGIN


@mypyc_attr(free_list_len=1)
class RevealWorkers(BossStep):
    """BB-ORDER-5 to 9: in the previous order, which dice turn up; ``jumped`` plays Early Opening in quick games."""

    def __init__(self, at: i64, seat: Seat, jumped: list[int]) -> None:
        self.at = at
        self.seat = seat
        self.jumped = jumped

    def copy(self) -> "RevealWorkers":
        return RevealWorkers(self.at, self.seat, self.jumped[:])

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        if self.at < s.seats:
            self.seat = int(s.before[self.at])
            return True
        set_turn_card(s, log)
        for seat in self.jumped:
            move_to_top(s, seat)
        if self.jumped and log.on:
            log.all(events.TurnCardSet(seats_in(s.order), int(s.order[0])))
        s.agenda.pop()
        return False

    def legal(self, s: BossState, seat: Seat) -> list[Move]:
        rolled = s.rolled[seat]
        chosen: list[Reveal] = [NOBODY]
        value: i64 = 1
        while value <= 6:
            for at in range(len(chosen) * showing(rolled, value)):
                chosen.append(chosen[at].one_more[value])
            value += 1
        moves: list[Move] = list(chosen[1:])
        if s.quick and s.hands[seat * 5 + FIRST] > 0:
            for move in chosen[1:]:
                moves.append(FIRST_REVEALS[move.dice])
        return moves

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if not isinstance(move, Reveal):
            return out_of_place(move)
        if move.first and not s.quick:
            return IllegalMove("BB-WIN-7", "first_in_window")
        if move.first and s.hands[seat * 5 + FIRST] == 0:
            return IllegalMove("BB-SPEC-1", "not_held", special="first", n=1)
        if move.dice == 0:
            return IllegalMove("BB-ORDER-6", "nobody_works")
        value: i64 = 1
        while value <= 6:
            if showing(move.dice, value) > showing(s.rolled[seat], value):
                return IllegalMove("BB-ORDER-6", "not_rolled", die=int(value), n=int(showing(move.dice, value)))
            value += 1
        return None

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Reveal)
        s.working[seat] = move.dice
        s.dice[seat] = move.dice
        if log.on:
            benched = int(how_many(s.rolled[seat]) - how_many(move.dice))
            log.show(seat, events.WorkersRevealed(seat, faces(move.dice), int(total(move.dice)), benched))
        if move.first:
            discard_special(s, seat, FIRST, 1)
            self.jumped.append(seat)
            if log.on:
                log.show(seat, events.FirstPlayed(seat))
        self.at += 1
        carry_on(s, luck, log)


@mypyc_attr(free_list_len=1)
class AnswerWindow(BossStep):
    """BB-WIN-3 to 9: all who hold specials answer in secret; then the answers are carried out in Turn card order.

    ``line`` has the asked seats in that order, ``answers`` theirs (None: not yet), ``at`` the next to carry out.
    """

    sealed: ClassVar[bool] = True

    def __init__(self, closing: bool, line: list[int], answers: list[Move | None], at: int, worked: bool) -> None:
        self.closing = closing
        self.line = line
        self.answers = answers
        self.at = at
        self.worked = worked

    def copy(self) -> "AnswerWindow":
        return AnswerWindow(self.closing, self.line[:], self.answers[:], self.at, self.worked)

    def awaits(self) -> list[Seat]:
        waiting: list[Seat] = []
        for at, answer in enumerate(self.answers):
            if answer is None:
                waiting.append(self.line[at])
        waiting.sort()
        return waiting

    def has_answered(self, seat: Seat) -> bool:
        return seat in self.line and seat not in self.awaits()

    def open_pass(self, s: BossState, log: EventLog) -> bool:
        """BB-WIN-3, 8: every holder is asked, whatever the card; False if nobody holds any."""
        self.line.clear()
        self.answers.clear()
        for seat in s.order:
            if in_hand(s, seat) > 0:
                self.line.append(int(seat))
                self.answers.append(None)
        self.at = -1
        self.worked = False
        if log.on and self.line and not s.literal:
            name = "closing" if self.closing else "opening"
            log.all(events.WindowOpened(name, tuple(sorted(self.line))))
        return len(self.line) > 0

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        if self.at < 0:
            for answer in self.answers:
                if answer is None:
                    return True
            self.show_answers(s, log)
            self.at = 0
        while self.at < len(self.line):
            seat, answer = self.line[self.at], self.answers[self.at]
            self.at += 1
            if isinstance(answer, PlayFirst):
                self.carry_first(s, seat, log)
            elif isinstance(answer, PlaySteal):
                self.carry_steal(s, seat, answer, log)
                if s.agenda[-1] is not self:
                    return False
        if self.worked and self.open_pass(s, log):
            return True
        s.agenda.pop()
        return False

    def show_answers(self, s: BossState, log: EventLog) -> None:
        """In literal games, which ask so often, nothing is said where nobody plays a card."""
        if log.on and not (s.literal and self.all_passed()):
            for seat, answer in zip(self.line, self.answers, strict=True):
                assert answer is not None
                log.show(seat, events.AnswerShown(seat, answer.text.split(" ")[0]))

    def all_passed(self) -> bool:
        for answer in self.answers:
            if answer is not PASS:
                return False
        return True

    def carry_first(self, s: BossState, seat: i64, log: EventLog) -> None:
        """BB-FIRST-1, 4."""
        self.worked = True
        discard_special(s, seat, FIRST, 1)
        move_to_top(s, seat)
        below = s.agenda[-2]
        if isinstance(below, DirectWorkers) or (isinstance(below, SellFood) and not below.begun()):
            below.done = True  # BB-SPEC-20: a turn without a decision so far is asked for again, in the new order
        if log.on:
            log.all(events.FirstPlayed(int(seat)))
            log.all(events.TurnCardSet(seats_in(s.order), int(s.order[0])))

    def carry_steal(self, s: BossState, seat: i64, move: PlaySteal, log: EventLog) -> None:
        """BB-WIN-5: a theft that comes too late leaves the card in hand, seen by all."""
        words = (int(seat), int(move.target), KIND_NAMES[move.kind])
        if not stealable(s, seat, move.target, move.kind):
            s.shown[seat] = max(s.shown[seat], 1)
            if log.on:
                log.all(events.StealMissed(*words))
            return
        self.worked = True
        discard_special(s, seat, STEAL, 1)
        if log.on:
            log.all(events.StealPlayed(*words))
        steal(s, seat, move.target, move.kind, log)

    def legal(self, s: BossState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        if s.hands[seat * 5 + FIRST] > 0 and s.order[0] != seat and card_is_set(s):
            moves.append(PLAY_FIRST)
        if s.hands[seat * 5 + STEAL] > 0:
            list_steals(s, seat, moves)
        moves.append(PASS)
        return moves

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, PassWindow):
            return None
        if isinstance(move, PlayFirst):
            if s.hands[seat * 5 + FIRST] == 0:
                return IllegalMove("BB-SPEC-1", "not_held", special="first", n=1)
            if not card_is_set(s):
                return IllegalMove("BB-FIRST-6", "card_not_set")
            return IllegalMove("BB-FIRST-3", "already_first") if s.order[0] == seat else None
        if isinstance(move, PlaySteal):
            return no_steal(s, seat, move)
        special = isinstance(move, PlayTip) or (isinstance(move, PlacePair) and move.discounts > 0)
        if special or (isinstance(move, PlaceWorker) and move.doubles + move.discounts > 0):
            return IllegalMove("BB-SPEC-3", "other_moment")
        return out_of_place(move)

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        self.answers[self.line.index(seat)] = move
        if log.on:
            # not an echo: an answer once given stands (BB-WIN-9), so it must bar taking back
            mine = events.WindowAnswered(seat, move.text.split(" ")[0])
            log.only([seat], mine, events.WindowAnswered(seat, None))
        carry_on(s, luck, log)


def card_is_set(s: BossState) -> bool:
    """BB-FIRST-6: whether the Turn card shows the order of this round already."""
    frame = s.agenda[0]
    return isinstance(frame, Round) and frame.phase > OPENING


@mypyc_attr(free_list_len=1)
class SellFood(BossStep):
    """BB-SELL-1 to 11: in Turn card order, each seat sells what it likes.

    ``had`` has a bit for each seat whose sales turn is over; ``tips`` and ``sold`` are of this turn.
    """

    def __init__(self, had: i64, seat: Seat, tips: i64, sold: i64, done: bool) -> None:
        self.had = had
        self.seat = seat
        self.tips = tips
        self.sold = sold
        self.done = done

    def copy(self) -> "SellFood":
        return SellFood(self.had, self.seat, self.tips, self.sold, self.done)

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        while True:
            if not self.done:
                if can_sell(s, self.seat) or (self.sold > 0 and in_hand(s, self.seat) > 0):
                    return True
                self.end_turn(s)
            if not self.next_seat(s):
                s.agenda.pop()
                return False

    def next_seat(self, s: BossState) -> bool:
        """BB-SELL-1: the first on the Turn card who has not had a sales turn."""
        at: i64 = 0
        while at < s.seats:
            seat = s.order[at]
            if (self.had >> seat) & 1 == 0:
                self.seat, self.tips, self.sold, self.done = int(seat), 0, 0, False
                return True
            at += 1
        return False

    def begun(self) -> bool:
        """Whether something was sold or played in this turn."""
        return self.sold > 0 or self.tips > 0

    def end_turn(self, s: BossState) -> None:
        self.done = True
        one: i64 = 1
        seat: i64 = self.seat
        self.had |= one << seat
        s.best_turn[seat] = max(s.best_turn[seat], self.sold)

    def candidates(self, s: BossState, seat: Seat) -> list[Move]:
        """Every item on the grills to every customer in the queue."""
        moves: list[Move] = []
        for grill in range(s.kitchens[seat]):
            for space in range(s.menu.track):
                if s.items[item_at(s, seat, grill, space)] != 0:
                    for slot in range(SLOTS):
                        if s.queue[slot] >= 0:
                            moves.append(selling(grill, space, slot))
        moves += [PLAY_TIP, STOP_SELLING]
        return moves

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, StopSelling):
            return None
        if isinstance(move, PlayTip):
            return None if s.hands[seat * 5 + TIP] > 0 else IllegalMove("BB-SPEC-1", "not_held", special="tip", n=1)
        if not isinstance(move, Sell):
            return out_of_place(move)
        bag: i64 = 0
        if move.space < s.menu.track:
            bag = s.items[item_at(s, seat, move.grill, move.space)]
        if bag == 0:
            return IllegalMove("BB-SELL-3", "no_item", grill=int(move.grill) + 1, space=int(move.space) + 1)
        customer = s.queue[move.slot]
        if customer < 0:
            return IllegalMove("BB-SELL-3", "no_customer", slot=SLOT_NAMES[move.slot])
        if s.menu.wants[customer] == bag:
            return None
        return IllegalMove(
            "BB-SELL-3", "other_order", slot=SLOT_NAMES[move.slot], order=kinds_in(s.menu.wants[customer])
        )

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Sell):
            sell(s, seat, move.grill, move.space, move.slot, self.tips, log)
            self.sold += 1
        elif isinstance(move, PlayTip):
            discard_special(s, seat, TIP, 1)
            earn(s, seat, TIPS, 2 * self.sold)
            self.tips += 1
            if log.on:
                log.show(seat, events.TipPlayed(seat, int(2 * self.sold)))
        else:
            self.end_turn(s)
            if log.on:
                log.all(events.SellingStopped(seat))
        carry_on(s, luck, log)
