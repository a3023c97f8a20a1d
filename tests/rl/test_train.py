"""The trainer learns, stops and goes on; its result plays everywhere without NumPy; what does not fit is refused."""

from __future__ import annotations

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
from bunfight.bots.net import judge, layout  # noqa: E402
from bunfight.cli import main  # noqa: E402
from bunfight.rl.ppo import Learner, Recipe, Tables, pick, told_back, weigh  # noqa: E402
from bunfight.rl.train import Course, examine, interval, train  # noqa: E402

SMALL = Recipe(lanes=32, length=32, hidden=32, narrow=16, choices=16, minibatch=512)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A few seconds of training, shared by the tests of this file."""
    game = load("_template")
    out = tmp_path_factory.mktemp("nets") / "crumbs.net"
    said: list[str] = []
    made = Course(game, (2, 3, 4), game.settle({}, 2), out, 0.1, "random", 100, recipe=SMALL, say=said.append)
    looks = train(made)
    assert looks[-1].decisions > 0 and looks[-1].low < looks[-1].share < looks[-1].high
    assert any("wins" in line for line in said)
    return made


def weights(course: Course) -> Any:
    return net.load(course.out).arrays()


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
    with rejects("is not a network made by 'bunfight train'"):
        train(again)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_network_says_the_same_with_and_without_jax(course: Course, seats: int) -> None:
    """Chances of all moves and the value, at tables of every size, in the middle of a game."""
    tables = Tables(course.game, (seats,), 5, course.options, 64, known=course.players)
    tables.reset(3)
    for _ in range(4):
        _, _, actions, counts = tables.look()
        tables.step(actions[np.cumsum(counts) - 1])
    seen, asked, actions, counts = tables.look()
    logs, values = weigh(weights(course), seen, tables.choices(actions, counts))
    judging = judge(course.game, net.load(course.out), "crumbs", seats)
    starts = np.cumsum(counts) - counts
    for lane, state in enumerate(tables.batches[0].inner.states):
        seat = int(asked[lane])
        chance = judging.chance(state, seat, [])
        assert chance == pytest.approx((float(values[lane]) * (seats - 1) + 1) / seats, abs=1e-3)
        moves = [
            course.game.grammar.parse(tables.batches[0].core.texts[number % tables.batches[0].actions])
            for number in actions[starts[lane] : starts[lane] + counts[lane]]
        ]
        likely = np.exp(np.asarray(logs)[starts[lane] : starts[lane] + counts[lane]])
        assert np.allclose(judging.priors(state, seat, moves), likely, atol=1e-3)


def test_a_smaller_table_is_laid_out_like_the_largest() -> None:
    """Every field begins where it begins at the largest table, and no two numbers share a place."""
    game = load("_template")
    laid = layout(game, (2, 3, 4))
    largest, small = game.encoder(4), game.encoder(2)
    assert largest is not None and small is not None
    assert laid.size == int(largest.size) + 3 and laid.places[4] == list(range(int(largest.size)))
    assert len(set(laid.places[2])) == len(laid.places[2]) == int(small.size)
    for field, wide in zip(small.fields, largest.fields, strict=True):
        assert laid.places[2][field.start] == wide.start


def test_padding_changes_no_chance(course: Course) -> None:
    """Three positions with 2, 1 and 4 choices; the list is padded to 12."""
    tables = Tables(course.game, (2,), 3, course.options, 64, known=course.players)
    seen = np.random.default_rng(2).random((3, tables.size), np.float32)
    actions, counts = np.array([3, 5, 1, 0, 2, 4, 1]), np.array([2, 1, 4])
    choices = tables.choices(actions, counts)
    assert len(choices.row) == 12 and (choices.row[7:] == 3).all()
    logs, _ = weigh(weights(course), seen, choices)
    chances = np.exp(np.asarray(logs)[:7])
    assert np.allclose(np.add.reduceat(chances, [0, 2, 3]), 1.0, atol=1e-4)


def test_seats_that_earlier_versions_play_teach_nothing(course: Course) -> None:
    recipe = replace(SMALL, past=0.5)
    tables = Tables(course.game, course.players, recipe.lanes, course.options, recipe.choices)
    tables.reset(1)
    learner = Learner(tables, recipe, 1)
    alone = len(learner.play(learner.weights).sure)
    learner.earlier = [learner.weights]
    assert 0.5 * alone < len(learner.play(learner.weights).sure) < 0.9 * alone


def test_imitation_comes_close_to_the_policy(course: Course, tmp_path: Path) -> None:
    """A network that only imitated makes the policy's moves more often than an untrained one."""
    recipe = replace(SMALL, slips=0.0)
    tables = Tables(course.game, (2,), recipe.lanes, course.options, recipe.choices)
    tables.reset(1)
    learner = Learner(tables, recipe, 1)

    def agreement() -> float:
        seen, _, actions, counts = tables.look()
        starts = np.cumsum(counts) - counts
        logs, _ = weigh(learner.weights, seen, tables.choices(actions, counts))
        return float(np.exp(np.asarray(logs))[tables.policy_moves(actions, starts, counts)].mean())

    before = agreement()
    for _ in range(12):
        learner.round(1e-3, imitate=True)
    learner.player.shutdown()
    assert agreement() > before + 0.1


def test_training_goes_on_from_another_network(course: Course, tmp_path: Path) -> None:
    begun = replace(course, out=tmp_path / "from.net", source=course.out, minutes=0.01, curve=tmp_path / "curve.jsonl")
    looks = train(begun)
    assert len((tmp_path / "curve.jsonl").read_text().splitlines()) == len(looks)
    assert looks[0].share > 0.5, "it begins as well as the other one ended"
    with rejects("training can only start from a network for the same tables"):
        train(replace(begun, out=tmp_path / "two.net", players=(2,)))
    train(replace(begun, out=tmp_path / "drawn.net", curve=tmp_path / "curve.svg"))
    assert (tmp_path / "curve.svg").read_text().startswith("<svg ")


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
    told = "was trained for _template with 2, 3, 4 players, version"
    for game_there, seats in (("jom_burger", 2), ("_template", 5)):
        with rejects(told):
            checked_bot(spec, game_there, seats)
    good = net.load(course.out)
    net.Net(replace(good.about, encoding=0), good.shapes, good.weights).save(course.out.parent / "old.net")
    assert "net:old.net" not in [one.bot for one in offered("_template")]
    with rejects(f"{told} 0 of its encoding"):
        checked_bot("net:old.net", "_template", 2)
    game = load("_template")
    s = game.setup(game.settle({}, 2), 2, Luck(Rng("x")), EventLog(False))
    assert make(spec, game).choose(game.view(s, 0), Rng("y")).startswith("pass ")


def test_it_plays_without_the_training_library(course: Course) -> None:
    script = (
        "import sys; sys.modules['jax'] = sys.modules['numpy'] = None\n"
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
    net.Net(replace(good.about, encoding=0), good.shapes, good.weights).save(old)
    with rejects(r"version 0 of the encoding of _template .*; this program has version 1"):
        make(f"net:{old}", game)
    net.Net(replace(good.about, format=99), good.shapes, good.weights).save(old)
    with rejects("has format 99; this program reads format 2"):
        make(f"net:{old}", game)
    net.Net(replace(good.about, cards="other"), good.shapes, good.weights).save(old)
    with rejects("another card list"):
        make(f"net:{old}", game)
    arrays = good.arrays()
    for spoilt in ({"mid": np.zeros((3, 3))}, {"parts": arrays["parts"][:, 1:]}, {"more": np.zeros(1)}):
        net.net_of(good.about, {**arrays, **spoilt}).save(old)
        with rejects(r"old\.net is damaged"):
            make(f"net:{old}", game)
    whole = course.out.read_bytes()
    other = whole.index(b'"sha256": "') + 11
    for wrong in (whole[:-9], whole[:other] + b"x" + whole[other + 1 :]):
        old.write_bytes(wrong)
        with rejects(r"old\.net is damaged"):
            make(f"net:{old}", game)
    old.write_bytes(b"PK\x03\x04 the format of earlier versions")
    with rejects("has format 1; this program reads format 2"):
        make(f"net:{old}", game)
    for wrong in (b"", b"hello", b"bunfight net\n{}\n"):
        old.write_bytes(wrong)
        with rejects("is not a network"):
            make(f"net:{old}", game)
    with rejects(r"there is no file .*missing\.net"):
        make(f"net:{tmp_path / 'missing.net'}", game)


def test_a_network_for_two_does_not_play_for_three(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load("_template")
    two = replace(course, players=(2,), out=tmp_path / "two.net", minutes=0.01, games=4)
    train(two)
    bots = f"net:{two.out},random,random"
    words = ["--games", "2", "--jobs", "1", "--fresh", "--players", "3", "--bots", bots]
    code = main(["sim", "_template", *words])
    told = capsys.readouterr()
    assert "was trained for 2 players, not for 3" in told.out + told.err, (code, told)
    s = game.setup(game.settle({}, 3), 3, Luck(Rng("x")), EventLog(False))
    with rejects("was trained for 2 players, not for 3"):
        make(f"net:{two.out}", game).choose(game.view(s, 0), Rng("y"))
    assert make(f"net:{course.out}", game).choose(game.view(s, 0), Rng("y")) in game.view(s, 0).moves


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
    assert net.load(out).about.game == "_template" and net.load(out).about.players == [2, 3, 4]
