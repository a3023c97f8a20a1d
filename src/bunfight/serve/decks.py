"""Decks: card lists that tables bring themselves, looked at closely before anything is dealt from them."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from bunfight import games
from bunfight.kernel.table import Table
from bunfight.serve import wire

LARGEST: Final = 1000  # a whole number in a card list; it may be a number of cards


def settled(wish: wire.NewTable, longest: int) -> wire.Values:
    """The options of a wished table. Its own cards are dealt once for trial, so that they fail now and not later."""
    if wish.cards:
        look_at(wish.cards, longest)
    game, seats = games.load(wish.game, wish.cards), len(wish.places)
    options = game.settle(wish.options, seats)
    if wish.cards:
        try:
            Table(game, [""] * seats, "trial", options, game.rehearse)
        except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
            raise ValueError(f"this card list cannot be dealt to {seats} players: {error}") from error
    return options


def look_at(text: str, longest: int) -> None:
    """Raise ValueError if a stranger's card list is larger than any honest one."""
    if len(text) > longest:
        allowed = f"at most {longest} characters" if longest else "only the printed cards"
        raise ValueError(f"the card list is too long: this server takes {allowed}")
    try:
        listed = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"card list: not a TOML file: {error}") from error
    if largest(listed) > LARGEST:
        raise ValueError(f"card list: there is a number beyond {LARGEST}")


def largest(value: Any) -> int:
    """The largest whole number in a tree of plain data, its sign aside; others measure and never count anything."""
    if isinstance(value, (dict, list)):
        return max((largest(one) for one in (value.values() if isinstance(value, dict) else value)), default=0)
    return abs(value) if isinstance(value, int) else 0
