"""Reviews a finished game: what was luck, what was skill, where it turned and what would have been better.

The accounts balance by construction. Chances are followed from the start to the result. A decision moves them by what
it loses against the best choice, as far as the player could know; a draw, or hidden information that is revealed,
moves them by the rest, and that is luck. So luck and skill add up to the result minus the start, for every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from bunfight.bots.estimate import Budget, Judge, standing, weigh, weigh_known
from bunfight.bots.explain import reasons
from bunfight.engine import EventLog, Record, RecordError, Rng, Seat, State, TapeLuck, advance
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event_log import NOTHING_HIDDEN
from bunfight.engine.table import AnyGame, fitting, replay
from bunfight.i18n.words import error_text

EACH: Final = 20  # playouts for each choice of a decision
MOST: Final = 420  # for one decision
STAND: Final = 70  # to see where everybody stands after a draw
SLOW: Final = (5, 50, 8)  # the same where a simulation is asked
SURE: Final = 2.0  # standard errors by which a choice must be worse to count as a mistake
NOTABLE: Final = 3  # turning points; also mistakes of each seat that get a closer look
MISTAKE: Final = 0.02  # smaller losses are not trained
CLOSELY: Final = 3  # times the playouts for a closer look


class Better(msgspec.Struct, frozen=True):
    """A better choice: the move, its chance, what the played move lost, and why, by terms of the evaluation."""

    move: str
    chance: float
    lost: float
    reasons: list[tuple[str, float]] = []


class Moment(msgspec.Struct, frozen=True):
    """One decision: the chances of all seats after it, its luck and skill for all seats, and the alternatives."""

    number: int  # decisions before it
    seat: Seat
    step: str
    move: str
    chances: list[float]
    luck: list[float]
    skill: list[float]
    drew: bool
    choices: int  # how many there were
    chance: float  # of the actor after its move, as far as it could know
    low: float
    high: float
    lost: float  # against the best choice; 0 if that is within the error
    lead: float  # if it was the best choice: how far ahead of the next
    best: str
    best_chance: float


class Account(msgspec.Struct, frozen=True):
    """The account of a seat: start + luck + skill + others = result (``others``: decisions of the other seats)."""

    seat: Seat
    start: float
    luck: float
    skill: float
    others: float
    result: float
    rating: str  # how well it played, a key of WORDS
    mistakes: list[int]  # where most was given away, worst first


class Review(msgspec.Struct, frozen=True):
    """A review; if the game could not be judged, ``reason`` (rules, cards, broken) and ``note`` say why."""

    game: str
    names: list[str]
    decisions: int
    note: str = ""
    reason: str = ""
    ranks: list[int] = []
    deal: list[float] = []  # the luck of the deal
    opening: list[float] = []  # chances after the deal
    moments: list[Moment] = []
    accounts: list[Account] = []
    turning: list[int] = []  # numbers of moments
    best: int = -1
    worst: int = -1
    known: dict[str, Better] = {}  # by moment: with what the player could know
    open: dict[str, Better] = {}  # by moment: with everything known
    seconds: dict[str, list[tuple[list[str], float]]] = {}  # by mistake: all choices with their chances, best first
    verdict: str = ""  # how the game was decided, a key of WORDS


class ReviewBuilder:
    """Builds a review one moment at a time; it can be stopped and continued with the moments so far."""

    def __init__(self, game: AnyGame, record: Record, speedup: int = 1) -> None:
        """``speedup``: how many times fewer playouts than usual."""
        if record.end is None:
            raise InvalidInput("review_not_over")
        fitting(game, record)
        self.game, self.record, self.speedup = game, record, speedup
        self.seats = len(record.seats)
        self.slow = Judge(game, self.seats).slow
        self.each, self.most, self.stand = SLOW if self.slow else (EACH, MOST, STAND)
        winners: list[Seat] = list(record.end["winners"])
        self.result = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
        self.rng = Rng("review", record.chapters[0].commit)

    def opening(self) -> tuple[list[float], list[float]]:
        """Chances before and after the deal; nobody is ahead before it, unless all win or lose together."""
        state, _ = replay(self.game, self.record, 0)
        after = self._standing(state, "deal") if self.record.entries else list(self.result)
        together = sum(self.result) > 1.001 or self.seats == 1
        before = list(after) if together or not sum(self.result) else [1.0 / self.seats] * self.seats
        return before, after

    def moments(self, done: Sequence[Moment] = ()) -> Iterator[Moment]:
        """Every decision, from the first one that is not done yet."""
        state, _ = replay(self.game, self.record, len(done))
        chances = list(done[-1].chances) if done else self.opening()[1]
        last = len(self.record.entries) - 1
        for number, entry in enumerate(self.record.entries[len(done) :], len(done)):
            before = state.copy()
            log = EventLog()
            advance(state, entry.seat, self.game.grammar.parse(entry.move), TapeLuck(entry.luck), log)
            revealed = any(said.knower not in (NOTHING_HIDDEN, entry.seat) for said in log.said)
            moment = self._judged(number, before, entry.seat, entry.move)
            moved = [one + shift for one, shift in zip(chances, moment.skill, strict=True)]
            drew = bool(entry.luck) or revealed
            if number == last:
                new = list(self.result)
            elif drew or min(moved) < 0.0 or max(moved) > 1.0:
                new = self._standing(state, str(number))
            else:
                new = moved
            luck = [one - old for one, old in zip(new, moved, strict=True)]
            chances = new
            yield msgspec.structs.replace(moment, chances=new, luck=luck, drew=drew)

    def _standing(self, s: State, name: str) -> list[float]:
        playouts = max(8, self.stand // self.speedup)
        return standing(self.game, s, self.seats, playouts, self.rng.fork(f"standing {name}"))[0]

    def _judged(self, number: int, s: State, seat: Seat, move: str) -> Moment:
        step, nothing = type(s.agenda[-1]), [0.0] * self.seats
        legal = s.agenda[-1].legal(s, seat)
        if step.listed and len(legal) == 1:
            return Moment(
                number, seat, step.__name__, move, nothing, nothing, nothing, False, 1, 0, 0, 1, 0, 0, move, 0
            )
        playouts = max(2 * len(legal), min(self.most, self.each * max(2, len(legal))) // self.speedup)
        rng = self.rng.fork(f"decision {number}")
        found = weigh(self.game, self.game.view(s, seat), Budget(playouts=playouts), rng, also=(move,))
        mine, best = found.of(move), found.best
        assert mine is not None
        lost, error = found.lost(move)
        sure = lost > SURE * error
        lead = 0.0
        if mine is best and len(found.choices) > 1:
            ahead = min(found.pairs.values())
            lead = ahead[0] if ahead[0] > SURE * ahead[1] else 0.0
        trust = 1.0 - (error / lost) ** 2 if sure else 0.0  # the best of many noisy estimates is too high
        skill = [trust * one for one in found.shift(move)] if sure else nothing
        rest = (len(found.choices), mine.chance, mine.low, mine.high, trust * lost, lead)
        return Moment(
            number, seat, step.__name__, move, nothing, nothing, skill, False, *rest, best.moves[0], best.chance
        )

    def closer(self, number: int) -> tuple[Better, Better, list[tuple[list[str], float]]]:
        """Estimate a decision with more playouts: with what the player could know, and with everything known."""
        state, _ = replay(self.game, self.record, number)
        entry, found = self.record.entries[number], []
        choices: list[tuple[list[str], float]] = []
        view = self.game.view(state, entry.seat)
        budget = Budget(playouts=max(20, CLOSELY * self.most // self.speedup // (4 if self.slow else 1)))
        rng = self.rng.fork(f"closer {number}")
        for known in (False, True):
            if known:
                estimate = weigh_known(self.game, state, entry.seat, self.seats, budget, rng, also=(entry.move,))
            else:
                estimate = weigh(self.game, view, budget, rng, also=(entry.move,))
                choices = [(list(one.moves), round(one.chance, 4)) for one in estimate.choices]
            best = estimate.best
            if entry.move in best.moves and len(estimate.choices) > 1:
                best = estimate.choices[1]
            mine = estimate.of(entry.move)
            assert mine is not None
            why = [] if known else reasons(self.game, view, entry.move, best.moves[0], rng)
            terms = [(one.term, one.difference) for one in why]
            found.append(Better(best.moves[0], best.chance, round(best.chance - mine.chance, 4), terms))
        return found[0], found[1], choices

    def review(self, moments: list[Moment]) -> Review:
        """The whole review, from all moments."""
        before, after = self.opening()
        deal = [new - old for new, old in zip(after, before, strict=True)]
        accounts = [self._account(seat, before[seat], deal[seat], moments) for seat in range(self.seats)]
        curve = [after, *(one.chances for one in moments)]
        swings = [max(abs(new - old) for new, old in zip(b, a, strict=True)) for a, b in zip(curve, curve[1:])]  # noqa: B905,RUF007
        turning = sorted(sorted(range(len(swings)), key=lambda n: -swings[n])[:NOTABLE])
        worst = max(moments, key=lambda one: one.lost, default=None)
        best = max(moments, key=lambda one: one.lead, default=None)
        best_at = best.number if best is not None and best.lead else -1
        worst_at = worst.number if worst is not None and worst.lost else -1
        close = {*(number for one in accounts for number in one.mistakes), best_at, worst_at} - {-1}
        known, everything, seconds = {}, {}, {}
        for number in sorted(close):
            known[str(number)], everything[str(number)], seconds[str(number)] = self.closer(number)
        accounts = [
            msgspec.structs.replace(one, mistakes=[n for n in one.mistakes if known[str(n)].lost > 0.0])
            for one in accounts
        ]  # a closer look may show that a move was right
        bad = [moments[int(n)] for n, better in known.items() if int(n) != best_at and better.lost > 0.0]
        worst = max(bad, key=lambda one: one.lost, default=None)
        assert self.record.end is not None
        return Review(
            self.game.id,
            list(self.record.seats),
            len(moments),
            ranks=list(self.record.end["ranks"]),
            deal=deal,
            opening=after,
            moments=moments,
            accounts=accounts,
            turning=turning,
            best=best_at,
            worst=worst.number if worst is not None else -1,
            known=known,
            open=everything,
            seconds=seconds,
            verdict=verdict(accounts, curve),
        )

    def _account(self, seat: Seat, start: float, deal: float, moments: list[Moment]) -> Account:
        luck = deal + sum(one.luck[seat] for one in moments)
        skill = sum(one.skill[seat] for one in moments if one.seat == seat)
        others = sum(one.skill[seat] for one in moments if one.seat != seat)
        own = sorted((one for one in moments if one.seat == seat and one.lost >= MISTAKE), key=lambda one: -one.lost)
        lost = sum(one.lost for one in moments if one.seat == seat)
        mistakes = [one.number for one in own[:NOTABLE]]
        return Account(seat, start, luck, skill, others, self.result[seat], rating(lost), mistakes)


def rating(lost: float) -> str:
    """Rate the play of a seat by the sum of the chances it lost."""
    for limit, key in ((0.03, "flawless"), (0.12, "strong"), (0.3, "solid"), (0.6, "shaky")):
        if lost <= limit:
            return key
    return "wild"


def verdict(accounts: list[Account], curve: list[list[float]]) -> str:
    """How the game was decided: by luck, by skill, early or at the very end."""
    top = max(accounts, key=lambda one: one.result)
    if not top.result:
        return "nobody"
    path = [chances[top.seat] for chances in curve]
    late = path[max(0, len(path) - 1 - len(path) // 10)]
    if late < 0.5:
        return "last_moment"
    if min(path) < 0.2:
        return "comeback"
    if abs(top.luck) > 2 * abs(top.skill + top.others):
        return "luck"
    return "skill" if abs(top.skill + top.others) > abs(top.luck) else "both"


def reviewed(game: AnyGame, record: Record, speedup: int = 1) -> Review:
    """Review a finished game; a game of other rules or cards gets only the reason why it is not judged."""
    try:
        builder = ReviewBuilder(game, record, speedup)
        return builder.review(list(builder.moments()))
    except RecordError as error:
        return unjudged(game, record, error_text(error))


def unjudged(game: AnyGame, record: Record, why: str) -> Review:
    """The review of a game that cannot be judged."""
    other = "rules" if record.rules != game.rules_version else "cards" if record.cards != game.cards_digest else ""
    return Review(record.game, list(record.seats), len(record.entries), why, other or "broken")


def off(review: Review) -> float:
    """The largest imbalance of the accounts: 0 but for rounding."""
    return max(
        (abs(one.start + one.luck + one.skill + one.others - one.result) for one in review.accounts), default=0.0
    )


def plain(review: Review) -> dict[str, Any]:
    """A review as plain data, rounded to six places, with which the accounts still balance."""
    found: dict[str, Any] = _rounded(msgspec.to_builtins(review))
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return {key: _rounded(one) for key, one in value.items()} if isinstance(value, dict) else value


__all__ = ["Account", "Better", "Moment", "Review", "ReviewBuilder", "off", "plain", "reviewed", "unjudged"]
