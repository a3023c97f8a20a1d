"""Fixtures for terminal tests; each test gets its own home folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for terminal_harness
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
