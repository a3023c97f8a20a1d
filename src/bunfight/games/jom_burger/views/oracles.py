"""Checks the claims of rejections and previews of Jom Burger against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games.jom_burger.views.types import JomView, SaladCard, SlotView, StallView


def own(v: JomView) -> StallView:
    assert v.seat is not None
    return v.stalls[v.seat]


def slot(v: JomView, name: str) -> SlotView | None:
    """A space of the viewer's burger; None if the card has none of this name."""
    return next((one for one in own(v).slots if one.id == name), None)


def filled(v: JomView, name: str) -> bool:
    one = slot(v, name)
    return one is not None and one.pips > 0


def takes(v: JomView, name: str, ingredient: str) -> bool:
    one = slot(v, name)
    return one is not None and one.ingredient == ingredient


def free(v: JomView, ingredient: str) -> list[SlotView]:
    """The viewer's empty spaces outside the right column."""
    return [one for one in own(v).slots if one.ingredient == ingredient and not one.pips and one.id[0] != "r"]


def alike(v: JomView) -> list[list[str]]:
    """The viewer's empty spaces by ingredient, in their order."""
    empty = [one for one in own(v).slots if not one.pips]
    return [[one.id for one in empty if one.ingredient == name] for name in {one.ingredient for one in empty}]


def salad_card(v: JomView) -> SaladCard:
    return next(card for card in v.salads if card.side == own(v).salad_side)


def gap(v: JomView, name: str) -> bool:
    """Whether something on the right needs the die on this left space."""
    right = [one.id for one in own(v).slots if one.id[0] == "r" and (one.pips or not one.locked)]
    return name[0] == "l" and (f"r{name[1:]}" in right if v.left_first == "row" else bool(right))


REJECTIONS: Final[Mapping[str, Callable[[JomView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "not_asked": lambda v, _: v.seat not in v.awaits and not v.over,
    "burger_first": lambda v, _: v.step == "MustTakeBurger" and own(v).burger == "",
    "burger_taken": lambda v, facts: facts["card"] in [stall.burger for stall in v.stalls if stall.special],
    "has_burger": lambda v, _: v.burgers == "choose" and own(v).burger != "",
    "burgers_not_chosen": lambda v, _: v.burgers != "choose",
    "salad_first": lambda v, _: v.step == "MustChooseSalad" and not own(v).salad_chosen,
    "salad_settled": lambda v, _: v.step != "MustChooseSalad" or own(v).salad_chosen,
    "must_take": lambda v, _: v.step == "MustTakeDie",
    "not_in_pool": lambda v, facts: facts["die"] not in v.pool,
    "something_fits": lambda v, facts: v.targets[v.pool.index(facts["die"])] != (),
    "no_such_space": lambda v, facts: slot(v, facts["slot"]) is None,
    "other_ingredient": lambda v, facts: not takes(v, facts["slot"], facts["ingredient"]),
    "filled": lambda v, facts: filled(v, facts["slot"]),
    "left_before_right": lambda v, facts: free(v, facts["ingredient"]) != [],
    "row_locked": lambda v, facts: v.left_first == "row" and not filled(v, facts["slot"]),
    "column_locked": lambda v, _: v.left_first == "column" and any(not s.pips for s in own(v).slots if s.id[0] == "l"),
    "first_of_its_kind": lambda v, facts: facts["slot"] not in [like[0] for like in alike(v)],
    "no_space": lambda v, facts: free(v, facts["ingredient"]) == [],
    "used": lambda v, facts: not getattr(own(v), facts["card"]),
    "nothing_to_reroll": lambda v, facts: not filled(v, facts["slot"]),
    "last_chance": lambda v, _: v.step == "MayRerollOnce",
    "bag_empty": lambda v, _: sum(v.bag) == 0,
    "burger_empty": lambda v, _: not any(one.pips for one in own(v).slots),
    "no_delivery": lambda v, _: v.delivered == (),
    "swap_first": lambda v, _: v.step == "MaySwapDie",
    "not_delivered": lambda v, facts: facts["die"] not in v.delivered,
    "nothing_to_give": lambda v, facts: not filled(v, facts["slot"]),
    "in_its_place": lambda v, facts: takes(v, facts["slot"], facts["ingredient"]),
    "same_only": lambda v, facts: (
        v.extra_supply == "same_ingredient" and not takes(v, facts["slot"], facts["ingredient"])
    ),
    "leaves_gap": lambda v, facts: gap(v, facts["slot"]),
    "breaks_order": lambda v, facts: own(v).basic_missing == 0 and filled(v, facts["slot"]),
    "no_salads": lambda v, _: v.salads == (),
    "not_in_salads": lambda v, _: own(v).salad_side is not None and any(die[:-1] == "fries_soda" for die in v.pool),
    "salad_full": lambda v, _: len(own(v).salad) == max(len(salad_card(v).points), len(salad_card(v).multipliers)),
    "only_ones": lambda v, _: own(v).salad_side == "ones",
}


def points(v: JomView, label: str) -> int:
    return next(line.points for line in own(v).lines if line.label == label)


def alone(before: JomView, after: JomView) -> bool:
    """Whether only the move itself was made: after it the viewer's only move may have been made automatically."""
    return own(after).turns == own(before).turns - (before.step == "MustTakeDie")


def opened(before: JomView, after: JomView) -> int:
    """How many spaces on the right are no longer locked."""
    return sum(one.locked for one in own(before).slots) - sum(one.locked for one in own(after).slots)


def completed(before: JomView, after: JomView, order: str) -> bool:
    missing = {"basic": (own(before).basic_missing, own(after).basic_missing)}
    missing["premium"] = (own(before).premium_missing, own(after).premium_missing)
    return missing[order][0] > 0 and missing[order][1] == 0


PREVIEWS: Final[Mapping[str, Callable[[JomView, JomView, Effect], bool]]] = {
    "points": lambda before, after, effect: (
        not alone(before, after) or own(after).total == own(before).total + effect.n
    ),
    "loses": lambda before, after, effect: not alone(before, after) or own(after).total == own(before).total - effect.n,
    "waits": lambda before, after, effect: (
        not alone(before, after) or own(after).voided == own(before).voided + effect.n
    ),
    "completes": lambda before, after, effect: completed(before, after, effect.thing),
    "opens": lambda before, after, effect: not alone(before, after) or opened(before, after) == effect.n,
    "wastes": lambda before, after, effect: own(after).wasted > own(before).wasted,
    "card": lambda before, after, effect: points(before, "cards") - points(after, "cards") == effect.n,
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
