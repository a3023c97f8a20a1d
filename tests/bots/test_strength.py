"""The measurement of the search's strength, and that the page about bots tells what was measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def told(*arguments: str, folder: Path = ROOT / "benchmarks") -> list[str]:
    command = [sys.executable, str(folder / "strength.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout.splitlines()


def test_the_page_tells_what_was_measured() -> None:
    page = (ROOT / "benchmarks" / "strength.md").read_text(encoding="utf-8").splitlines()
    table = told("--show")
    assert len(table) > 5
    assert [line for line in table if line not in page] == []
    here = page.index(table[0])
    assert page[here : here + len(table)] == table and page[here + len(table)] == ""


def test_a_part_is_measured_and_kept(tmp_path: Path) -> None:
    (tmp_path / "strength.py").write_bytes((ROOT / "benchmarks" / "strength.py").read_bytes())
    few = ("burger_war", "--players", "2", "--times", "100ms", "--number", "2", "--jobs", "1")
    assert len(told(*few, folder=tmp_path)) == 3
    row = json.loads((tmp_path / "strength.jsonl").read_text(encoding="utf-8"))
    assert (row["game"], row["players"], row["time"], row["games"]) == ("burger_war", 2, "100ms", 2)
    assert row["wins"] in (0.0, 0.5, 1.0, 1.5, 2.0)
    assert told("--show", folder=tmp_path)[2].startswith("| Intergalactic Burger War | 2 | 50% | 100ms | 2 |")


def test_the_mean_by_time_wants_all_games_and_has_an_interval_even_if_all_were_won(tmp_path: Path) -> None:
    (tmp_path / "strength.py").write_bytes((ROOT / "benchmarks" / "strength.py").read_bytes())
    games = ("burger_boss", "jom_burger", "burger_up", "burger_war")
    rows = [
        {"game": game, "players": 2, "time": time, "games": 96, "wins": wins}
        for time, wins in (("100ms", 48), ("300ms", 72), ("1s", 96))
        for game in games
        if (time, game) != ("300ms", "burger_up")
    ]
    (tmp_path / "strength.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    shown = told("--show", folder=tmp_path)
    # variances of a mean of four: 0.5 * 0.5 / 100 / 4 and 0.98 * 0.02 / 100 / 4
    assert shown[shown.index("") + 3 :] == [
        "| 100ms | 50.0% | 45.1 to 54.9% |  |",
        "| 1s | 100.0% | 98.6 to 100.0% | 50.0 (44.9 to 55.1) |",
    ]
