"""What the rulebook hides, dealt anew: written from the table of hidden things, not from the view.

Hidden are only the salad sides of the others while some seat has still to choose (JB-SETUP-11). That a seat has chosen
is public; dice in the bag have no order and no pips, so there is nothing in it to resample_hidden.
"""

from __future__ import annotations

from bunfight.engine.luck import Rng
from bunfight.engine.step import Seat
from bunfight.games.jom_burger.rules.state import LIMIT, ONES, JomState


def resample_hidden(s: JomState, seat: Seat | None, rng: Rng) -> JomState:
    new = s.copy()
    if not s.rules.salads or s.round > 0:
        return new
    for owner, stall in enumerate(new.stalls):
        if owner != seat and stall.side in (ONES, LIMIT):
            stall.side = rng.below(2)
    return new
