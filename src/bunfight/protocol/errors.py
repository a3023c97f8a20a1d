"""HTTP errors and their bodies, in every language."""

from __future__ import annotations

from typing import Any, Final

from bunfight import protocol
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.i18n.words import error_text, error_texts

RULES: Final = {
    "free_seats": "TABLE-FULL",
    "frozen": "TABLE-FROZEN",
    "not_begun": "TABLE-WAIT",
    "not_yours": "TABLE-SEAT",
}


class HttpError(InvalidInput):
    """An HTTP request that fails: its status, a code for programs, and the message."""

    def __init__(self, status: int, error: str, key: str, /, **facts: Any) -> None:
        super().__init__(key, RULES.get(error, ""), **facts)
        self.status, self.error = status, error


def error_body(error: str, wrong: BunfightError) -> protocol.ErrorBody:
    """The body of an HTTP error."""
    return protocol.ErrorBody(error, error_text(wrong), wrong.rule or RULES.get(error, ""), error_texts(wrong))
