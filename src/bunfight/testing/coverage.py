"""Finds which tests name which rule by parsing the tests, without running them."""

from __future__ import annotations

import ast
from pathlib import Path

from bunfight.engine.table import AnyGame
from bunfight.games import package_folder


def tests_of(game: AnyGame, given: Path | None) -> Path | None:
    """The folder with the tests of a game: in ``given``, in a checkout, beside its package, or here; None if none.

    An installed package brings no tests: run it in the folder of its project, or name the folder.
    """
    home = package_folder(game)
    beside = [home.parent.parent / "tests", home.parent / "tests", home / "tests"]
    places = [given / game.id, given] if given else [Path("tests/games") / game.id, *beside, Path("tests")]
    return next((folder for folder in places if any(folder.rglob("test_*.py"))), None)


def named_by(folder: Path) -> dict[str, list[str]]:
    """Rule id -> tests below ``folder`` that carry it in ``pytest.mark.rule(...)``."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for rule, name in _marks(ast.parse(path.read_text(encoding="utf-8")), ""):
            found.setdefault(rule, []).append(f"{path.name}::{name}" if name else path.name)
    return found


def _marks(tree: ast.AST, inside: str) -> list[tuple[str, str]]:
    marks: list[tuple[str, str]] = []
    for node in ast.iter_child_nodes(tree):
        name = inside
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = f"{inside}::{node.name}" if inside else node.name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            marks += [(str(arg.value), inside) for arg in node.args if isinstance(arg, ast.Constant)]
        marks += _marks(node, name)
    return marks
