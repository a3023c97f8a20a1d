"""Checks the claims of rejections and previews of Burger Boss against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games.burger_boss.cards import KINDS, SPECIALS
from bunfight.games.burger_boss.rules.state import BUILDING, HIRING, MENU, SHOPPING, SIZE, TIPS
from bunfight.games.burger_boss.views.types import BossView, GameCard, ItemView, PlayerView

VALUED: Final = ("bakery", "butchers", "produce")


def me(v: BossView) -> PlayerView:
    assert v.seat is not None
    return v.players[v.seat]


def stored(v: BossView, kind: str) -> int:
    return me(v).storage[KINDS.index(kind)]


def card(v: BossView, name: str) -> GameCard:
    return next(one for one in v.cards if one.card == name)


def free(v: BossView, name: str) -> int:
    return sum(space.seat < 0 for space in card(v, name).spaces)


def items(v: BossView, grill: int) -> list[ItemView]:
    return [item for item in me(v).items if item.grill == grill]


def full_of(v: BossView, kind: str) -> bool:
    return me(v).room == 0 and stored(v, kind) == me(v).slots


REJECTIONS: Final[Mapping[str, Callable[[BossView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "not_asked": lambda v, _: v.seat not in v.awaits,
    "answered": lambda v, _: v.step == "AnswerWindow" and v.seat in v.agenda[-1].line and v.seat not in v.awaits,
    "not_held": lambda v, facts: v.hand[SPECIALS.index(facts["special"])] < facts["n"],
    "not_rolled": lambda v, facts: v.roll.count(facts["die"]) < facts["n"],
    "nobody_works": lambda v, _: v.step == "RevealWorkers",
    "first_in_window": lambda v, _: v.step == "RevealWorkers" and not v.quick,
    "already_first": lambda v, _: v.order[0] == v.seat,
    "card_not_set": lambda v, _: any(step.kind == "RevealWorkers" for step in v.agenda),
    "other_moment": lambda v, _: v.step == "AnswerWindow",
    "first_moment": lambda v, _: v.step != "AnswerWindow",
    "steal_moment": lambda v, _: v.step not in ("AnswerWindow", "DirectWorkers"),
    "tip_moment": lambda v, _: v.step != "SellFood",
    "only_to_make_room": lambda v, _: v.step != "MakeRoom",
    "buy_moment": lambda v, _: v.step != "BuyIngredients",
    "cook_moment": lambda v, _: v.step != "CookFood",
    "sell_moment": lambda v, _: v.step != "SellFood",
    "reveal_moment": lambda v, _: v.step != "RevealWorkers",
    "place_moment": lambda v, _: v.step != "DirectWorkers",
    "no_window": lambda v, _: v.step != "AnswerWindow",
    "nothing_to_stop": lambda v, _: v.step != "DirectWorkers",
    "same_kind": lambda v, facts: v.agenda[-1].ingredient == facts["kind"],
    "not_stored": lambda v, facts: stored(v, facts["kind"]) == 0,
    "make_room_first": lambda v, facts: v.step == "MakeRoom" and v.agenda[-1].ingredient == facts["kind"],
    "none_left": lambda v, facts: v.pile[KINDS.index(facts["kind"])] == 0,
    "buy_one": lambda v, _: v.step == "BuyIngredients" and v.agenda[-1].count == 0,
    "finish_shopping": lambda v, _: v.step == "BuyIngredients",
    "too_new": lambda v, facts: stored(v, facts["kind"]) > 0 == me(v).leftover[KINDS.index(facts["kind"])],
    "cook_one": lambda v, _: v.step == "CookFood" and v.agenda[-1].count == 0,
    "finish_cooking": lambda v, _: v.step == "CookFood",
    "no_such_grill": lambda v, facts: facts["grill"] > me(v).kitchens,
    "too_short": lambda v, facts: facts["space"] > v.grill_spaces,
    "first_space": lambda v, facts: all(item.space != facts["space"] for item in items(v, facts["grill"])),
    "grill_taken": lambda v, facts: len(items(v, facts["grill"])) > 0,
    "none_to_steal": lambda v, facts: v.players[facts["seat"]].storage[KINDS.index(facts["kind"])] == 0,
    "own_storage": lambda v, _: v.hand[SPECIALS.index("steal")] > 0,
    "nobody_there": lambda v, facts: facts["seat"] >= v.seats,
    "no_item": lambda v, facts: all(item.space != facts["space"] for item in items(v, facts["grill"])),
    "no_customer": lambda v, facts: all(place.customer is None for place in v.queue if place.slot == facts["slot"]),
    "other_order": lambda v, facts: all(
        place.customer is not None and tuple(facts["order"].count(kind) for kind in KINDS) == place.customer.recipe
        for place in v.queue
        if place.slot == facts["slot"]
    ),
    "no_die": lambda v, facts: facts["die"] not in me(v).dice,
    "benched": lambda v, facts: v.roll.count(facts["die"]) > me(v).working.count(facts["die"]),
    "place_first": lambda v, _: v.step == "DirectWorkers",
    "no_pairs_there": lambda v, _: v.step == "DirectWorkers",
    "no_pair": lambda v, facts: me(v).dice.count(facts["die"]) == 1,
    "cheese_low": lambda v, facts: v.cheese_low == facts["low"],
    "space_taken": lambda v, facts: all(
        space.seat >= 0 for space in card(v, facts["card"]).spaces if facts["die"] in space.accepts
    ),
    "card_full": lambda v, facts: free(v, facts["card"]) == 0,
    "one_double": lambda v, _: v.hand[SPECIALS.index("double")] > 0,
    "doubles_where": lambda v, facts: facts["card"] not in VALUED,
    "nothing_doubled": lambda v, facts: v.pile[KINDS.index(facts["kind"])] < 4,
    "discounts_where": lambda v, facts: facts["card"] not in ("supermarket", "workers", "expansion"),
    "nothing_to_pay": lambda v, _: 0 in (*me(v).hire_price, *me(v).expand_price),
    "no_lower": lambda v, _: v.hand[SPECIALS.index("discount")] > 1,
    "cooked": lambda v, _: me(v).cooked == 1 and not v.cook_twice,
    "cooked_twice": lambda v, _: me(v).cooked == 2,
    "no_leftovers": lambda v, _: me(v).cooked == 1 and sum(me(v).leftover) == 0,
    "nothing_to_cook": lambda v, _: sum(me(v).storage) == 0,
    "too_dear": lambda v, facts: me(v).money == facts["money"] < facts["price"],
    "too_dear_alone": lambda v, facts: me(v).money == facts["money"] < facts["price"] > facts["pair"] >= 0,
    "four_workers": lambda v, _: me(v).workers == 4,
    "three_kitchens": lambda v, _: me(v).kitchens == 3,
    "nothing_there": lambda v, _: 0 in v.pile,
    "full_of_it": lambda v, facts: full_of(v, facts["kind"]),
    "bakery_values": lambda v, _: all(6 not in space.accepts for space in card(v, "bakery").spaces),
    "butchers_values": lambda v, _: all(1 not in space.accepts for space in card(v, "butchers").spaces),
    "no_specials": lambda v, _: v.special_deck + sum(v.special_discards) == 0,
}


def booked(before: BossView, after: BossView, *causes: int) -> int:
    return sum(me(after).book[cause] - me(before).book[cause] for cause in causes)


def gained(before: BossView, after: BossView, kind: str) -> int:
    return stored(after, kind) - stored(before, kind)


def later(before: BossView, after: BossView) -> bool:
    """Whether the round has ended with it, so that the table was cleared."""
    return after.round > before.round or after.over


PREVIEWS: Final[Mapping[str, Callable[[BossView, BossView, Effect], bool]]] = {
    "total": lambda _, after, effect: me(after).total == effect.n,
    "gives": lambda before, after, effect: gained(before, after, effect.thing) == effect.n,
    "gives_up": lambda before, after, effect: gained(before, after, effect.thing) == -effect.n,
    "no_room": lambda _, after, effect: any(
        step.kind == "MakeRoom" and step.count == effect.n and step.ingredient == effect.thing for step in after.agenda
    ),
    "left_behind": lambda _, after, effect: full_of(after, effect.thing),
    "costs": lambda before, after, effect: -booked(before, after, SHOPPING, HIRING, BUILDING) == effect.n,
    "draws": lambda before, after, _: me(after).specials == me(before).specials + 1,
    "buys": lambda before, after, _: (
        any(step.kind == "BuyIngredients" for step in after.agenda) or me(before).storage != me(after).storage
    ),
    "hires": lambda _, after, effect: me(after).workers == effect.n,
    "expands": lambda _, after, effect: me(after).kitchens == effect.n,
    "cooks": lambda before, after, _: me(after).cooked == me(before).cooked + 1 or later(before, after),
    "blocks": lambda before, after, _: (
        (me(after).book, me(after).storage) == (me(before).book, me(before).storage) or later(before, after)
    ),
    "spaces_left": lambda before, after, effect: free(after, effect.thing) == effect.n or later(before, after),
    "cheese_from": lambda before, after, effect: after.cheese_low == effect.n or later(before, after),
    "makes": lambda before, after, effect: (
        any(f"order_{item.order}" == effect.thing for item in me(after).items) or later(before, after)
    ),
    "wanted": lambda before, after, effect: (
        any(item.slots == effect.things for item in me(after).items) or later(before, after)
    ),
    "fits_nobody": lambda before, after, _: any(not item.slots for item in me(after).items) or later(before, after),
    "earns": lambda before, after, effect: booked(before, after, MENU, SIZE, TIPS) == effect.n,
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
