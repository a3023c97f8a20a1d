"""Formats a view as text, one ``key = value`` line for each field, and parses it back."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from bunfight.engine.errors import InvalidInput

V = TypeVar("V", bound=msgspec.Struct)


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
