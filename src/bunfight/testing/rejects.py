"""Expects an error and checks its message, as ``pytest.raises`` does with the English sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bunfight.engine.errors import BunfightError
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import error_text


class Rejection:
    """The error that was raised, and its sentence with the rule that it cites."""

    value: BunfightError
    text: str


@contextmanager
def rejects(match: str = "", game: AnyGame | None = None) -> Iterator[Rejection]:
    """The block must raise a BunfightError whose sentence, with the rule in brackets, matches ``match``."""
    found = Rejection()
    try:
        yield found
    except BunfightError as error:
        found.value, found.text = error, error_text(error, game=game) + (f" ({error.rule})" if error.rule else "")
        assert re.search(match, found.text), f"{match!r} does not match {found.text!r}"
    else:
        raise AssertionError(f"nothing was rejected; expected {match!r}")
