"""Tests of the terminal are coroutines: each runs in an event loop of its own, and in a home of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for terminal_harness, which is no test itself
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
