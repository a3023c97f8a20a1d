"""Checks the source of a game without playing it: the rules that it cites exist, and it has no luck of its own."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from bunfight.engine.table import AnyGame
from bunfight.games import package_folder
from bunfight.i18n.words import COMMON_RULES, rule_ids
from bunfight.testing.places import package_modules

RULE: Final = re.compile(r"([A-Z]{2,})(?:-[A-Z0-9]+)+-\d+")
GENERATORS: Final = frozenset(["random", "secrets"])  # modules; a game draws from Luck, its bots from Rng


@lru_cache(maxsize=16)
def unknown_rule(game: AnyGame) -> tuple[str, str]:
    """A rule id in the source that is no rule of the game, and where; two empty texts if there is none."""
    known = {*rule_ids(game), *COMMON_RULES}
    prefixes = {rule.partition("-")[0] for rule in known}
    for where, node in _nodes(game):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in known:
            found = RULE.fullmatch(node.value)
            if found and found[1] in prefixes:
                return node.value, f"{where}:{node.lineno}"
    return "", ""


@lru_cache(maxsize=16)
def own_luck(game: AnyGame) -> tuple[str, str]:
    """A module of Python that the source draws random numbers from, and where; two empty texts if there is none."""
    for where, node in _nodes(game):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("__import__", "importlib.import_module"):
            names = [one.value for one in node.args[:1] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        for name in names:
            if name.partition(".")[0] in GENERATORS:
                return name, f"{where}:{getattr(node, 'lineno', 1)}"
    return "", ""


def _nodes(game: AnyGame) -> Iterator[tuple[str, ast.AST]]:
    """The parts of the loaded modules of a game's package, with the file they are in."""
    home = package_folder(game)
    for name in package_modules(game):
        try:
            path = Path(str(sys.modules[name].__file__)).resolve()
            path = path.with_name(f"{path.name.partition('.')[0]}.py")  # beside a compiled module
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (OSError, SyntaxError):  # installed without its source
            continue
        for node in ast.walk(tree):
            yield str(path.relative_to(home)) if path.is_relative_to(home) else path.name, node
