"""Defines the games of a run and tallies their results.

A tally holds integers only, so the sum of tallies does not depend on their order or on the number of cores.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

import bunfight
from bunfight.bots import check_spec, files_of
from bunfight.engine import Options
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.games import crashed, load
from bunfight.lab.adjusted import LuckAdjuster
from bunfight.lab.match import Players, Result, is_playout, match, record_until_crash, row

PARTS: Final = 1_000_000  # of a chance, so that it is an integer
WIN: Final = 60  # parts of a win, so that 2, 3, 4, 5 or 6 seats can share it
Tally = Counter[tuple[str, ...]]
Row = dict[str, Any]
Chunk = tuple[int, int, Tally, list[Row]]


@dataclass(frozen=True)
class Plan:
    """The games of a run. Lineups take turns; with ``paired`` every deal is played by all of them."""

    game: str
    seats: int
    options: Options
    lineups: tuple[tuple[str, ...], ...]
    games: int
    seed: str
    paired: bool = False
    study: bool = False
    rows: bool = False
    cards: str = ""  # a card list of the player's own, as text
    adjusted: bool = False  # also report luck-adjusted results

    @cached_property
    def rulebook(self) -> AnyGame:
        return load(self.game, self.cards)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the rulebook; other processes load it themselves."""
        return {key: value for key, value in vars(self).items() if key != "rulebook"}

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number // len(self.lineups) if self.paired else number}"

    def lineup_of(self, number: int) -> tuple[str, ...]:
        return self.lineups[number % len(self.lineups)]

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Split the run into chunks, independently of the number of workers."""
        slow = self.adjusted or any(
            not spec.startswith(("random", "greedy", "heuristic", "easy", "medium")) for spec in self.specs
        )
        fast = self.specs == ["random"] and not self.study
        size = 1 if slow else 200 if fast else 10
        for start in range(0, self.games, size):
            yield start, min(start + size, self.games)

    @property
    def specs(self) -> list[str]:
        return list(dict.fromkeys(spec for lineup in self.lineups for spec in lineup))

    def header(self) -> dict[str, Any]:
        """Everything that determines the results; written to data files and compared when a run is resumed."""
        game = self.rulebook
        files = [path for spec in self.specs for path in files_of(spec)]
        return {
            **asdict(self),
            "version": bunfight.__version__,
            "rules_version": game.rules_version,
            "cards_digest": game.cards_digest,
            "own_bots": [hashlib.sha256(path.read_bytes()).hexdigest() for path in files],
        }

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.header(), sort_keys=True).encode()).hexdigest()[:16]


def rotations(bots: list[str], seats: int, fixed: bool = False) -> tuple[tuple[str, ...], ...]:
    """Return lineups in which every bot sits in every seat equally often; bots are repeated to fill the table."""
    lineup = [bots[seat % len(bots)] for seat in range(seats)]
    turned = [tuple(lineup[(seat - turn) % seats] for seat in range(seats)) for turn in range(seats)]
    return tuple(turned[:1] if fixed else dict.fromkeys(turned))


def plan_for(
    game: AnyGame,
    players: int | None,
    bots: list[str],
    games: int,
    options: dict[str, Any] | None = None,
    seed: str = "bunfight",
    *,
    fixed: bool = False,
    study: bool = False,
    rows: bool = False,
    cards: str = "",
    paired: bool = False,
    adjusted: bool = False,
) -> Plan:
    """Return a validated plan; InvalidInput says what is wrong."""
    if games < 1:
        raise InvalidInput("no_games_played")
    seats = players or max(game.seats[0], min(len(bots), game.seats[-1]))
    if len(bots) > seats:
        raise InvalidInput("bots_for_seats", n=len(bots), seats=seats)
    settled = (load(game.id, cards) if cards else game).settle(options or {}, seats)
    for spec in bots:
        check_spec(spec, game)
    return Plan(
        game.id, seats, settled, rotations(bots, seats, fixed), games, seed, paired, study, rows, cards, adjusted
    )


class Worker:
    """Plays chunks of a plan and keeps the processes of external bots between them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.players = Players(plan.rulebook)
        self.adjuster = LuckAdjuster(plan.rulebook, plan.seats) if plan.adjusted else None

    def play(self, start: int, stop: int) -> Chunk:
        """Play the games ``start`` to ``stop`` - 1."""
        plan = self.plan
        tally: Tally = Counter()
        rows: list[Row] = []
        for number in range(start, stop):
            lineup, seed = plan.lineup_of(number), plan.seed_of(number)
            try:
                result = match(plan.rulebook, self.players, lineup, plan.options, seed, plan.study, self.adjuster)
            except Exception as error:
                crash = crashed(plan.rulebook, error, "game_crashed_run", seed=seed)
                if crash is None:
                    raise
                random = is_playout(lineup, plan.study, self.adjuster)
                crash.record = record_until_crash(plan.rulebook, self.players, lineup, plan.options, seed, random)
                raise crash from error
            count(tally, lineup, result)
            if plan.rows:
                rows.append(row(number, seed, lineup, result))
        return start, stop, tally, rows

    def close(self) -> None:
        self.players.close()


def count(tally: Tally, lineup: tuple[str, ...], result: Result) -> None:
    """Add one game to a tally."""
    end = result.outcome
    tally["games",] += 1
    tally["decisions",] += result.decisions
    tally["ending", end.reason] += 1
    for seat, spec in enumerate(lineup):
        parts = WIN // len(end.winners) if seat in end.winners else 0
        tally["seat wins", str(seat)] += parts
        if result.first >= 0:
            turn = str((seat - result.first) % len(lineup))
            tally["order wins", turn] += parts
            tally["order games", turn] += 1
            tally["first seats", str(result.first)] += seat == 0
        tally["bot wins", spec] += parts
        tally["bot games", spec] += 1
        tally["seat score", str(seat)] += end.totals[seat]
        tally["bot score", spec] += end.totals[seat]
        tally["bot squares", spec] += end.totals[seat] ** 2
    for seat, change in enumerate(result.changed):
        won = 1 / len(end.winners) if seat in end.winners else 0.0
        tally["bot changed", lineup[seat]] += round(PARTS * change)
        tally["bot changed squares", lineup[seat]] += round(PARTS * change * change)
        tally["bot won squares", lineup[seat]] += round(PARTS * won * won)
        tally["bot won changed", lineup[seat]] += round(PARTS * won * change)
        tally["bot seats", lineup[seat], str(seat)] += 1
    for failure in result.failures:
        tally["failure", failure] += 1
    if result.study is not None:
        _count_study(tally, lineup, result)


def _count_study(tally: Tally, lineup: tuple[str, ...], result: Result) -> None:
    end, study = result.outcome, result.study
    assert study is not None
    tally["length", str(result.decisions)] += 1
    tally["lead changes", str(study.lead_changes)] += 1
    for name, times in study.questions.items():
        tally["question", name] += times
    for line in end.lines:
        tally["line", line.label] += line.points
        if line.seat in end.winners:
            tally["winners line", line.label] += line.points
    tally["winners",] += len(end.winners)
    for seat in range(len(lineup)):
        tally["score", str(seat), str(end.totals[seat])] += 1
        parts = WIN // len(end.winners) if seat in end.winners else 0
        for what, counts in (("offered", study.offered), ("taken", study.taken)):
            for text, times in counts[seat].items():
                tally[what, text] += times
        for thing, times in study.named[seat].items():
            tally["named", thing] += times
        for thing, times in study.used[seat].items():
            tally["used", thing] += times
        for thing in {*study.used[seat], *study.heard[seat]}:
            tally["users", thing] += 1
            tally["users wins", thing] += parts
