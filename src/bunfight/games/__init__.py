"""Finds the installed games, those of this project and those of other packages.

Every installed package may add games by entry points of the group ``bunfight.games``: ``tea_time = "tea_time:GAME"``.
A name that begins with an underscore can be asked for, but is not offered to players.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final
from weakref import WeakKeyDictionary

from bunfight import prefer_source
from bunfight.engine import step
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame

GROUP: Final = "bunfight.games"
_LISTS: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()


@cache
def found() -> dict[str, EntryPoint]:
    """Every game that is installed, by its id."""
    points = {point.name: point for point in sorted(entry_points(group=GROUP))}
    if not points:
        raise InvalidInput("no_games")
    return points


@cache
def names() -> tuple[str, ...]:
    """The ids of all games that are offered to players."""
    return tuple(name for name in found() if not name.startswith("_"))


def housed() -> list[str]:
    """The ids of the games that live in this repository, offered or not: for its tools."""
    return [name for name, point in found().items() if point.module.startswith(f"{__name__}.")]


@lru_cache(maxsize=64)
def load(name: str, cards: str = "") -> AnyGame:
    """The game of this id, with a card list of one's own (TOML text) or as printed; InvalidInput says what is wrong."""
    if name not in found():
        close = get_close_matches(name, names(), 1)
        if close:
            raise InvalidInput("unknown_game_like", name=name, close=close[0])
        raise InvalidInput("unknown_game", name=name, known=", ".join(names()))
    game = _loaded(found()[name])
    if cards:
        game = game.with_cards(cards)
        _LISTS[game] = cards
    return game


def _loaded(point: EntryPoint) -> AnyGame:
    package = point.dist.name if point.dist else "its package"
    if str(step.__file__).endswith(".py"):  # modules compiled against the compiled engine do not work with its source
        prefer_source(sys.meta_path, point.module.partition(".")[0])
    try:
        game: AnyGame = point.load()
    except (ImportError, AttributeError, ValueError, InvalidInput) as error:
        raise InvalidInput("game_broken", name=point.name, why=str(error), package=package) from error
    if game.id != point.name:
        raise InvalidInput("game_misnamed", package=package, name=point.name, id=game.id)
    return game


def package(name: str) -> str:
    """The dotted name of the package a game lives in."""
    return found()[name].module


def own_cards(game: AnyGame) -> str:
    """The card list that ``load`` was given for this game; "" for the printed cards."""
    return _LISTS.get(game, "")
