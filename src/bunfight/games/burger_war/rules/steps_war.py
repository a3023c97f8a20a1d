"""The decisions of WAR: aim, shield and loot; and what happens automatically between them."""

from __future__ import annotations

from typing import ClassVar

from bunfight.engine import EventLog, IllegalMove, Luck, Move
from bunfight.games.burger_war.rules.actions import (
    burger_with,
    gain_seen,
    lay,
    lift,
    log_finished,
    lose,
    may_hold_deflector,
    pool_of,
    release,
    sweep,
)
from bunfight.games.burger_war.rules.events import (
    AimLocked,
    AimShown,
    AnswerGiven,
    AttackOrderSet,
    DeflectorAsked,
    IngredientLooted,
    LootLanded,
    LootPocketed,
    NothingLooted,
    ShieldDeclined,
    ShieldRaised,
    WarDrawn,
    WarEnded,
    WarFizzled,
)
from bunfight.games.burger_war.rules.moves import (
    AIMS,
    C_VEGGIES,
    DECLINE,
    DEFLECT,
    SPARE,
    Aim,
    Decline,
    Deflect,
    Loot,
    LootNothing,
)
from bunfight.games.burger_war.rules.state import (
    CLOCKWISE,
    DECLINED,
    DEFLECTED,
    LOOTING,
    RANDOM,
    SHIELDING,
    SILENT,
    Battle,
    WarState,
)
from bunfight.games.burger_war.rules.steps_settle import OneAsked, SeveralAsked, not_held, settle


def legal_answers(s: WarState, seat: int) -> list[Move]:
    """The answers that check_answer accepts; most hands hold no DEFLECTOR."""
    return [DEFLECT, DECLINE] if s.book.deflector in s.hands[seat] else [DECLINE]


def check_answer(s: WarState, seat: int, move: Move) -> IllegalMove | None:
    """Why a seat may not answer an attack like this; may_hold_deflector decides who is asked at all."""
    if isinstance(move, Deflect):
        return None if s.book.deflector in s.hands[seat] else not_held(s, s.book.deflector)
    return None if isinstance(move, Decline) else IllegalMove("IW-TURN-8", "answer_first")


class TakeAim(SeveralAsked):
    """IW-WAR-4: everyone who can steal points at somebody, in secret and at the same time."""

    def copy(self) -> TakeAim:
        return TakeAim(self.waiting[:])

    def candidates(self, s: WarState, seat: int) -> list[Move]:
        return AIMS[:seat] + AIMS[seat + 1 : s.house.seats]

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        if not isinstance(move, Aim):
            return IllegalMove("IW-TURN-8", "aim_first")
        if move.target == seat:
            return IllegalMove("IW-WAR-4", "own_aim", plate=seat)
        if move.target >= s.house.seats:
            return IllegalMove("IW-TURN-8", "few_seats", n=s.house.seats, plate=move.target)
        return None

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        battle = s.battle
        assert battle is not None and isinstance(move, Aim)
        battle.aims[seat] = move.target
        battle.locks.append(seat)
        self.waiting.remove(seat)
        if log.on:
            log.own(seat, AimLocked(seat, move.target), AimLocked(seat, None))
        if not self.waiting:
            s.agenda.pop()
            show_aims(s, battle, luck, log)


class RaiseShield(SeveralAsked):
    """IW-WAR-8: those who are aimed at and have something to lose deflect or decline, all at the same time."""

    sealed: ClassVar[bool] = True

    def copy(self) -> RaiseShield:
        return RaiseShield(self.waiting[:])

    def legal(self, s: WarState, seat: int) -> list[Move]:
        return legal_answers(s, seat)

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        return check_answer(s, seat, move)

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        battle = s.battle
        assert battle is not None
        battle.answers[seat] = DEFLECTED if isinstance(move, Deflect) else DECLINED
        self.waiting.remove(seat)
        if log.on:
            log.own(seat, AnswerGiven(seat, move.text), AnswerGiven(seat, None))
        if not self.waiting:
            s.agenda.pop()
            show_shields(s, battle, log)
            open_loot(s, battle, luck, log)


class TakeLoot(OneAsked):
    """IW-WAR-14: a looter chooses from what is left of the pool of its target."""

    def copy(self) -> TakeLoot:
        return TakeLoot(self.seat)

    def legal(self, s: WarState, seat: int) -> list[Move]:
        """What check accepts, without asking it about each card: that took 2% of random play."""
        battle = s.battle
        assert battle is not None
        moves: list[Move] = [s.book.loots[card] for card in battle.pools[battle.aims[seat]]]
        if s.house.may_spare:
            moves.append(SPARE)
        return moves

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        battle = s.battle
        assert battle is not None
        if isinstance(move, Loot):
            if move.target in battle.pools[battle.aims[seat]]:
                return None
            return IllegalMove("IW-WAR-14", "not_lootable", card=s.book.cards[move.target])
        if isinstance(move, LootNothing):
            return None if s.house.may_spare else IllegalMove("IW-WAR-16", "must_take")
        return IllegalMove("IW-TURN-8", "loot_first")

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        battle = s.battle
        assert battle is not None
        s.agenda.pop()
        del battle.queue[0]
        if isinstance(move, Loot):
            rob(s, battle, seat, move.target, log)
        elif log.on:
            log.all(NothingLooted(seat, battle.aims[seat]))
        go_on_looting(s, battle, log)


def start_war(s: WarState, drawer: int, luck: Luck, log: EventLog) -> None:
    """IW-WAR-1, IW-WAR-2: the pools are fixed, then everyone aims."""
    seats = s.house.seats
    if log.on:
        log.all(WarDrawn(drawer))
    battle = Battle(drawer, seats)
    s.battle = battle
    full = 0
    for seat in range(seats):
        pool = pool_of(s, seat)
        battle.pools.append(pool)
        if pool:
            full += 1
    pacifist = s.where[C_VEGGIES]
    thieves: list[int] = []
    pointless = True
    for seat in range(seats):
        if seat != pacifist:
            thieves.append(seat)
            if full > (1 if battle.pools[seat] else 0):
                pointless = False
    if pointless:
        if log.on:
            log.all(WarFizzled())
        end_war(s, log)
    elif seats == 2:
        for turn in range(2):
            seat = (drawer + turn) % 2
            if seat != pacifist:
                battle.aims[seat] = 1 - seat
                battle.locks.append(seat)
        show_aims(s, battle, luck, log)
    else:
        s.agenda.append(TakeAim(thieves))


def show_aims(s: WarState, battle: Battle, luck: Luck, log: EventLog) -> None:
    """All aims are uncovered together, and the targets are asked: IW-WAR-7, IW-WAR-8."""
    asked: list[int] = []
    for seat in range(s.house.seats):
        if log.on and battle.aims[seat] >= 0:
            log.show(seat, AimShown(seat, battle.aims[seat]))
        if battle.pools[seat] and seat in battle.aims and may_hold_deflector(s, seat):
            battle.answers[seat] = SILENT
            asked.append(seat)
    battle.stage = SHIELDING
    if asked:
        if log.on:
            log.all(DeflectorAsked(tuple(asked)))
        s.agenda.append(RaiseShield(asked))
    else:
        open_loot(s, battle, luck, log)


def show_shields(s: WarState, battle: Battle, log: EventLog) -> None:
    """All answers are uncovered together, and DEFLECTORs are spent: IW-REACT-4, IW-REACT-5."""
    for seat in range(s.house.seats):
        if battle.answers[seat] == DEFLECTED:
            lose(s, seat, s.book.deflector)
            s.pile.append(s.book.deflector)
            s.deeds[seat].deflections += 1
            if log.on:
                log.show(seat, ShieldRaised(seat))
        elif log.on and battle.answers[seat] == DECLINED:
            log.show(seat, ShieldDeclined(seat))


def open_loot(s: WarState, battle: Battle, luck: Luck, log: EventLog) -> None:
    """The attack order, IW-WAR-13, and who is left to loot, IW-WAR-9, IW-WAR-10, IW-WAR-12."""
    seats = s.house.seats
    if s.house.priority == CLOCKWISE:
        battle.order = [(battle.drawer + turn) % seats for turn in range(seats)]
    elif s.house.priority == RANDOM:
        battle.order = list(range(seats))
        for left in range(seats, 1, -1):
            chosen: int = luck.below(left)
            battle.order[chosen], battle.order[left - 1] = battle.order[left - 1], battle.order[chosen]
    else:
        battle.order = battle.locks[:]
    for seat in battle.order:
        target = battle.aims[seat]
        if target >= 0 and battle.answers[seat] != DEFLECTED and battle.answers[target] != DEFLECTED:
            battle.queue.append(seat)
    battle.stage = LOOTING
    if log.on:
        log.all(AttackOrderSet(tuple(battle.order)))
    go_on_looting(s, battle, log)


def go_on_looting(s: WarState, battle: Battle, log: EventLog) -> None:
    """Whoever has a choice is asked; the rest happens by itself: IW-WAR-15, IW-WAR-16."""
    while battle.queue:
        seat = battle.queue[0]
        pool = battle.pools[battle.aims[seat]]
        if pool and (len(pool) > 1 or s.house.may_spare):
            s.agenda.append(TakeLoot(seat))
            return
        del battle.queue[0]
        if pool:
            rob(s, battle, seat, pool[0], log)
        elif log.on:
            log.all(NothingLooted(seat, battle.aims[seat]))
    land_loot(s, battle, log)


def rob(s: WarState, battle: Battle, seat: int, card: int, log: EventLog) -> None:
    """Loot leaves the plate and waits beside its looter: IW-WAR-17."""
    plate = battle.aims[seat]
    battle.pools[plate].remove(card)
    burger = burger_with(s, plate, card)
    assert burger is not None
    if log.on:
        log.all(IngredientLooted(seat, plate, s.book.cards[card]))
    lift(s, card, plate, burger, log)
    battle.loot[seat] = card
    s.deeds[seat].thefts += 1


def land_loot(s: WarState, battle: Battle, log: EventLog) -> None:
    """All loot lands together: IW-WAR-19."""
    for plate in range(s.house.seats):
        sweep(s, plate, log)
    for seat in battle.order:
        card = battle.loot[seat]
        if card < 0:
            continue
        if s.house.loot_to_hand:
            if log.on:
                log.all(LootPocketed(seat, s.book.ids[s.book.kind_of[card]]))
            gain_seen(s, seat, release(s, card))
        else:
            burger = lay(s, card, seat)
            if log.on:
                log.all(LootLanded(seat, s.book.cards[card], burger.serial))
                log_finished(s, seat, burger, log)
    end_war(s, log)


def end_war(s: WarState, log: EventLog) -> None:
    """IW-WAR-20."""
    s.past = s.battle
    s.battle = None
    s.pile.append(s.book.war)
    if log.on:
        log.all(WarEnded())
    settle(s, log)
