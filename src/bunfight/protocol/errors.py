"""Errors of HTTP requests: the exception, and the localised body of the response."""

from __future__ import annotations

import re
from typing import Any, Final

from bunfight import protocol
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import MISTAKES, invalid_input_text

RULES: Final = {
    "free_seats": "TABLE-FULL",
    "frozen": "TABLE-FROZEN",
    "not_begun": "TABLE-WAIT",
    "not_yours": "TABLE-SEAT",
}
CITED: Final = re.compile(r"[(\[]([A-Z]{2}-[A-Z0-9]+-\d+)[)\]]")  # a rule that a sentence names at its end


class HttpError(Exception):
    """Raised to answer an HTTP request with an error status and a reason."""

    def __init__(self, status: int, error: str, sentence: str, **facts: Any) -> None:
        self.status, self.error, self.wrong = status, error, InvalidInput(sentence, **facts)
        super().__init__(str(self.wrong))


def error_body(error: str, wrong: ValueError) -> protocol.ErrorBody:
    """The body of an HTTP error. An untranslated reason is quoted in a translated sentence."""
    why = str(wrong)
    cited = CITED.search(why)
    rule = cited[1] if cited else RULES.get(error, "")
    plain: dict[str, str] = MISTAKES.get(error, {"en": "{why}"})
    text = {
        language: (isinstance(wrong, InvalidInput) and invalid_input_text(wrong, language))
        or languages.told(plain, language).format(why=why)
        for language in languages.every()
    }
    return protocol.ErrorBody(error, why, rule, text)
