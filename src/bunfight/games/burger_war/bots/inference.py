"""What rivals have shown about their hands by what they did not do."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_war.rules.actions import open_burger, served
from bunfight.games.burger_war.rules.moves import BUN, PATTY
from bunfight.games.burger_war.rules.state import WarState
from bunfight.games.burger_war.views.types import PlateShown, WarView

HELD_BACK: Final = 0.3  # how often a player who could finish the first burger does something else instead


def likelihood(before: WarView, s: WarState, seat: int) -> float:
    """How likely the rivals' hands are, from 0 to 1: who could have been served in the last turn mostly would be.

    ``before`` is what ``seat`` saw when it decided last. Nothing is concluded unless that was one round ago, because
    then every rival has had one turn since.
    """
    if before.step != "TakeAction" or s.round != before.round + 1 or s.active != seat:
        return 1.0
    chance = 1.0
    for plate in before.plates:
        if plate.seat != seat and not served(s, plate.seat):
            chance *= hand_likelihood(plate, s, plate.seat)
    return chance


def hand_likelihood(plate: PlateShown, s: WarState, rival: int) -> float:
    """How likely a rival's hand is if its burger could have been finished in its last turn."""
    burger = open_burger(s, rival)
    if burger is None or burger.buns + burger.patties == 0:
        return 1.0
    wanted = PATTY if burger.buns else BUN
    laid = sum(len(one.cards) for one in plate.burgers)
    if not any(one.open and one.needs == ("patty" if burger.buns else "bun") for one in plate.burgers):
        return 1.0
    if laid != sum(len(one.cards) for one in s.plates[rival]):
        return 1.0  # something was placed or taken: the turn had another purpose
    fitting = sum(1 for kind in s.hands[rival] if s.book.types[kind] == wanted)
    if fitting == 0:
        return 1.0
    drawn = 1.0 / len(s.hands[rival]) if fitting == 1 and len(s.hands[rival]) > plate.hand_size else 0.0
    return HELD_BACK + (1.0 - HELD_BACK) * drawn
