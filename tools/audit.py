"""Lists known vulnerabilities of the pinned packages: Python (server, PostgreSQL, development) and npm.

python tools/audit.py            # fails if one is known; says which lists could not be checked
python tools/audit.py --strict   # fails also if a list could not be checked
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCKS = ("play.lock", "postgres.lock", "dev.lock")
SECONDS = 60
Findings = list[str] | None  # None: it could not be found out


def run(*command: str, cwd: Path = ROOT) -> str:
    """What a command prints; nothing if it cannot run or takes too long."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def decoded(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def python_findings(lock: str) -> Findings:
    """The advisories about a lock file, by pip-audit."""
    if importlib.util.find_spec("pip_audit") is None:
        return None
    audit = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--timeout", "10", "-f", "json")
    packages = decoded(run(*audit, "-r", f"requirements/{lock}")).get("dependencies", [])
    if not packages or any("skip_reason" in one for one in packages):
        return None
    return [f"{one['name']} {one['version']}: {each['id']}" for one in packages for each in one["vulns"]]


def npm_findings() -> Findings:
    """The advisories about web/package-lock.json, by npm."""
    if shutil.which("npm") is None:
        return None
    report = decoded(run("npm", "audit", "--json", "--package-lock-only", cwd=ROOT / "web"))
    if "vulnerabilities" not in report:
        return None
    return [f"{name}: {one['severity']}" for name, one in report["vulnerabilities"].items()]


def main() -> int:
    found = {f"requirements/{lock}": python_findings(lock) for lock in LOCKS} | {
        "web/package-lock.json": npm_findings()
    }
    for name, findings in found.items():
        if findings is None:
            print(f"{name}: NOT AUDITED (the tool is missing, or the advisory service cannot be reached)")
        elif findings:
            print(f"{name}: known vulnerabilities", *findings, sep="\n  ")
        else:
            print(f"{name}: no known vulnerabilities")
    strict = "--strict" in sys.argv and None in found.values()
    return 1 if strict or any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
