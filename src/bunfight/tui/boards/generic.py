"""The generic board: shows any view by the types of its fields (``bunfight.engine.view``) and the words of the game.

The seats come first, each with what it has; then what lies on the table, what you hold, and the actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bunfight import games
from bunfight.engine.patterns import HIDDEN
from bunfight.engine.selection import contents, verb_of
from bunfight.engine.view import FieldInfo, label_key, view_fields
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Thing, cell_len

CLOSED = "▒▒"
NAME = 17  # cells for the name of a player


@dataclass
class Piece:
    """A word on the board; ``thing``: what it stands for, ``mark``: its style."""

    text: str
    thing: Thing | None = None
    mark: str = ""


class Reader:
    """Turns values of a view into pieces."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.view = scene, scene.view
        shape: Mapping[str, Sequence[str]] = scene.extra.get("shape", {})
        self.things = [dict([thing]) for move in self.view.moves for thing in contents(shape, move)]
        nouns = games.load(scene.words.game).grammar.nouns()
        self.kinds: dict[str, str] = {}  # of two nouns with the same words, cards are the first one
        for noun in nouns:
            for word in [thing[noun] for thing in self.things if not thing.get(noun, "0").isdecimal()]:
                self.kinds.setdefault(word, noun)
        self.seat_noun = next((noun for one in self.things for noun, word in one.items() if word.isdecimal()), "")
        self.placed: Counter[str] = Counter()
        self.words = [noun.words for noun in nouns.values() if not (noun.seats or noun.many or noun.number)]

    def label(self, field: str) -> str:
        return self.scene.term(label_key(field))

    def card(self, word: str, held: bool) -> Piece:
        """Make a piece of a thing; it can be selected only if it is held or lies nowhere else."""
        noun = self.kinds.get(word) if held or word not in self.held() else None
        if noun is None:
            return Piece(self.scene.term(word), None, "bold" if held else "")
        self.placed[word] += 1
        return Piece(self.scene.term(word), {noun: word, "key": str(self.placed[word])}, "bold")

    def held(self) -> set[str]:
        found: set[str] = set()
        for name, info in view_fields(type(self.view)).items():
            if info["kind"] == "hand" or name == "hand":
                value = getattr(self.view, name)
                counts = self.counted(value)
                found.update(value if counts is None else counts)
        return found

    def counted(self, counts: Sequence[Any]) -> dict[str, int] | None:
        """Show the number of each thing of a noun, without zeros; None if the noun is unclear."""
        fits = [words for words in self.words if len(words) == len(counts) > 1]
        if len(fits) != 1 or not all(type(n) is int for n in counts):
            return None
        return {word: n for word, n in zip(fits[0], counts, strict=True) if n}

    def pieces(self, info: FieldInfo, value: Any, held: bool = False) -> list[Piece]:
        """Turn a value into pieces by its type; nothing if it is empty."""
        scene, kind = self.scene, info["kind"]
        if value is None or value in ("", ()):
            return []
        if kind in ("hand", "cards"):
            return [self.card(word, kind == "hand") for word in value]
        if kind == "list" and held and all(isinstance(one, str) for one in value):
            return [self.card(word, True) for word in value]
        if kind == "secret":
            return [Piece(CLOSED) if value == HIDDEN else Piece(f"{scene.term(value)} {CLOSED}")]
        if kind == "seat":
            return [Piece(scene.name(value), None, scene.colour(value)) if value >= 0 else Piece(scene.t("nobody"))]
        if kind == "pile":
            return [Piece(f"{CLOSED}×{value}" if value else scene.t("empty"))]
        if kind in ("score", "count", "number"):
            return [Piece(str(value), None, "bold" if kind == "score" else "")]
        if isinstance(value, bool):
            return [Piece(scene.t("yes" if value else "no"))]
        if kind == "group":
            parts = [(name, self.pieces(one, getattr(value, name))) for name, one in info["fields"].items()]
            return [
                Piece(f"{self.label(name)} {' '.join(one.text for one in found)}") for name, found in parts if found
            ]
        if isinstance(value, (tuple, list)):
            if (counts := self.counted(value)) is not None:
                cards = [(self.card(word, held), n) for word, n in counts.items()]
                return [Piece(card.text + (f" ×{n}" if n > 1 else ""), card.thing, card.mark) for card, n in cards]
            return [piece for one in value for piece in self.pieces(info.get("of", {"kind": "word"}), one)]
        return [self.card(value, False)] if isinstance(value, str) else [Piece(str(value))]


class Pen:
    """Writes labels and pieces from left to right and continues in the next line at the edge of the board."""

    def __init__(self, canvas: Canvas, y: int, indent: int) -> None:
        self.canvas, self.x, self.y, self.indent = canvas, indent, y, indent

    def room(self, cells: int) -> None:
        if self.x + cells > self.canvas.width and self.x > self.indent:
            self.x, self.y = self.indent, self.y + 1

    def part(self, label: str, pieces: Sequence[Piece]) -> None:
        first = cell_len(label) + (cell_len(pieces[0].text) + 5 if pieces else 0)
        self.room(first)
        self.x = self.canvas.put(self.x, self.y, label, "dim")
        for piece in pieces:
            before = 1 if piece.thing is None else 3  # a space, the key and the sign of what can be selected
            width = cell_len(piece.text) + before
            self.room(width)
            if piece.thing is not None:
                self.canvas.spot(self.x + 1, self.y, width - 1, 1, piece.thing, piece.text)
            self.x = self.canvas.put(self.x + before, self.y, piece.text, piece.mark)
        self.canvas.transcript.append(f"{label} {' '.join(piece.text for piece in pieces)}".strip())
        self.x += 3


def draw(scene: Scene) -> Canvas:
    canvas, reader = Canvas(scene.width), Reader(scene)
    fields, seats = view_fields(type(scene.view)), scene.view.seats
    by_seat = {name: info["of"] for name, info in fields.items() if _by_seat(scene, name, info)}
    by_seat = dict(sorted(by_seat.items(), key=lambda field: field[1]["kind"] != "score"))
    hands = [name for name, info in fields.items() if info["kind"] == "hand" or name == "hand"]
    y = 0
    for seat in (scene.me, *scene.others()) if scene.view.seat is not None else range(seats):
        y = _player(scene, canvas, reader, seat, by_seat, y)
    y += 1 if scene.roomy else 0
    shared = [name for name in fields if name not in by_seat and name not in hands]
    y = _line(scene, canvas, reader, {name: fields[name] for name in shared}, y)
    if scene.view.seat is not None:
        y = _line(scene, canvas, reader, {name: fields[name] for name in hands}, y)
    _actions(scene, canvas, reader, y + (1 if scene.roomy else 0))
    return canvas


def _by_seat(scene: Scene, name: str, info: FieldInfo) -> bool:
    """Return whether a field has a value for each seat: by its type, else by its length."""
    if info["kind"] != "list":
        return bool(info["kind"] == "by_seat")
    value = getattr(scene.view, name)
    return name != "hand" and len(value) == scene.view.seats and not all(isinstance(one, str) for one in value)


def _player(scene: Scene, canvas: Canvas, reader: Reader, seat: int, fields: Mapping[str, FieldInfo], y: int) -> int:
    name = scene.who(seat)
    canvas.note(1, y, name, scene.colour(seat), NAME - 2)  # the cell before it is for a key
    thing = {reader.seat_noun: str(seat)}
    if reader.seat_noun and thing in reader.things:
        canvas.spot(0, y, NAME - 1, 1, thing, name.strip("▸ "))
    pen = Pen(canvas, y, NAME)
    for field, info in fields.items():
        value = getattr(scene.view, field)[seat]
        own_hand = seat == scene.view.seat and f"{label_key(field)}" != field and hasattr(scene.view, label_key(field))
        found = [] if own_hand or value is False else reader.pieces(info, value)
        if value is True:
            pen.part(reader.label(field), [])
        elif found:
            pen.part(reader.label(field), found)
    return pen.y + 1


def _line(scene: Scene, canvas: Canvas, reader: Reader, fields: Mapping[str, FieldInfo], y: int) -> int:
    pen = Pen(canvas, y, 0)
    for name, info in fields.items():
        found = reader.pieces(info, getattr(scene.view, name), name == "hand")
        pen.part(reader.label(name), found or [Piece(scene.t("nothing"))])
    return pen.y + (1 if fields else 0)


def _actions(scene: Scene, canvas: Canvas, reader: Reader, y: int) -> None:
    """List the parts of moves that are not on the board, noun by noun; then whole moves as words."""
    shape: Mapping[str, Sequence[str]] = scene.extra.get("shape", {})
    spots = [spot.thing for spot in canvas.spots if spot.thing is not None]
    seen = {(noun, word) for thing in spots for noun, word in thing.items()}
    said: dict[str, list[str]] = {}
    for noun, word in spoken(scene.view.moves, shape, seen):
        said.setdefault(noun, []).append(word)
        seen.add((noun, word))
    pen = Pen(canvas, y, 0)
    for noun, words in said.items():
        pen.part(
            scene.words.render(noun, "noun", ()), [Piece(scene.term(word), {noun: word}, "bold") for word in words]
        )
    left = [move for move in scene.view.moves if not contents(shape, move) or set(contents(shape, move)) - seen]
    pen = Pen(canvas, pen.y + bool(said), 0)
    for move in left[: 3 * scene.height]:
        about = dict(contents(shape, move).keys())
        pen.part("", [Piece(scene.words.move(move, scene.names), {"verb": verb_of(move), **about}, "bold")])


def spoken(
    moves: Sequence[str], shape: Mapping[str, Sequence[str]], seen: set[tuple[str, str]]
) -> dict[tuple[str, str], None]:
    """List the parts of moves about several things that are not on the board, such as a claim or a price."""
    about = [contents(shape, move) for move in moves]
    return {thing: None for things in about if len(things) > 1 for thing in things if thing not in seen}
