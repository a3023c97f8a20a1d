"""Exceptions for mistakes of users. They carry a message key and facts; ``bunfight.i18n`` has the sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar


class BunfightError(Exception):
    """Base class. ``key`` and ``facts`` choose and fill the message; ``rule`` is the id of the rule behind it, if any.

    Facts are plain values (text, numbers, lists of text) or other errors, which are put into words first.
    """

    words: ClassVar[Path | None] = None
    """A TOML file whose ``[errors]`` table holds messages of this class, beside the shared ones."""

    key: str
    facts: dict[str, Any]
    rule: str

    def __init__(self, key: str, /, rule: str = "", **facts: Any) -> None:
        super().__init__(key)
        self.key, self.rule, self.facts = key, rule, facts

    def __str__(self) -> str:
        cited = [f"[{self.rule}]"] if self.rule else []
        return " ".join([self.key, *(f"{name}={fact}" for name, fact in self.facts.items()), *cited])

    def __reduce__(self) -> tuple[Any, ...]:  # worker processes send errors back
        return _restore, (type(self), self.__dict__)


class IllegalMove(BunfightError):
    """A move that a rule forbids. The game's words.toml holds the message in ``[refusals]``."""

    def __init__(self, rule: str, key: str, /, **facts: Any) -> None:
        self.rule, self.key, self.facts = rule, key, facts  # not through super(): rules create many of these


class InvalidInput(BunfightError):
    """Invalid data: a file, a card list, an option, a request or a line that is not a move."""


class TapeError(InvalidInput):
    """A recorded tape of random results that does not match the game."""


def _restore(kind: type[BunfightError], attributes: dict[str, Any]) -> BunfightError:
    error = kind.__new__(kind)
    error.__dict__.update(attributes)
    return error
