"""Value networks learn from results, reproducibly, and judge the same without NumPy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bunfight.bots import net
from bunfight.bots.network import log_odds
from bunfight.games import load
from bunfight.testing.rejects import rejects

np = pytest.importorskip("numpy")

from bunfight.rl.value_training import (  # noqa: E402  # needs numpy
    Recipe,
    Training,
    chances,
    error,
    fit,
    fresh,
    play,
    slopes,
    train,
)

GAME = load("_template")
RECIPE = Recipe(hidden=8, kept=1.0, epochs=3)


def training(out: Path, **given: Any) -> Training:
    settled = GAME.settle({}, 2)
    return Training(GAME, (2, 3, 4), settled, out, 120, recipe=RECIPE, say=lambda line: None, **given)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Training:
    out = tmp_path_factory.mktemp("nets")
    made = training(out / "crumbs.net", curve=out / "crumbs.svg")
    train(made)
    return made


def test_training_is_reproducible_from_its_seed(trained: Training, tmp_path: Path) -> None:
    again, other = training(tmp_path / "again.net"), training(tmp_path / "other.net", seed=1)
    train(again)
    train(other)
    assert again.out.read_bytes() == trained.out.read_bytes() != other.out.read_bytes()
    with rejects("exists already"):
        train(again)


def test_training_draws_a_curve_and_goes_on_from_a_network(trained: Training, tmp_path: Path) -> None:
    assert trained.curve is not None and trained.curve.read_text(encoding="utf-8").count("<polyline") == 2
    longer = training(tmp_path / "longer.net", source=trained.out, seed=2)
    assert train(longer)[0].held_back != train(training(tmp_path / "fresh.net", seed=2))[0].held_back
    wider = replace(training(tmp_path / "wide.net", source=trained.out), recipe=replace(RECIPE, hidden=16))
    with rejects("training can only start from a network for the same tables"):
        train(wider)


def test_an_untrained_network_agrees_with_the_evaluation_and_a_trained_one_is_better(trained: Training) -> None:
    data = play(trained)
    size = int(data.places.max()) + 1
    blank = fresh(size, 8, 0)
    rows = np.arange(len(data.results))
    _, _, before = chances(blank, data.dense(rows, size), data.odds)
    assert np.allclose(before, 1 / (1 + np.exp(-data.odds)), atol=1e-5)
    best, epochs = fit(data, blank, size, RECIPE, 0, lambda line: None)
    _, _, after = chances(best, data.dense(rows, size), data.odds)
    assert error(after, data.results) < error(before, data.results)
    assert min(one.held_back for one in epochs) < epochs[0].held_back


def test_the_slopes_are_those_of_the_error() -> None:
    rng = np.random.default_rng(3)
    w = {name: one + 0.1 * rng.standard_normal(one.shape) for name, one in fresh(6, 4, 0).items()}
    seen, odds, results = rng.standard_normal((5, 6)), rng.standard_normal(5), rng.integers(0, 2, 5).astype(float)
    found = slopes(w, seen, odds, results)
    for name, one in w.items():
        at = tuple(0 for _ in one.shape)
        more, less = ({**w, name: one.copy()} for _ in range(2))
        more[name][at] += 1e-5
        less[name][at] -= 1e-5
        errors = [error(chances(moved, seen, odds)[2], results) for moved in (more, less)]
        assert found[name][at] == pytest.approx((errors[0] - errors[1]) / 2e-5, abs=1e-4), name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_network_says_the_same_with_and_without_numpy(trained: Training, seats: int) -> None:
    """What the search computes in plain arithmetic is what was learned."""
    loaded = net.load(trained.out)
    judge = net.judge(GAME, loaded, "crumbs.net", seats)
    only = replace(trained, players=(2, 3, 4), games=20, recipe=replace(RECIPE, two=0.0))
    data = play(only, seen=(states := []))
    size = loaded.shapes["in"][0]
    _, _, said = chances(loaded.arrays(), data.dense(np.arange(len(states)), size), data.odds)
    compared = 0
    for (s, seat), chance in zip(states, said, strict=True):
        if len(GAME.value(s)) == seats:
            assert judge.chance(s, seat, GAME.value(s)) == pytest.approx(float(chance), abs=2e-3)
            compared += 1
    assert compared > 5 or seats == 2


def test_log_odds_have_limits() -> None:
    assert [log_odds(share) for share in (0.0, 0.5, 1.0)] == [-6.0, 0.0, 6.0]
