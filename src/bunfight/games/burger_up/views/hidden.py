"""Resamples what the rules hide from a seat. Written from the rules, independently of view.py."""

from __future__ import annotations

from bunfight.engine import Rng, Seat
from bunfight.engine.deck import Deck
from bunfight.games.burger_up.rules.state import BurgerUpState

Places = Deck | list[int]


def resample_hidden(s: BurgerUpState, seat: Seat | None, rng: Rng) -> BurgerUpState:
    """Return another state that this seat cannot tell from ``s``.

    Hidden are: which drawn cards the other hands hold beyond those they bought, and which Top Buns are still to come.
    """
    t = s.copy()
    if not t.agenda:  # everything is open after the game
        return t
    for pooled in (True, False):
        places: list[tuple[Places, int]] = []
        for other, kitchen in enumerate(t.kitchens):
            if other != seat:
                for at, card in enumerate(kitchen.hand):
                    if card not in kitchen.shown and t.pool[card] == pooled:
                        places.append((kitchen.hand, at))
        if pooled:
            places += [(t.deck, at) for at in range(len(t.deck))]
        _exchange(places, rng)
    for other, kitchen in enumerate(t.kitchens):
        if other != seat:
            _exchange([(kitchen.hand, at) for at in range(len(kitchen.hand))], rng)
    groups = [[True, False]] if not t.known_first else [[True], [False]]
    for group in groups:
        orders: list[tuple[Places, int]] = [
            (t.order_deck, at) for at in range(len(t.order_deck)) if t.book.known[t.order_deck[at]] in group
        ]
        orders += [(t.aside, at) for at in range(len(t.aside)) if t.book.known[t.aside[at]] in group]
        _exchange(orders, rng)
    return t


def _exchange(places: list[tuple[Places, int]], rng: Rng) -> None:
    """Shuffle the items at ``places`` among them."""
    things = [where[at] for where, at in places]
    for where, at in places:
        pick = rng.below(len(things))
        where[at] = things[pick]
        things[pick] = things[-1]
        things.pop()
