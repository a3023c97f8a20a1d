"""Redeal what the rules of Burger Boss hide from a seat.

Written from the ledger's Information table, not from view.py. Hidden from a seat are: the missions of the others and
those not dealt (BB-SETUP-6, 12), dice that were not revealed and benched dice of the others (BB-ORDER-4, 7), the faces
of the others' specials, with the order of the special deck, except shown steals and cards that were turned up as
answers and wait to be carried out (BB-SPEC-5, BB-WIN-4), the customer deck, which has no order here, and the answers of
others in an open window (BB-WIN-3).
"""

from __future__ import annotations

from bunfight.engine import Rng, Seat
from bunfight.games.burger_boss.rules.moves import PLAY_FIRST, PlaySteal
from bunfight.games.burger_boss.rules.state import FIRST, STEAL, BossState, die, how_many, in_hand
from bunfight.games.burger_boss.rules.steps import AnswerWindow


def resample_hidden(state: BossState, seat: Seat | None, rng: Rng) -> BossState:
    s = state.copy()
    others = [other for other in range(int(s.seats)) if other != seat]
    if not s.ending:
        redeal_missions(s, others, rng)
    for other in others:
        hidden = how_many(s.rolled[other]) - how_many(s.working[other])
        s.rolled[other] = s.working[other] + sum(int(die(1 + rng.below(6))) for _ in range(int(hidden)))
    redeal_specials(s, others, rng)
    for step in s.agenda:
        if isinstance(step, AnswerWindow) and step.at < 0:
            for index, other in enumerate(step.line):
                if other != seat and step.answers[index] is not None:
                    choices = step.legal(s, other)
                    step.answers[index] = choices[rng.below(len(choices))]
    return s


def redeal_missions(s: BossState, others: list[int], rng: Rng) -> None:
    missions = [int(s.missions[other]) for other in others] + [int(mission) for mission in s.spare]
    for other in others:
        s.missions[other] = missions.pop(rng.below(len(missions)))
    s.spare.clear()
    for mission in missions:
        s.spare.add(mission)


def redeal_specials(s: BossState, others: list[int], rng: Rng) -> None:
    loose = [kind for kind in range(5) for _ in range(int(s.specials[kind]))]
    sizes = [int(in_hand(s, other)) for other in others]
    for other in others:
        sure = [0, 0, int(s.shown[other]), 0, 0]
        answer = turned_up(s, other)
        if answer == FIRST or (answer == STEAL and sure[STEAL] == 0):
            sure[answer] += 1
        for kind in range(5):
            loose += [kind] * (int(s.hands[other * 5 + kind]) - sure[kind])
            s.hands[other * 5 + kind] = sure[kind]
    for other, size in zip(others, sizes, strict=True):
        while in_hand(s, other) < size:
            s.hands[other * 5 + loose.pop(rng.below(len(loose)))] += 1
    for kind in range(5):
        s.specials[kind] = loose.count(kind)


def turned_up(s: BossState, seat: int) -> int:
    """The kind of card that a seat has turned up in a window and that waits to be carried out; -1: none."""
    for step in s.agenda:
        if isinstance(step, AnswerWindow) and step.at >= 0:
            for answer in [step.answers[i] for i in range(step.at, len(step.line)) if step.line[i] == seat]:
                if answer is PLAY_FIRST:
                    return FIRST
                if isinstance(answer, PlaySteal):
                    return STEAL
    return -1
