"""Writes a bill of materials (CycloneDX 1.6, JSON) from the lock files: `make sbom`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")


def components(lock: str, scope: str) -> list[dict[str, Any]]:
    found = []
    for line in (ROOT / "requirements" / lock).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if pin := PIN.match(line):
            name, version = re.sub(r"[-_.]+", "-", pin[1]).lower(), pin[2]
            place = f"pkg:pypi/{name}@{version}"
            files = [
                {"type": "distribution", "url": place, "hashes": [{"alg": "SHA-256", "content": sha}]}
                for sha in re.findall(r"--hash=sha256:([0-9a-f]{64})", line)
            ]
            about = {"type": "library", "bom-ref": place, "name": name, "version": version, "purl": place}
            found.append({**about, "scope": scope, "externalReferences": files})
    return found


def bill() -> dict[str, Any]:
    version = re.search(r'__version__ = "(.+?)"', (ROOT / "src/bunfight/__init__.py").read_text(encoding="utf-8"))
    assert version is not None
    own = {"type": "application", "name": "bunfight", "version": version[1], "bom-ref": "bunfight"}
    needed = components("play.lock", "required")
    besides = [*components("postgres.lock", "optional"), *components("dev.lock", "excluded")]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": [*needed, *besides],
        "dependencies": [{"ref": "bunfight", "dependsOn": [one["bom-ref"] for one in needed]}],
    }


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=2)
    sys.stdout.write("\n")
