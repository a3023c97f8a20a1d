"""Whole games are the same in every process, with another hash seed, compiled or not."""

import os
import subprocess
import sys

import pytest

from bunfight import games

SCRIPT = "import sys; from bunfight import games; from bunfight.testing.trajectory import checksum\n"
SCRIPT += "print(checksum(games.load(sys.argv[1]), 6))"


def checksum(game: str, **environment: str) -> str:
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **environment}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game], env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("game", [*games.names(), "_template"])
def test_trajectories_do_not_depend_on_process_or_build(game: str) -> None:
    first = checksum(game, PYTHONHASHSEED="1", BUNFIGHT_PURE="1")
    assert len(first) == 64
    assert first == checksum(game, PYTHONHASHSEED="2", BUNFIGHT_PURE="1"), "the order of a set or dict reaches the game"
    assert first == checksum(game, PYTHONHASHSEED="3", BUNFIGHT_PURE=""), "compiled and interpreted games differ"
