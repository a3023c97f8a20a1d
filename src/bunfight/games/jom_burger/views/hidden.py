"""Samples what a seat cannot see: ``determinize`` from its view, ``resample_hidden`` from the state.

Only the salad sides of the others are hidden while some seat still has to choose (JB-SETUP-11). That a seat has chosen
is public; dice in the bag have no order and no pips. resample_hidden is written from the rules, not from view.py: the
conformance suite compares the two.
"""

from __future__ import annotations

from bunfight.engine.luck import Rng
from bunfight.engine.step import Seat
from bunfight.games.jom_burger.rules.moves import GRAMMAR
from bunfight.games.jom_burger.rules.state import (
    BIT,
    KIND_IDS,
    LIMIT,
    NOBODY,
    ONES,
    SIDE_IDS,
    SLOT_IDS,
    Card,
    JomState,
    Rules,
    Stall,
    drafter,
)
from bunfight.games.jom_burger.rules.steps import MayRerollOnce, MaySwapDie, MustTakeDie
from bunfight.games.jom_burger.rules.steps_setup import MustChooseSalad, MustTakeBurger
from bunfight.games.jom_burger.views.types import JomView, StallView


def determinize(v: JomView, rules: Rules, cards: dict[str, Card], rng: Rng) -> JomState:
    """The state behind a view; only salad sides that are still secret have to be guessed."""
    stalls = [_sample_stall(seen, cards[seen.burger] if seen.burger else rules.cards[0], rng) for seen in v.stalls]
    s = JomState(rules, stalls, list(v.bag))
    s.options = v.options
    s.pool = [KIND_IDS.index(die) for die in v.pool]
    s.delivered = [KIND_IDS.index(die) for die in v.delivered]
    s.fridge = [KIND_IDS.index(one.die) for one in v.fridge]
    s.fridge_by = [NOBODY if one.seat is None else one.seat for one in v.fridge]
    s.first_basic = NOBODY if v.first_basic is None else v.first_basic
    s.first_premium = NOBODY if v.first_premium is None else v.first_premium
    s.round = v.round
    s.start = v.start
    s.turn = v.turn
    s.brought = [KIND_IDS.index(die) for die in v.brought]
    s.last = GRAMMAR.by_text.get(v.last_move)
    s.last_seat = NOBODY if v.last_seat is None else v.last_seat
    if v.step == "MustTakeBurger":
        s.agenda.append(MustTakeBurger(v.awaits[0]))
    elif v.step == "MustChooseSalad":
        s.agenda.append(MustChooseSalad(list(v.awaits)))
    elif v.step:
        s.agenda.append(MustTakeDie(drafter(s, s.turn)))
    if v.step == "MaySwapDie":
        s.agenda.append(MaySwapDie(v.awaits[0]))
    elif v.step == "MayRerollOnce":
        s.agenda.append(MayRerollOnce(v.awaits[0]))
    return s


def _sample_stall(seen: StallView, card: Card, rng: Rng) -> Stall:
    pips = [0] * len(SLOT_IDS)
    filled = 0
    for slot in seen.slots:
        if slot.pips:
            pips[SLOT_IDS.index(slot.id)] = slot.pips
            filled |= BIT[SLOT_IDS.index(slot.id)]
    stall = Stall(card, pips, [KIND_IDS.index(die) for die in seen.salad])
    stall.filled = filled
    if seen.salad_side is not None:
        stall.side = SIDE_IDS.index(seen.salad_side)
    elif seen.salad_chosen:
        stall.side = rng.below(2)
    stall.reroll = seen.reroll
    stall.supply = seen.supply
    stall.wasted = seen.wasted
    return stall


def resample_hidden(s: JomState, seat: Seat | None, rng: Rng) -> JomState:
    """A copy of the state with the salad sides that are hidden from the seat drawn anew."""
    new = s.copy()
    if not s.rules.salads or s.round > 0:
        return new
    for owner, stall in enumerate(new.stalls):
        if owner != seat and stall.side in (ONES, LIMIT):
            stall.side = rng.below(2)
    return new
