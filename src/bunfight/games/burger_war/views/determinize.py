"""Whole states that a seat could be in: everything that it has not seen is dealt at random."""

from __future__ import annotations

from typing import Any

from bunfight.engine import Rng, Step
from bunfight.games.burger_war.rules.actions import burger_with, insert_sorted, swap_fits
from bunfight.games.burger_war.rules.moves import NUKE, Book
from bunfight.games.burger_war.rules.state import (
    CLOSING_TIME,
    DECLINED,
    DEFLECTED,
    NOT_ASKED,
    RUNNING,
    SERVED,
    SILENT,
    Battle,
    Burger,
    House,
    Shot,
    WarState,
)
from bunfight.games.burger_war.rules.steps import AnswerAttack, TakeAction
from bunfight.games.burger_war.rules.steps_settle import MustDiscard
from bunfight.games.burger_war.rules.steps_war import RaiseShield, TakeAim, TakeLoot
from bunfight.games.burger_war.views.types import BattleShown, PlateShown, ShotShown, WarView
from bunfight.games.burger_war.views.view import PRIORITIES, STAGES


def determinize(book: Book, v: WarView, rng: Rng) -> WarState:
    house = House(
        v.seats,
        v.full_deck,
        PRIORITIES.index(v.war_priority),
        v.war_loot == "hand",
        v.war_take == "may",
        v.cheese_stack == "twice",
        v.recycle_war == "fires",
        v.max_rounds,
    )
    s = WarState(book, house)
    s.first, s.active, s.round, s.used, s.reshuffles = v.first, v.active, v.round, v.used, v.reshuffles
    s.ended = {"": RUNNING, "served": SERVED, "closing": CLOSING_TIME}[v.ended]
    s.pile = [book.ids.index(name) for name in v.pile]
    for plate in v.plates:
        restore_plate(s, plate)
    if v.battle is not None:
        for name in v.battle.loot:
            if name:
                restore_number(s, book.cards.index(name))
    deal(s, v, rng)
    if v.battle is not None:
        s.battle = battle(s, v.battle, rng)
    if v.last_shot is not None:
        s.last_shot = attack(book, v.last_shot)
    if v.past is not None:
        s.past = battle(s, v.past, rng)
    s.agenda = agenda(v)
    return s


def restore_number(s: WarState, card: int) -> None:
    kind = s.book.kind_of[card]
    s.numbers[kind] |= 1 << (card - s.book.base[kind])


def restore_plate(s: WarState, shown: PlateShown) -> None:
    seat, book = shown.seat, s.book
    s.serials[seat] = shown.serials
    s.known[seat] = [book.ids.index(name) for name in shown.known]
    deeds = s.deeds[seat]
    deeds.given, deeds.received, deeds.thefts = shown.given, shown.received, shown.thefts
    deeds.deflections, deeds.recycled = shown.deflections, shown.recycled
    for one in shown.burgers:
        burger = Burger(one.serial)
        s.plates[seat].append(burger)
        for card_shown in one.cards:
            card = book.cards.index(card_shown.id)
            kind = book.kind_of[card]
            burger.add(card, book.types[kind])
            restore_number(s, card)
            if book.specials[kind] >= 0:
                s.where[book.specials[kind]] = seat


def deal(s: WarState, v: WarView, rng: Rng) -> None:
    """Hands and deck from what is unseen; no WAR in a hand, seen cards stay, a sealed swap card fits."""
    book = s.book
    unseen = s.listed()[:]
    for kind in s.pile:
        unseen[kind] -= 1
    for kind, mask in enumerate(s.numbers):
        unseen[kind] -= mask.bit_count()
    if v.battle is not None:
        unseen[book.war] -= 1
    if v.shot is not None:
        unseen[book.ids.index(v.shot.card)] -= 1
    for seat, plate in enumerate(v.plates):
        names = plate.known if plate.hand is None else plate.hand
        s.hands[seat] = [book.ids.index(name) for name in names]
        for kind in s.hands[seat]:
            unseen[kind] -= 1
    if v.shot is not None:
        s.shot = shot(s, v.shot, v.plates[v.shot.seat].hand_size, unseen, rng)
    loose = [kind for kind, left in enumerate(unseen) for _ in range(left) if kind != book.war]
    for seat, plate in enumerate(v.plates):
        while len(s.hands[seat]) < plate.hand_size:
            insert_sorted(s.hands[seat], take_any(loose, rng))
    s.deck = loose + [book.war] * unseen[book.war]


def take_any(loose: list[int], rng: Rng) -> int:
    index = int(rng.below(len(loose)))
    loose[index], loose[-1] = loose[-1], loose[index]
    return loose.pop()


def attack(book: Book, shown: ShotShown) -> Shot:
    """What everyone knows of an attack."""
    return Shot(shown.seat, book.ids.index(shown.card), shown.plate, book.cards.index(shown.target), -1)


def shot(s: WarState, shown: ShotShown, hand_size: int, unseen: list[int], rng: Rng) -> Shot:
    """The attack on the table; a TRANSMOG of somebody else gets a swap card that fits, held or newly dealt."""
    book = s.book
    made = attack(book, shown)
    if made.kind != book.transmog:
        return made
    if shown.swap is not None:
        made.swap = book.ids.index(shown.swap)
        return made
    burger = burger_with(s, made.plate, made.target)
    assert burger is not None
    held = s.hands[made.seat]
    fitting = [
        kind for kind in range(book.kinds) if book.types[kind] < NUKE and swap_fits(s, burger, made.target, kind)
    ]
    choices = [kind for kind in held if kind in fitting]
    kept = len(choices)
    if len(held) < hand_size:
        choices += [kind for kind in fitting for _ in range(unseen[kind])]
    chosen = int(rng.below(len(choices)))
    made.swap = choices[chosen]
    if chosen >= kept:
        unseen[made.swap] -= 1
        insert_sorted(held, made.swap)
    return made


def battle(s: WarState, shown: BattleShown, rng: Rng) -> Battle:
    """The WAR on the table; sealed aims and answers are any that the imagined hands allow."""
    book = s.book
    made = Battle(shown.drawer, s.house.seats)
    made.stage = STAGES.index(shown.stage)
    made.pools = [[book.cards.index(name) for name in pool] for pool in shown.pools]
    made.locks = list(shown.locks)
    made.order = list(shown.order)
    made.queue = list(shown.queue)
    made.loot = [book.cards.index(name) if name else -1 for name in shown.loot]
    for seat in range(s.house.seats):
        aim = shown.aims[seat]
        if aim is None:
            aim = (seat + 1 + int(rng.below(s.house.seats - 1))) % s.house.seats
        made.aims[seat] = aim
        answer = shown.answers[seat]
        if answer == "sealed":
            could = book.deflector in s.hands[seat]
            made.answers[seat] = DEFLECTED if could and rng.below(2) else DECLINED
        else:
            made.answers[seat] = {"": NOT_ASKED, "open": SILENT, "deflect": DEFLECTED, "decline": DECLINED}[answer]
    return made


def agenda(v: WarView) -> list[Step[Any]]:
    if v.over:
        return []
    steps: list[Step[Any]] = [TakeAction(v.active)]
    waiting = list(v.awaits)
    if v.step == "AnswerAttack":
        steps.append(AnswerAttack(waiting[0]))
    elif v.step == "TakeAim":
        steps.append(TakeAim(waiting))
    elif v.step == "RaiseShield":
        steps.append(RaiseShield(waiting))
    elif v.step == "TakeLoot":
        steps.append(TakeLoot(waiting[0]))
    elif v.step == "MustDiscard":
        steps.append(MustDiscard(waiting))
    return steps
