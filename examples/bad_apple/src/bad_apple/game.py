"""Defines Bad Apple: options, views, outcome and bot."""

from typing import Final

from bunfight.engine import (
    HIDDEN,
    BotHooks,
    EventLog,
    Game,
    Luck,
    Move,
    Option,
    Options,
    Outcome,
    Rng,
    SealedStep,
    Seat,
)
from bunfight.engine.view import BySeat, Cards, Count, GameView, Hand, Pile, Score, SeatRef, Secret, common

from .rules import GRAMMAR, LAY, MOST, STOP, BadAppleState, Buy, Lay, crates


class BadAppleView(GameView, frozen=True, kw_only=True):
    rounds: Count
    round: Count
    buyer: SeatRef
    pot: Count
    hand: Hand
    hand_sizes: BySeat[Pile]
    laid: BySeat[Secret]
    gone: BySeat[Pile]
    seen: BySeat[Cards]
    scores: BySeat[Score]


def policy(s: BadAppleState, seat: Seat, rng: Rng) -> Move:
    """Lay any crate; open until three are at stake."""
    step = s.agenda[-1]
    if isinstance(step, Lay):
        return LAY[s.hands[seat][rng.below(len(s.hands[seat]))] == "rotten"]
    return STOP if s.pot > 2 else step.suggest(s, seat, rng)


def deal(s: BadAppleState, seat: Seat, rng: Rng) -> None:
    """Deal again what nobody but this seat has seen: its hand, what it has laid, what it threw away unopened."""
    left = crates(s.rounds)
    for crate in s.seen[seat]:
        left.remove(crate)
    s.hands[seat] = sorted(left.pop(rng.below(len(left))) for _ in s.hands[seat])
    s.laid[seat] = left.pop(rng.below(len(left))) if s.laid[seat] else ""
    s.gone[seat] = left


class BadApple(Game[BadAppleState, BadAppleView]):
    api = 1
    id = "bad_apple"
    title = "Bad Apple"
    seats = range(2, MOST + 1)
    minutes = "10"
    rules_version = 1
    options = (Option("turns", 2, low=1, high=3, rule="BA-END-1"),)
    grammar = GRAMMAR
    bots = BotHooks(policy=policy, terms=lambda s, seat: [("scores", float(s.scores[seat]))])

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> BadAppleState:
        s = BadAppleState(seats, seats * int(options["turns"]))
        s.agenda.append(Lay(range(seats)))
        return s

    def outcome(self, s: BadAppleState) -> Outcome | None:
        return None if s.agenda else Outcome.by_points("rounds", "BA-END-1", "points", s.scores)

    def view(self, s: BadAppleState, seat: Seat | None) -> BadAppleView:
        step = s.agenda[-1] if s.agenda else None
        laid = [crate and (crate if whose == seat else HIDDEN) for whose, crate in enumerate(s.laid)]
        if isinstance(step, SealedStep):
            laid = [answer.rpartition(" ")[2] for answer in step.answers(len(laid), seat)]
        return BadAppleView(
            **common(s, seat, len(s.hands)),
            rounds=s.rounds,
            round=min(s.round + 1, s.rounds),
            buyer=step.seat if isinstance(step, Buy) else -1,
            pot=s.pot,
            hand=() if seat is None else tuple(s.hands[seat]),
            hand_sizes=tuple(len(hand) for hand in s.hands),
            laid=tuple(laid),
            gone=tuple(len(gone) for gone in s.gone),
            seen=tuple(tuple(seen) for seen in s.seen),
            scores=tuple(s.scores),
        )

    def determinize(self, view: BadAppleView, rng: Rng) -> BadAppleState:
        """Sample a state that this seat cannot rule out."""
        s = BadAppleState(view.seats, view.rounds)
        s.round, s.pot, s.scores = view.round - (not view.over), view.pot, [*view.scores]
        s.seen = [[*seen] for seen in view.seen]
        sealed = view.step == "Lay"
        for seat, size in enumerate(view.hand_sizes):
            s.hands[seat], s.laid[seat] = [""] * size, "" if sealed else view.laid[seat]
            if seat != view.seat:
                deal(s, seat, rng)
                continue
            s.hands[seat], s.gone[seat] = [*view.hand], crates(s.rounds)
            for crate in [*view.hand, *filter(None, [s.laid[seat]]), *s.seen[seat]]:
                s.gone[seat].remove(crate)
        s.agenda = [Lay(range(view.seats))] if sealed else [Buy(seat) for seat in view.awaits]
        if sealed:
            s.agenda[0].restore(s, tuple(laid and f"lay {laid}" for laid in view.laid), view.seat, rng)
        return s

    def resample_hidden(self, s: BadAppleState, seat: Seat | None, rng: Rng) -> BadAppleState:
        """BA-LAY-1, BA-BUY-3: hidden are the crates of others, until they are opened."""
        new = s.copy()
        for other in range(len(new.hands)):
            if other != seat:
                deal(new, other, rng)
        if new.agenda and isinstance(new.agenda[-1], SealedStep):
            new.agenda[-1].resample(new, seat, rng)
        return new

    def audit(self, s: BadAppleState) -> None:
        for hand, gone, seen, laid in zip(s.hands, s.gone, s.seen, s.laid, strict=True):
            there = [*hand, *gone, *seen, *filter(None, [laid])]
            assert sorted(there) == crates(s.rounds), f"a crate was lost or duplicated: {there}"


GAME: Final = BadApple()
