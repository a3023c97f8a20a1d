"""Covering: few combinations of seats and options that together hold every pair of values."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from bunfight.kernel.table import AnyGame


def values(game: AnyGame) -> dict[str, list[Any]]:
    """What can be varied: the number of seats and each option at its choices, or its bounds and default."""
    found: dict[str, list[Any]] = {"seats": list(game.seats)}
    for option in game.options:
        if option.kind == "bool":
            found[option.name] = [False, True]
        elif option.kind == "int":
            found[option.name] = sorted({option.low, int(option.default), option.high})
        else:
            found[option.name] = list(option.choices)
    return found


def covering(game: AnyGame) -> list[tuple[int, dict[str, Any]]]:
    """(seats, options) such that every pair of values that can be played together occurs at least once."""
    table = values(game)
    names = list(table)
    missing = {((a, x), (b, y)) for a, b in combinations(names, 2) for x in table[a] for y in table[b]} or {
        (("seats", n), ("seats", n)) for n in game.seats
    }
    rows: list[tuple[int, dict[str, Any]]] = []
    for first, second in sorted(missing, key=repr):
        if (first, second) not in missing:
            continue
        row = dict([first, second])
        for name in names:
            if name not in row:
                gains = [
                    sum(_pair(names, (name, value), other) in missing for other in row.items()) for value in table[name]
                ]
                best = max(range(len(gains)), key=lambda i: (gains[i], table[name][i] == _default(game, name)))
                row[name] = table[name][best]
        if not playable(game, row):
            row = {name: _default(game, name) for name in names} | dict([first, second])
            if not playable(game, row):
                continue
        missing -= {_pair(names, one, other) for one, other in combinations(row.items(), 2)}
        missing.discard((first, second))
        rows.append((row["seats"], {name: value for name, value in row.items() if name != "seats"}))
    return rows


def playable(game: AnyGame, row: dict[str, Any]) -> bool:
    try:
        game.settle({name: value for name, value in row.items() if name != "seats"}, row["seats"])
    except ValueError:
        return False
    return True


def _default(game: AnyGame, name: str) -> Any:
    return game.seats[0] if name == "seats" else next(o.default for o in game.options if o.name == name)


def _pair(names: list[str], one: tuple[str, Any], other: tuple[str, Any]) -> Any:
    return (one, other) if names.index(one[0]) <= names.index(other[0]) else (other, one)
