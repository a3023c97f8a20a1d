"""Plays one game between bots, from a seed to a result.

Bots of this project that cannot depend on hidden information decide from the state (``OpenBot`` says why that is
safe); all others get a view and are guarded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
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
from bunfight.engine.table import AnyGame
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
    if not study and adjuster is None and all(spec == "random" for spec in lineup):
        made = playout(s, luck, Rng(seed, "play"), bound)
        return Result(_ended(game, s, bound), made, first=first)
    bots = [Guarded(players.seat(spec, seat)) for seat, spec in enumerate(lineup)]
    rngs = [Rng(seed, f"seat {seat}") for seat in range(seats)]
    notes = Study.of(seats) if study else None
    ledger = None if adjuster is None else Ledger(adjuster, seed)
    if ledger is not None:
        ledger.deal(s, options)
    log, made = EventLog(False), 0
    while s.agenda and made < bound:
        seat = s.agenda[-1].awaits()[0]
        if first < 0 and len(s.awaiting()) == 1:
            first = seat
        move = game.grammar.parse(_decision(game, bots[seat], s, seat, rngs[seat]))
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


def _decision(game: AnyGame, guard: Guarded, s: State, seat: Seat, rng: Rng) -> str:
    if isinstance(guard.bot, OpenBot):
        return guard.bot.decide(s, seat, rng)
    text = guard.choose(game.view(s, seat), rng)
    if not listable(s.agenda[-1]):
        require_legal(s, seat, game.grammar.parse(text))
    return text


def _ended(game: AnyGame, s: State, bound: int) -> Outcome:
    ended = game.outcome(s)
    assert ended is not None, f"{game.title} did not end within {bound} decisions"
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
