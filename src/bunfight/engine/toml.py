"""Printed data: TOML files read strictly, so that a slip in a card list is named and never played."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; a ValueError names the file and what is wrong with it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path.name}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: not a TOML file: {error}") from error


def digest(path: Path) -> str:
    """The fingerprint of a data file, as records remember it; line ends do not count."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def rows(table: dict[str, Any], key: str, cls: type[T], where: str) -> tuple[T, ...]:
    """Every ``[[key]]`` of ``table`` as a ``cls``; ``id`` fields must be unique."""
    listed = table.get(key, [])
    if not isinstance(listed, list) or not all(isinstance(row, dict) for row in listed):
        raise ValueError(f"{where}: '{key}' must be a list of tables, written [[{key}]]")
    made = tuple(row(r, cls, f"{where}: {key} {r.get('id', number + 1)!r}") for number, r in enumerate(listed))
    seen: set[object] = set()
    for one in made:
        name = getattr(one, "id", None)
        if name is not None and name in seen:
            raise ValueError(f"{where}: {key} {name!r}: this id is used twice")
        seen.add(name)
    return made


Name = str | dict[str, str]
"""What a card is called: one name for all languages, or a name by language."""


Source = Literal["printed", "public", "house", "own"]
"""Where a card comes from: the rulebook, another public source, us; or a player, who need not say so."""


def named(name: Name) -> dict[str, str]:
    """A name by language, as far as it was given."""
    return name if isinstance(name, dict) else {"en": name}


def row(table: dict[str, Any], cls: type[T], where: str) -> T:
    """One table as a dataclass ``cls``: no unknown key, no missing key, no wrong type."""
    kind: Any = cls  # classes can be hashed, but the type of a class variable does not say so
    hints, known = _keys(kind)
    for name in table:
        if name not in known:
            raise ValueError(f"{where}: unknown key {name!r} (known: {', '.join(known)})")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in table:
            values[name] = _typed(table[name], hints[name], f"{where}: {name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise ValueError(f"{where}: key {name!r} is missing")
    return cls(**values)


@cache
def _keys(cls: Any) -> tuple[dict[str, Any], dict[str, Field[Any]]]:
    return get_type_hints(cls), {field.name: field for field in fields(cls)}


def _typed(value: Any, hint: Any, where: str) -> Any:
    origin = get_origin(hint)
    if origin is list:
        if not isinstance(value, list):
            raise ValueError(f"{where}: must be a list, not {value!r:.60}")
        return [_typed(one, get_args(hint)[0], where) for one in value]
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{where}: must be a list, not {value!r:.60}")
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_typed(v, inner[0], where) for v in value)
        if len(inner) != len(value):
            raise ValueError(f"{where}: must have {len(inner)} entries, not {len(value)}")
        return tuple(_typed(v, h, where) for v, h in zip(value, inner, strict=True))
    if origin is dict:
        if not isinstance(value, dict):
            raise ValueError(f"{where}: must be a table, not {value!r:.60}")
        return {k: _typed(v, get_args(hint)[1], f"{where}.{k}") for k, v in value.items()}
    if origin in (Union, UnionType):
        for option in get_args(hint):
            if option is type(None):
                if value is None:
                    return None
                continue
            try:
                return _typed(value, option, where)
            except ValueError as error:
                last = error
        raise last
    if origin is Literal:
        if value not in get_args(hint):
            raise ValueError(f"{where}: must be one of {', '.join(get_args(hint))}, not {value!r:.60}")
        return value
    if hint is float and type(value) is int:
        return float(value)
    if hint is not Any and type(value) is not hint:
        if isinstance(value, dict) and isinstance(hint, type) and is_dataclass(hint):
            return row(value, hint, where)
        raise ValueError(f"{where}: must be {_called(hint)}, not {value!r:.60}")
    return value


def _called(hint: Any) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}
    return names.get(hint, str(hint))
