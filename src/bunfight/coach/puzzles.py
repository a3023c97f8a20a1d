"""Loads and judges puzzles: positions in which one choice is clearly best but not obvious."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from bunfight.bots.estimate import Judge
from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Seat, State, TapeLuck, advance, require_legal
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event import plain
from bunfight.engine.table import AnyGame
from bunfight.games import found as found_games
from bunfight.games import load

FOLDER: Final = Path(__file__).with_name("problems")
LEVELS: Final = ("easy", "medium", "hard")
TRIALS: Final = 24  # simulations of an answer to a stacking puzzle
SHOWN_TRIALS: Final = 4  # of which the most typical one is shown
STAYS: Final = 0.75  # share of them in which nothing may fall
NEAR: Final = 0.01  # a choice this close to the best is accepted too


class Option(msgspec.Struct, frozen=True):
    """A choice and its chance: to win, or in a stacking puzzle that everything stays on the plate."""

    moves: list[str]
    chance: float
    low: float
    high: float


class Puzzle(msgspec.Struct, frozen=True):
    """A position, stored as the deal and the decisions that led to it, with all choices and the reasons.

    ``reasons`` and ``prospects`` (events that become likely) compare the best choice with the policy's.
    """

    id: str
    game: str
    rules: int
    cards: str
    options: dict[str, bool | int | str]
    seats: int
    seat: Seat  # the seat to move
    deal: list[int | str]
    moves: list[tuple[Seat, str, list[int | str]]]
    choices: list[Option]  # best first
    thought: str  # what the game's own policy would do
    reasons: list[tuple[str, float]]
    level: str
    playouts: int
    stacking: bool = False
    prospects: list[dict[str, Any]] = []

    @property
    def rulebook(self) -> AnyGame:
        return load(self.game)

    @property
    def outdated(self) -> bool:
        """Whether the game's rules or cards have changed since the puzzle was made."""
        game = self.rulebook
        return self.rules != game.rules_version or self.cards != game.cards_digest

    def state(self) -> State:
        """Replay the decisions up to the position."""
        game = self.rulebook
        s: State = game.setup(game.settle(self.options, self.seats), self.seats, TapeLuck(self.deal), EventLog(False))
        for seat, move, luck in self.moves:
            advance(s, seat, game.grammar.parse(move), TapeLuck(luck), EventLog(False))
        return s

    def view(self) -> Any:
        """Return the view of the seat to move, which is all that a solver sees."""
        return self.rulebook.view(self.state(), self.seat)


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of an answer: right or not, its chance, the best chance and the best move."""

    right: bool
    chance: float
    best: float
    move: str
    shown: str = ""  # of a stacking puzzle: the outcome of one trial, as JSON (see `trial`)


def verdict(puzzle: Puzzle, move: str) -> Verdict:
    """Judge an answer. Raises InvalidInput or IllegalMove if it is not a possible answer."""
    game, best = puzzle.rulebook, puzzle.choices[0]
    text = game.grammar.parse(move).text
    require_legal(puzzle.state(), puzzle.seat, game.grammar.parse(text))
    mine = next((one for one in puzzle.choices if text in one.moves), None)
    if puzzle.stacking:
        chance = mine.chance if mine is not None else staying(puzzle, text, TRIALS)
        shown = trial(puzzle, text, chance >= 0.5)
        return Verdict(chance >= min(STAYS, best.chance - 0.1), chance, best.chance, best.moves[0], shown)
    if mine is None:
        raise InvalidInput("not_weighed")
    return Verdict(mine.chance >= best.chance - NEAR, mine.chance, best.chance, best.moves[0])


def staying(puzzle: Puzzle, move: str, trials: int) -> float:
    """Return how often nothing falls if the piece is placed with this move."""
    game, s = puzzle.rulebook, puzzle.state()
    return stays(game, s, puzzle.seat, puzzle.seats, move, trials)


def stays(game: AnyGame, s: State, seat: Seat, seats: int, move: str, trials: int, kind: str = "trial") -> float:
    """Return the same for any position; a different ``kind`` gives different trials."""
    assert game.physics is not None, f"{game.title} has no physics"
    simulate, stayed = Judge(game, seats).way.simulator, 0
    for number in range(trials):
        after = s.copy()
        try:
            advance(after, seat, game.grammar.parse(move), Luck(Rng(kind, str(number)), simulate), EventLog(False))
        except IllegalMove:
            continue
        stayed += game.physics.stable(after, seat)
    return stayed / trials


def trial(puzzle: Puzzle, move: str, holds: bool) -> str:
    """Play an answer in the full simulation and return what the solver sees: the view and the events, as JSON.

    Of the first few trials it returns one that ends as most of them do.
    """
    game = puzzle.rulebook
    assert game.physics is not None, f"{game.title} has no physics"
    for number in range(SHOWN_TRIALS):
        s, log = puzzle.state(), EventLog()
        advance(s, puzzle.seat, game.grammar.parse(move), Luck(Rng("trial", str(number)), game.physics.answer), log)
        if game.physics.stable(s, puzzle.seat) == holds:
            break
    events = [plain(event) for event in log.heard(puzzle.seat)]
    return msgspec.json.encode({"view": game.view(s, puzzle.seat), "events": events}).decode()


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the bundled puzzles of a game, easiest first."""
    path = FOLDER / f"{game}.jsonl"
    if not path.exists():
        return ()
    return tuple(sorted(read(path), key=lambda one: (LEVELS.index(one.level), one.id)))


def read(path: Path) -> list[Puzzle]:
    """Read the puzzles of a file, one per line."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise InvalidInput("puzzles_line", file=str(path), line=number) from error
    return found


def puzzle_of(name: str) -> Puzzle:
    """Return the puzzle with this id. Raises InvalidInput if there is none."""
    game = name.rpartition("-")[0]
    for one in puzzles(game) if game in found_games() else ():  # made-up names must not fill the cache
        if one.id == name:
            return one
    raise InvalidInput("no_puzzle_named", name=name)


def written(found: Puzzle) -> str:
    return msgspec.json.encode(found).decode()
