"""Resamples what the rules of Crumbs hide from a seat.

Written from the rules, not from view.py: hidden are the basket (CR-SETUP-1), the buns in other hands
(CR-SETUP-2) except those the seat has passed on or seen change hands (CR-PASS-2, CR-TURN-2), and sealed answers
(CR-PASS-1, CR-SNATCH-3).
"""

from __future__ import annotations

from bunfight.engine import Rng, Seat
from bunfight.games._template.cards import KINDS
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import LETS_GO, MaySnatch, PassLeft


def resample_hidden(state: CrumbsState, seat: Seat | None, rng: Rng) -> CrumbsState:
    s = state.copy()
    loose = [bun for bun in range(KINDS) for _ in range(s.basket[bun])]
    kept: list[list[int]] = []
    for holder in range(s.seats):
        if holder == seat:
            sure = s.hands[holder][:]
        elif seat is not None:
            sure = s.seen[holder][seat][:]
        else:
            sure = [
                min(s.seen[holder][watcher][bun] for watcher in range(s.seats) if watcher != holder)
                for bun in range(KINDS)
            ]
        kept.append(sure)
        loose += [bun for bun in range(KINDS) for _ in range(s.hands[holder][bun] - sure[bun])]
    for holder in range(s.seats):
        missing = sum(s.hands[holder]) - sum(kept[holder])
        s.hands[holder] = kept[holder]
        for _ in range(missing):
            s.hands[holder][loose.pop(rng.below(len(loose)))] += 1
    s.basket = [loose.count(bun) for bun in range(KINDS)]
    for holder in range(s.seats):  # what third parties remember of a hand cannot exceed the new hand
        for watcher in range(s.seats):
            if watcher != seat and holder != seat:
                pairs = zip(s.seen[holder][watcher], s.hands[holder], strict=True)
                s.seen[holder][watcher] = [min(a, b) for a, b in pairs]
    for step in s.agenda:
        if isinstance(step, PassLeft):
            for who, pick in enumerate(step.picks):
                if who != seat and pick >= 0:
                    step.picks[who] = any_of(s.hands[who], [], rng)
        if isinstance(step, MaySnatch):
            for who, answer in enumerate(step.answers):
                asked = who != step.eater and any(s.hands[who])
                if who != seat and asked and answer != -1:
                    step.answers[who] = any_of(s.hands[who], [LETS_GO], rng)
    return s


def any_of(hand: list[int], more: list[int], rng: Rng) -> int:
    choices = [bun for bun in range(KINDS) if hand[bun]] + more
    return choices[rng.below(len(choices))]
