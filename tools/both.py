"""Run the tests: everything as built, the engine once more from plain source, and the browser client.

``--source`` runs only the engine's tests from source, which need no build; SOURCE_TESTED=1 says that this was done.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ENGINE = ["tests/kernel", "tests/laws", "tests/games", "tests/test_rule_coverage.py"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(label: str, command: list[str], folder: str = ".", **settings: str) -> int:
    print(f"== {label}", flush=True)
    return subprocess.run(command, cwd=folder, env={**os.environ, **settings}, check=False).returncode


def pytest(*paths: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "worksteal", *paths]


def from_source() -> int:
    return run("the engine's tests, interpreted", pytest(*ENGINE), BUNFIGHT_PURE="1")


def main() -> int:
    if "--source" in sys.argv:
        return from_source()
    rest = [
        str(path)
        for path in sorted(Path("tests").iterdir())
        if path.name not in ("serve", "__pycache__", "conftest.py")
    ]
    # Each game's own small run of the laws belongs to the tests from source; tests/laws holds them on more games.
    again = [f"--ignore={path}" for path in sorted(Path("tests/games").glob("*/test_laws.py"))]
    failed = run("all tests, compiled where there is a compiler", pytest(*rest, *again))
    failed |= run("the server's tests, which mind the clock", pytest("tests/serve"))
    if not os.environ.get("SOURCE_TESTED"):
        failed |= from_source()
    if not Path("web").is_dir():
        return failed
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    failed |= run("the browser client's words and formats", ["npm", "test", "--silent"], "web", PATH=tools)
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print("== no browser here: the browser tests were not run")
        return failed
    print("== the table in a real browser, two of them side by side", flush=True)
    settings = {**os.environ, "PATH": tools, "PYTHON": sys.executable, "CHROMIUM": browser}
    with tempfile.TemporaryDirectory() as share:
        command = ["npm", "run", "--silent", "test:browser", "--", f"--share={share}"]
        both = [subprocess.Popen(command, cwd="web", env=settings) for _ in range(2)]
        for one in both:
            failed |= one.wait()
    return failed


if __name__ == "__main__":
    sys.exit(main())
