"""Defines Tea Time: options, views, outcome and bot."""

from __future__ import annotations

from typing import Final

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, Seat
from bunfight.engine.view import GameView, common

from .rules import COPIES, GRAMMAR, SERVE, TEAS, TeaTimeState, Turn, begin, points


class TeaTimeView(GameView, frozen=True, kw_only=True):
    """What a seat, or a spectator, may know."""

    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    table: tuple[str, ...]
    drunk: tuple[tuple[str, ...], ...]
    pot_size: int


def policy(s: TeaTimeState, seat: Seat, rng: Rng) -> Move:
    """The strongest tea that can be drunk, else the weakest one."""
    fits = [tea for tea in s.hands[seat] if tea in s.table]
    return SERVE[max(fits) if fits else min(s.hands[seat])]


def terms(s: TeaTimeState, seat: Seat) -> list[tuple[str, float]]:
    return [("drunk", float(points(s, seat)))]


class TeaTime(Game[TeaTimeState, TeaTimeView]):
    id = "tea_time"
    title = "Tea Time"
    seats = range(2, 5)
    minutes = "3"
    rules_version = 1
    options = (Option("hand", 3, low=2, high=4, rule="TT-SETUP-2"),)
    grammar = GRAMMAR
    bots = BotHooks(policy=policy, terms=terms)

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> TeaTimeState:
        return begin(seats, int(options["hand"]), luck, log)

    def outcome(self, s: TeaTimeState) -> Outcome | None:
        if s.agenda:
            return None
        return Outcome.by_points("pot_empty", "TT-END-1", "tea", [points(s, seat) for seat in range(len(s.hands))])

    def view(self, s: TeaTimeState, seat: Seat | None) -> TeaTimeView:
        return TeaTimeView(
            **common(s, seat, len(s.hands)),
            hand=() if seat is None else tuple(TEAS[tea] for tea in s.hands[seat]),
            hand_sizes=tuple(len(hand) for hand in s.hands),
            table=tuple(TEAS[tea] for tea in s.table),
            drunk=tuple(tuple(TEAS[tea] for tea in cups) for cups in s.drunk),
            pot_size=len(s.pot),
        )

    def determinize(self, view: TeaTimeView, rng: Rng) -> TeaTimeState:
        """Sample a state that this seat cannot rule out: what it does not see is dealt at random."""
        s = TeaTimeState(view.seats)
        s.table = [TEAS.index(tea) for tea in view.table]
        s.drunk = [[TEAS.index(tea) for tea in cups] for cups in view.drunk]
        if view.seat is not None:
            s.hands[view.seat] = [TEAS.index(tea) for tea in view.hand]
        for tea in [tea for cups in [s.table, *s.drunk, *s.hands] for tea in cups]:
            s.pot.remove(tea)
        for hand, size in zip(s.hands, view.hand_sizes, strict=True):
            while len(hand) < size:
                hand.append(s.pot.pop(rng.below(len(s.pot))))
            hand.sort()
        s.agenda = [Turn(seat) for seat in view.awaits]
        return s

    def resample_hidden(self, s: TeaTimeState, seat: Seat | None, rng: Rng) -> TeaTimeState:
        """TT-SETUP-2: hidden are the pot and the hands of others. Written from the rules, not from ``view``."""
        new = s.copy()
        others = [hand for holder, hand in enumerate(new.hands) if holder != seat]
        new.pot += [tea for hand in others for tea in hand]
        for hand in others:
            hand[:] = sorted(new.pot.pop(rng.below(len(new.pot))) for _ in hand)
        return new

    def audit(self, s: TeaTimeState) -> None:
        there = sorted([*s.pot, *s.table, *(tea for cups in [*s.hands, *s.drunk] for tea in cups)])
        assert there == [tea for tea in range(len(TEAS)) for _ in range(COPIES)], "a tea was lost or duplicated"

    def bound(self, options: Options, seats: int) -> int:
        return len(TEAS) * COPIES + 1

    def value(self, s: TeaTimeState) -> list[float]:
        """The share of each seat in what was drunk."""
        cups = [points(s, seat) + 1 for seat in range(len(s.hands))]
        return [cup / sum(cups) for cup in cups]


GAME: Final = TeaTime()
