"""The training example runs, and what it trains beats random play."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest


def test_a_small_agent_beats_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    sys.modules.pop("train_agent", None)
    train = import_module("train_agent").train

    assert train("_template", players=2, games=400, tests=200) > 0.55
