"""Errors the server raises for requests it cannot fulfil, and the HTTP error body made from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bunfight import protocol
from bunfight.engine.errors import BunfightError, IllegalMove, InvalidInput
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import Words, error_text

RULES: Final = {  # HTTP error codes that a rule of the server explains
    "free_seats": "TABLE-FULL",
    "many_seats": "TABLE-SITS",
    "name_taken": "TABLE-NAME",
    "plays_here": "TABLE-SITS",
    "removed": "TABLE-SITS",
    "frozen": "TABLE-FROZEN",
    "not_begun": "TABLE-WAIT",
    "not_yours": "TABLE-SEAT",
}


class RequestRejected(InvalidInput):
    """A request that a rule of the server forbids. ``stale``: it was based on an old version of the table."""

    def __init__(self, rule: str, key: str, /, stale: bool = False, **facts: Any) -> None:
        super().__init__(key, rule, **facts)
        self.stale = stale


class HttpError(InvalidInput):
    """An HTTP request that fails: its status, a code for programs, and the message."""

    def __init__(self, status: int, code: str, key: str, /, rule: str = "", **facts: Any) -> None:
        super().__init__(key, rule or RULES.get(code, ""), **facts)
        self.status, self.code = status, code


def localized(error: BunfightError, game: AnyGame | None = None, names: Sequence[str] = ()) -> protocol.Sentence:
    """The message of an error by language. ``game`` and ``names`` (of the seats) are for errors about moves."""
    if game is not None and isinstance(error, (IllegalMove, MoveSyntaxError)):
        return {language: Words(game, language).refusal(error, names) for language in languages.every()}
    return {language: error_text(error, language) for language in languages.every()}


def error_body(code: str, error: BunfightError) -> protocol.ErrorBody:
    """The body of an HTTP error."""
    text = localized(error)
    return protocol.ErrorBody(code, text["en"], error.rule or RULES.get(code, ""), text)
