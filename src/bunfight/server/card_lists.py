"""Decks: card lists that tables bring themselves, looked at closely before anything is dealt from them.

A stranger's list is parsed, measured and dealt once for trial in a process of its own that has little time and memory;
only then does the server read it. Before that, the server looks at nothing but its length.
"""

from __future__ import annotations

import signal
import sys
import tomllib
from typing import Any, Final

from bunfight import games
from bunfight.engine import estimator
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.engine.table import Table
from bunfight.protocol import Values
from bunfight.server.rooms.bots import CardWish

WHOLE: Final = 1000  # the largest whole number in a card list; it may be a number of cards
LARGEST: Final = 100_000  # the largest other number, which measures something; the printed ones go up to 9,810
VALUES: Final = 8000  # numbers, words and lists in it; the printed ones have up to 2,157
ROWS: Final = 400  # tables in it; the printed ones have up to 152
DEEPEST: Final = 12
SECONDS: Final = 1.0  # of processor time for a trial; the printed lists take 0.03 as plain Python
MEMORY: Final = 200_000_000  # bytes that a trial may take


class TooLong(BaseException):
    """Whatever catches errors must not catch this."""


def check_length(text: str, longest: int) -> None:
    """Raise ValueError if a card list is longer than this server takes."""
    if len(text) > longest:
        if not longest:
            raise InvalidInput("cards_not_taken")
        raise InvalidInput("cards_long", n=longest)


def look_at(text: str) -> None:
    """Raise ValueError if a stranger's card list is larger than any honest one. Parsing may take long by itself."""
    try:
        listed = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput("not_toml", why=str(error)) from error
    values, rows, level = 0, 0, [listed]
    for _ in range(DEEPEST):
        deeper: list[Any] = []
        for value in level:
            values += 1
            if isinstance(value, (dict, list)):
                rows += isinstance(value, dict)
                deeper += value.values() if isinstance(value, dict) else value
            elif isinstance(value, (int, float)) and not abs(value) <= (WHOLE if isinstance(value, int) else LARGEST):
                raise InvalidInput("large_number", n=WHOLE)
        if values > VALUES or rows > ROWS:
            raise InvalidInput("cards_large", rows=ROWS, values=VALUES)
        level = deeper
    if level:
        raise InvalidInput("cards_deep", n=DEEPEST)


def settled(wish: CardWish) -> Values:
    """The options of a wished table. Its own cards are dealt once for trial, so that they fail now and not later."""
    if wish.cards:
        look_at(wish.cards)
    game = games.load(wish.game, wish.cards)
    options = game.settle(wish.options, wish.seats)
    if wish.cards:
        try:
            Table(game, [""] * wish.seats, "trial", options, estimator(game))
        except (ArithmeticError, AssertionError, LookupError, ValueError, BunfightError) as error:
            why = error if isinstance(error, BunfightError) else str(error)
            raise InvalidInput("not_dealt", n=wish.seats, why=why) from error
    return options


def tried(wish: CardWish) -> Values | InvalidInput:
    """What ``settled`` says, or what is wrong; in a process that was confined, so that a bomb hurts nobody."""
    try:
        if sys.platform == "win32":
            return _tried(wish)
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return _tried(wish)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except TooLong:  # it may come at any moment, also while another error is handled
        return _too_costly()
    finally:
        games.load.cache_clear()


def _tried(wish: CardWish) -> Values | InvalidInput:
    try:
        return settled(wish)
    except InvalidInput as error:
        return error
    except MemoryError:
        return _too_costly()
    except Exception as error:  # whatever it is that a stranger's list breaks, it is the list that is refused
        return InvalidInput("cards_unread", why=f"{type(error).__name__}: {error}"[:170])


def _too_costly() -> InvalidInput:
    return InvalidInput("cards_costly")


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
