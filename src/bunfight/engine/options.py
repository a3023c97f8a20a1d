"""The options of a game and the strict parsing of their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bunfight.engine.errors import InvalidInput

Options = dict[str, bool | int | str]
NO_OPTIONS: Final[Options] = {}
YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False, "1": True, "0": False}


@dataclass(frozen=True)
class Option:
    """A choice about how a game is played. The type of its default decides its kind."""

    name: str
    default: bool | int | str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    rule: str = ""
    many: bool = False  # any of the choices, each at most once, written with commas: "red,blue"
    by_seat: bool = False  # of ``many``: the first word belongs to seat 0 and so on; players may choose theirs
    labels: tuple[str, ...] = ()  # how the choices are typed on a command line, if not as they are stored

    @property
    def kind(self) -> str:
        return {bool: "bool", int: "int", str: "list" if self.many else "choice"}[type(self.default)]

    def written(self, value: object) -> str:
        """A value as it is typed on a command line; value() reads it back."""
        if self.kind == "bool":
            return "yes" if value else "no"
        labels = dict(zip(self.choices, self.labels, strict=False))
        return ",".join(labels.get(word, word) for word in (chosen(value) if self.many else [str(value)]))

    def value(self, given: object) -> bool | int | str:
        """``given`` (a value, or its text from a command line) as this option's value; InvalidInput if it is none."""
        text = str(given).strip().lower()
        if self.kind == "int":
            if len(text) < 10 and text.removeprefix("-").isdecimal() and self.low <= int(text) <= self.high:
                return int(text)
            raise InvalidInput("option_range", name=self.name, low=self.low, high=self.high, given=given)
        known = YES_OR_NO if self.kind == "bool" else self.choices
        stored = dict(zip(self.labels, self.choices, strict=False))
        words = [stored.get(word, word) for word in (chosen(text) if self.many else [text])]
        if len({*words} & {*known}) < len(words):
            raise InvalidInput("option_choice", name=self.name, choices=", ".join(self.labels or known), given=given)
        return YES_OR_NO[text] if self.kind == "bool" else ",".join(words)


def seat_labels(seats: int) -> tuple[str, ...]:
    """How people type seats: player_1 is seat 0."""
    return tuple(f"player_{seat + 1}" for seat in range(seats))


def chosen(value: object) -> list[str]:
    """Split the value of a list option into its words."""
    return [word.strip() for word in str(value).split(",") if word.strip()]


def arranged(value: object, choices: Sequence[str]) -> str:
    """The value of a ``by_seat`` option after some seats have chosen a word ("" if not); the others keep the order."""
    left = iter([word for word in chosen(value) if word not in choices])
    first = [choice or next(left, "") for choice in choices]
    return ",".join([*first, *left])


def parse_pairs(texts: Iterable[str], flag: str = "--option") -> dict[str, str]:
    """``["deck=full"]`` as a dict, for command lines."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise InvalidInput("not_a_pair", flag=flag, text=text)
        if name in found:
            raise InvalidInput("pair_twice", flag=flag, name=name)
        found[name] = value
    return found
