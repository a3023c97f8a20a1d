"""Samples what a seat cannot see: ``determinize`` from its view, ``resample_hidden`` from the state.

resample_hidden is written from the rulebook's table of information, not from view.py: the conformance suite compares
the two. Hidden are: the deck; the cards in other hands except those seen going there (IW-RECY-6) until all hands are
shown at the end; the sealed swap card of another seat's TRANSMOG (IW-TRANS-6), which fits its target (IW-TRANS-5); aims
until all are in (IW-WAR-7); answers until all are in (IW-REACT-4). No WAR is ever in a hand (IW-DRAW-2).
"""

from __future__ import annotations

from typing import Any

from bunfight.engine import Rng, Seat, Step
from bunfight.engine.deck import Deck
from bunfight.games.burger_war.rules.actions import burger_with, insert_sorted, swap_fits
from bunfight.games.burger_war.rules.moves import BUN, NUKE, PATTY, Book
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
    Deeds,
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
    """A state that the viewer cannot tell from the real one: everything unseen is dealt at random."""
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
    s = WarState(book, house, Deck())
    s.options = v.options
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
        s.last_shot = attack(book, v.last_shot, -1)
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
    s.deeds[seat] = Deeds(shown.given, shown.received, shown.thefts, shown.deflections, shown.recycled)
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
        swap = swap_card(s, v.shot, v.plates[v.shot.seat].hand_size, unseen, rng)
        s.shot = attack(book, v.shot, swap)
    s.deck = Deck([kind for kind, left in enumerate(unseen) for _ in range(left) if kind != book.war])
    for seat, plate in enumerate(v.plates):
        while len(s.hands[seat]) < plate.hand_size:
            insert_sorted(s.hands[seat], s.deck.pull(rng.below(len(s.deck))))
    for _ in range(unseen[book.war]):
        s.deck.add(book.war)


def attack(book: Book, shown: ShotShown, swap: int) -> Shot:
    return Shot(shown.seat, book.ids.index(shown.card), shown.plate, book.cards.index(shown.target), swap)


def swap_card(s: WarState, shown: ShotShown, hand_size: int, unseen: list[int], rng: Rng) -> int:
    """The swap card of the attack on the table; for another seat's TRANSMOG one that fits, held or newly dealt."""
    book = s.book
    if shown.card != book.ids[book.transmog]:
        return -1
    if shown.swap is not None:
        return book.ids.index(shown.swap)
    target = book.cards.index(shown.target)
    burger = burger_with(s, shown.plate, target)
    assert burger is not None
    held = s.hands[shown.seat]
    fitting = [kind for kind in range(book.kinds) if book.types[kind] < NUKE and swap_fits(s, burger, target, kind)]
    choices = [kind for kind in held if kind in fitting]
    known = len(choices)
    if len(held) < hand_size:
        choices += [kind for kind in fitting for _ in range(unseen[kind])]
    chosen = int(rng.below(len(choices)))
    swap = choices[chosen]
    if chosen >= known:
        unseen[swap] -= 1
        insert_sorted(held, swap)
    return swap


def battle(s: WarState, shown: BattleShown, rng: Rng) -> Battle:
    """The WAR on the table; sealed aims and answers are any that the sampled hands allow."""
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


# Resampling


def resample_hidden(state: WarState, seat: Seat | None, rng: Rng) -> WarState:
    """A copy of the state with everything that is hidden from the seat dealt anew."""
    s = state.copy()
    war = s.book.war
    deck = [int(kind) for kind in s.deck]
    if s.agenda:
        loose = [kind for kind in deck if kind != war]
        wars = len(deck) - len(loose)
        missing: list[int] = []
        for holder in range(s.house.seats):
            sure = s.hands[holder] if holder == seat else s.known[holder]
            hidden = s.hands[holder][:]
            for kind in sure:
                hidden.remove(kind)
            loose += hidden
            missing.append(len(hidden))
            s.hands[holder] = sure[:]
        resample_swap_card(s, seat, loose, missing, rng)
        for holder, count in enumerate(missing):
            for _ in range(count):
                s.hands[holder].append(loose.pop(rng.below(len(loose))))
            s.hands[holder].sort()
        deck = loose + [war] * wars
        resample_answers(s, seat, rng)
    for left in range(len(deck), 1, -1):
        at = rng.below(left)
        deck[at], deck[left - 1] = deck[left - 1], deck[at]
    s.deck = Deck(deck)
    return s


def resample_swap_card(s: WarState, seat: Seat | None, loose: list[int], missing: list[int], rng: Rng) -> None:
    """Another swap card for another seat's TRANSMOG, out of what that hand may hold."""
    shot = s.shot
    if shot is None or shot.kind != s.book.transmog or shot.seat == seat:
        return
    burger = next(burger for burger in s.plates[shot.plate] if shot.target in burger.cards)
    rest = [s.book.types[s.book.kind_of[card]] for card in burger.cards if card != shot.target]

    def fits(kind: int) -> bool:
        after = [*rest, s.book.types[kind]]
        return s.book.types[kind] < NUKE and not (after.count(BUN) >= 2 and after.count(PATTY) >= 2)

    seen = [kind for kind in s.hands[shot.seat] if fits(kind)]
    unseen = [kind for kind in loose if fits(kind)] if missing[shot.seat] else []
    ticket = rng.below(len(seen) + len(unseen))
    swap = (seen + unseen)[ticket]
    s.shot = Shot(shot.seat, shot.kind, shot.plate, shot.target, swap)
    if ticket >= len(seen):
        loose.remove(swap)
        s.hands[shot.seat].append(swap)
        missing[shot.seat] -= 1


def resample_answers(s: WarState, seat: Seat | None, rng: Rng) -> None:
    """Other aims and answers for the seats that have locked theirs in while others still have to."""
    step, battle = s.agenda[-1], s.battle
    if battle is None:
        return
    for who in range(s.house.seats):
        if who == seat:
            continue
        if isinstance(step, TakeAim) and who in battle.locks:
            others = [other for other in range(s.house.seats) if other != who]
            battle.aims[who] = others[rng.below(len(others))]
        if isinstance(step, RaiseShield) and battle.answers[who] in (0, 1):
            battle.answers[who] = int(rng.below(2)) if s.book.deflector in s.hands[who] else 0
