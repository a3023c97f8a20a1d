"""Describes the moves of a game as data: verbs and the things that they take.

A move is a verb with filled places: ``transmog 1 patty#2 bun``. From the verbs and nouns that a game declares follow
the text of every move, a forgiving parser, the catalogue, and the JSON form of a move. The moves themselves are made
here once, by the classes of the game, and found again by their numbers or by their text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import product
from typing import Any, Final

from bunfight.engine.errors import InvalidInput
from bunfight.engine.step import Move

NEAR: Final = 4  # near matches that an error lists
LONGEST: Final = 200  # longer lines are cut off before they are read
DIGITS: Final = 9


class MoveSyntaxError(InvalidInput):
    """A line that is not a move."""


@dataclass(frozen=True, eq=False)
class Noun:
    """A kind of thing: how each is written (``words``) and the number that it has inside the game (``values``).

    ``listed``: the words that the catalogue holds, if not all; the others can be said too, and the rules reject them.
    ``said``: any whole number of this range can be said besides the words.
    ``seats``: the words are seats, and a catalogue holds only those of its table.
    ``many``: a word is several things of the noun with this name, joined by "+"; "none" is none of them.
    """

    name: str
    words: tuple[str, ...]
    values: tuple[int, ...] = ()
    listed: Collection[str] | None = None
    said: range = range(0)
    seats: bool = False
    many: str = ""
    index: Mapping[str, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(self.words))
        object.__setattr__(self, "values", tuple(self.values) or tuple(range(len(self.words))))
        object.__setattr__(self, "index", dict(zip(self.words, self.values, strict=True)))

    @property
    def number(self) -> bool:
        """Whether things are plain whole numbers: so they are numbers in JSON too."""
        return not self.many and all(_whole(word) is not None for word in self.words)

    def in_catalogue(self, seats: int) -> list[str]:
        words = self.words[:seats] if self.seats else self.words
        return [word for word in words if self.listed is None or word in self.listed]

    def read(self, word: str) -> str | list[str]:
        """Find the word that was meant, however it was typed, or the similar words if that is not clear."""
        if word in self.index:
            return word
        number = _whole(word)
        if number is not None and (str(number) in self.index or number in self.said):
            return str(number)
        low = word.casefold()
        if self.many:
            low = "+".join(sorted(low.split("+")))
            return next((one for one in self.words if "+".join(sorted(one.casefold().split("+"))) == low), [])
        near = [one for one in self.words if one.casefold() == low]
        near = near or [one for one in self.words if one.casefold().startswith(low)]
        return near[0] if len(near) == 1 else near or get_close_matches(low, self.words, NEAR)

    def value(self, word: str) -> int:
        found = self.index.get(word)
        return int(word) if found is None else found

    def plain(self, word: str) -> Any:
        """A word as it is written in JSON."""
        if self.many:
            return [] if word == "none" else word.split("+")
        return word if _whole(word) is None or word != str(_whole(word)) else int(word)

    def example(self) -> str:
        """What can be said here, in short."""
        some = ", ".join(self.in_catalogue(len(self.words))[:NEAR])
        numbers = f"{self.said[0]} .. {self.said[-1]}" if self.said else ""
        return ", ".join(part for part in (some + (" …" if len(self.words) > NEAR else ""), numbers) if part)


def numbers(name: str, low: int, high: int, **more: Any) -> Noun:
    """Whole numbers that stand for themselves."""
    return Noun(name, tuple(str(n) for n in range(low, high + 1)), tuple(range(low, high + 1)), **more)


def seats(most: int, name: str = "seat") -> Noun:
    """The seats of a table, as they are written in records: from 0."""
    return Noun(name, tuple(str(seat) for seat in range(most)), seats=True)


class Choice(Move):
    """A move whose verb has no class of its own: ``move.verb``, and ``move["tea"]`` is the number at a place."""

    def __init__(self, text: str, verb: str, numbers: Mapping[str, int]) -> None:
        super().__init__(text)
        self.verb: Final = verb
        self.numbers: Final = numbers

    def __getitem__(self, place: str) -> int:
        if place not in self.numbers:
            raise KeyError(f"{self.text!r} has no {place!r}")
        return self.numbers[place]


ROLES: Final = ("", "main", "decline", "risk")


@dataclass(frozen=True, eq=False)
class Verb:
    """What can be done, with the places that must be filled.

    ``make(text, *numbers)`` is the class of the move; without it, moves are ``Choice``s. ``role`` tells generic boards
    how to show it: as the ``main`` action, as a way to ``decline``, or as a ``risk`` that cannot be taken back.
    ``fits``: which combinations can be said at all. ``wide``: they are too many to make; each is made when it is said.
    ``listed``: False for gestures that can be said but never stand in a catalogue.
    """

    name: str
    make: Callable[..., Any] | None = None
    places: Mapping[str, Noun] = field(default_factory=dict)
    fits: Callable[..., bool] | None = None
    wide: bool = False
    listed: bool = True
    role: str = ""

    def __post_init__(self) -> None:
        assert self.role in ROLES, f"{self.name}: a role is one of {', '.join(ROLES)}"

    def move(self, text: str, values: Sequence[int]) -> Any:
        """The move with this text and these numbers."""
        if self.make is None:
            return Choice(text, self.name, dict(zip(self.places, values, strict=True)))
        return self.make(text, *values)

    def texts(self, words: Iterable[Sequence[str]]) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Every combination of words that fits, as a text and its numbers; the last place changes fastest."""
        nouns = list(self.places.values())
        for said in product(*words):
            values = tuple(noun.value(word) for noun, word in zip(nouns, said, strict=True))
            if self.fits is None or self.fits(*values):
                yield " ".join((self.name, *said)), values

    @property
    def usage(self) -> str:
        """``transmog PLATE TARGET SWAP``."""
        return " ".join((self.name, *(place.upper() for place in self.places)))


@dataclass(frozen=True, eq=False)
class Place:
    """A place of a verb with the words of a catalogue; ``holding``: the words that are about a thing.

    ``noun`` is the kind of thing, also where a word is several of them (``many``).
    """

    noun: str
    many: bool
    words: tuple[str, ...]
    holding: Mapping[str, Sequence[str]]
    most: int  # things that one word is about

    def count(self, word: str, thing: str) -> int:
        """How often a word is about a thing."""
        return word.split("+").count(thing) if self.many else int(word == thing)

    def is_about(self, word: str, things: Iterable[tuple[str, int]]) -> bool:
        return all(self.count(word, thing) >= count for thing, count in things)


def _place(noun: Noun, seats: int) -> Place:
    words = tuple(noun.in_catalogue(seats))
    if not noun.many:
        return Place(noun.name, False, words, {word: (word,) for word in words}, 1)
    holding: dict[str, list[str]] = {}
    for word in words:
        for thing in set(word.split("+")) if word != "none" else ():
            holding.setdefault(thing, []).append(word)
    return Place(noun.many, True, words, holding, max((word.count("+") + 1 for word in words), default=0))


class Grammar:
    """All moves that can be expressed in one game with one card list."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs: Final = {verb.name: verb for verb in verbs}
        self.tables: Final[dict[str, list[Any]]] = {}
        self.by_text: Final[dict[str, Any]] = {}
        self._catalogues: dict[int, list[str]] = {}
        self._keep: Callable[[Any], bool] | None = None
        self._places: dict[tuple[str, int], tuple[Place, ...]] = {}
        self.kinds: Final = frozenset(noun.many or noun.name for verb in verbs for noun in verb.places.values())
        for verb in verbs:
            words = [noun.words for noun in verb.places.values()]
            table = [] if verb.wide else [verb.move(text, values) for text, values in verb.texts(words)]
            self.tables[verb.name] = table
            self.by_text.update((move.text, move) for move in table)

    def made(self, verb: str) -> list[Any]:
        """Every move of a verb, by its numbers: the last place changes fastest."""
        return self.tables[verb]

    def one(self, verb: str) -> Any:
        """The only move of a verb without places."""
        (move,) = self.tables[verb]
        return move

    def text(self, verb: str, *words: object) -> str:
        """The text of a move of a wide verb."""
        return " ".join((verb, *map(str, words)))

    def catalogue(self, seats: int) -> list[str]:
        """Every move that a table of so many seats can say, in a fixed order; a grid, where there are too many."""
        if seats not in self._catalogues:
            every = [
                text
                for verb in self.verbs.values()
                if verb.listed
                for text, _ in verb.texts([noun.in_catalogue(seats) for noun in verb.places.values()])
            ]
            keep = self._keep
            self._catalogues[seats] = every if keep is None else [text for text in every if keep(self.by_text[text])]
        return self._catalogues[seats]

    def narrowed(self, keep: Callable[[Any], bool]) -> Grammar:
        """The same grammar with a catalogue of only the moves that ``keep`` accepts; no verb may be wide."""
        twin = copy(self)
        twin._catalogues, twin._keep = {}, keep
        return twin

    def places(self, verb: str, seats: int) -> tuple[Place, ...]:
        """The places of a verb at a table of so many seats."""
        if (verb, seats) not in self._places:
            self._places[verb, seats] = tuple(_place(noun, seats) for noun in self.verbs[verb].places.values())
        return self._places[verb, seats]

    def plain(self, text: str) -> dict[str, Any]:
        """A move as JSON: ``{"verb": "beg", "whom": 2}``."""
        verb, *words = text.split(" ")
        places = self.verbs[verb].places.items()
        return {"verb": verb, **{name: noun.plain(word) for (name, noun), word in zip(places, words, strict=True)}}

    def parse(self, text: str) -> Move:
        """Read a line as a move; case and extra spaces do not matter, and a unique beginning of a word is enough."""
        known: Move | None = self.by_text.get(text)
        if known is not None:
            return known
        said, *words = text.split() if 0 < len(text.strip()) <= LONGEST else [text]
        verb = self._verb(said, len(words), text)
        if len(words) != len(verb.places):
            raise MoveSyntaxError("wants", line=text[:60], usage=verb.usage)
        read = [
            self._word(verb, place, noun, word) for (place, noun), word in zip(verb.places.items(), words, strict=True)
        ]
        line = " ".join((verb.name, *read))
        if line in self.by_text:
            return self.parse(line)
        values = [noun.value(word) for noun, word in zip(verb.places.values(), read, strict=True)]
        if verb.fits is not None and not verb.fits(*values):
            raise MoveSyntaxError("unfit", line=line[:60], usage=verb.usage)
        made: Move = verb.move(line, values)
        return made

    def _verb(self, said: str, count: int, text: str) -> Verb:
        low = said.casefold()
        near = [name for name in self.verbs if name.casefold() == low]
        near = near or [name for name in self.verbs if low and name.casefold().startswith(low)]
        if len(near) > 1:  # as many places as words were given
            near = [name for name in near if len(self.verbs[name].places) == count] or near
        if len(near) != 1:
            near = near or get_close_matches(low, list(self.verbs), NEAR) or list(self.verbs)
            raise MoveSyntaxError("no_verb", line=text.strip()[:60], near=", ".join(near[:12]))
        return self.verbs[near[0]]

    def _word(self, verb: Verb, place: str, noun: Noun, word: str) -> str:
        found = noun.read(word)
        if isinstance(found, str):
            return found
        near = ", ".join(found[:NEAR]) or noun.example()
        raise MoveSyntaxError("no_noun", verb=verb.name, noun=noun.name, place=place, word=word[:40], near=near)

    def shape(self) -> dict[str, list[str]]:
        """The nouns of each verb's places, "+die" for several: all that a selection needs to know."""
        return {
            verb.name: [f"+{noun.many}" if noun.many else noun.name for noun in verb.places.values()]
            for verb in self.verbs.values()
        }

    def nouns(self) -> dict[str, Noun]:
        """Every noun by its name."""
        return {noun.name: noun for verb in self.verbs.values() for noun in verb.places.values()}


def _whole(word: str) -> int | None:
    """A whole number of ordinary digits, not too long; else None."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS else None
