"""Decks: card lists that tables bring themselves, looked at closely before anything is dealt from them.

A stranger's list is first measured here, then read and dealt once for trial in a process of its own that has little
time and memory; only then does the server read it.
"""

from __future__ import annotations

import signal
import sys
import tomllib
from typing import Any, Final

import msgspec

from bunfight import games
from bunfight.kernel.table import Table
from bunfight.serve.wire import Values

WHOLE: Final = 1000  # the largest whole number in a card list; it may be a number of cards
LARGEST: Final = 100_000  # the largest other number, which measures something; the printed ones go up to 9,810
VALUES: Final = 8000  # numbers, words and lists in it; the printed ones have up to 2,157
ROWS: Final = 400  # tables in it; the printed ones have up to 152
DEEPEST: Final = 12
SECONDS: Final = 1.0  # of processor time for a trial; the printed lists take 0.03 as plain Python
MEMORY: Final = 200_000_000  # bytes that a trial may take


class Wish(msgspec.Struct):
    """A table as far as its cards are concerned."""

    game: str
    cards: str
    options: Values
    seats: int


class TooLong(BaseException):
    """Whatever catches errors must not catch this."""


def look_at(text: str, longest: int) -> None:
    """Raise ValueError if a stranger's card list is larger than any honest one."""
    if len(text) > longest:
        allowed = f"at most {longest} characters" if longest else "only the printed cards"
        raise ValueError(f"the card list is too long: this server takes {allowed}")
    try:
        listed = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"card list: not a TOML file: {error}") from error
    values, rows, level = 0, 0, [listed]
    for _ in range(DEEPEST):
        deeper: list[Any] = []
        for value in level:
            values += 1
            if isinstance(value, (dict, list)):
                rows += isinstance(value, dict)
                deeper += value.values() if isinstance(value, dict) else value
            elif isinstance(value, (int, float)) and not abs(value) <= (WHOLE if isinstance(value, int) else LARGEST):
                raise ValueError(f"card list: there is a number beyond {WHOLE}")
        if values > VALUES or rows > ROWS:
            raise ValueError(f"card list: it has more than {ROWS} rows or {VALUES} values")
        level = deeper
    if level:
        raise ValueError(f"card list: it is nested more than {DEEPEST} deep")


def settled(wish: Wish) -> Values:
    """The options of a wished table. Its own cards are dealt once for trial, so that they fail now and not later."""
    game = games.load(wish.game, wish.cards)
    options = game.settle(wish.options, wish.seats)
    if wish.cards:
        try:
            Table(game, [""] * wish.seats, "trial", options, game.rehearse)
        except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
            raise ValueError(f"this card list cannot be dealt to {wish.seats} players: {error}") from error
    return options


def tried(wish: Wish) -> Values | str:
    """What ``settled`` says, or what is wrong; in a process that was confined, so that a bomb hurts nobody."""
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return settled(wish)
    except ValueError as error:
        return str(error)
    except (MemoryError, TooLong):
        return "this card list takes too much time or memory to be played; make it smaller"
    except Exception as error:  # whatever it is that a stranger's list breaks, it is the list that is refused
        return f"this card list cannot be read: {type(error).__name__}: {error}"[:200]
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)
        games.load.cache_clear()


def _too_long(*_: object) -> None:
    raise TooLong


def confine() -> None:
    """Let this process take only so much more memory than it has."""
    if sys.platform == "linux":
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
