"""The trainer learns, stops and goes on; its result plays everywhere with NumPy alone; what does not fit is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, advance
from bunfight.games import load
from bunfight.testing.rejects import rejects

np = pytest.importorskip("numpy")
pytest.importorskip("jax")

from bunfight.bots import make, net  # noqa: E402  # needs numpy
from bunfight.bots.net import phrases  # noqa: E402
from bunfight.cli import main  # noqa: E402
from bunfight.rl.ppo import Eyes, Recipe, pick, told_back, weigh  # noqa: E402
from bunfight.rl.train import Course, examine, interval, train  # noqa: E402
from bunfight.rl.vector import Batch  # noqa: E402

SMALL = Recipe(lanes=32, length=32, hidden=32, narrow=16, choices=16, minibatch=512)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A few seconds of training, shared by the tests of this file."""
    game = load("_template")
    out = tmp_path_factory.mktemp("nets") / "crumbs.net"
    said: list[str] = []
    made = Course(game, 2, game.settle({}, 2), out, 0.1, "random", 100, recipe=SMALL, say=said.append)
    looks = train(made)
    assert looks[-1].decisions > 0 and looks[-1].low < looks[-1].share < looks[-1].high
    assert any("wins" in line for line in said)
    return made


def weights(course: Course) -> Any:
    return net.load(course.out).weights


def test_a_few_seconds_of_training_beat_random_play(course: Course) -> None:
    share, low, _ = examine(course, weights(course), "random", 300, 77)
    assert low > 0.5, f"wins {share:.0%}"


def test_training_goes_on_where_it_stopped(course: Course, tmp_path: Path) -> None:
    again = replace(course, out=tmp_path / "again.net", minutes=0.02)
    first = train(again)
    said: list[str] = []
    looks = train(replace(again, say=said.append))
    assert said[0].startswith("going on after") and len(looks) > len(first)
    assert looks[-1].decisions > first[-1].decisions
    with rejects("other players, options or settings"):
        train(replace(again, options={**again.options, "hand": 3}))
    again.checkpoint.unlink()
    with rejects("exists already"):
        train(again)


def test_a_killed_training_loses_only_what_came_after_its_last_look(course: Course, tmp_path: Path) -> None:
    """What is on disk is always whole: it is written beside and then put in place."""
    again = replace(course, out=tmp_path / "killed.net", minutes=0.02)
    train(again)
    (tmp_path / f".{again.out.name}.999").write_bytes(b"half")  # what a kill in the middle of a write leaves behind
    (tmp_path / f".{again.checkpoint.name}.999").write_bytes(b"half")
    assert train(again)[-1].decisions > 0
    again.checkpoint.write_bytes(b"half")
    with rejects("is not a network of bunfight train"):
        train(again)


def test_the_network_says_the_same_with_and_without_jax(course: Course) -> None:
    from bunfight.rl.ppo import think

    trained, w = net.load(course.out), weights(course)
    seen = np.random.default_rng(1).random((4, trained.about.size), np.float32)
    scores, value = trained.parts(seen)
    asked, same = think(w, seen)
    assert np.allclose(scores, np.asarray(asked) @ w["parts"] + w["parts_bias"], atol=1e-4)
    assert np.allclose(value, np.asarray(same), atol=1e-4)


def test_chances_are_those_of_the_scores_whatever_is_padded(course: Course) -> None:
    """Three positions with 2, 1 and 3 choices; the list is padded to 12."""
    w, rng = weights(course), np.random.default_rng(2)
    batch = Batch("_template", 3)
    eyes = Eyes(batch, SMALL.choices)
    seen = rng.random((3, batch.size), np.float32)
    actions, counts, seats = np.array([3, 5, 1, 0, 2, 4]), np.array([2, 1, 3]), np.array([0, 1, 1])
    choices = eyes.choices(seats, actions, counts)
    assert len(choices.row) == 6 and (choices.row == [0, 0, 1, 2, 2, 2]).all()
    longer = eyes.choices(seats, np.append(actions, 1), np.array([2, 1, 4]))
    assert len(longer.row) == 12 and (longer.row[7:] == 3).all()
    logs, _ = weigh(w, seen, longer)
    at = 0
    for row, count in enumerate((2, 1, 4)):
        scores, _ = net.load(course.out).parts(seen[row])
        totals = [
            sum(scores[part] for part in phrases(batch.core.game, 2).of(batch.core.texts[number], seats[row]))
            for number in np.append(actions, 1)[at : at + count]
        ]
        likely = np.exp(totals) / np.exp(totals).sum()
        assert np.allclose(np.exp(np.asarray(logs)[at : at + count]), likely, atol=1e-4)
        at += count


def test_the_first_of_the_largest_is_picked_in_each_row() -> None:
    assert pick(np.array([1.0, 3.0, 2.0, 5.0, 5.0, 0.0]), np.array([3, 1, 2])).tolist() == [1, 3, 4]
    assert pick(np.zeros(5), np.array([2, 3])).tolist() == [0, 2]


def test_a_training_of_so_many_decisions_ends_with_them(course: Course, tmp_path: Path) -> None:
    """However often it is stopped: the second run makes only what was left, the third none."""
    a_round = SMALL.lanes * SMALL.length
    short = replace(course, out=tmp_path / "counted.net", minutes=100.0, decisions=2 * a_round, games=4)
    assert train(short)[-1].decisions == 2 * a_round
    assert train(replace(short, decisions=3 * a_round - 1))[-1].decisions == 3 * a_round
    assert train(replace(short, decisions=3 * a_round - 1))[-1].decisions == 3 * a_round


def test_it_plays_by_view_as_by_state(course: Course) -> None:
    game = load("_template")
    bot: Any = make(f"net:{course.out}", game)
    rng = Rng("net")
    luck = Luck(rng)
    s = game.setup(game.settle({}, 2), 2, luck, EventLog(False))
    while s.agenda:
        seat = s.awaiting()[0]
        text = bot.choose(game.view(s, seat), Rng("same"))
        assert text == bot.decide(s, seat, Rng("same"))
        advance(s, seat, game.grammar.parse(text), luck, EventLog(False))


def test_it_is_a_bot_everywhere(course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "_template", "--games", "6", "--bots", f"net:{course.out},random", "--jobs", "1"]) == 0
    assert "net:" in capsys.readouterr().out


def test_tables_offer_what_lies_on_the_shelf(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette")
    from bunfight.server.bots import checked_bot, offered

    spec = f"net:{course.out.name}"
    with rejects("unknown bot"):
        checked_bot(spec, "_template", 2)
    monkeypatch.setenv(net.SHELF, str(course.out.parent))
    (course.out.parent / "broken.net").write_bytes(b"no network")
    assert spec in [one.bot for one in offered("_template")] and checked_bot(spec, "_template", 2) == spec
    assert spec not in [one.bot for one in offered("jom_burger")]
    for wrong in ("net:broken.net", f"net:{course.out}", f"net:../{course.out.parent.name}/{course.out.name}"):
        with rejects("unknown bot"):
            checked_bot(wrong, "_template", 2)
    told = "was trained for _template with 2 players, version"
    for game_there, seats in (("jom_burger", 2), ("_template", 3)):
        with rejects(told):
            checked_bot(spec, game_there, seats)
    good = net.load(course.out)
    net.Net(replace(good.about, encoding=0), good.weights).save(course.out.parent / "old.net")
    assert "net:old.net" not in [one.bot for one in offered("_template")]
    with rejects(f"{told} 0 of its encoding"):
        checked_bot("net:old.net", "_template", 2)
    game = load("_template")
    s = game.setup(game.settle({}, 2), 2, Luck(Rng("x")), EventLog(False))
    assert make(spec, game).choose(game.view(s, 0), Rng("y")).startswith("pass ")


def test_it_plays_without_the_training_library(course: Course) -> None:
    script = (
        "import sys; sys.modules['jax'] = None\n"
        "from bunfight.bots import make; from bunfight.games import load; from bunfight.engine import *\n"
        "game = load('_template'); luck = Luck(Rng('x'))\n"
        "s = game.setup(game.settle({}, 2), 2, luck, EventLog(False))\n"
        f"print(make('net:{course.out}', game).choose(game.view(s, 0), Rng('y')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("pass "), done.stderr


def test_what_does_not_fit_is_refused_by_name_and_version(course: Course, tmp_path: Path) -> None:
    game, good = load("_template"), net.load(course.out)
    with rejects("was trained for _template, not for jom_burger"):
        make(f"net:{course.out}", load("jom_burger"))
    old = tmp_path / "old.net"
    net.Net(replace(good.about, encoding=0), good.weights).save(old)
    with rejects(r"version 0 of the encoding of _template .*; this program has version 1"):
        make(f"net:{old}", game)
    net.Net(replace(good.about, format=99), good.weights).save(old)
    with rejects("has format 99; this program reads format 1"):
        make(f"net:{old}", game)
    net.Net(replace(good.about, cards="other"), good.weights).save(old)
    with rejects("another card list"):
        make(f"net:{old}", game)
    for spoilt in ({"mid": np.zeros((3, 3))}, {"parts": good.weights["parts"][:, 1:]}, {"more": np.zeros(1)}):
        net.Net(good.about, {**good.weights, **spoilt}).save(old)
        with rejects(r"old\.net is damaged"):
            make(f"net:{old}", game)
    for wrong in (b"", b"hello", b"PK\x03\x04 broken"):
        old.write_bytes(wrong)
        with rejects("is not a network"):
            make(f"net:{old}", game)
    with rejects(r"there is no file .*missing\.net"):
        make(f"net:{tmp_path / 'missing.net'}", game)


def test_a_network_for_two_does_not_play_for_three(course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    game = load("_template")
    bots = f"net:{course.out},random,random"
    words = ["--games", "2", "--jobs", "1", "--fresh", "--players", "3", "--bots", bots]
    code = main(["sim", "_template", *words])
    told = capsys.readouterr()
    assert "was trained for 2 players, not for 3" in told.out + told.err, (code, told)
    s = game.setup(game.settle({}, 3), 3, Luck(Rng("x")), EventLog(False))
    with rejects("was trained for 2 players, not for 3"):
        make(f"net:{course.out}", game).choose(game.view(s, 0), Rng("y"))


def test_results_are_told_back_along_each_seats_own_decisions() -> None:
    """Two seats in turn, one lane: the game ends with the fourth decision, seat 0 wins."""
    values = np.array([[0.0], [0.0], [0.5], [0.0], [0.0]])
    seats = np.array([[0], [1], [0], [1], [0]])
    ended = np.array([[False], [False], [False], [True], [False]])
    rewards = np.zeros((5, 1, 2))
    rewards[3] = [[1.0, -1.0]]
    advantage, result, sure = told_back(values, seats, ended, rewards, 1.0)
    assert result[:4, 0].tolist() == [1.0, -1.0, 1.0, -1.0]
    assert advantage[2, 0] == pytest.approx(0.5) and sure[:, 0].tolist() == [True] * 4 + [False]
    assert told_back(values, seats, ended, rewards, 0.0)[1][0, 0] == pytest.approx(0.5)


def test_intervals_are_wilsons() -> None:
    low, high = interval(0.5, 100)
    assert low == pytest.approx(0.404, abs=0.001) and high == pytest.approx(0.596, abs=0.001)


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words, told in (
        (["--minutes", "0"], "--minutes"),
        (["--decisions", "-1"], "--decisions"),
        (["--games", "1"], "--games"),
        (["--against", "nobody"], "unknown bot"),
        (["--players", "9"], "players"),
    ):
        assert main(["train", "_template", "--out", str(tmp_path / "x.net"), *words]) == 2
        assert told in capsys.readouterr().err
    assert main(["train", "nothing"]) == 2


def test_the_command_trains(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "cli.net"
    words = ["--minutes", "0.01", "--games", "8", "--last", "0", "--against", "random"]
    assert main(["train", "_template", "--out", str(out), *words]) == 0
    assert f"net:{out}" in capsys.readouterr().out
    assert json.loads(net.read(out)["about"].tobytes())["game"] == "_template"
