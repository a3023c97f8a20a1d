"""Checks the claims of rejections and previews of Burger War against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games.burger_war.views.types import BattleShown, CardShown, KindShown, PlateShown, WarView


def own(v: WarView) -> PlateShown:
    assert v.seat is not None
    return v.plates[v.seat]


def hand(v: WarView) -> tuple[str, ...]:
    return own(v).hand or ()


def kind(v: WarView, id_: str) -> KindShown:
    return next(one for one in v.kinds if one.id == id_)


def lying(v: WarView, plate: int) -> list[str]:
    return [card.id for burger in v.plates[plate].burgers for card in burger.cards]


def shown(v: WarView, id_: str) -> CardShown:
    return next(card for plate in v.plates for burger in plate.burgers for card in burger.cards if card.id == id_)


def war(v: WarView) -> BattleShown:
    assert v.battle is not None
    return v.battle


def several(v: WarView, id_: str, swap: str) -> bool:
    """Whether a burger would have several BUN and several PATTY with a card in place of another."""
    burger = next(one for plate in v.plates for one in plate.burgers if any(card.id == id_ for card in one.cards))
    types = [card.type for card in burger.cards if card.id != id_] + [kind(v, swap).type]
    return types.count("bun") > 1 and types.count("patty") > 1


def lootable(v: WarView) -> tuple[str, ...]:
    assert v.seat is not None
    aim = war(v).aims[v.seat]
    return () if aim is None else war(v).pools[aim]


REJECTIONS: Final[Mapping[str, Callable[[WarView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "not_asked": lambda v, _: v.seat not in v.awaits,
    "few_seats": lambda v, facts: facts["plate"] >= v.seats == facts["n"],
    "not_held": lambda v, facts: facts["card"] not in hand(v),
    "not_for_plates": lambda v, facts: kind(v, facts["card"]).modifier == 0,
    "nothing_piled": lambda v, _: not v.pile,
    "not_recycled": lambda v, facts: v.recycle_war == "refused" and kind(v, facts["card"]).type == "war",
    "not_piled": lambda v, facts: facts["card"] not in v.pile,
    "act_first": lambda v, _: v.step == "TakeAction" and v.used == 0,
    "draw_or_use": lambda v, _: v.step == "TakeAction",
    "not_too_full": lambda v, facts: len(hand(v)) <= own(v).cap == facts["n"],
    "not_targeted": lambda v, _: v.shot is None and v.battle is None,
    "not_there": lambda v, facts: facts["card"] not in lying(v, facts["plate"]),
    "locked": lambda v, facts: not shown(v, facts["card"]).exposed,
    "shielded": lambda v, facts: v.plates[facts["plate"]].immune,
    "only_owner_nukes": lambda v, _: own(v).banned,
    "only_owner_deflects": lambda v, _: own(v).banned,
    "nukes_at_home": lambda v, facts: own(v).pacifist and facts["plate"] != v.seat,
    "transmogs_at_home": lambda v, facts: own(v).pacifist and facts["plate"] != v.seat,
    "cannot_steal": lambda v, _: own(v).pacifist and war(v).stage == "aim",
    "nothing_to_swap": lambda v, _: all(kind(v, card).modifier == 0 for card in hand(v)),
    "no_swap": lambda v, facts: kind(v, facts["card"]).modifier == 0,
    "several": lambda v, facts: several(v, facts["card"], facts["swap"]),
    "answer_first": lambda v, _: v.step in ("AnswerAttack", "RaiseShield"),
    "aim_first": lambda v, _: v.step == "TakeAim",
    "own_aim": lambda v, facts: v.step == "TakeAim" and facts["plate"] == v.seat,
    "aim_locked": lambda v, _: v.seat in war(v).locks,
    "nothing_to_lose": lambda v, _: v.seat is not None and not war(v).pools[v.seat],
    "loot_first": lambda v, _: v.step == "TakeLoot",
    "not_lootable": lambda v, facts: facts["card"] not in lootable(v),
    "must_take": lambda v, _: v.war_take == "must" and v.step == "TakeLoot",
    "discard_first": lambda v, facts: len(hand(v)) > own(v).cap == facts["n"],
}


def finished(v: WarView, plate: int) -> list[int]:
    return [burger.points for burger in v.plates[plate].burgers if burger.finished]


def leaders(v: WarView) -> list[int]:
    best = max(plate.finished for plate in v.plates)
    return [plate.seat for plate in v.plates if plate.finished == best]


PREVIEWS: Final[Mapping[str, Callable[[WarView, WarView, Effect], bool]]] = {
    "sum": lambda _, after, effect: after.plates[effect.seat].finished == effect.n,
    "open": lambda _, after, effect: after.plates[effect.seat].unfinished == effect.n,
    "finishes": lambda before, after, effect: (
        effect.n in finished(after, effect.seat)
        and len(finished(after, effect.seat)) == len(finished(before, effect.seat)) + 1
    ),
    "wins": lambda _, after, effect: after.over and leaders(after) == [effect.seat],
    "tied": lambda _, after, __: after.over and len(leaders(after)) > 1,
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
