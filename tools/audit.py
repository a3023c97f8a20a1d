"""Lists known vulnerabilities of the pinned packages, if the advisory service can be reached."""

from __future__ import annotations

import importlib.util
import subprocess
import sys


def main() -> int:
    if importlib.util.find_spec("pip_audit") is None:
        print("pip-audit is not installed: dependencies were not audited")
        return 0
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "-r",
        "requirements/play.lock",
        "--no-deps",
        "--disable-pip",
        "--timeout",
        "10",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "vulnerabilit" in done.stdout + done.stderr and done.returncode == 1 and "Name" in done.stdout:
        print(done.stdout)
        return 1
    if done.returncode or "could not be audited" in done.stdout:
        print("dependencies were not audited: the advisory service cannot be reached")
        return 0
    print("no known weaknesses in the pinned packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
