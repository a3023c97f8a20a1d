"""Simulations give the same totals on any number of cores, resume, and are written as data."""

from __future__ import annotations

import argparse
import csv
import json
import pickle
from pathlib import Path

import pytest

from bunfight.games import load, names
from bunfight.lab import run as runs
from bunfight.lab.commands import COMMANDS
from bunfight.lab.plan import plan_for, rotations
from bunfight.lab.sim import simulate, summary
from bunfight.testing.rejects import rejects

GAME = load("_template")


def totals(run: runs.Run) -> dict[str, object]:
    return {key: value for key, value in summary(run).items() if "second" not in key}


@pytest.mark.parametrize("bots", [["random"], ["heuristic", "random"]])
def test_totals_do_not_depend_on_the_number_of_jobs(bots: list[str]) -> None:
    one = simulate("_template", 3, 450, bots, jobs=1, store=None)
    two = simulate("_template", 3, 450, bots, jobs=2, store=None)
    assert one.tally == two.tally and totals(one) == totals(two)
    assert one.games == 450 and sum(summary(one)["wins_by_seat"]) == pytest.approx(450, abs=0.1)


@pytest.mark.parametrize("name", names())
def test_a_plan_of_any_game_goes_to_other_processes(name: str) -> None:
    plan = plan_for(load(name), None, ["random"], 2)
    assert plan.rulebook.id == name
    there = pickle.loads(pickle.dumps(plan))
    assert there == plan and there.digest() == plan.digest()


def test_another_seed_is_another_run() -> None:
    assert (
        simulate("_template", games=50, seed="a", store=None).tally != simulate("_template", games=50, store=None).tally
    )


def test_bots_take_turns_in_the_seats() -> None:
    assert rotations(["a", "b"], 2) == (("a", "b"), ("b", "a"))
    assert rotations(["a", "b"], 4) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert rotations(["a"], 3) == (("a", "a", "a"),)
    assert rotations(["a", "b"], 2, fixed=True) == (("a", "b"),)


def test_a_stopped_run_is_carried_on(tmp_path: Path) -> None:
    whole = simulate("_template", 2, 60, ["heuristic", "random"], jobs=1, store=None)
    shown: list[int] = []

    def stop(done: int, total: int) -> None:
        shown.append(done)
        if done == 30:
            raise KeyboardInterrupt

    part = simulate("_template", 2, 60, ["heuristic", "random"], jobs=1, store=tmp_path, progress=stop)
    assert not part.finished and part.games == 30
    kept = next(tmp_path.iterdir())
    kept.write_text(kept.read_text() + '[30, 40, [["ga', encoding="utf-8")  # as if the machine had died while writing
    rest = simulate("_template", 2, 60, ["heuristic", "random"], jobs=1, store=tmp_path)
    assert rest.finished and rest.played == 30 and rest.tally == whole.tally
    assert not list(tmp_path.iterdir())


def test_a_changed_bot_is_not_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What decides the results is in the name of what is kept: own files, by their content, and the version."""
    file = tmp_path / "my_bot.py"
    for spec in (f"{file}:MyBot", f"exec:python {file}"):
        file.write_text("class MyBot: choose = lambda self, view, rng: view.moves[0]\n")
        plan = plan_for(GAME, 2, [spec, "random"], 10)
        before = plan.digest()
        assert before == plan_for(GAME, 2, [spec, "random"], 10).digest()
        file.write_text(file.read_text().replace("[0]", "[-1]"))
        assert plan_for(GAME, 2, [spec, "random"], 10).digest() != before
    plan = plan_for(GAME, 2, ["random"], 10)
    before = plan.digest()
    monkeypatch.setattr("bunfight.__version__", "99")
    assert plan.digest() != before


def test_rows_are_written_in_every_file_format(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for ending in ("jsonl", "csv", "parquet"):
        simulate("_template", 2, 25, ["heuristic", "random"], jobs=1, out=tmp_path / f"x.{ending}", store=None)
    rows = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert [row["game"] for row in rows] == list(range(25))
    assert {tuple(row["bots"]) for row in rows} == {("heuristic", "random"), ("random", "heuristic")}
    with (tmp_path / "x.csv").open() as file:
        table = list(csv.DictReader(file))
    assert [int(row["total_0"]) for row in table] == [row["totals"][0] for row in rows]
    columns = parquet.read_table(tmp_path / "x.parquet").to_pydict()
    assert columns["total_1"] == [row["totals"][1] for row in rows]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": 9}, "players"),
        ({"games": 0}, "at least one"),
        ({"bots": ["nobody"]}, "unknown bot"),
        ({"options": {"colour": "red"}}, "unknown option"),
        ({"bots": ["random"] * 3, "players": 2}, "3 bots for 2 seats"),
        ({"out": Path("x.txt")}, "must end in"),
        ({"out": Path("/nowhere/x.csv")}, "no folder"),
        ({"game": "chess"}, "unknown game"),
    ],
)
def test_wrong_input_is_explained(changes: dict[str, object], said: str) -> None:
    with rejects(said):
        simulate(**{"game": "_template", "games": 2, **changes})  # type: ignore[arg-type]


def test_sim_prints_its_totals_as_json_and_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parser = argparse.ArgumentParser()
    _, add, sim = COMMANDS["sim"]
    add(parser)
    words = "_template --players 2 --games 20 --bots heuristic,random --jobs 1 --option snatching=no"
    assert sim(parser.parse_args([*words.split(), "--json"])) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 20 and told["options"]["snatching"] is False
    assert {
        "decisions",
        "seconds",
        "decisions_per_second",
        "wins_by_seat",
        "wins_by_bot",
        "mean_scores",
        "endings",
    } <= set(told)
    assert sim(parser.parse_args(words.split())) == 0
    assert "heuristic" in capsys.readouterr().out


def test_study_counts_choices() -> None:
    plan = plan_for(GAME, 2, ["random"], 20, study=True)
    tally = runs.run(plan, 1, store=None).tally
    taken = sum(n for key, n in tally.items() if key[0] == "taken")
    assert taken == tally["decisions",] == sum(n for key, n in tally.items() if key[0] == "question")
    assert all(tally["offered", key[1]] >= n for key, n in tally.items() if key[0] == "taken")
