"""Finds the file and line that a broken law is about."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any, Final, get_args

from bunfight.engine.step import Step
from bunfight.engine.table import AnyGame
from bunfight.games import package_folder
from bunfight.i18n.words import text_folder

FIELD: Final = re.compile(r"(?:differs?|hidden|learned):? .*?\.(\w+)")  # of a view, in the sentence of a law
UNDEFINED: Final = re.compile(r"(\w+) does not define \w+\(\)")
STUCK: Final = re.compile(r"(\w+): seat \d+ is awaited but has no legal move")
STEP: Final = re.compile(r"\.agenda(?:\.\d+)*\.([A-Z]\w*)")  # in the path to a difference
VIEWED: Final = ("a_determinized_state_looks_the_same", "what_is_hidden_cannot_be_seen", "undo_reveals_nothing")
METHODS: Final = {  # the method of the game that a law is about, if nothing says it more exactly
    "nothing_is_lost": "audit",
    "a_record_replays": "setup",
    "a_determinized_state_looks_the_same": "determinize",
    "what_is_hidden_cannot_be_seen": "view",
    "what_is_hidden_is_dealt_again": "resample_hidden",
    "what_is_encoded_is_what_is_seen": "encoder",
    "undo_reveals_nothing": "view",
    "previews_come_true": "view",
    "order_is_stable": "view",
    "scores_add_up": "outcome",
}
FROM_STEP: Final = {"moves": "candidates", "awaits": "awaits"}  # fields of each view, by the method of the open step
STEPPED: Final = {  # the method of the open step
    "a_rejected_move_changes_nothing": "check",
    "a_rejection_is_true": "check",
    "legal_moves_are_those_check_accepts": "check",
    "what_looks_alike_sounds_alike": "take",
    "someone_can_answer": "candidates",
}


def undefined_place(why: str, game: AnyGame) -> str:
    """Where the class is defined that lacks a method, by the sentence of the engine."""
    found = UNDEFINED.match(why)
    kind = next((one for one in classes_of(game, object) if found and one.__name__ == found[1]), None)
    return code_place(kind, game) if kind else ""


def stuck_place(why: str, game: AnyGame) -> str:
    """Where a step lists its moves that has none for somebody it waits for, by the sentence of the engine."""
    found = STUCK.match(why)
    kind: Any = next((one for one in classes_of(game, object) if found and one.__name__ == found[1]), None)
    return (kind and (code_place(kind.candidates, game) or code_place(kind, game))) or ""


def package_modules(game: AnyGame) -> list[str]:
    """The names of the loaded modules of a game's package."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    return [name for name in sorted(sys.modules) if name == package or name.startswith(f"{package}.")]


def classes_of(game: AnyGame, base: type) -> list[type]:
    """The classes of a game's package that derive from ``base``."""
    return [
        one
        for module in map(sys.modules.__getitem__, package_modules(game))
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, base) and one.__module__ == module.__name__
    ]


def code_place(thing: Any, game: AnyGame, needle: str = "") -> str:
    """Where a class or function of a game is defined; or the first line in it that contains ``needle``."""
    try:
        lines, first = inspect.getsourcelines(inspect.unwrap(thing))
        file = Path(inspect.getfile(thing)).resolve()
    except (OSError, TypeError):  # compiled, or not of Python
        return ""
    if not file.is_relative_to(package_folder(game)):
        return ""
    found = next((n for n, line in enumerate(lines) if needle and needle in line), 0)
    return f"{file.relative_to(package_folder(game))}:{max(first, 1) + found}"


def text_place(game: AnyGame, file: str, table: str, key: str = "") -> str:
    """The line of a key in a table of a text file; that of the table, if the key is missing; else the first line."""
    path = text_folder(game) / file
    lines = path.read_text(encoding="utf-8").splitlines()
    at, inside = 1, not table
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped.startswith("["):
            name = stripped[1:].partition("]")[0]
            inside = name == table or name == f"{table}.{key}"
            at = number if inside else at
            if name == f"{table}.{key}":
                break
        elif inside and stripped.partition("=")[0].strip().strip('"') == key:
            at = number
            break
    return f"{path.resolve().relative_to(package_folder(game))}:{at}"


def suspect(law: str, why: str, game: AnyGame, step: Any) -> str:
    """Where to look first when a law fails without a crash: the method, or the line of it that names the field."""
    field = FIELD.search(why) if law in VIEWED else None
    if field and step is not None and field[1] in FROM_STEP:
        return code_place(getattr(type(step), FROM_STEP[field[1]]), game) or code_place(type(step), game)
    if field and (place := code_place(type(game).view, game, f"{field[1]}=")):
        return place
    if law == "a_record_replays" and (place := _differing_step(why, game)):
        return place
    if "outcome" in why:
        return code_place(type(game).outcome, game)
    if "policy" in why:
        return code_place(game.bots.policy, game)
    if "bound of" in why or "evaluation" in why:
        return code_place(type(step) if step else type(game), game)
    if law == "a_copy_shares_nothing":
        return _copied(why, game, step)
    if law in STEPPED and step is not None:
        method = getattr(type(step), STEPPED[law])
        return code_place(method, game) or code_place(type(step), game)
    return code_place(getattr(type(game), METHODS.get(law, "setup")), game) or code_place(type(game), game)


def _differing_step(why: str, game: AnyGame) -> str:
    """Where a step is defined that differs after a replay, by the path in the sentence of the law."""
    found = STEP.search(why)
    kinds = [one for one in classes_of(game, Step) if found and one.__name__ == found[1]]
    return code_place(getattr(kinds[0], "take", kinds[0]), game) or code_place(kinds[0], game) if kinds else ""


def _copied(why: str, game: AnyGame, step: Any) -> str:
    state = _state(game)
    if "agenda" in why and step is not None:
        return code_place(type(step).copy, game) or code_place(type(step), game)
    return code_place(state.copy, game) or code_place(state, game) or code_place(type(game), game)


def _state(game: AnyGame) -> Any:
    """The class of a game's states."""
    bases = [base for one in type(game).__mro__ for base in vars(one).get("__orig_bases__", ())]
    return next(args[0] for base in bases if (args := get_args(base)))
