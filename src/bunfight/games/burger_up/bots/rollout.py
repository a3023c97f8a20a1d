"""A fast policy for playouts: plans like the policy, but follows only promising beginnings."""

from __future__ import annotations

from typing import Final

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games.burger_up.bots.planning import Plan
from bunfight.games.burger_up.bots.policy import (
    BARGAIN,
    LIFT_MARGIN,
    WANTED,
    lifted,
    lifted_and_built,
    reward,
    tidy,
    usefulness,
)
from bunfight.games.burger_up.rules.actions import limit
from bunfight.games.burger_up.rules.moves import Buy, Lift
from bunfight.games.burger_up.rules.state import MARKET, BurgerUpState
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp, TakeTurn

OF_USE: Final = 0.2


def rollout(s: BurgerUpState, seat: int, rng: Rng) -> Move:
    """Much like the policy, many times as fast."""
    step = s.agenda[-1]
    if isinstance(step, ChooseReward):
        return reward(s, seat)
    if isinstance(step, CleanUp):
        return tidy(s, seat)
    return cook_hastily(s, seat)


def cook_hastily(s: BurgerUpState, seat: int) -> Move:
    kitchen = s.kitchens[seat]
    depth = limit(kitchen) - s.placed
    plan = Plan(s, seat)
    if s.phase == MARKET and kitchen.money >= 1 and depth > 0:
        plan.market = most_wanted(s, plan)
    plan.explore(depth, None, plan.first, plan.other, False, -1)
    best = plan.best
    assert best is not None
    for slot in range(3):
        if plan.bargains[slot] - 1.0 > plan.best_value + BARGAIN:
            return s.book.buys[slot]
    if s.phase == MARKET and kitchen.spatula < 2:
        still = plan.standing() + plan.comfort(plan.first, plan.other)
        lift = lifted(s, seat, plan, LIFT_MARGIN + max(still, plan.best_value))
        if lift is not None:
            return lift
    return best


def most_wanted(s: BurgerUpState, plan: Plan) -> list[int]:
    """The one market card that adds most by itself, in its space."""
    before = plan.together()
    best = -1
    most = WANTED
    for slot in range(3):
        if s.market[slot] >= 0:
            use = usefulness(plan, s.market[slot], before)
            if use > most:
                best = slot
                most = use
    return [s.market[slot] if slot == best else -1 for slot in range(3)]


def promising(s: BurgerUpState, seat: int, moves: list[Move]) -> list[Move]:
    """The moves that are worth a search: the best use of the Spatula, and of the market what is of some use."""
    if not isinstance(s.agenda[-1], TakeTurn):
        return moves
    plan = Plan(s, seat)
    before = plan.together()
    lift = lifted_and_built(s, seat, plan, limit(s.kitchens[seat]) - s.placed, 0.0)
    found: list[Move] = []
    for move in moves:
        if isinstance(move, Lift):
            if lift is not None and move.text == lift.text:
                found.append(move)
        elif not isinstance(move, Buy) or usefulness(plan, s.market[move.slot], before) > OF_USE:
            found.append(move)
    return found
