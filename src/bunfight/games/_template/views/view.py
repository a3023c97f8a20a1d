"""Builds the view of a seat, and samples a state that is consistent with a view."""

from __future__ import annotations

from typing import Any

from bunfight.engine import Rng, Seat, Step
from bunfight.engine.view import Effect, Preview
from bunfight.games._template.cards import COPIES, IDS, KINDS, LARGE
from bunfight.games._template.rules.actions import gain
from bunfight.games._template.rules.moves import Eat
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import LETS_GO, UNDECIDED, MaySnatch, MustEat, MustGive, PassLeft, Turn
from bunfight.games._template.views.types import CrumbsView, OpenStep


def view(s: CrumbsState, seat: Seat | None) -> CrumbsView:
    awaits = tuple(s.awaiting())
    moves = s.agenda[-1].legal(s, seat) if seat is not None and seat in awaits else []
    return CrumbsView(
        seat=seat,
        seats=s.seats,
        awaits=awaits,
        step=type(s.agenda[-1]).__name__ if s.agenda else "",
        moves=tuple(move.text for move in moves),
        previews=tuple(preview(s, seat, move) for move in moves if seat is not None and isinstance(move, Eat)),
        over=not s.agenda,
        options=s.options,
        hand=() if seat is None else tuple(s.hands[seat]),
        hand_sizes=tuple(sum(hand) for hand in s.hands),
        known=tuple(tuple(known(s, holder, seat)) for holder in range(s.seats)),
        eaten=tuple(tuple(plate) for plate in s.eaten),
        crumbs=tuple(s.crumbs),
        basket_size=sum(s.basket),
        agenda=tuple(shown(step, seat) for step in s.agenda),
    )


def preview(s: CrumbsState, seat: Seat, move: Eat) -> Preview:
    """What eating a bun gives or costs (CR-SCORE-1); a large one may be snatched before (CR-SNATCH-1)."""
    others = sum(sum(hand) for hand in s.hands) - sum(s.hands[seat])
    if s.options["snatching"] and move.bun >= LARGE and others:
        return Preview(move.text, (Effect("at_risk"),))
    more = gain(s, seat, move.bun)
    return Preview(move.text, (Effect("points", more) if more >= 0 else Effect("bellyache", -more),))


def known(s: CrumbsState, holder: Seat, seat: Seat | None) -> list[int]:
    """What ``seat`` has seen of a hand; a spectator has seen what everyone has."""
    if seat is not None:
        return s.seen[holder][seat]
    watchers = [s.seen[holder][other] for other in range(s.seats) if other != holder]
    return [min(counts[bun] for counts in watchers) for bun in range(KINDS)]


def shown(step: Step[Any], seat: Seat | None) -> OpenStep:
    kind = type(step).__name__
    if isinstance(step, PassLeft):
        return OpenStep(kind, -1, answers=sealed(step.picks, seat))
    if isinstance(step, MaySnatch):
        return OpenStep(kind, step.eater, -1, IDS[step.bun], step.draws, sealed(step.answers, seat))
    if isinstance(step, MustGive):
        return OpenStep(kind, step.seat, step.taker)
    assert isinstance(step, (Turn, MustEat))
    return OpenStep(kind, step.seat)


def sealed(answers: list[int], seat: Seat | None) -> tuple[str, ...]:
    def word(who: int, answer: int) -> str:
        if answer == UNDECIDED:
            return "open"
        if who != seat:
            return "sealed"
        return "let" if answer == LETS_GO else IDS[answer]

    return tuple(word(who, answer) for who, answer in enumerate(answers))


def determinize(v: CrumbsView, rng: Rng) -> CrumbsState:
    """Deal everything that the viewer has not seen at random."""
    s = CrumbsState(v.seats)
    s.options = v.options
    s.crumbs = list(v.crumbs)
    s.eaten = [list(plate) for plate in v.eaten]
    s.hands = [list(v.hand) if holder == v.seat else list(v.known[holder]) for holder in range(v.seats)]
    snatchable = [IDS.index(step.bun) for step in v.agenda if step.kind == "MaySnatch"]
    unseen = [
        COPIES[bun] - s.crumbs[bun] - snatchable.count(bun) - sum(pile[bun] for pile in s.eaten + s.hands)
        for bun in range(KINDS)
    ]
    for holder, size in enumerate(v.hand_sizes):
        while sum(s.hands[holder]) < size:
            s.hands[holder][take_any(unseen, rng)] += 1
    s.basket = unseen
    for holder in range(v.seats):
        for watcher in range(v.seats):
            if watcher != holder:  # what others have seen: what this viewer saw too, at least
                s.seen[holder][watcher] = list(v.known[holder])
    if v.seat is not None:
        for watcher in range(v.seats):
            s.seen[v.seat][watcher] = list(v.known[v.seat])
    s.agenda = [sampled_step(step, s, rng) for step in v.agenda]
    return s


def sampled_step(shown: OpenStep, s: CrumbsState, rng: Rng) -> Step[Any]:
    def answer(who: int, word: str) -> int:
        if word in ("open", "let"):
            return UNDECIDED if word == "open" else LETS_GO
        if word != "sealed":
            return IDS.index(word)
        choices = [bun for bun in range(KINDS) if s.hands[who][bun]]
        if shown.kind == "MaySnatch":
            choices.append(LETS_GO)
        return choices[rng.below(len(choices))] if choices else LETS_GO

    answers = [answer(who, word) for who, word in enumerate(shown.answers)]
    if shown.kind == "PassLeft":
        return PassLeft(answers)
    if shown.kind == "MaySnatch":
        answers[shown.seat] = LETS_GO
        return MaySnatch(shown.seat, IDS.index(shown.bun), shown.draws, answers)
    if shown.kind == "MustGive":
        return MustGive(shown.seat, shown.other)
    return Turn(shown.seat) if shown.kind == "Turn" else MustEat(shown.seat)


def take_any(pile: list[int], rng: Rng) -> int:
    """Remove a random item from a pile of counts."""
    ticket = rng.below(sum(pile))
    for kind, count in enumerate(pile):
        ticket -= count
        if ticket < 0:
            pile[kind] -= 1
            return kind
    raise AssertionError("the pile is empty")
