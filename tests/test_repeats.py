"""The check for duplicate code finds what is repeated, and nothing else."""

import importlib.util
from pathlib import Path

FILE = Path(__file__).parents[1] / "tools" / "repeats.py"
SPEC = importlib.util.spec_from_file_location("repeats", FILE)
assert SPEC is not None and SPEC.loader is not None
TOOL = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TOOL)

BODY = "".join(f"    x = {n}\n" for n in range(30))


def test_a_repeated_stretch_is_named_once_with_both_places() -> None:
    files = {"a.py": f"def one():\n{BODY}", "b.py": f"import re\n\n\ndef two(y):\n    # why\n{BODY}"}
    assert list(TOOL.repeats(files)) == [("a.py:2", "b.py:6")]


def test_comments_docstrings_imports_and_signatures_do_not_count() -> None:
    same = "".join(f"import m{n}  # {n}\n" for n in range(30)) + '"""' + "word\n" * 30 + '"""\n'
    assert list(TOOL.repeats({"a.py": same, "b.py": same})) == []


def test_fewer_lines_are_no_repeat() -> None:
    files = {name: f"{name[0]} = 0\n" + "".join(f"x = {n}\n" for n in range(24)) for name in ("a.py", "b.py")}
    assert list(TOOL.repeats(files)) == []
