"""Finds options that a game ignores, and hidden information that it does not deal again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from bunfight.engine import EventLog, Luck, Options, Rng, Seat, State, estimator, playout
from bunfight.engine.event import plain
from bunfight.engine.luck import LiveLuck
from bunfight.engine.table import AnyGame
from bunfight.testing.freeze import freeze, shared_values
from bunfight.testing.option_pairs import covering, playable, values

DEALS: Final = 4  # seeds that are tried before an option counts as ignored
PLAYS: Final = 40  # random games in which the rules may read an option before it counts as ignored
SAMPLES: Final = 32  # states that are compared before hidden information counts as never dealt again


@lru_cache(maxsize=8)
def ignored_option(game: AnyGame) -> str:
    """The name of an option that changes nothing; "" if there is none.

    An option matters if another value of it changes something after ``setup`` (the state besides ``State.options``,
    the luck drawn, what was said or the bound), or if the rules read it from ``State.options`` in a random game.
    """
    rows, table = covering(game), values(game)
    undecided = []
    for option in game.options:
        pairs = [
            ((seats, chosen), (seats, chosen | {option.name: value}))
            for seats, chosen in rows
            for value in table[option.name]
            if value != chosen[option.name] and playable(game, {"seats": seats, **chosen, option.name: value})
        ]
        tried = ((a, b, seed) for seed in range(DEALS) for a, b in pairs)
        if pairs and not any(_begin(game, *a, seed) != _begin(game, *b, seed) for a, b, seed in tried):
            undecided.append(option.name)
    for number in range(PLAYS if undecided else 0):
        read = _read(game, *rows[number % len(rows)], number)
        undecided = [name for name in undecided if name not in read]
    return undecided[0] if undecided else ""


def _begin(game: AnyGame, seats: int, chosen: dict[str, Any], seed: int) -> Any:
    """Everything that ``setup`` determines."""
    options = game.settle(chosen, seats)
    luck, log = LiveLuck(Rng(str(seed), "options"), estimator(game)), EventLog()
    state = game.setup(options, seats, luck, log)
    said = [plain(one.event) for one in log.said]
    shared = {name: value for name, value in shared_values(state).items() if name != "options"}
    return freeze(state), freeze(shared), freeze(luck.tape), said, game.bound(options, seats)


class WatchedOptions(dict[str, Any]):
    """Options that note which of them are read."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


def _read(game: AnyGame, seats: int, chosen: dict[str, Any], number: int) -> set[str]:
    """The names of the options that the rules read after ``setup`` in one random game."""
    options = game.settle(chosen, seats)
    rng = Rng(str(number), "options")
    state = game.setup(options, seats, LiveLuck(rng.fork("setup"), estimator(game)), EventLog(False))
    watched = state.options = WatchedOptions(state.options)
    playout(state, Luck(rng.fork("luck"), estimator(game)), rng, game.bound(options, seats))
    game.outcome(state)
    return watched.read


def is_never_dealt_again(game: AnyGame, s: State, seat: Seat | None, rng: Rng) -> bool:
    """Whether ``resample_hidden`` changes nothing for a seat although ``determinize`` mostly finds other states."""
    known = freeze(s)
    if any(known != other for other in _frozen(lambda: game.resample_hidden(s, seat, rng))):
        return False
    view = game.view(s, seat)
    ((_, most),) = Counter(_frozen(lambda: game.determinize(view, rng))).most_common(1)
    return most <= SAMPLES // 2


def _frozen(sample: Callable[[], State]) -> Iterator[Any]:
    return (freeze(sample()) for _ in range(SAMPLES))
