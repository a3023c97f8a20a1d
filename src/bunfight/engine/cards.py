"""Strict loading of card lists: TOML text becomes msgspec structs, and every error names the row and the key."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import inspect

from bunfight.engine.errors import InvalidInput

T = TypeVar("T")

Name = str | dict[str, str]
"""What a card is called: one name for all languages, or a name by language."""

Source = Literal["printed", "public", "house", "own"]
"""Where a card comes from: the rulebook, another public source, this project, or a player (the default)."""

PATH: Final = re.compile(r"`\$([^`]*)`$")  # where a value is that msgspec does not accept
TYPES: Final = {
    inspect.IntType: "must_be_int",
    inspect.FloatType: "must_be_number",
    inspect.BoolType: "must_be_bool",
    inspect.StructType: "must_be_table",
    inspect.DictType: "must_be_table",
    inspect.ListType: "must_be_list",
    inspect.VarTupleType: "must_be_list",
    inspect.TupleType: "must_be_list",
}


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class for the tables of a card list. Limits belong into the annotations (``msgspec.Meta``).

    ``Meta(extra={"rule": "XX-LIST-1"})`` cites a rule; ``extra={"error": "card_id"}`` chooses another message.
    """


class CardError(InvalidInput):
    """An invalid card list. Games derive a class with their own messages (``words``)."""

    def __init__(self, key: str, row: object = None, /, rule: str = "", **facts: Any) -> None:
        super().__init__(key, rule, **facts)
        if row is not None:
            self.facts["where"] = label(row)


def label(row: object) -> str:
    """How messages name a row: ``top_bun 'classic'``."""
    return f"{_table(type(row))} {getattr(row, 'id', '')!r:.60}"


def _table(kind: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def name_by_language(name: Name) -> dict[str, str]:
    """A name by language, as far as it was given."""
    return name if isinstance(name, dict) else {"en": name}


def digest(source: Path | str) -> str:
    """The fingerprint of a card list (a file or its text), as records store it. Line ends do not count."""
    text = source.read_bytes() if isinstance(source, Path) else source.encode()
    return hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("file_unreadable", where=path.name, why=error) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput("not_toml", where=path.name, why=str(error)) from error


def load(source: Path | str, kind: type[T], *checks: Callable[[T], object], error: type[CardError] = CardError) -> T:
    """A card list from a file or from TOML text, converted to ``kind`` and checked.

    What is wrong with it is an InvalidInput; ``error`` is the class for problems with single values.
    """
    if isinstance(source, Path):
        table, where = read_toml(source), source.name
    else:
        where = ""
        try:
            table = tomllib.loads(source)
        except (tomllib.TOMLDecodeError, RecursionError) as problem:
            raise InvalidInput("not_toml", why=str(problem)) from problem
    try:
        found = convert(table, kind, error)
        for check in checks:
            check(found)
    except InvalidInput as problem:
        problem.facts["where"] = ": ".join(filter(None, (where, problem.facts.get("where", ""))))
        raise
    return found


def convert(table: Any, kind: type[T], error: type[InvalidInput] = InvalidInput) -> T:
    """``table`` as a struct: no unknown key, no missing key, no wrong type, and no id twice in one list."""
    try:
        found = msgspec.convert(table, kind)
    except msgspec.ValidationError as problem:
        path = PATH.search(str(problem))
        raise _diagnose(table, inspect.type_info(kind), path[1] if path else "", error) from None
    if isinstance(found, Row):
        for field in msgspec.structs.fields(found):
            _check_unique(getattr(found, field.name))
    return found


def _check_unique(rows: object) -> None:
    seen: set[object] = set()
    for row in rows if isinstance(rows, tuple) else ():
        if isinstance(row, Row) and (id := getattr(row, "id", None)) is not None:
            if id in seen:
                raise CardError("duplicate_id", row)
            seen.add(id)


def _diagnose(value: Any, kind: inspect.Type, path: str, error: type[InvalidInput]) -> InvalidInput:
    """Why msgspec rejects the value at a path. Derived from the type there, not from msgspec's message."""
    places: list[str] = []
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        kind, _ = _bare(kind)
        if name and isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.encode_name == name)
            value = value[name]
            places.append(name)
        elif index.isdecimal() and isinstance(value, list):
            number, value = int(index), value[int(index)]
            kind = kind.item_types[number] if isinstance(kind, inspect.TupleType) else getattr(kind, "item_type", kind)
            if isinstance(value, dict):
                table = getattr(_bare(kind)[0], "cls", None)
                places[-1] = f"{_table(table) if table else places[-1]} {value.get('id', number + 1)!r:.60}"
        else:
            break  # inside a table with free keys
    kind, extra = _bare(kind)
    key, facts = _explain(value, kind, extra.get("error", ""))
    return error(key, rule=extra.get("rule", ""), where=": ".join(places), **facts)


def _bare(kind: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    extra: dict[str, Any] = {}
    while isinstance(kind, inspect.Metadata):
        extra |= kind.extra or {}
        kind = kind.type
    return kind, extra


def _explain(value: Any, kind: inspect.Type, key: str) -> tuple[str, dict[str, Any]]:
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        known = {field.encode_name: field.required for field in kind.fields}
        for name in value:
            if name not in known:
                return "unknown_key", {"key": name, "known": ", ".join(known)}
        missing = [name for name, required in known.items() if required and name not in value]
        return "missing_key", {"key": missing[0]}
    shown = f"{value!r:.60}"
    if key:
        return key, {"value": shown}
    if isinstance(kind, inspect.LiteralType):
        return "must_be_one_of", {"choices": ", ".join(str(one) for one in kind.values if one != ""), "value": shown}
    if isinstance(kind, inspect.IntType) and type(value) is int:
        if kind.le is None:
            return "must_be_least", {"low": kind.ge, "value": shown}
        return "must_be_range", {"low": kind.ge, "high": kind.le, "value": shown}
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, list):
        low, high = kind.min_length or 0, kind.max_length or 0
        return "must_have_entries", {"low": low, "high": high, "n": len(value)}
    if isinstance(kind, inspect.TupleType) and isinstance(value, list):
        return "must_have_n", {"n": len(kind.item_types), "given": len(value)}
    return TYPES.get(type(kind), "must_be_text"), {"value": shown}
