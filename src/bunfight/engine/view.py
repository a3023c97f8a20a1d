"""Base classes of views: frozen structs, because a server builds and encodes thousands of them per second.

The types of fields (``Hand``, ``Pile``, ``Score`` ...) say what a field is, so that generic boards can show it:

    class TeaTimeView(GameView, frozen=True, kw_only=True):
        hand: Hand
        drunk: BySeat[Cards]
        pot: Pile

They are ordinary tuples, texts and numbers. A field with any other type is shown as well as its values allow.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import inspect

from bunfight.engine import Seat, State, View
from bunfight.engine.game import COMMON, Game, Options

T = TypeVar("T")


def _kind(name: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"kind": name})


Hand = Annotated[tuple[str, ...], _kind("hand")]  # what the viewer holds; empty for a spectator
Cards = Annotated[tuple[str, ...], _kind("cards")]  # things that lie open, by their words
Pile = Annotated[int, _kind("pile")]  # how many things lie there face down
Secret = Annotated[str, _kind("secret")]  # "": nothing is there; HIDDEN: something is; else what only the viewer knows
SeatRef = Annotated[int, _kind("seat")]  # a player; -1 for nobody
Count = Annotated[int, _kind("count")]
Score = Annotated[int, _kind("score")]
BySeat = Annotated[tuple[T, ...], _kind("by_seat")]  # one for each seat: ``BySeat[Score]``
FieldInfo = dict[str, Any]
"""What a field of a view is: ``kind``, and ``of`` (what a list or each seat has) or ``fields`` (of a part)."""
SCALARS = {inspect.BoolType: "flag", inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "word"}


_FIELDS: dict[type, dict[str, FieldInfo]] = {}


def view_fields(view: type[View]) -> dict[str, FieldInfo]:
    """Describe the fields that a game adds to its view, by name."""
    if view not in _FIELDS:
        found: dict[str, FieldInfo] = _described(inspect.type_info(view))["fields"]
        _FIELDS[view] = {name: info for name, info in found.items() if name not in (*COMMON, "agenda")}
    return _FIELDS[view]


def view_type(game: Game[Any, Any]) -> type[View]:
    """The class of a game's views."""
    found: type[View] = next(args[1] for base in _generic_bases(type(game)) if (args := get_args(base)))
    return found


def _generic_bases(cls: type) -> list[Any]:
    return [base for one in cls.__mro__ for base in vars(one).get("__orig_bases__", ())]


def _described(kind: inspect.Type) -> FieldInfo:
    if isinstance(kind, inspect.Metadata):
        inner, name = _described(kind.type), (kind.extra or {}).get("kind")
        if name == "by_seat":
            return {"kind": name, "of": inner["of"]}
        return {"kind": name} if name else inner
    if isinstance(kind, inspect.UnionType):
        known = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _described(known[0]) if len(known) == 1 else {"kind": "word"}
    if isinstance(kind, inspect.StructType):
        return {"kind": "group", "fields": {field.name: _described(field.type) for field in kind.fields}}
    if isinstance(kind, (inspect.VarTupleType, inspect.ListType)):
        return {"kind": "list", "of": _described(kind.item_type)}
    return {"kind": SCALARS.get(type(kind), "word")}


def label_key(field: str) -> str:
    """The key of [terms] under which the name of a field is worded: ``hand`` also for ``hand_sizes``."""
    return field.removesuffix("_sizes").removesuffix("_size")


class ViewPart(msgspec.Struct, frozen=True):
    """A part of a view."""


class Effect(ViewPart, frozen=True):
    """An effect of a move, by a key of [previews] in words.toml; the other fields are the facts for its text."""

    key: str
    n: int = 0
    seat: Seat = -1
    thing: str = ""
    things: tuple[str, ...] = ()
    chance: bool = False  # happens only if luck does not intervene


class Preview(ViewPart, frozen=True):
    """The effects of one legal move: what it gives, costs, finishes, ends or risks."""

    move: str
    effects: tuple[Effect, ...]


class GameView(View, msgspec.Struct, frozen=True, kw_only=True):
    """A view: the fields that all games have; a game adds its own."""

    seat: Seat | None
    seats: int
    awaits: tuple[Seat, ...]
    step: str
    moves: tuple[str, ...]
    over: bool
    options: Options = {}
    previews: tuple[Preview, ...] = ()


def common(s: State, seat: Seat | None, seats: int) -> dict[str, Any]:
    """The fields that every view has, as keyword arguments."""
    asked = s.awaiting()
    step = s.agenda[-1] if s.agenda else None
    return {
        "seat": seat,
        "seats": seats,
        "awaits": tuple(asked),
        "step": type(step).__name__ if step else "",
        "moves": tuple(move.text for move in step.legal(s, seat))
        if step and seat is not None and seat in asked
        else (),
        "over": step is None,
        "options": s.options,
    }
