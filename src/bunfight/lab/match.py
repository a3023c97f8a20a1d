"""Plays one game between bots, from a seed to a result.

Bots of this project that cannot depend on hidden information decide from the state (``OpenBot`` says why that is
safe); all others get a view and are guarded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any

from bunfight.bots import Bot, Guarded, OpenBot, make
from bunfight.bots.bot import listable
from bunfight.bots.external import ExternalBot
from bunfight.engine import (
    EventLog,
    Luck,
    Move,
    Options,
    Outcome,
    Rng,
    Seat,
    State,
    advance,
    playout,
    require_legal,
    simulator,
)
from bunfight.engine.errors import InvalidInput
from bunfight.engine.luck import LiveLuck
from bunfight.engine.record import Chapter, Entry, Record
from bunfight.engine.table import AnyGame, commitment, plain_events
from bunfight.lab.adjusted import Ledger, LuckAdjuster


@dataclass
class Study:
    """Statistics of one game: choices offered and taken, and how often the lead changed."""

    offered: list[Counter[str]]  # by seat: decisions at which a move was on offer
    taken: list[Counter[str]]
    named: list[Counter[str]]  # by seat: decisions at which a thing was named in an offered move
    used: list[Counter[str]]  # by seat: decisions whose move named it
    heard: list[Counter[str]]  # by seat: events about the seat that named it
    questions: Counter[str] = field(default_factory=Counter)
    leader: Seat = -1
    lead_changes: int = 0

    @classmethod
    def of(cls, seats: int) -> Study:
        return cls(*([Counter[str]() for _ in range(seats)] for _ in range(5)))  # type: ignore[arg-type]  # the first 5

    def note(self, game: AnyGame, s: State, seat: Seat, choice: Move) -> None:
        """Count who leads, and what a decision offers and takes; ``s`` is the state before it."""
        shares = game.value(s)
        top = max(shares)
        if shares.count(top) == 1 and (leader := shares.index(top)) != self.leader:
            self.lead_changes += self.leader >= 0
            self.leader = leader
        offers = s.agenda[-1].legal(s, seat)
        self.questions[type(s.agenda[-1]).__name__] += 1
        self.offered[seat].update(move.text for move in offers)
        self.taken[seat][choice.text] += 1
        self.named[seat].update({thing for move in offers for thing in things(game, s, move)})
        self.used[seat].update(things(game, s, choice))

    def listen(self, log: EventLog) -> None:
        """Count the cards and other things named in events about a seat."""
        for said in log.said:
            seat = getattr(said.event, "seat", None)
            if isinstance(seat, int) and 0 <= seat < len(self.heard):
                for one in fields(said.event):
                    value = getattr(said.event, one.name)
                    words = value if isinstance(value, tuple) else (value,)
                    self.heard[seat].update({kind(word) for word in words if isinstance(word, str)})


def things(game: AnyGame, s: State, move: Move) -> set[str]:
    """Return the things a move is about: its words except the verb and numbers, and the subject the game names."""
    words = {part for word in move.text.split(" ")[1:] for part in word.replace("+", ",").split(",")}
    words.add(game.bots.subject(s, move))
    return {kind(word) for word in words if word and not word.lstrip("-").isdigit()}


def kind(word: str) -> str:
    """Return a card's kind: its id without the number of the copy."""
    return word.partition("#")[0]


@dataclass(frozen=True)
class Result:
    outcome: Outcome
    decisions: int
    failures: tuple[str, ...] = ()
    study: Study | None = None
    changed: tuple[float, ...] = ()  # what the decisions changed for each seat, if that was measured
    first: Seat = -1  # who was asked first; -1 if several were asked at once


class Players:
    """The bots of a series of games. Each game gets new ones, except that external bots keep their processes."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.processes: dict[tuple[str, Seat], ExternalBot] = {}

    def seat(self, spec: str, seat: Seat) -> Bot:
        if running := self.processes.get((spec, seat)):
            running.begin()
            return running
        bot = make(spec, self.game)
        if isinstance(bot, ExternalBot):
            self.processes[spec, seat] = bot
        return bot

    def close(self) -> None:
        for bot in self.processes.values():
            bot.close()


def match(
    game: AnyGame,
    players: Players,
    lineup: Sequence[str],
    options: Options,
    seed: str,
    study: bool = False,
    adjuster: LuckAdjuster | None = None,
) -> Result:
    """Play one game; the same seed and lineup give the same game (bots with a time budget excepted).

    ``adjuster`` measures what each decision changes.
    """
    seats = len(lineup)
    luck = Luck(Rng(seed, "luck"), simulator(game))
    s: State = game.setup(options, seats, luck, EventLog(False))
    bound = game.bound(options, seats)
    first = s.awaiting()[0] if len(s.awaiting()) == 1 else -1
    if is_playout(lineup, study, adjuster):
        made = playout(s, luck, Rng(seed, "play"), bound)
        return Result(_ended(game, s, bound), made, first=first)
    bots = [Guarded(players.seat(spec, seat)) for seat, spec in enumerate(lineup)]
    notes = Study.of(seats) if study else None
    ledger = None if adjuster is None else Ledger(adjuster, seed)
    if ledger is not None:
        ledger.deal(s, options)
    log, made = EventLog(False), 0
    for seat, move in islice(_decisions(game, bots, s, seed), bound):
        if first < 0 and len(s.awaiting()) == 1:
            first = seat
        if notes is not None:
            notes.note(game, s, seat, move)
            log = EventLog()
        if ledger is None:
            advance(s, seat, move, luck, log)
        else:
            ledger.advance(s, seat, move, luck, log)
        if notes is not None:
            notes.listen(log)
        made += 1
    failures = tuple(str(failure) for bot in bots for failure in bot.failures)
    end = _ended(game, s, bound)
    return Result(end, made, failures, notes, () if ledger is None else ledger.changes(end), first)


def is_playout(lineup: Sequence[str], study: bool, adjuster: LuckAdjuster | None) -> bool:
    """Return whether a game is played by the engine alone: random bots, of which nothing is noted."""
    return not study and adjuster is None and all(spec == "random" for spec in lineup)


def _decisions(game: AnyGame, bots: Sequence[Guarded], s: State, seed: str) -> Iterator[tuple[Seat, Move]]:
    """The decisions of a game; the caller makes each of them before it asks for the next one."""
    rngs = [Rng(seed, f"seat {seat}") for seat in range(len(bots))]
    while s.agenda:
        seat = s.agenda[-1].awaits()[0]
        yield seat, game.grammar.parse(_decision(game, bots[seat], s, seat, rngs[seat]))


def _random_decisions(s: State, rng: Rng) -> Iterator[tuple[Seat, Move]]:
    """The same for a playout of the engine."""
    while s.agenda:
        step = s.agenda[-1]
        seats = step.awaits()
        seat = seats[0] if len(seats) == 1 else seats[rng.below(len(seats))]
        yield seat, step.suggest(s, seat, rng)


def record_until_crash(
    game: AnyGame, players: Players, lineup: Sequence[str], options: Options, seed: str, random: bool
) -> str:
    """Play a game in which ``game`` failed once more, and return its record up to there; "" if it does not fail now.

    ``random``: it was played by the engine alone.
    """
    luck, log = LiveLuck(Rng(seed, "luck"), simulator(game)), EventLog()
    record: Record | None = None
    try:
        s: State = game.setup(options, len(lineup), luck, log)
        head = (game.id, game.rules_version, dict(options), game.cards_digest)
        names = [f"{spec} {seat + 1}" for seat, spec in enumerate(lineup)]
        deal = Entry(-1, "", luck.tape, 0, plain_events(log.said))
        record = Record(*head, names, [Chapter(0, commitment(seed))], deal)
        bots = [] if random else [Guarded(players.seat(spec, seat)) for seat, spec in enumerate(lineup)]
        choices = _random_decisions(s, Rng(seed, "play")) if random else _decisions(game, bots, s, seed)
        for stream, (seat, move) in enumerate(islice(choices, game.bound(options, len(lineup))), 1):
            luck.tape, log = [], EventLog()
            advance(s, seat, move, luck, log)
            record.entries.append(
                Entry(seat, move.text, luck.tape, stream if luck.tape else -1, plain_events(log.said))
            )
    except Exception:  # noqa: BLE001  # the error that was met before
        return "" if record is None else record.text()
    return ""


def _decision(game: AnyGame, guard: Guarded, s: State, seat: Seat, rng: Rng) -> str:
    if isinstance(guard.bot, OpenBot):
        return guard.bot.decide(s, seat, rng)
    text = guard.choose(game.view(s, seat), rng)
    if not listable(s.agenda[-1]):
        require_legal(s, seat, game.grammar.parse(text))
    return text


def _ended(game: AnyGame, s: State, bound: int) -> Outcome:
    ended = game.outcome(s)
    if ended is None:
        raise InvalidInput("game_endless", title=game.title, n=bound, name=game.id)
    return ended


def row(number: int, seed: str, lineup: Sequence[str], result: Result) -> dict[str, Any]:
    """Convert a game to one row of a data file."""
    end = result.outcome
    lines = {f"{line.label}_{line.seat}": 0 for line in end.lines}
    for line in end.lines:
        lines[f"{line.label}_{line.seat}"] += line.points
    return {
        "game": number,
        "seed": seed,
        "decisions": result.decisions,
        "reason": end.reason,
        "first": result.first,
        "winners": list(end.winners),
        "bots": list(lineup),
        "totals": list(end.totals),
        "ranks": list(end.ranks),
        "lines": lines,
        "lead_changes": None if result.study is None else result.study.lead_changes,
        "failures": list(result.failures),
    }
