"""Fails if 25 consecutive lines occur twice in the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LINES = 25


def main() -> int:
    paths = [str(path) for path in sorted(Path("src").rglob("*.py"))]
    ignored = [f"--ignore-{what}" for what in ("imports", "docstrings", "comments", "signatures")]
    options = [f"--duplicates={LINES}", *ignored]
    command = [sys.executable, "-c", "from pylint import run_symilar; run_symilar()", *options, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    repeated = [line for line in done.stdout.splitlines() if "similar lines in" in line]
    if done.returncode and not repeated:
        print(done.stdout + done.stderr)
        return 1
    print(done.stdout if repeated else f"no {LINES} lines stand in two places")
    return 1 if repeated else 0


if __name__ == "__main__":
    sys.exit(main())
