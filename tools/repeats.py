"""Fails if 25 consecutive lines of code occur twice in the package; comments, docstrings and imports do not count."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

LINES = 25


def code_lines(text: str) -> list[tuple[int, str]]:
    """The lines of code with their numbers: no blank lines, comments, docstrings, imports and signatures."""
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            skipped.update(range(node.lineno, node.body[0].lineno))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line and not line.startswith("#") and number not in skipped]


def repeats(files: dict[str, str], length: int = LINES) -> Iterator[tuple[str, str]]:
    """Pairs of places, "file:line", from which ``length`` lines are the same; one for each repeated stretch."""
    seen: dict[tuple[str, ...], str] = {}
    for name, text in files.items():
        lines, last = code_lines(text), -2
        for at in range(len(lines) - length + 1):
            window = tuple(line for _, line in lines[at : at + length])
            here = f"{name}:{lines[at][0]}"
            first = seen.setdefault(window, here)
            if first != here:
                if at != last + 1:
                    yield first, here
                last = at


def main() -> int:
    files = {str(path): path.read_text(encoding="utf-8") for path in sorted(Path("src").rglob("*.py"))}
    found = list(repeats(files))
    for one, two in found:
        print(f"{LINES} lines are the same from {one} and from {two}")
    if not found:
        print(f"no {LINES} lines stand in two places")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
