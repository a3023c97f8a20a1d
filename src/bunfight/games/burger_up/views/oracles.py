"""Checks the claims of rejections and previews of Burger Up against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games.burger_up.views.types import Burger, BurgerUpView, Check, KitchenView, OrderView


def own(v: BurgerUpView) -> KitchenView:
    assert v.seat is not None
    return v.kitchens[v.seat]


def burger(v: BurgerUpView, facts: Any) -> Burger:
    number: int = facts["burger"]
    return own(v).burgers[number]


def hand(v: BurgerUpView) -> dict[str, bool]:
    """The cards in the viewer's hand; whether their ends are the same."""
    return {face.card: face.twin for face in own(v).hand or ()}


def order(v: BurgerUpView, id: str) -> OrderView | None:
    return next((one for one in v.pending if one is not None and one.order == id), None)


def checked(one: Burger, id: str) -> Check | None:
    return next((check for check in one.checks if check is not None and check.order == id), None)


def mark(v: BurgerUpView, facts: Any) -> int:
    """How far a line of an order is met by a burger: 0 done, -1 broken, else what is missing."""
    check = checked(burger(v, facts), facts["order"])
    return 0 if check is None else check.marks[facts["line"]]


def low(v: BurgerUpView, id: str) -> int:
    found = order(v, id)
    return 0 if found is None else found.size_low


def high(v: BurgerUpView, id: str) -> int:
    found = order(v, id)
    return 1_000_000 if found is None or found.size_high is None else found.size_high


def wrong_type(v: BurgerUpView, facts: Any) -> bool:
    one = burger(v, facts)
    below = one.layers[-1].half.ingredient
    return (below, one.need) == (facts["below"], facts["need"]) and facts["type"] != one.need != "any"


REJECTIONS: Final[Mapping[str, Callable[[BurgerUpView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "turn_of": lambda v, facts: v.active == facts["seat"] and v.seat not in v.awaits,
    "reward_first": lambda v, _: v.announced is not None,
    "no_reward": lambda v, _: v.announced is None,
    "no_turning": lambda v, _: v.announced is None,
    "stays": lambda v, _: v.announced is None,
    "discard_later": lambda v, _: v.phase != "cleanup",
    "cleanup_first": lambda v, _: v.phase != "cleanup",
    "market_closed": lambda v, _: v.phase == "cleanup",
    "building_over": lambda v, _: v.phase == "cleanup",
    "spatula_over": lambda v, _: v.phase == "cleanup",
    "serving_over": lambda v, _: v.phase == "cleanup" and not v.served_turn,
    "cleaning_already": lambda v, _: v.phase == "cleanup",
    "one_a_turn": lambda v, _: v.served_turn,
    "building_begun": lambda v, _: v.phase == "build",
    "no_space": lambda v, facts: facts["space"] not in range(len(v.market)),
    "space_empty": lambda v, facts: v.market[facts["space"]] is None,
    "no_money": lambda v, _: own(v).money == 0,
    "no_burger": lambda v, facts: facts["burger"] not in range(len(own(v).burgers)),
    "not_in_hand": lambda v, facts: facts["card"] not in hand(v),
    "same_ends": lambda v, facts: hand(v)[facts["card"]],
    "all_placed": lambda v, facts: v.placed == v.placements == facts["n"],
    "wrong_type": wrong_type,
    "no_layer": lambda v, facts: facts["layer"] not in range(len(burger(v, facts).layers)),
    "spatula_gone": lambda v, _: own(v).spatula == "gone",
    "lift_unfit": lambda v, facts: burger(v, facts).need == facts["need"] != "any",
    "not_pending": lambda v, facts: order(v, facts["order"]) is None,
    "no_ingredient": lambda v, facts: burger(v, facts).size == 0,
    "too_small": lambda v, facts: burger(v, facts).size == facts["n"] < low(v, facts["order"]),
    "too_big": lambda v, facts: burger(v, facts).size == facts["n"] > high(v, facts["order"]),
    "lacks_one": lambda v, facts: mark(v, facts) == 1,
    "lacks": lambda v, facts: mark(v, facts) == facts["n"],
    "forbids": lambda v, facts: (
        mark(v, facts) == -1 and facts["found"] in [one.half.ingredient for one in burger(v, facts).layers]
    ),
    "too_many": lambda v, facts: mark(v, facts) == -1 and facts["n"] > facts["most"],
    "too_few_kinds": lambda v, facts: mark(v, facts) == facts["least"] - facts["n"],
    "unequal": lambda v, facts: mark(v, facts) > 0,
    "not_on_top": lambda v, facts: mark(v, facts) == 1,
    "discard_first": lambda v, facts: own(v).hand_count > facts["n"],
}


def ready(v: BurgerUpView, id: str) -> list[int]:
    """What each of the viewer's burgers would bring for an order; 0 if it cannot be served for it."""
    return [0 if check is None else check.pay for check in (checked(one, id) for one in own(v).burgers)]


def dead(v: BurgerUpView, id: str) -> int:
    """How many of the viewer's burgers can no longer become an order."""
    return sum(check is not None and check.dead for check in (checked(one, id) for one in own(v).burgers))


def points(v: BurgerUpView) -> int:
    return own(v).spatula_points


PREVIEWS: Final[Mapping[str, Callable[[BurgerUpView, BurgerUpView, Effect], bool]]] = {
    "pays": lambda before, after, effect: own(after).money == own(before).money + effect.n,
    "rewarded": lambda _, after, __: after.announced is not None,
    "upgrades": lambda before, after, _: own(after).upgraded and not own(before).upgraded,
    "ends": lambda _, after, __: after.over,
    "last_round": lambda before, after, _: after.final and not before.final,
    "completes": lambda before, after, effect: effect.n in ready(after, effect.thing),
    "spoils": lambda before, after, effect: dead(after, effect.thing) > dead(before, effect.thing),
    "grows": lambda _, after, effect: effect.thing in [one.rank for one in own(after).burgers],
    "loses": lambda before, after, effect: points(after) == points(before) - effect.n,
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
