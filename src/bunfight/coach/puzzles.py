"""Puzzles: positions in which one choice is clearly best and not the first thought; each a small record."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from bunfight.bots.estimate import Judge
from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Seat, State, TapeLuck, advance, require_legal
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.games import found as found_games
from bunfight.games import load

FOLDER: Final = Path(__file__).with_name("problems")
LEVELS: Final = ("easy", "medium", "hard")
TRIALS: Final = 24  # with which an answer to a stacking puzzle is tried
STAYS: Final = 0.75  # of them that must go well
NEAR: Final = 0.01  # a choice that is so little worse than the best is right as well


class Option(msgspec.Struct, frozen=True):
    """A choice and what it is worth: the chance to win, or, in a stacking puzzle, that all stays on the plate."""

    moves: list[str]
    chance: float
    low: float
    high: float


class Puzzle(msgspec.Struct, frozen=True):
    """A position as the deal and the decisions that led to it, the choices, and why the best one is best."""

    id: str
    game: str
    rules: int
    cards: str
    options: dict[str, bool | int | str]
    seats: int
    seat: Seat  # who is asked
    deal: list[int | str]
    moves: list[tuple[Seat, str, list[int | str]]]
    choices: list[Option]  # best first
    thought: str  # what the game's own policy would do
    reasons: list[tuple[str, float]]
    level: str
    playouts: int
    stacking: bool = False

    @property
    def rulebook(self) -> AnyGame:
        return load(self.game)

    @property
    def outdated(self) -> bool:
        """Whether the game is played by other rules or cards than this puzzle."""
        game = self.rulebook
        return self.rules != game.rules_version or self.cards != game.cards_digest

    def state(self) -> State:
        """The position, by replaying what led to it."""
        game = self.rulebook
        s: State = game.setup(game.settle(self.options, self.seats), self.seats, TapeLuck(self.deal), EventLog(False))
        for seat, move, luck in self.moves:
            advance(s, seat, game.grammar.parse(move), TapeLuck(luck), EventLog(False))
        return s

    def view(self) -> Any:
        """What the seat that is asked may know: all that a solver is shown."""
        return self.rulebook.view(self.state(), self.seat)


class Verdict(msgspec.Struct, frozen=True):
    """What an answer is worth: right or not, its chance, the best chance, and the best choice."""

    right: bool
    chance: float
    best: float
    move: str


def verdict(puzzle: Puzzle, move: str) -> Verdict:
    """Judge an answer; InvalidInput or IllegalMove says why it is none."""
    game, best = puzzle.rulebook, puzzle.choices[0]
    text = game.grammar.parse(move).text
    require_legal(puzzle.state(), puzzle.seat, game.grammar.parse(text))
    mine = next((one for one in puzzle.choices if text in one.moves), None)
    if puzzle.stacking:
        chance = mine.chance if mine is not None else staying(puzzle, text, TRIALS)
        return Verdict(chance >= min(STAYS, best.chance - 0.1), chance, best.chance, best.moves[0])
    if mine is None:
        raise InvalidInput("not_weighed")
    return Verdict(mine.chance >= best.chance - NEAR, mine.chance, best.chance, best.moves[0])


def staying(puzzle: Puzzle, move: str, trials: int) -> float:
    """How often nothing falls if a piece is placed so, in as many trials."""
    game, s = puzzle.rulebook, puzzle.state()
    return stays(game, s, puzzle.seat, puzzle.seats, move, trials)


def stays(game: AnyGame, s: State, seat: Seat, seats: int, move: str, trials: int, kind: str = "trial") -> float:
    """The same in any position; ``kind``: another word, other trials."""
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


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game that come with Bunfight, easiest first; none if there are none."""
    path = FOLDER / f"{game}.jsonl"
    if not path.exists():
        return ()
    return tuple(sorted(read(path), key=lambda one: (LEVELS.index(one.level), one.id)))


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file, one in each line."""
    return [msgspec.json.decode(line, type=Puzzle) for line in path.read_bytes().splitlines()]


def puzzle_of(name: str) -> Puzzle:
    """The puzzle of this id; InvalidInput if there is none."""
    game = name.rpartition("-")[0]
    for one in puzzles(game) if game in found_games() else ():  # nothing is remembered of names that somebody invents
        if one.id == name:
            return one
    raise InvalidInput("no_puzzle_named", name=name)


def written(found: Puzzle) -> str:
    return msgspec.json.encode(found).decode()
