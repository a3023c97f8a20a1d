"""Reviews a finished game: what was luck, what was skill, where it turned and what would have been better.

The accounts balance by construction. Chances are followed from the start to the result. A decision moves them by what
it gains or loses against the game's own policy, as far as the player could know; a draw, or hidden information that is
revealed, moves them by the rest, and that is luck. So luck and skill add up to the result minus the start, for every
seat. Chances assume that the policy plays on, and what decisions change is measured without any selection; so luck has
mean zero for players of any strength. Mistakes are measured separately, against the best choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bunfight.bots.estimate import Budget, Estimate, Judge, gained, standing, weigh, weigh_known
from bunfight.bots.explain import compare
from bunfight.engine import EventLog, Record, RecordError, Rng, Seat, State, TapeLuck, advance
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event_log import NOTHING_HIDDEN
from bunfight.engine.table import AnyGame, check_rulebook, replay
from bunfight.i18n.words import error_text

EACH: Final = 30  # playouts for each choice of a decision
MOST: Final = 600  # for one decision
STAND: Final = 150  # to estimate all chances after a draw
PAIRS: Final = 80  # of playouts, with the decision and with the policy's choice, to measure what it changed
SLOW: Final = (5, 50, 8, 6)  # the same for games with a simulation
FIRST: Final = 12  # rounds in which every choice is tried before any can leave
SURE: Final = 2.0  # standard errors by which a choice must be worse to count as a mistake
NOTABLE: Final = 3  # turning points; also mistakes of each seat that get a closer look
MISTAKE: Final = 0.02  # smaller losses are not trained
SHOWN: Final = 0.006  # smaller losses may be displayed as 0%
AT_STAKE: Final = 0.05  # the least that a seat's decisions must put at stake for a rating
UNLIKE_CHANCE: Final = 3.0  # standard deviations by which play must differ from play at random to be rated
RATINGS: Final = ((0.06, "flawless"), (0.15, "strong"), (0.3, "solid"), (0.5, "shaky"))
CLOSELY: Final = 3  # times the playouts for a closer look


class Better(msgspec.Struct, frozen=True):
    """A better choice: the move, its chance, what the played move lost, why (by terms), and what it makes likely."""

    move: str
    chance: float
    lost: float
    reasons: list[tuple[str, float]] = []
    prospects: list[dict[str, Any]] = []


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
    behind: float = 0.0  # the best choice, by the likeliest estimate
    stake: float = 0.0  # mean of ``behind`` over all moves: what a move at random gives away
    scatter: float = 0.0  # its variance over all moves
    error: float = 0.0  # standard error of the actor's skill


class Account(msgspec.Struct, frozen=True):
    """The account of a seat: start + luck + skill + others = result (``others``: decisions of the other seats)."""

    seat: Seat
    start: float
    luck: float
    skill: float
    others: float
    result: float
    rating: str  # how well it played, a key of the phrases
    mistakes: list[int]  # where most was given away, worst first
    error: float = 0.0  # standard error of luck and of the decisions


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
    verdict: str = ""  # how the game was decided, a key of the phrases


class Closer(msgspec.Struct, frozen=True):
    """A decision after a closer look, the better choice (known and with everything known) and all choices."""

    moment: Moment
    known: Better
    open: Better
    choices: list[tuple[list[str], float]]


class ReviewBuilder:
    """Builds a review one moment at a time; it can be stopped and continued with the moments so far."""

    def __init__(self, game: AnyGame, record: Record, speedup: int = 1) -> None:
        """``speedup``: how many times fewer playouts than usual."""
        if record.end is None:
            raise InvalidInput("review_not_over")
        check_rulebook(game, record)
        self.game, self.record = game, record
        self.seats = len(record.seats)
        judge = Judge(game, self.seats)
        self.slow, self.speedup = judge.slow, max(1, round(speedup / judge.effort))
        self.each, self.most, self.stand, self.pairs = SLOW if self.slow else (EACH, MOST, STAND, PAIRS)
        winners: list[Seat] = list(record.end["winners"])
        self.result = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
        self.rng = Rng("review", record.chapters[0].commit)

    def opening(self) -> tuple[list[float], list[float]]:
        """Return the chances before and after the deal; before it they are equal, unless all win or lose together."""
        state, _ = replay(self.game, self.record, 0)
        after = self._standing(state, "deal") if self.record.entries else list(self.result)
        together = sum(self.result) > 1.001 or self.seats == 1
        before = list(after) if together or not sum(self.result) else [1.0 / self.seats] * self.seats
        return before, after

    def moments(self, done: Sequence[Moment] = ()) -> Iterator[Moment]:
        """Yield every decision from the first one that is not done yet."""
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
        rng, view = self.rng.fork(f"decision {number}"), self.game.view(s, seat)
        found = weigh(self.game, view, Budget(playouts=playouts, each=FIRST), rng, also=(move,))
        mine, best = found.of(move), found.best
        assert mine is not None
        lead = 0.0
        if mine is best and len(found.choices) > 1:
            ahead = min(found.pairs.values())
            lead = ahead[0] if ahead[0] > SURE * ahead[1] else 0.0
        skill, error = gained(self.game, view, move, max(2, self.pairs // self.speedup), rng.fork("gained"))
        rest = (len(found.choices), mine.chance, mine.low, mine.high, surely_lost(found, move), lead)
        best_of = (best.moves[0], best.chance, *at_stake(found, move), error)
        return Moment(number, seat, step.__name__, move, nothing, nothing, skill, False, *rest, *best_of)

    def closer(self, moment: Moment) -> Closer:
        """Estimate a decision with more playouts: with what the player could know, and with everything known."""
        state, _ = replay(self.game, self.record, moment.number)
        seat, move = moment.seat, moment.move
        view = self.game.view(state, seat)
        budget = Budget(playouts=max(20, CLOSELY * self.most // self.speedup // (4 if self.slow else 1)))
        rng = self.rng.fork(f"closer {moment.number}")
        known = weigh(self.game, view, budget, rng, also=(move,))
        everything = weigh_known(self.game, state, seat, self.seats, budget, rng, also=(move,))
        choices = [(list(one.moves), round(one.chance, 4)) for one in known.choices]
        better = rival(known, move)
        why = compare(self.game, view, *((better.move, move) if better.lost > 0.0 else (move, better.move)), rng)
        reasons = [(one.term, one.difference) for one in why.reasons]
        better = msgspec.structs.replace(better, reasons=reasons, prospects=list(why.prospects))
        skill, error = gained(self.game, view, move, max(4, CLOSELY * self.pairs // self.speedup), rng.fork("gained"))
        mine = known.of(move)
        assert mine is not None
        behind, stake, scatter = at_stake(known, move)
        luck = [one + old - new for one, old, new in zip(moment.luck, moment.skill, skill, strict=True)]
        again = msgspec.structs.replace(
            moment,
            skill=skill,
            luck=luck,
            error=error,
            chance=max(0.0, better.chance - better.lost),
            low=mine.low,
            high=mine.high,
            lost=surely_lost(known, move),
            behind=behind,
            stake=stake,
            scatter=scatter,
            best=known.best.moves[0],
            best_chance=known.best.chance,
        )
        return Closer(again, better, rival(everything, move), choices)

    def looks(self, moments: list[Moment], done: Mapping[int, Closer]) -> Iterator[tuple[int, Closer]]:
        """Yield closer looks, by number, at each seat's mistakes and best decision, except those done."""
        close = {number for seat in range(self.seats) for number in mistakes(seat, moments)}
        best = {best_decision([one for one in moments if one.seat == seat]) for seat in range(self.seats)}
        for number in sorted((close | best) - {-1, *done}):
            yield number, self.closer(moments[number])

    def review(self, moments: list[Moment], done: Mapping[int, Closer] | None = None) -> Review:
        """Build the whole review from all moments and the closer looks that are done."""
        before, after = self.opening()
        deal = [new - old for new, old in zip(after, before, strict=True)]
        best_at, looks = best_decision(moments), dict(done or {})
        looks |= dict(self.looks(moments, looks))
        looks = dict(sorted(looks.items()))
        moments = [looks[one.number].moment if one.number in looks else one for one in moments]
        if best_at >= 0 and moments[best_at].lost:  # the closer look may overturn the first estimate
            best_at = -1
        bad = [moments[number] for number in looks if moments[number].lost >= SHOWN]
        worst = max(bad, key=lambda one: one.lost, default=None)
        accounts = [self._account(seat, before[seat], deal[seat], moments, looks) for seat in range(self.seats)]
        curve = [after, *(one.chances for one in moments)]
        swings = [max(abs(new - old) for new, old in zip(b, a, strict=True)) for a, b in zip(curve, curve[1:])]  # noqa: B905,RUF007
        turning = sorted(sorted(range(len(swings)), key=lambda n: -swings[n])[:NOTABLE])
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
            known={str(number): one.known for number, one in looks.items()},
            open={str(number): one.open for number, one in looks.items()},
            seconds={str(number): one.choices for number, one in looks.items()},
            verdict=verdict(accounts, curve),
        )

    def _account(
        self, seat: Seat, start: float, deal: float, moments: list[Moment], looks: dict[int, Closer]
    ) -> Account:
        luck = deal + sum(one.luck[seat] for one in moments)
        skill = sum(one.skill[seat] for one in moments if one.seat == seat)
        others = sum(one.skill[seat] for one in moments if one.seat != seat)
        error = math.sqrt(sum(one.error**2 for one in moments))
        worst = [number for number in mistakes(seat, moments) if number in looks]
        return Account(seat, start, luck, skill, others, self.result[seat], rating(seat, moments), worst, error)


def best_decision(moments: list[Moment]) -> int:
    """Return the number of the decision furthest ahead of its second best choice; -1 if none was ahead."""
    best = max(moments, key=lambda one: one.lead, default=None)
    return best.number if best is not None and best.lead else -1


def mistakes(seat: Seat, moments: list[Moment]) -> list[int]:
    """Return the numbers of the moments where a seat gave most away, worst first."""
    own = sorted((one for one in moments if one.seat == seat and one.lost >= MISTAKE), key=lambda one: -one.lost)
    return [one.number for one in own[:NOTABLE]]


def surely_lost(found: Estimate, move: str) -> float:
    """Return what a move gives away: 0 within two standard errors, else shrunk, as the best estimate is too high."""
    lost, error = found.lost(move)
    return lost * (1.0 - (error / lost) ** 2) if lost > SURE * error else 0.0


def at_stake(found: Estimate, move: str) -> tuple[float, float, float]:
    """Return how far a move is behind the best one, and the mean and variance of that over all moves.

    Leads are shrunk towards their mean by the share of error in their variance, so that noise puts nothing at stake.
    """
    pairs = [found.pairs.get(one.moves[0], (0.0, 0.0)) for one in found.choices]
    noise = [error**2 for _, error in pairs[1:]]
    if not noise:
        return 0.0, 0.0, 0.0
    noise = [min(noise), *noise]
    usual = sum(lead for lead, _ in pairs) / len(pairs)
    real = sum((lead - usual) ** 2 - each for (lead, _), each in zip(pairs, noise, strict=True)) / len(pairs)
    if real <= 0.0:
        return 0.0, 0.0, 0.0
    drawn = [usual + real / (real + each) * (lead - usual) for (lead, _), each in zip(pairs, noise, strict=True)]
    behind = [each - min(drawn) for each, one in zip(drawn, found.choices, strict=True) for _ in one.moves]
    mine = next(each - min(drawn) for each, one in zip(drawn, found.choices, strict=True) if move in one.moves)
    mean = sum(behind) / len(behind)
    return mine, mean, sum((one - mean) ** 2 for one in behind) / len(behind)


def rival(found: Estimate, move: str) -> Better:
    """Return the best choice other than a move; ``lost`` is negative if the move is better."""
    mine = found.of(move)
    assert mine is not None
    if mine is not found.best:
        return Better(found.best.moves[0], found.best.chance, round(found.pairs[mine.moves[0]][0], 4))
    if len(found.choices) == 1:
        return Better(move, mine.chance, 0.0)
    second = found.choices[1]
    lead = found.pairs[second.moves[0]][0]
    return Better(second.moves[0], min(1.0, max(0.0, mine.chance - lead)), round(-lead, 4))


def rating(seat: Seat, moments: list[Moment]) -> str:
    """Rate the play of a seat: what it gave away, as a share of what play at random would have given away.

    The rating depends neither on the number of decisions nor on how much was still at stake. Only play that differs
    significantly from random play is called better than wild.
    """
    own = [one for one in moments if one.seat == seat]
    lost, stake = sum(one.behind for one in own), sum(one.stake for one in own)
    doubt = math.sqrt(sum(one.scatter for one in own))
    if stake < AT_STAKE:
        return "untested"
    if stake - lost < UNLIKE_CHANCE * doubt and not like_the_policy(own):
        return "wild" if lost > RATINGS[-1][0] * stake else "untested"
    return next((key for limit, key in RATINGS if lost <= limit * stake), "wild")


def like_the_policy(moments: list[Moment]) -> bool:
    """Return whether the moves agree with the policy far more often than random moves would."""
    chances = [1.0 / one.choices for one in moments if one.choices > 1]
    same = sum(one.choices > 1 and not one.error and not any(one.skill) for one in moments)
    return same - sum(chances) >= UNLIKE_CHANCE * math.sqrt(sum(each * (1.0 - each) for each in chances)) > 0.0


def verdict(accounts: list[Account], curve: list[list[float]]) -> str:
    """Return how the game was decided: by luck, by skill, by a comeback or at the very end."""
    top = max(accounts, key=lambda one: one.result)
    if not top.result:
        return "nobody"
    path = [chances[top.seat] for chances in curve]
    late = path[max(0, len(path) - 1 - len(path) // 10)]
    if late < 0.5:
        return "last_moment"
    if min(path) < 0.2:
        return "comeback"
    luck, skill = abs(top.luck), abs(top.skill + top.others)
    if luck > 2 * (skill + top.error):
        return "luck"
    return "skill" if skill > luck + top.error else "both"


def reviewed(game: AnyGame, record: Record, speedup: int = 1) -> Review:
    """Review a finished game; a game of other rules or cards gets only the reason why it is not judged."""
    try:
        builder = ReviewBuilder(game, record, speedup)
        return builder.review(list(builder.moments()))
    except RecordError as error:
        return unjudged(game, record, error_text(error))


def unjudged(game: AnyGame, record: Record, why: str) -> Review:
    """Return the review of a game that cannot be judged."""
    other = "rules" if record.rules != game.rules_version else "cards" if record.cards != game.cards_digest else ""
    return Review(record.game, list(record.seats), len(record.entries), why, other or "broken")


def off(review: Review) -> float:
    """Return the largest imbalance of the accounts: 0 apart from rounding."""
    return max(
        (abs(one.start + one.luck + one.skill + one.others - one.result) for one in review.accounts), default=0.0
    )


def plain(review: Review) -> dict[str, Any]:
    """Convert a review to plain data, rounded to six places; the accounts still balance."""
    found: dict[str, Any] = _rounded(msgspec.to_builtins(review))
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return {key: _rounded(one) for key, one in value.items()} if isinstance(value, dict) else value


__all__ = ["Account", "Better", "Moment", "Review", "ReviewBuilder", "off", "plain", "reviewed", "unjudged"]
