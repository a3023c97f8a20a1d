"""Checks the claims of rejections and previews of Crumbs against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games._template.cards import IDS
from bunfight.games._template.views.types import CrumbsView

REJECTIONS: Final[Mapping[str, Callable[[CrumbsView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "not_asked": lambda v, _: v.seat not in v.awaits,
    "not_held": lambda v, facts: v.hand[IDS.index(facts["bun"])] == 0,
    "pass_first": lambda v, _: v.step == "PassLeft",
    "eat_or_beg": lambda v, _: v.step == "Turn",
    "own_seat": lambda v, _: v.step == "Turn" and v.seat in v.awaits,
    "nobody_there": lambda v, facts: facts["seat"] >= v.seats,
    "no_buns": lambda v, facts: v.hand_sizes[facts["seat"]] == 0,
    "give_first": lambda v, facts: v.step == "MustGive" and v.agenda[-1].other == facts["taker"],
    "must_eat": lambda v, _: v.step == "MustEat",
    "snatch_first": lambda v, facts: v.step == "MaySnatch" and v.agenda[-1].bun == facts["bun"],
}


def points(v: CrumbsView) -> int:
    """CR-SCORE-1, of the viewer."""
    assert v.seat is not None
    return sum((bun + 1) * count for bun, count in enumerate(v.eaten[v.seat]) if count < 3)


PREVIEWS: Final[Mapping[str, Callable[[CrumbsView, CrumbsView, Effect], bool]]] = {
    "points": lambda before, after, effect: points(after) == points(before) + effect.n,
    "bellyache": lambda before, after, effect: points(after) == points(before) - effect.n,
    "at_risk": lambda _, after, __: after.step == "MaySnatch",
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
