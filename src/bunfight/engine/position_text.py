"""Writes a view as text, one ``key = value`` line per field, and parses it again."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

V = TypeVar("V", bound=msgspec.Struct)


def format_position(view: Any) -> str:
    """Write a view as text, as observations for OpenSpiel and for checksums of whole games."""
    plain = msgspec.to_builtins(view)
    return "\n".join(f"{f.name} = {msgspec.json.encode(plain[f.name]).decode()}" for f in fields(view)) + "\n"


def parse_position(text: str, kind: type[V]) -> V:
    """Parse a view of this kind; a ValueError names the line that is wrong."""
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, equals, value = line.partition(" = ")
        if not equals:
            raise ValueError(f"line {number}: must look like 'key = value'")
        if key in found:
            raise ValueError(f"line {number}: {key!r} stands twice")
        try:
            found[key] = msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise ValueError(f"line {number}: {key!r}: {error}") from error
    if strange := found.keys() - {f.name for f in fields(kind)}:
        raise ValueError(f"unknown key {min(strange)!r}")
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a position of this game: {error}") from error
