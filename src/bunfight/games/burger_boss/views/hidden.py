"""Samples what a seat cannot see: ``determinize`` from its view, ``resample_hidden`` from the state.

resample_hidden is written from the rulebook's table of information, not from view.py: the conformance suite compares
the two. Hidden from a seat are: the missions of the others and those not dealt (BB-SETUP-6, 12); dice that were not
revealed and benched dice of the others (BB-ORDER-4, 7); the faces of the others' specials and the special deck, except
shown steals and cards that were turned up as answers and wait to be carried out (BB-SPEC-5, BB-WIN-4); the customer
deck, which has no order; the answers of others in an open window (BB-WIN-3).
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import Move, Rng, Seat, Step
from bunfight.games.burger_boss.cards import KINDS, SIGNS, SIZES, SPECIALS
from bunfight.games.burger_boss.rules.actions import ENDINGS
from bunfight.games.burger_boss.rules.moves import GRAMMAR, PASS, PLAY_FIRST, PlaySteal
from bunfight.games.burger_boss.rules.state import (
    CAUSES,
    FIRST,
    GRILLS,
    STEAL,
    BossState,
    Menu,
    die,
    how_many,
    in_hand,
    lay_out,
)
from bunfight.games.burger_boss.rules.steps import AnswerWindow, RevealWorkers, Round, SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, CookFood, MakeRoom
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers
from bunfight.games.burger_boss.views.types import BossView, OpenStep, PlayerView
from bunfight.games.burger_boss.views.view import bag_of, dice_of


def determinize(menu: Menu, v: BossView, rng: Rng) -> BossState:
    """A table that the viewer cannot tell from the real one: hidden dice, hands and missions are dealt at random."""
    s = lay_out(menu, v.seats)
    s.options = v.options
    s.face_up, s.rush_from, s.fill_early, s.per_space = v.face_up, v.rush_from, v.fill_early, v.per_space
    s.cook_twice, s.quick, s.literal, s.aired = v.cook_twice, v.quick, v.literal, v.aired
    s.blocking = v.blocking
    s.round, s.ending = v.round, ENDINGS.index(v.ending)
    s.order, s.before, s.recency = vec[i64](v.order), vec[i64](v.before), vec[i64](v.recency)
    s.pile, s.cheese_low = bag_of(v.pile), v.cheese_low
    for card, game_card in enumerate(v.cards):
        for number, space in enumerate(game_card.spaces):
            if space.seat >= 0:
                s.taken[menu.first_space[card] + number] = 1 + 16 * space.seat + 2 * space.value + space.pair
                for value in space.accepts:
                    s.free[7 * card + value] -= 1
    _sample_customers(s, v)
    for player in v.players:
        _sample_player(s, v, player, rng)
    _sample_specials(s, v, rng)
    _sample_missions(s, v, rng)
    s.agenda = [_open_step(step) for step in v.agenda]
    for step in s.agenda:
        if isinstance(step, AnswerWindow):
            sealed = next(shown.answers for shown in v.agenda if shown.kind == "AnswerWindow")
            for index, word in enumerate(sealed):
                if word == "sealed":
                    choices = step.legal(s, step.line[index])
                    step.answers[index] = choices[rng.below(len(choices))]
    return s


def _sample_customers(s: BossState, v: BossView) -> None:
    ids = s.menu.customer_ids
    for slot, place in enumerate(v.queue):
        s.queue[slot] = -1 if place.customer is None else ids.index(place.customer.id)
    s.top = -1 if v.next_customer is None else ids.index(v.next_customer.id)
    sales = [(sale.seat, ids.index(sale.customer), 1 + SIZES.index(sale.size), sale.round) for sale in v.sales]
    s.sales = vec[i64]([number for sale in sales for number in sale])
    s.gone.clear()
    for name in v.gone:
        s.gone.add(ids.index(name))
    seen = {*s.queue, *s.gone, s.top, *(sale[1] for sale in sales)}
    s.deck.clear()
    for customer in range(len(ids)):
        if customer not in seen:
            s.deck.add(customer)


def _sample_player(s: BossState, v: BossView, player: PlayerView, rng: Rng) -> None:
    seat = player.seat
    s.signs[seat] = SIGNS.index(player.sign)
    s.money[seat] = player.money
    for cause, dollars in enumerate(player.book):
        s.book[seat * CAUSES + cause] = dollars
    s.store[seat], s.kitchens[seat], s.hired[seat] = bag_of(player.storage), player.kitchens, player.workers - 2
    s.working[seat], s.dice[seat] = dice_of(player.working), dice_of(player.dice)
    hidden = player.rolled - len(player.working)
    s.rolled[seat] = (
        dice_of(v.roll)
        if seat == v.seat
        else dice_of((*player.working, *(1 + int(rng.below(6)) for _ in range(hidden))))
    )
    s.cooked[seat], s.leftover[seat] = player.cooked, bag_of(player.leftover)
    for item in player.items:
        s.items[(seat * GRILLS + item.grill - 1) * v.grill_spaces + item.space - 1] = bag_of(item.recipe)
    s.shown[seat], s.served[seat], s.best_turn[seat] = player.shown, player.served, player.best_turn


def _sample_specials(s: BossState, v: BossView, rng: Rng) -> None:
    """Own cards, shown steals and cards that wait to be carried out are known; the rest is dealt."""
    for kind, count in enumerate(v.special_discards):
        s.discards[kind] = count
        s.specials[kind] -= count
    for player in v.players:
        if player.seat == v.seat:
            known = list(v.hand)
        else:
            known = [0, 0, player.shown, 0, 0]
            for step in v.agenda:
                if step.kind == "AnswerWindow" and step.at >= 0 and player.seat in step.line[step.at :]:
                    verb = step.answers[step.line.index(player.seat)].split(" ")[0]
                    if verb in SPECIALS and (verb == "first" or player.shown == 0):
                        known[SPECIALS.index(verb)] += 1
        for kind, count in enumerate(known):
            s.hands[player.seat * 5 + kind] = count
            s.specials[kind] -= count
    for player in v.players:
        for _ in range(player.specials - int(in_hand(s, player.seat))):
            deck = [kind for kind in range(5) for _ in range(int(s.specials[kind]))]
            kind = deck[rng.below(len(deck))]
            s.specials[kind] -= 1
            s.hands[player.seat * 5 + kind] += 1
    assert s.shown[0] <= s.hands[STEAL]


def _sample_missions(s: BossState, v: BossView, rng: Rng) -> None:
    ids = s.menu.mission_ids
    unseen = [n for n, name in enumerate(ids) if all(player.mission != name for player in v.players)]
    for player in v.players:
        known = player.mission
        s.missions[player.seat] = unseen.pop(rng.below(len(unseen))) if known is None else ids.index(known)
    s.spare.clear()
    for mission in unseen:
        s.spare.add(mission)


def _open_step(shown: OpenStep) -> Step[Any]:
    if shown.kind == "Round":
        return Round(shown.at)
    if shown.kind == "RevealWorkers":
        return RevealWorkers(shown.at, shown.seat, list(shown.line))
    if shown.kind == "AnswerWindow":
        words: list[Move | None] = [
            GRAMMAR.by_text.get(word, PASS) if word != "open" else None for word in shown.answers
        ]
        return AnswerWindow(shown.closing, list(shown.line), words, shown.at, shown.worked)
    if shown.kind == "DirectWorkers":
        return DirectWorkers(shown.at, shown.seat, shown.done)
    if shown.kind == "MakeRoom":
        return MakeRoom(shown.seat, KINDS.index(shown.ingredient), shown.count)
    if shown.kind == "BuyIngredients":
        return BuyIngredients(shown.seat, shown.gifts, shown.count)
    if shown.kind == "CookFood":
        return CookFood(shown.seat, shown.count)
    return SellFood(shown.at, shown.seat, shown.gifts, shown.count, shown.done)


# Resampling


def resample_hidden(state: BossState, seat: Seat | None, rng: Rng) -> BossState:
    """A copy of the state with everything that is hidden from the seat dealt anew."""
    s = state.copy()
    others = [other for other in range(int(s.seats)) if other != seat]
    if not s.ending:
        redeal_missions(s, others, rng)
    for other in others:
        hidden = how_many(s.rolled[other]) - how_many(s.working[other])
        s.rolled[other] = s.working[other] + sum(int(die(1 + rng.below(6))) for _ in range(int(hidden)))
    redeal_specials(s, others, rng)
    for step in s.agenda:
        if isinstance(step, AnswerWindow) and step.at < 0:
            for index, other in enumerate(step.line):
                if other != seat and step.answers[index] is not None:
                    choices = step.legal(s, other)
                    step.answers[index] = choices[rng.below(len(choices))]
    return s


def redeal_missions(s: BossState, others: list[int], rng: Rng) -> None:
    missions = [int(s.missions[other]) for other in others] + [int(mission) for mission in s.spare]
    for other in others:
        s.missions[other] = missions.pop(rng.below(len(missions)))
    s.spare.clear()
    for mission in missions:
        s.spare.add(mission)


def redeal_specials(s: BossState, others: list[int], rng: Rng) -> None:
    loose = [kind for kind in range(5) for _ in range(int(s.specials[kind]))]
    sizes = [int(in_hand(s, other)) for other in others]
    for other in others:
        sure = [0, 0, int(s.shown[other]), 0, 0]
        answer = turned_up(s, other)
        if answer == FIRST or (answer == STEAL and sure[STEAL] == 0):
            sure[answer] += 1
        for kind in range(5):
            loose += [kind] * (int(s.hands[other * 5 + kind]) - sure[kind])
            s.hands[other * 5 + kind] = sure[kind]
    for other, size in zip(others, sizes, strict=True):
        while in_hand(s, other) < size:
            s.hands[other * 5 + loose.pop(rng.below(len(loose)))] += 1
    for kind in range(5):
        s.specials[kind] = loose.count(kind)


def turned_up(s: BossState, seat: int) -> int:
    """The kind of card that a seat has turned up in a window and that waits to be carried out; -1: none."""
    for step in s.agenda:
        if isinstance(step, AnswerWindow) and step.at >= 0:
            for answer in [step.answers[i] for i in range(step.at, len(step.line)) if step.line[i] == seat]:
                if answer is PLAY_FIRST:
                    return FIRST
                if isinstance(answer, PlaySteal):
                    return STEAL
    return -1
