"""Chooses a move by selecting things: which things are highlighted, what a click does, and what is still missing.

A move is a verb about things, so every front door can choose in one way: point at things until one move is left. A
thing says what it stands for by nouns of the grammar: ``{"bun": "rye"}``, ``{"card": "bacon", "side": "a"}``, or
``{"verb": "draw"}``; ``key`` tells things apart that stand for the same. ``web/src/lib/selection.ts`` is the same for
the browser; both are tested with ``tests/shared/selection.json``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from bunfight.engine import IllegalMove, Seat, State
from bunfight.engine.grammar import Place
from bunfight.engine.table import AnyGame

Thing = Mapping[str, str]
Shape = Mapping[str, Sequence[str]]
PATIENCE = 400  # moves tried to find out why a thing cannot be used
STEPS = 2000  # verbs and combinations of words that are searched


@dataclass(frozen=True)
class Selection:
    """The legal moves and what has been selected so far; selecting something returns a new Selection."""

    shape: Shape
    moves: tuple[str, ...]
    at: tuple[Thing, ...] = ()

    def left(self) -> list[str]:
        """The moves that involve everything selected so far."""
        return [move for move, verb, about in self._about if _agrees(verb, about, self.at)]

    def lit(self, thing: Thing) -> bool:
        """Whether some remaining move also involves this thing."""
        at = (*self.at, thing)
        return thing in self.at or any(_agrees(verb, about, at) for _, verb, about in self._about)

    def answer(self) -> str | None:
        """The only remaining move, once something is selected."""
        left = self.left()
        return left[0] if self.at and len(left) == 1 else None

    def complete(self) -> str | None:
        """The move that involves exactly what is selected."""
        return next((move for move in self.left() if self.at and not self._open(move)), None)

    def missing(self) -> list[str]:
        """The nouns of which something must still be selected."""
        return list(dict.fromkeys(noun for move in self.left() for noun, _ in self._open(move)))

    def point(self, thing: Thing) -> Selection:
        """Select a thing, or deselect it; a thing that does not fit the rest starts a new selection."""
        if thing in self.at:
            return Selection(self.shape, self.moves, tuple(other for other in self.at if other != thing))
        return Selection(self.shape, self.moves, (*self.at, thing) if self.lit(thing) else (thing,))

    def click(self, thing: Thing) -> tuple[Selection, str | None]:
        """Select a thing, and return the move if this decides it: the only one left, unless several are collected."""
        if thing in self.at and (answer := self.answer()):
            return Selection(self.shape, self.moves), answer
        then = self.point(thing)
        done = then.answer() if thing in then.at else None
        if done and any(noun[0] == "+" for noun in self.shape.get(verb_of(done), ())):
            done = then.complete()
        return (Selection(self.shape, self.moves) if done else then), done

    @cached_property
    def _about(self) -> list[tuple[str, str, Counter[tuple[str, str]]]]:
        """Every move with its verb and its things."""
        return [(move, verb_of(move), contents(self.shape, move)) for move in self.moves]

    def _open(self, move: str) -> list[tuple[str, str]]:
        """The things of a move that are not selected yet."""
        return list((contents(self.shape, move) - _wanted(self.at)).elements())


def verb_of(move: str) -> str:
    return move.partition(" ")[0]


def contents(shape: Shape, move: str) -> Counter[tuple[str, str]]:
    """The things of a move, each with its noun."""
    verb, *words = move.split(" ")
    found: list[tuple[str, str]] = []
    for noun, word in zip(shape.get(verb, ()), words, strict=False):
        if noun[0] != "+":
            found.append((noun, word))
        elif word != "none":
            found += [(noun[1:], part) for part in word.split("+")]
    return Counter(found)


def _wanted(at: Sequence[Thing]) -> Counter[tuple[str, str]]:
    return Counter((noun, word) for thing in at for noun, word in thing.items() if noun not in ("verb", "key"))


def _agrees(verb: str, about: Counter[tuple[str, str]], at: Sequence[Thing]) -> bool:
    """Whether a move with this verb and these things involves everything that is selected."""
    if any(thing.get("verb", verb) != verb for thing in at):
        return False
    return _wanted(at) <= about


def named(moves: Sequence[str], line: str) -> list[str]:
    """The moves that involve everything in a line: verbs and things by their beginnings, in any order."""
    wanted = line.casefold().split()
    said = {move: move.casefold().replace("+", " ").split() for move in moves}
    return [m for m in moves if wanted and all(any(word.startswith(one) for word in said[m]) for one in wanted)]


def why_not(game: AnyGame, s: State, seat: Seat, at: Sequence[Thing]) -> IllegalMove | None:
    """Why nothing can be done with these things together now; None if something can, or nothing could ever be.

    Servers call this with whatever a client sent, so the search stops after ``STEPS`` steps of any kind.
    """
    if not s.agenda or seat not in s.awaiting():
        found = next((move for move in islice(_about(game, at, ()), STEPS) if move is not None), None)
        return None if found is None else s.not_asked(seat, found)
    step = s.agenda[-1]
    verbs = tuple(dict.fromkeys(verb_of(move.text) for move in step.legal(s, seat)))
    first: IllegalMove | None = None
    tried = 0
    for move in islice(_about(game, at, verbs), STEPS):
        if move is None:
            continue
        broken = step.check(s, seat, move)
        if broken is None:
            return None
        first, tried = first or broken, tried + 1
        if tried > PATIENCE + 1:
            break
    return first


def unknown_noun(game: AnyGame, at: Sequence[Thing]) -> str | None:
    """The first noun that no move of the game uses, if there is one."""
    known = game.grammar.kinds
    return next((noun for thing in at for noun in thing if noun not in known and noun not in ("verb", "key")), None)


def _about(game: AnyGame, at: Sequence[Thing], verbs: Sequence[str]) -> Iterator[Any]:
    """Every move about these things, what can be done now first. Each step that leads to no move yields None."""
    grammar, wanted = game.grammar, _wanted(at)
    asked = {thing["verb"] for thing in at if "verb" in thing}
    if len(asked) > 1 or any(noun not in grammar.kinds for noun, _ in wanted):
        return
    for name in dict.fromkeys((*verbs, *grammar.verbs)):
        yield None
        verb = grammar.verbs[name]
        if not verb.listed or asked - {name}:
            continue
        places = grammar.places(name, game.seats[-1])
        words, spread = _restricted(places, wanted)
        nouns = tuple(verb.places.values())
        for said in product(*words):
            if any(_count(places, said, *known) < count for known, count in spread.items()):
                yield None
                continue
            values = [noun.value(word) for noun, word in zip(nouns, said, strict=True)]
            if verb.fits is not None and not verb.fits(*values):
                yield None
                continue
            text = " ".join((name, *said))
            yield grammar.by_text.get(text) or verb.move(text, values)


def _restricted(
    places: Sequence[Place], wanted: Counter[tuple[str, str]]
) -> tuple[list[Sequence[str]], dict[tuple[str, str], int]]:
    """The words that can fill each place of a verb, and what several places share and must be counted afterwards.

    If the verb cannot be about everything that is wanted, there are no words.
    """
    words: list[Sequence[str]] = [place.words for place in places]
    needs: dict[str, list[tuple[str, int]]] = {}
    for (noun, word), count in wanted.items():
        needs.setdefault(noun, []).append((word, count))
    spread: dict[tuple[str, str], int] = {}
    for noun, needed in needs.items():
        here = [number for number, place in enumerate(places) if place.noun == noun]
        if not here or sum(count for _, count in needed) > sum(places[number].most for number in here):
            return [()], {}
        if len(here) == 1:
            place = places[here[0]]
            words[here[0]] = [word for word in place.holding.get(needed[0][0], ()) if place.is_about(word, needed)]
        else:
            spread |= {(noun, word): count for word, count in needed}
            if any(all(word not in places[number].holding for number in here) for word, _ in needed):
                return [()], {}
    return words, spread


def _count(places: Sequence[Place], said: Sequence[str], noun: str, word: str) -> int:
    """How often a word stands in the places of a noun."""
    return sum(place.count(one, word) for place, one in zip(places, said, strict=True) if place.noun == noun)
