"""Computes a small set of seat and option combinations that covers every pair of values."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame


def values(game: AnyGame) -> dict[str, list[Any]]:
    """The values to vary: the number of seats, and each option at its choices, bounds and default, or some lists."""
    found: dict[str, list[Any]] = {"seats": list(game.seats)}
    for option in game.options:
        if option.kind == "bool":
            found[option.name] = [False, True]
        elif option.kind == "int":
            found[option.name] = sorted({option.low, int(option.default), option.high})
        elif option.kind == "list":
            some = [str(option.default), ",".join(option.choices[1::-1]), ",".join(option.choices[::-1])]
            found[option.name] = sorted(set(some))
        else:
            found[option.name] = list(option.choices)
    return found


def covering(game: AnyGame) -> list[tuple[int, dict[str, Any]]]:
    """(seats, options) such that every pair of values that can be played together occurs at least once."""
    table = values(game)
    names = list(table)
    missing = {pair for a, b in combinations(names, 2) for pair in product(_each(table, a), _each(table, b))}
    missing = missing or {(one, one) for one in _each(table, "seats")}
    rows: list[tuple[int, dict[str, Any]]] = []
    for pair in sorted(missing, key=repr):
        if pair not in missing:
            continue
        row = _completed(game, table, dict(pair), missing, True) or _completed(game, table, dict(pair), missing, False)
        if row is not None:
            missing -= {*combinations(((name, row[name]) for name in names), 2), pair}
            rows.append((row["seats"], {name: row[name] for name in names if name != "seats"}))
    return rows


def _completed(
    game: AnyGame, table: dict[str, list[Any]], row: dict[str, Any], missing: set[Any], prune: bool, tries: int = 400
) -> dict[str, Any] | None:
    """A playable row that holds ``row``, with as many missing pairs as a greedy choice finds; None if there is none.

    With ``prune`` a part of a row is given up as soon as defaults for the rest do not make it playable.
    """
    defaults = {name: _default(game, name) for name in table}
    open_names = [name for name in table if name not in row]
    order = {name: number for number, name in enumerate(table)}

    def gain(chosen: dict[str, Any], name: str, value: Any) -> int:
        others = ((other, chosen[other]) for other in chosen)
        pairs = (((name, value), one) if order[name] < order[one[0]] else (one, (name, value)) for one in others)
        return sum(pair in missing for pair in pairs)

    stack = [row]
    while stack and tries:
        chosen = stack.pop()
        if prune and len(chosen) > len(row) and not playable(game, defaults | chosen):
            continue
        left = [name for name in open_names if name not in chosen]
        if not left:
            if playable(game, chosen):
                return chosen
            tries -= 1
            continue
        name = left[0]
        best_last = sorted(table[name], key=lambda value: (gain(chosen, name, value), value == _default(game, name)))
        stack += [chosen | {name: value} for value in best_last]
    return None


def _each(table: dict[str, list[Any]], name: str) -> list[tuple[str, Any]]:
    return [(name, value) for value in table[name]]


def playable(game: AnyGame, row: dict[str, Any]) -> bool:
    try:
        game.settle({name: value for name, value in row.items() if name != "seats"}, row["seats"])
    except InvalidInput:
        return False
    return True


def _default(game: AnyGame, name: str) -> Any:
    return game.seats[0] if name == "seats" else next(o.default for o in game.options if o.name == name)
