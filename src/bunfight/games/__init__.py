"""The games: the same rooms in each of them. Here they are found by name."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from bunfight.kernel.table import AnyGame, World

_LISTS: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()
LISTED: Final = ("burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss")


@cache
def names() -> tuple[str, ...]:
    """The ids of all games that are offered to players."""
    return tuple(name for name in LISTED if (Path(__file__).parent / name / "game.py").exists())


@lru_cache(maxsize=64)
def load(name: str, cards: str = "") -> AnyGame:
    """The game of this id, with a card list of one's own (TOML text) or as printed; a ValueError says what is wrong."""
    if name not in (*names(), "_template"):
        close = get_close_matches(name, names(), 1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose one of: {', '.join(names())}"
        raise ValueError(f"unknown game {name!r}; {hint}")
    game: AnyGame = import_module(f"bunfight.games.{name}").GAME
    if cards:
        game = game.with_cards(cards)
        _LISTS[game] = cards
    return game


def own_cards(game: AnyGame) -> str:
    """The card list that ``load`` was given for this game; "" for the printed cards."""
    return _LISTS.get(game, "")


def world(game: AnyGame) -> World | None:
    """Who answers for nature in this game: the module it names, vetted by the game; or nobody."""
    if not game.nature:
        return None
    answer: World = import_module(game.nature).answer
    return lambda question: game.vetted(question, answer(question))
