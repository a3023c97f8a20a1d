"""Finds the cards and other things in a state, and checks that a game's audit would miss them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bunfight.engine import Move, State
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.testing.freeze import PLAIN, attributes


def audit_is_blind(game: AnyGame, s: State) -> bool:
    """Whether the state has lists of things with words, and the audit misses nothing that is taken from them."""
    words, twin = Words(game), s.copy()
    piles = [pile for pile in _lists(twin) if all(isinstance(one, str) and words.knows(one) for one in pile)]
    return bool(piles) and not any(_missed(game, twin, pile) for pile in piles)


def _missed(game: AnyGame, s: State, pile: list[Any]) -> bool:
    taken = pile.pop()
    try:
        game.audit(s)
    except AssertionError:
        return True
    finally:
        pile.append(taken)
    return False


def _lists(thing: Any) -> Iterator[list[Any]]:
    """The lists in a state that are not empty, wherever they are."""
    if isinstance(thing, (*PLAIN, Move)) or type(thing).__name__.startswith("vec"):
        return
    if isinstance(thing, list) and thing:
        yield thing
    parts: Iterable[Any]
    if isinstance(thing, (list, tuple, set, frozenset)):
        parts = thing
    else:
        parts = (thing if isinstance(thing, dict) else attributes(thing)).values()
    for part in parts:
        yield from _lists(part)
