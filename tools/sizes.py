"""Checks size limits: files at most 600 lines, classes at most 30 public members."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

FILE_LINES = 600
MEMBERS = 30
GAME = Path(__file__).parents[1] / "src" / "bunfight" / "engine" / "game.py"
PLAIN = 5  # methods; a class with no more of them is data, and a state has as many fields as its game has things


def code_lines(path: Path) -> int:
    """Lines that hold code: no blank lines, no comments, no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose: set[int] = set()
    used: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            prose.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, (ast.stmt, ast.expr, ast.arg, ast.keyword, ast.alias)):
            used.update((node.lineno, node.end_lineno or node.lineno))
    return len(used - prose)


def members(made: ast.ClassDef) -> set[str]:
    """All public members of a class: methods, async ones too, and attributes, also those set in methods.

    Plain data has none that count.
    """
    found: set[str] = set()
    methods = {node.name for node in made.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    if sum(not name.startswith("_") for name in methods) <= PLAIN:
        return set()
    for node in made.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(node.name)
            own = node.args.args[0].arg if node.args.args else ""
            found |= {name for part in ast.walk(node) for name in assigned(part, own)}
        else:
            found |= assigned(node, "")
    return {name for name in found if not name.startswith("_")} - contract(made)


def contract(made: ast.ClassDef) -> set[str]:
    """Members that the engine's base classes require are not counted."""
    bases = {
        base.value.id for base in made.bases if isinstance(base, ast.Subscript) and isinstance(base.value, ast.Name)
    }
    if "Game" not in bases:
        return set()
    asked = ast.parse(GAME.read_text(encoding="utf-8")).body
    return next(members(node) for node in asked if isinstance(node, ast.ClassDef) and node.name == "Game")


def assigned(node: ast.AST, own: str) -> set[str]:
    """Names that a statement gives a value, or a type: ``x = 1``, or ``self.x = 1`` if ``own`` is "self"."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        targets = [node.target]
    else:
        return set()
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    if own:
        return {
            part.attr
            for part in parts
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == own
        }
    return {part.id for part in parts if isinstance(part, ast.Name)}


def main() -> int:
    wrong = []
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    paths = [Path(line) for line in listed.stdout.splitlines()]
    for path in paths:
        if path.suffix in (".py", ".ts", ".svelte", ".css") and path.exists():
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > FILE_LINES:
                wrong.append(f"{path}: {lines} lines; at most {FILE_LINES}")
        if path.suffix == ".py" and path.parts[0] == "src" and path.exists():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    count = len(members(node))
                    if count > MEMBERS:
                        wrong.append(f"{path}: class {node.name} has {count} public members; at most {MEMBERS}")
    print("\n".join(wrong) or "sizes are fine")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
