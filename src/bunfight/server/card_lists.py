"""Checks custom card lists before a table is dealt from them.

A list from outside is parsed, measured and dealt once on trial in a worker process with little time and memory; only
then does the server load it. Before that, the server checks nothing but its length.
"""

from __future__ import annotations

import signal
import sys
import tomllib
from typing import Any, Final

from bunfight import games
from bunfight.engine import estimator
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import Table
from bunfight.protocol import Values
from bunfight.server.bots import TableSetup

MAX_INTEGER: Final = 1000  # in a card list; it may be a number of cards
MAX_NUMBER: Final = 100_000  # of other numbers, which measure something; the printed ones go up to 9,810
MAX_VALUES: Final = 8000  # numbers, words and lists; the printed lists have up to 2,157
MAX_ROWS: Final = 400  # tables; the printed lists have up to 152
MAX_DEPTH: Final = 12
TRIAL_SECONDS: Final = 1.0  # of processor time; the printed lists take 0.03 as plain Python
TRIAL_MEMORY: Final = 200_000_000  # bytes


class TrialTimeout(BaseException):
    """Raised when a trial takes too long; not an Exception, so that no error handler catches it."""


def check_length(text: str, limit: int) -> None:
    if len(text) > limit:
        raise InvalidInput("cards_long", n=limit) if limit else InvalidInput("cards_not_taken")


def check_size(text: str) -> None:
    """Reject a card list that is larger than any honest one. Parsing alone may take long."""
    try:
        parsed = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput("not_toml", why=str(error)) from error
    values, rows, level = 0, 0, [parsed]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for value in level:
            values += 1
            if isinstance(value, (dict, list)):
                rows += isinstance(value, dict)
                deeper += value.values() if isinstance(value, dict) else value
            elif isinstance(value, (int, float)):
                if not abs(value) <= (MAX_INTEGER if isinstance(value, int) else MAX_NUMBER):
                    raise InvalidInput("large_number", n=MAX_INTEGER)
        if values > MAX_VALUES or rows > MAX_ROWS:
            raise InvalidInput("cards_large", rows=MAX_ROWS, values=MAX_VALUES)
        level = deeper
    if level:
        raise InvalidInput("cards_deep", n=MAX_DEPTH)


def checked_options(setup: TableSetup) -> Values:
    """The options of a new table. A custom card list is dealt once, so that it fails now and not later."""
    if setup.cards:
        check_size(setup.cards)
    game = games.load(setup.game, setup.cards)
    options = game.settle(setup.options, setup.seats)
    if setup.cards:
        try:
            Table(game, [""] * setup.seats, "trial", options, estimator(game))
        except (ArithmeticError, AssertionError, LookupError, InvalidInput) as error:
            why = error if isinstance(error, InvalidInput) else str(error)
            raise InvalidInput("not_dealt", n=setup.seats, why=why) from error
    return options


def try_setup(setup: TableSetup) -> Values | InvalidInput:
    """Call ``checked_options`` in a confined process, so that no card list can do harm; errors are returned."""
    try:
        if sys.platform == "win32":
            return _try_setup(setup)
        signal.signal(signal.SIGPROF, _on_timeout)
        signal.setitimer(signal.ITIMER_PROF, TRIAL_SECONDS)
        try:
            return _try_setup(setup)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except TrialTimeout:  # it may come at any moment, also while another error is handled
        return InvalidInput("cards_costly")
    finally:
        games.load.cache_clear()


def _try_setup(setup: TableSetup) -> Values | InvalidInput:
    try:
        return checked_options(setup)
    except InvalidInput as error:
        return error
    except MemoryError:
        return InvalidInput("cards_costly")
    except Exception as error:  # whatever a list from outside breaks, the list is rejected
        return InvalidInput("cards_unread", why=f"{type(error).__name__}: {error}"[:170])


def _on_timeout(*_: object) -> None:
    raise TrialTimeout


def confine() -> None:
    """Limit how much more memory this process may take."""
    if sys.platform == "linux":
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + TRIAL_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
