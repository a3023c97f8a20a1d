"""The setup of Jom Burger and its decisions: which burger card, and which side of the salad card."""

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.options import Options
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat, Step
from bunfight.games.jom_burger.rules import events
from bunfight.games.jom_burger.rules.actions import start_round
from bunfight.games.jom_burger.rules.moves import CHOOSE, ChooseSalad, TakeBurger
from bunfight.games.jom_burger.rules.state import (
    CHOOSE_BURGER,
    MIXED,
    NO_DICE,
    SIDE_IDS,
    SPECIAL,
    Card,
    JomState,
    Rules,
    Stall,
)
from bunfight.games.jom_burger.rules.steps import MustTakeDie, too_late


class MustTakeBurger(Step[JomState]):
    """JB-SETUP-20: everybody in turn takes a burger card that is left; the stalls begin with the regular one."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: JomState, seat: Seat) -> list[Move]:
        return s.rules.menu

    def check(self, s: JomState, seat: Seat, move: Move) -> IllegalMove | None:
        if not isinstance(move, TakeBurger):
            return IllegalMove("JB-TURN-2", "burger_first")
        card = s.rules.cards[move.card]
        return IllegalMove("JB-SETUP-20", "burger_taken", card=card.id) if is_taken(s, card) else None

    def take(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        self.carry_out(s, seat, move, luck, log)
        while s.agenda[-1] is self:  # JB-TURN-3
            moves = self.legal(s, self.seat)
            if len(moves) > 1:
                return
            if log.on:
                log.all(events.OnlyMoveMade(self.seat, moves[0].text))
            self.carry_out(s, self.seat, moves[0], luck, log)

    def carry_out(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, TakeBurger)
        card = s.rules.cards[move.card]
        s.stalls[seat].card = card
        if log.on:
            log.all(events.BurgerTaken(seat, card.id))
        self.seat = (seat + 1) % s.seats
        if self.seat == s.start:
            s.agenda.pop()
            choose_salads(s, luck, log)

    def copy(self) -> "MustTakeBurger":
        return MustTakeBurger(self.seat)


def is_taken(s: JomState, card: Card) -> bool:
    """There is a regular card for everybody, but only one of each special card."""
    if card.special:
        for stall in s.stalls:
            if stall.card.id == card.id:
                return True
    return False


def has_burger(s: JomState, seat: Seat) -> bool:
    """Whether a seat has its burger card; while they are chosen, those still to choose have none."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, MustTakeBurger):
        return True
    return (seat - s.start) % s.seats < (step.seat - s.start) % s.seats


class MustChooseSalad(Step[JomState]):
    """JB-SETUP-11: everybody chooses a salad side in secret, before the first roll."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats  # who has not chosen yet

    def awaits(self) -> list[Seat]:
        return self.seats[:]

    def candidates(self, s: JomState, seat: Seat) -> list[Move]:
        return CHOOSE

    def check(self, s: JomState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, ChooseSalad):
            return None
        return too_late(s, move) if isinstance(move, TakeBurger) else IllegalMove("JB-TURN-2", "salad_first")

    def take(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, ChooseSalad)
        s.stalls[seat].side = move.side
        self.seats.remove(seat)
        if log.on:
            log.own(seat, events.SaladChosen(seat, SIDE_IDS[move.side]), events.SaladChosen(seat, None))
        if not self.seats:
            if log.on:
                for owner, stall in enumerate(s.stalls):
                    log.show(owner, events.SaladShown(owner, SIDE_IDS[stall.side]))
            s.agenda.pop()
            start_draft(s, luck, log)

    def copy(self) -> "MustChooseSalad":
        return MustChooseSalad(self.seats[:])


# ---- what follows ----


def set_up(
    rules: Rules, options: Options, cards: list[Card], seats: int, bag: list[int], luck: Luck, log: EventLog
) -> JomState:
    """JB-SETUP: burger cards (one for all, or dealt), the starting player, then what is chosen, or the first roll."""
    dealt = rules.burgers == SPECIAL or rules.burgers == MIXED
    left = cards[:]
    stalls: list[Stall] = []
    for seat in range(seats):
        card = left.pop(luck.below(len(left))) if dealt else cards[0]
        stalls.append(Stall(card, NO_DICE[:], []))
        if dealt and log.on:
            log.all(events.BurgerDealt(seat, card.id))
    s = JomState(rules, stalls, bag)
    s.options = options
    s.start = luck.below(seats)
    if rules.burgers == CHOOSE_BURGER and len(rules.menu) > 1:
        s.agenda.append(MustTakeBurger(s.start))
    else:
        choose_salads(s, luck, log)
    return s


def choose_salads(s: JomState, luck: Luck, log: EventLog) -> None:
    """JB-SETUP-11, if there are salads; else the first round begins."""
    if s.rules.salads:
        s.agenda.append(MustChooseSalad(list(range(s.seats))))
    else:
        start_draft(s, luck, log)


def start_draft(s: JomState, luck: Luck, log: EventLog) -> None:
    """The first round begins."""
    start_round(s, luck, log)
    s.agenda.append(MustTakeDie(s.start))
