"""One command regenerates everything that is recorded about games, and failures name it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bunfight import games
from bunfight.engine.record import load

HERE = Path(__file__).parent


def test_a_golden_game_that_fails_names_the_command_that_regenerates_it(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "jom_burger"
    folder.mkdir(parents=True)
    shutil.copy(HERE / "conftest.py", tmp_path)
    (folder / "test_golden.py").write_text("def test_it():\n    assert 1 == 2\n", encoding="utf-8")
    (folder / "test_other.py").write_text("def test_it():\n    assert 1 == 2\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path)]
    run = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.count("python tools/golden.py jom_burger") == 1


def test_the_command_completes_options_and_changes_nothing_else(tmp_path: Path) -> None:
    """A record from before an option existed gets its default; decisions, luck and events stay."""
    kept = HERE / "games" / "burger_up" / "golden" / "orders_ran_out_2.jsonl"
    golden = tmp_path / "tests" / "games" / "burger_up" / "golden"
    golden.mkdir(parents=True)
    old = load(kept.read_text(encoding="utf-8"))
    old.options.pop("no_orders", None)
    (golden / "old.jsonl").write_text(old.text(), encoding="utf-8")
    (tmp_path / "docs" / "games").mkdir(parents=True)
    run = subprocess.run(
        [sys.executable, str(HERE.parent / "tools" / "golden.py"), "burger_up"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    new = load((golden / "old.jsonl").read_text(encoding="utf-8"))
    assert new.options == games.load("burger_up").settle(old.options, 2) and new.options["no_orders"] == "end"
    assert new.text().splitlines()[1:] == old.text().splitlines()[1:]
    assert (golden.parent / "playthrough.txt").is_file() and (tmp_path / "docs" / "games" / "burger_up.md").is_file()
