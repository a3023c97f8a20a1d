"""Size limits: no file over 600 lines, the kernel under 500 lines of code, no class over 30 public members."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

FILE_LINES = 600
KERNEL_LINES = 500
MEMBERS = 30


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
                    public = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name[0] != "_"]
                    if len(public) > MEMBERS:
                        wrong.append(f"{path}: class {node.name} has {len(public)} public members; at most {MEMBERS}")
    kernel = sum(code_lines(path) for path in Path("src/bunfight/kernel").glob("*.py"))
    if kernel >= KERNEL_LINES:
        wrong.append(f"the kernel has {kernel} lines of code; it must stay under {KERNEL_LINES}")
    print("\n".join(wrong) or f"sizes are fine; the kernel has {kernel} lines of code")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
