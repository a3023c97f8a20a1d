"""The training examples run, and what they train beats random play."""

from __future__ import annotations

import json
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


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells, one after the other, with a small game and a few seconds of training."""
    pytest.importorskip("jax")
    monkeypatch.setenv("LEARN_GAME", "_template")
    monkeypatch.setenv("LEARN_MINUTES", "0.05")
    notebook = json.loads((Path(__file__).parents[2] / "examples" / "learn.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "the notebook is kept without results"
            exec("".join(cell["source"]), names)
    said = capsys.readouterr().out
    assert "decisions a second" in said and "its first move: pass" in said
