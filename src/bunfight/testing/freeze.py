"""Turns a state into a comparable value and lists the mutable objects inside it."""

from __future__ import annotations

from typing import Any

from bunfight.engine import Move, State, Step

PLAIN = (int, float, str, bytes, bool, type(None))


def attributes(thing: Any) -> dict[str, Any]:
    """The attributes of an object, compiled or not, except those that copies share."""
    names: dict[str, None] = {}
    for cls in type(thing).__mro__:
        names.update(dict.fromkeys(getattr(cls, "__mypyc_attrs__", ())))
        names.update(dict.fromkeys(getattr(cls, "__slots__", ())))
    names.update(dict.fromkeys(getattr(thing, "__dict__", ())))
    shared = _shared_names(thing)
    return {n: getattr(thing, n) for n in sorted(names) if n not in shared and n[:2] != "__" and hasattr(thing, n)}


def _shared_names(thing: Any) -> tuple[str, ...]:
    return (*getattr(type(thing), "SHARED", ()), *(("options",) if isinstance(thing, State) else ()))


def shared_values(thing: Any) -> dict[str, Any]:
    """The attributes declared in SHARED, and the options of a state."""
    return {name: getattr(thing, name, None) for name in _shared_names(thing)}


def shared_lists(thing: Any) -> dict[str, Any]:
    """The lists, dicts and sets among them: no move may change them."""
    return {name: value for name, value in shared_values(thing).items() if isinstance(value, (list, dict, set))}


def freeze(thing: Any) -> Any:
    """A value that is equal for equal states and never changes."""
    if isinstance(thing, PLAIN):
        return thing
    if isinstance(thing, Move):
        return thing.text
    if isinstance(thing, (list, tuple)):
        return tuple(freeze(one) for one in thing)
    if isinstance(thing, dict):
        return ("dict", tuple((freeze(key), freeze(value)) for key, value in thing.items()))
    if isinstance(thing, (set, frozenset)):
        return ("set", tuple(sorted((freeze(one) for one in thing), key=repr)))
    if type(thing).__name__.startswith("vec"):
        return tuple(thing)
    if callable(thing) and hasattr(thing, "__qualname__"):  # a function or a class
        return ("callable", thing.__qualname__, hash(thing))
    return (type(thing).__name__, tuple((name, freeze(value)) for name, value in attributes(thing).items()))


def changeable(thing: Any, found: dict[int, str], where: str) -> dict[int, str]:
    """The id of every mutable object in ``thing``, with the path to it."""
    if isinstance(thing, (*PLAIN, Move)) or type(thing).__name__.startswith("vec"):
        return found
    if isinstance(thing, (tuple, frozenset)):
        inner: list[tuple[str, Any]] = [(where, one) for one in thing]
    elif isinstance(thing, (list, set)):
        inner = [(f"{where}[{i}]", one) for i, one in enumerate(thing)]
    elif isinstance(thing, dict):
        inner = [(f"{where}[{key!r}]", one) for key, one in thing.items()]
    else:
        inner = [(f"{where}.{name}", one) for name, one in attributes(thing).items()]
    shared = isinstance(thing, Step) and type(thing).copy is Step.copy  # never changes, as the laws check over time
    if not isinstance(thing, (tuple, frozenset)) and not shared:
        found[id(thing)] = where
    for place, one in inner:
        changeable(one, found, place)
    return found
