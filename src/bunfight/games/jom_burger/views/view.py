"""Builds what a seat of Jom Burger may see."""

from __future__ import annotations

from typing import Final

from bunfight.engine.event_log import EventLog
from bunfight.engine.game import Options
from bunfight.engine.step import Move, Seat
from bunfight.engine.view import Effect, Preview
from bunfight.games.jom_burger.rules.actions import (
    LABELS,
    exchange,
    has_basic,
    has_premium,
    locked,
    names,
    open_slots,
    put,
    salad_pips,
    score_lines,
    serve_orders,
    total,
    voided,
)
from bunfight.games.jom_burger.rules.moves import (
    CallSupply,
    PickBurger,
    PickFridge,
    PickSalad,
    RerollOwn,
    RerollPool,
    SwapDie,
    TakeBurger,
)
from bunfight.games.jom_burger.rules.state import (
    BIT,
    BURGERS,
    INGREDIENTS,
    KIND_IDS,
    LEFT_FIRST,
    NOBODY,
    ROUNDS,
    SIDE_IDS,
    SLOT_IDS,
    UNCHOSEN,
    Card,
    JomState,
    Rules,
    drafter,
    slots_in,
)
from bunfight.games.jom_burger.rules.steps import MaySwapDie, MustTakeDie, picks_left
from bunfight.games.jom_burger.rules.steps_setup import MustChooseSalad, MustTakeBurger, has_burger
from bunfight.games.jom_burger.views.types import CardView, FridgeDie, JomView, LineView, SaladCard, SlotView, StallView

SILENT: Final = EventLog(False)


def settings(rules: Rules) -> Options:
    """The options that ``rules`` were made from."""
    return {
        "scoring": "multiplication" if rules.multiplication else "additional",
        "burgers": BURGERS[rules.burgers],
        "salad": bool(rules.salads),
        "supply": "advanced2" if rules.advanced else "standard",
        "single_die": "one" if rules.single_one else "zero",
        "young_seats": ",".join(str(seat) for seat in range(6) if rules.young >> seat & 1),
        "order_bonus": "highest" if rules.highest else "both",
        "left_first": LEFT_FIRST[rules.left_first],
        "extra_supply": "any_ingredient" if rules.any_ingredient else "same_ingredient",
    }


def view(s: JomState, seat: Seat | None) -> JomView:
    awaits = s.awaiting()
    step = s.agenda[-1] if s.agenda else None
    asked = seat is not None and seat in awaits
    moves = step.legal(s, seat) if step is not None and seat is not None and asked else []
    chosen = settings(s.rules)
    hidden = isinstance(step, MustChooseSalad)
    picking = isinstance(step, MustTakeDie | MaySwapDie)
    n = int(s.seats)
    return JomView(
        seat=seat,
        seats=n,
        awaits=tuple(awaits),
        step="" if step is None else type(step).__name__,
        moves=tuple([move.text for move in moves]),
        previews=_previews(s, seat, moves) if seat is not None and s.round > 0 else (),
        over=not s.agenda,
        options=s.options,
        scoring=str(chosen["scoring"]),
        burgers=str(chosen["burgers"]),
        supply=str(chosen["supply"]),
        single_die=str(chosen["single_die"]),
        young_seats=str(chosen["young_seats"]),
        order_bonus=str(chosen["order_bonus"]),
        left_first=str(chosen["left_first"]),
        extra_supply=str(chosen["extra_supply"]),
        card_worth=int(s.rules.card_worth),
        round=int(s.round),
        rounds=ROUNDS,
        start=int(s.start),
        turn=int(s.turn),
        order=tuple(drafter(s, turn) for turn in range(2 * n)),
        bag=tuple(s.bag),
        to_draw=(ROUNDS - int(s.round)) * (2 * n + 1),
        pool=names(s.pool),
        targets=tuple(_targets(s, awaits[0], kind) if picking else () for kind in s.pool),
        delivered=names(s.delivered),
        menu=_menu(s),
        fridge=_fridge(s),
        first_basic=None if s.first_basic == NOBODY else int(s.first_basic),
        first_premium=None if s.first_premium == NOBODY else int(s.first_premium),
        salads=tuple(
            SaladCard(side, tuple(card.points), tuple(card.caps), tuple(card.multipliers))
            for side, card in zip(SIDE_IDS, s.rules.salads, strict=False)
        ),
        stalls=tuple(_stall(s, owner, not hidden or owner == seat) for owner in range(n)),
        last_seat=None if s.last_seat == NOBODY else int(s.last_seat),
        brought=names(s.brought),
        last_move="" if s.last is None else s.last.text,
    )


def _previews(s: JomState, seat: Seat, moves: list[Move]) -> tuple[Preview, ...]:
    """What each move does to the own stall, as far as it is known before dice are rolled."""
    found: list[Preview] = []
    now = total(s, seat)
    for move in moves:
        effects: list[Effect] = []
        if isinstance(move, (RerollPool, RerollOwn, CallSupply)):
            effects.append(Effect("card", int(s.rules.card_worth)))
        elif isinstance(move, PickFridge):
            effects.append(Effect("wastes"))
        elif isinstance(move, (PickBurger, PickSalad, SwapDie)):
            effects = _effects(s, _tried(s, seat, move), seat, now)
        if effects:
            found.append(Preview(move.text, tuple(effects)))
    return tuple(found)


def _tried(s: JomState, seat: Seat, move: Move) -> JomState:
    """The table with the move's die where it will lie; nothing else is done."""
    stalls = s.stalls[:]
    stalls[seat] = stalls[seat].copy()
    trial = JomState(s.rules, stalls, s.bag)
    trial.options = s.options
    trial.first_basic = s.first_basic
    trial.first_premium = s.first_premium
    before = stalls[seat].filled
    if isinstance(move, PickBurger):
        put(trial, seat, move.slot, move.kind)
    elif isinstance(move, PickSalad):
        stalls[seat].salad.append(move.kind)
    elif isinstance(move, SwapDie):
        exchange(trial, seat, move.kind, move.out, move.into)
    serve_orders(trial, seat, before, SILENT)
    return trial


def _effects(s: JomState, trial: JomState, seat: Seat, now: int) -> list[Effect]:
    old, new = s.stalls[seat], trial.stalls[seat]
    more = total(trial, seat) - now
    waiting = voided(trial, seat) - voided(s, seat)
    effects = [
        Effect("waits", waiting) if waiting > 0 else Effect("points", more) if more >= 0 else Effect("loses", -more)
    ]
    if has_basic(new) and not has_basic(old):
        effects.append(Effect("completes", thing="basic"))
    if has_premium(new) and not has_premium(old):
        effects.append(Effect("completes", thing="premium"))
    shut, still = locked(s.rules, old.card, old.filled), locked(s.rules, new.card, new.filled)
    opened = len(slots_in(shut)) - len(slots_in(still))
    if opened > 0:
        effects.append(Effect("opens", opened))
    return effects


def _targets(s: JomState, seat: Seat, kind: int) -> tuple[str, ...]:
    stall = s.stalls[seat]
    return tuple(SLOT_IDS[slot] for slot in slots_in(open_slots(s.rules, stall.card, stall.filled, kind // 6)))


def _menu(s: JomState) -> tuple[CardView, ...]:
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, MustTakeBurger):
        return ()
    left = [s.rules.cards[move.card] for move in step.legal(s, step.seat) if isinstance(move, TakeBurger)]
    return tuple([CardView(card.id, card.special, _rows(card)) for card in left])


def _rows(card: Card) -> tuple[tuple[str, str], ...]:
    return tuple([(INGREDIENTS[left], INGREDIENTS[right]) for left, right in card.rows])


def _fridge(s: JomState) -> tuple[FridgeDie, ...]:
    dice, number = [], 1
    for kind, by in zip(s.fridge, s.fridge_by, strict=True):
        dice.append(FridgeDie(KIND_IDS[kind], number, None if by == NOBODY else by))
        number += by == NOBODY
    return tuple(dice)


def _stall(s: JomState, seat: Seat, side_known: bool) -> StallView:
    stall = s.stalls[seat]
    card = stall.card
    shut = locked(s.rules, card, stall.filled)
    lines = score_lines(s, seat)
    shown = LABELS if s.rules.salads else LABELS[:-1]
    chosen = has_burger(s, seat)
    return StallView(
        burger=card.id if chosen else "",
        special=chosen and card.special,
        slots=tuple(
            [
                SlotView(SLOT_IDS[slot], INGREDIENTS[wanted], stall.pips[slot], bool(shut & BIT[slot]))
                for slot, wanted in enumerate(card.accepts)
                if wanted >= 0 and chosen
            ]
        ),
        reroll=stall.reroll,
        supply=stall.supply,
        salad_chosen=stall.side != UNCHOSEN,
        salad_side=SIDE_IDS[stall.side] if stall.side != UNCHOSEN and side_known else None,
        salad=names(stall.salad),
        salad_pips=int(salad_pips(stall)),
        wasted=int(stall.wasted),
        basic_missing=len(slots_in(card.basic & ~stall.filled)),
        premium_missing=len(slots_in(card.premium & ~stall.filled)),
        lines=tuple([LineView(label, points) for label, points in zip(shown, lines, strict=False)]),
        total=sum(lines),
        voided=voided(s, seat),
        turns=picks_left(s, seat),
    )
