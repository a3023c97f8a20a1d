"""Resamples what the rules of Buffet Boss hide from a seat.

Written from the ledger's table of information, not from view.py. Hidden are: the deck and which cards went back to
the box (FB-SETUP-2 to -5); other seats' characters and those not dealt (FB-SETUP-11, -13), except a chosen one once
all have chosen (FB-SCORE-2); choices before that; and the sway of other seats' next act (FB-HAND-4), at a calm
table also one's own.
"""

from __future__ import annotations

from bunfight.engine import Rng, Seat
from bunfight.engine.deck import Deck
from bunfight.games.buffet_boss.rules.state import DINNER, NOBODY, BuffetState


def resample_hidden(state: BuffetState, seat: Seat | None, rng: Rng) -> BuffetState:
    s = state.copy()
    redeal_cards(s, rng)
    if s.version == DINNER:
        redeal_characters(s, seat, rng)
    for other in range(s.seats):
        if other != seat or s.calm_only:
            s.phases[other] = [int(rng.below(3600)) for _ in range(9)]
    return s


def shuffled(things: list[int], rng: Rng) -> list[int]:
    left = things[:]
    return [left.pop(int(rng.below(len(left)))) for _ in things]


def redeal_cards(s: BuffetState, rng: Rng) -> None:
    """Deck and box change cards; at Dinner the box has only marked ones."""
    size = len(s.box)
    mixed = shuffled([*map(int, s.deck), *s.box], rng)
    if s.version == DINNER:
        mixed.sort(key=lambda card: card % 2)  # marked ones first; the order among them stays random
    s.box, s.deck = mixed[:size], Deck(shuffled(mixed[size:], rng))


def redeal_characters(s: BuffetState, seat: Seat | None, rng: Rng) -> None:
    over = not s.agenda
    pool = set(s.character_pool())
    known: list[list[int]] = []
    for other in range(s.seats):
        if other == seat:
            known.append(s.characters[other][:])
        elif over and s.chosen[other] != NOBODY:
            known.append([s.chosen[other]])
        else:
            known.append([])
    certain = {character for held in known for character in held}
    loose = shuffled(sorted(pool - certain), rng)
    for other in range(s.seats):
        if other == seat:
            continue
        while len(known[other]) < 2:
            known[other].append(loose.pop())
        s.characters[other] = shuffled(known[other], rng)
        if not over and s.chosen[other] != NOBODY:
            s.chosen[other] = s.characters[other][int(rng.below(2))]
    dealt = {character for held in s.characters for character in held}
    s.character_box = shuffled([n for n in range(18) if n not in dealt], rng)
