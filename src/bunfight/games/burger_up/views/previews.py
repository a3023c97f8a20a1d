"""Previews the moves of a turn: what a card completes or spoils, what serving pays, what ends the game."""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from bunfight.engine.step import Move
from bunfight.engine.view import Effect, Preview
from bunfight.games.burger_up.rules.actions import (
    CLASS_NAMES,
    burger_class,
    dead,
    next_seat,
    open_orders,
    over,
    perfects,
    satisfied,
    size,
)
from bunfight.games.burger_up.rules.moves import Claim, Lift, Place, Reward, StartCleanup
from bunfight.games.burger_up.rules.state import CLASS_LOW, CLASS_PAY, COLOSSAL, RUNNING, SPATULA_POINTS, BurgerUpState
from bunfight.games.burger_up.rules.steps import ChooseReward


def previews(s: BurgerUpState, seat: int, moves: list[Move]) -> tuple[Preview, ...]:
    """The moves on offer that do something worth knowing."""
    found: list[Preview] = []
    now = [standing(s, stack) for stack in s.kitchens[seat].stacks]
    for move in moves:
        effects: list[Effect] = []
        if isinstance(move, Place):
            stack = s.kitchens[seat].stacks[move.burger]
            effects = changes(s, stack, append(stack[:], move.card * 2 + move.side), now[move.burger])
        elif isinstance(move, Lift):
            effects = _lift(s, seat, move, now)
        elif isinstance(move, Claim):
            effects = _claim(s, seat, move)
        elif isinstance(move, Reward):
            effects = _reward(s, seat, move)
        elif isinstance(move, StartCleanup) and over(s) != RUNNING:
            effects = [Effect("ends")]
        if effects:
            found.append(Preview(move.text, tuple(effects)))
    return tuple(found)


def standing(s: BurgerUpState, stack: vec[i64]) -> list[int]:
    """By order space: what a burger would bring now, 0 if nothing, -1 if it can never be served there."""
    count = size(s.book, stack)
    found: list[int] = []
    for slot in range(3):
        order = s.pending[slot]
        if order < 0:
            found.append(0)
        elif count > 0 and satisfied(s.book, s.book.orders[order], stack, count):
            found.append(s.coins[slot] + CLASS_PAY[burger_class(count)] + perfects(s.book, stack))
        else:
            found.append(-1 if dead(s.book, s.book.orders[order], stack, count) else 0)
    return found


def changes(s: BurgerUpState, stack: vec[i64], after: vec[i64], before: list[int]) -> list[Effect]:
    """What another stack of cards means for a burger."""
    effects: list[Effect] = []
    for slot, worth in enumerate(standing(s, after)):
        if worth > 0 and before[slot] <= 0:
            effects.append(Effect("completes", worth, thing=s.book.orders[s.pending[slot]].id))
        elif worth < 0 and before[slot] >= 0:
            effects.append(Effect("spoils", thing=s.book.orders[s.pending[slot]].id))
    rank = burger_class(size(s.book, after))
    if rank > burger_class(size(s.book, stack)):
        effects.append(Effect("grows", thing=CLASS_NAMES[rank]))
    return effects


def _lift(s: BurgerUpState, seat: int, move: Lift, now: list[list[int]]) -> list[Effect]:
    kitchen = s.kitchens[seat]
    stack = kitchen.stacks[move.burger]
    other = kitchen.stacks[1 - move.burger]
    lost = SPATULA_POINTS[kitchen.spatula] - SPATULA_POINTS[kitchen.spatula + 1]
    effects = [Effect("loses", lost)]
    rest = changes(s, stack, stack[: move.position], now[move.burger])
    taller = [] if move.away else changes(s, other, extend(other[:], stack[move.position :]), now[1 - move.burger])
    for effect in rest + taller:
        if effect.key == "completes":
            effects.append(effect)
    return effects


def _claim(s: BurgerUpState, seat: int, move: Claim) -> list[Effect]:
    kitchen = s.kitchens[seat]
    stack = kitchen.stacks[move.burger]
    count = size(s.book, stack)
    if count >= CLASS_LOW[COLOSSAL] and not kitchen.upgraded:
        return [Effect("rewarded")]
    slot = s.pending.index(move.order)
    return [Effect("pays", s.coins[slot] + CLASS_PAY[burger_class(count)] + perfects(s.book, stack)), *_ends(s)]


def _reward(s: BurgerUpState, seat: int, move: Reward) -> list[Effect]:
    step = s.agenda[-1]
    assert isinstance(step, ChooseReward)
    money = s.coins[step.slot] + perfects(s.book, s.kitchens[seat].stacks[step.burger])
    if move.upgrade:
        return [Effect("upgrades"), Effect("pays", money), *_ends(s)]
    return [Effect("pays", money + CLASS_PAY[COLOSSAL]), *_ends(s)]


def _ends(s: BurgerUpState) -> list[Effect]:
    """Whether serving ends the game or begins the final round (BU-END-1, -3, -6)."""
    if len(s.order_deck) > 0:
        return []
    if (open_orders(s) == 1 and not s.play_out) or next_seat(s) == s.first:
        return [Effect("ends")]
    return [] if s.final else [Effect("last_round")]
