"""Defines Crumbs: options, setup, outcome and how its parts fit together."""

from __future__ import annotations

from typing import Final

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, Seat
from bunfight.engine.cards import digest
from bunfight.engine.game import CardWords
from bunfight.games._template import cards
from bunfight.games._template.bots import policy
from bunfight.games._template.bots.encoding import CrumbsEncoder
from bunfight.games._template.rules.actions import score
from bunfight.games._template.rules.events import BunEaten
from bunfight.games._template.rules.moves import GRAMMAR, LET
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import MaySnatch, begin
from bunfight.games._template.views import hidden, view
from bunfight.games._template.views.oracles import ORACLES
from bunfight.games._template.views.types import CrumbsView


def fallback(s: CrumbsState, seat: Seat) -> Move:
    """The move for a seat whose time is up."""
    return LET if isinstance(s.agenda[-1], MaySnatch) else s.agenda[-1].legal(s, seat)[0]


class Crumbs(Game[CrumbsState, CrumbsView]):
    id = "_template"
    title = "Crumbs"
    seats = range(2, 5)
    minutes = "3"
    rules_version = 1
    options = (
        Option("hand", 2, low=2, high=3, rule="CR-SETUP-2"),
        Option("snatching", True, rule="CR-SNATCH-1"),
    )
    cards_digest = digest(cards.FILE)
    grammar = GRAMMAR
    oracles = ORACLES
    bots = BotHooks(policy=policy.policy, terms=policy.terms, milestones=(BunEaten,), fallback=fallback)

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> CrumbsState:
        return begin(options, seats, luck, log)

    def outcome(self, s: CrumbsState) -> Outcome | None:
        if s.agenda:
            return None
        return Outcome.by_points("basket_bare", "CR-END-1", "size", [score(s, seat) for seat in range(s.seats)])

    def view(self, s: CrumbsState, seat: Seat | None) -> CrumbsView:
        return view.view(s, seat)

    def determinize(self, view_: CrumbsView, rng: Rng) -> CrumbsState:
        return view.determinize(view_, rng)

    def resample_hidden(self, s: CrumbsState, seat: Seat | None, rng: Rng) -> CrumbsState:
        return hidden.resample_hidden(s, seat, rng)

    def card_words(self) -> CardWords:
        return {"terms": cards.bun_names()}

    def audit(self, s: CrumbsState) -> None:
        for bun, printed in enumerate(cards.COPIES):
            snatchable = sum(isinstance(step, MaySnatch) and step.bun == bun for step in s.agenda)
            piles = [s.basket, s.crumbs, *s.hands, *s.eaten]
            assert all(pile[bun] >= 0 for pile in piles), f"a negative number of buns of kind {bun}"
            there = snatchable + sum(pile[bun] for pile in piles)
            assert there == printed, f"{there} buns of kind {bun}, {printed} were printed"
        for holder, watchers in enumerate(s.seen):
            for counts in watchers:
                assert all(a <= b for a, b in zip(counts, s.hands[holder], strict=True)), "a bun was seen that is gone"

    def bound(self, options: Options, seats: int) -> int:
        return seats + sum(cards.COPIES) * (seats + 3)

    def encoder(self, seats: int) -> CrumbsEncoder:
        return CrumbsEncoder(seats)

    def value(self, s: CrumbsState) -> list[float]:
        return policy.value(s)


GAME: Final = Crumbs()
