"""Run the tests twice: everything as built, then the engine once more from plain source."""

from __future__ import annotations

import os
import subprocess
import sys

ENGINE = ["tests/kernel", "tests/laws", "tests/games", "tests/test_rule_coverage.py"]


def run(label: str, pure: str, paths: list[str]) -> int:
    print(f"== {label}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "worksteal", *paths]
    return subprocess.run(command, env={**os.environ, "BUNFIGHT_PURE": pure}, check=False).returncode


def main() -> int:
    first = run("all tests, compiled where there is a compiler", "", [])
    second = run("the engine's tests, interpreted", "1", ENGINE)
    return first or second


if __name__ == "__main__":
    sys.exit(main())
