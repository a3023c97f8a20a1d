"""Runs the tests against the compiled build: engine, server, terminal and browser client.

Tests that mostly wait (servers, terminals, browsers) run next to those that compute, so that no core is idle; the
output of each part is printed when it is done. ``--source`` runs the engine's tests from plain source instead, which
need no build. ``--long`` runs the long forms: every game of the laws, every board at every size.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ENGINE = ["tests/engine", "tests/laws", "tests/games", "tests/test_rule_coverage.py"]
WAITING = ["tests/server", "tests/hardening", "tests/tui"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TOOLS = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def run(label: str, command: list[str], folder: str = ".", **settings: str) -> int:
    """Run one part; its output is printed when it is done, because parts run in parallel."""
    began = time.monotonic()
    output = Path(tempfile.mkstemp(suffix=".txt")[1])
    with output.open("wb") as file:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **settings}, check=False, stdout=file, stderr=subprocess.STDOUT
        )
    text = f"== {label} ({time.monotonic() - began:.0f} s)\n{output.read_text(encoding='utf-8', errors='replace')}"
    sys.stdout.buffer.write(text.encode())  # in one piece
    sys.stdout.flush()
    output.unlink()
    return done.returncode


def pytest(*paths: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "worksteal", *paths]


def from_source() -> int:
    return run("the engine's tests, interpreted", pytest(*ENGINE), BUNFIGHT_PURE="1")


def computing() -> int:
    apart = ("__pycache__", "conftest.py", *(Path(path).name for path in WAITING))
    rest = [str(path) for path in sorted(Path("tests").iterdir()) if path.name not in apart]
    # The small conformance run of each game is part of the source tests; tests/laws plays more games.
    again = [f"--ignore={path}" for path in sorted(Path("tests/games").glob("*/test_laws.py"))]
    return run("the tests that compute, compiled where there is a compiler", pytest(*rest, *again))


def waiting() -> int:
    return run("servers and terminals, which wait more than they compute", pytest(*WAITING))


def browser() -> dict[str, str] | None:
    found = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    return None if found is None else {"PATH": TOOLS, "PYTHON": sys.executable, "CHROMIUM": found}


def clients(share: str) -> list[Callable[[], int]]:
    """Test the browser client: unit tests, formats, and two real browsers that share the end-to-end tests."""
    if not Path("web").is_dir():
        return []
    words = ("the browser client's words and formats", ["npm", "test", "--silent"], "web")
    settings = browser()
    if settings is None:
        print("== no browser here: the browser tests are not run")
        return [lambda: run(*words, PATH=TOOLS)]
    command = ["npm", "run", "--silent", "test:browser", "--", f"--share={share}"]
    return [
        lambda: run("the table in a real browser", command, "web", **settings),
        lambda: run(*words, PATH=TOOLS) | run("the table in a second browser", command, "web", **settings),
    ]


def long_forms() -> int:
    failed = run(
        "every game of the laws", pytest("tests/laws", "tests/games/buffet_boss/test_laws.py"), BUNFIGHT_ALL="1"
    )
    failed |= run("every terminal board at every size", pytest("tests/tui/test_layout.py"), BUNFIGHT_ALL="1")
    settings = browser()
    if Path("web").is_dir() and settings is not None:
        failed |= run("every board at every size", ["npm", "run", "--silent", "layout"], "web", **settings)
    return failed


def main() -> int:
    if "--source" in sys.argv:
        return from_source()
    if "--long" in sys.argv:
        return long_forms()
    with tempfile.TemporaryDirectory() as share:
        parts = [*clients(share), waiting, computing]
        with ThreadPoolExecutor(len(parts)) as hands:
            return int(any(one.result() for one in [hands.submit(part) for part in parts]))


if __name__ == "__main__":
    sys.exit(main())
