"""Formats a view as text: for people, or exactly, one ``key = value`` line for each field, to be parsed back."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from bunfight.engine.errors import InvalidInput
from bunfight.engine.game import COMMON

V = TypeVar("V", bound=msgspec.Struct)


def describe_position(view: Any) -> str:
    """A view for people to read: a line for each field that the game adds to its view."""
    return "\n".join(
        f"{name.replace('_', ' ')}: {_as_text(getattr(view, name))}"
        for name in view.__struct_fields__
        if name not in COMMON
    )


def _as_text(value: Any) -> str:
    """Plain data in one line."""
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(one, (list, tuple)) for one in value)
        return (" | " if nested else " ").join(_as_text(one) for one in value) or "-"
    if hasattr(value, "__struct_fields__"):
        return ", ".join(f"{name} {_as_text(getattr(value, name))}" for name in value.__struct_fields__)
    return "-" if value is None or value == "" else str(value)


def format_position(view: Any) -> str:
    """Write a view as text, as observations for OpenSpiel and for checksums of whole games."""
    plain = msgspec.to_builtins(view)
    return "\n".join(f"{f.name} = {msgspec.json.encode(plain[f.name]).decode()}" for f in fields(view)) + "\n"


def parse_position(text: str, kind: type[V]) -> V:
    """The view of this kind that a text describes; InvalidInput names the line that is wrong."""
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, equals, value = line.partition(" = ")
        if not equals:
            raise InvalidInput("position_line", line=number)
        if key in found:
            raise InvalidInput("position_twice", line=number, key=key)
        try:
            found[key] = msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise InvalidInput("position_value", line=number, key=key, why=str(error)) from error
    if unknown := found.keys() - (known := {f.name: None for f in fields(kind)}).keys():
        raise InvalidInput("unknown_key", key=min(unknown), known=", ".join(known))
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise InvalidInput("position_other", why=str(error)) from error
