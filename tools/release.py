"""Checks that a tag is the version of the package and that CHANGELOG.md has a section for it: `make release-check`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def problems(tag: str, version: str, changelog: str) -> list[str]:
    """What keeps this tag from being released, one sentence each."""
    found = []
    if tag != f"v{version}":
        found.append(f"the tag {tag!r} is not the version of the package: v{version} (src/bunfight/__init__.py)")
    name = tag.removeprefix("v")
    section = re.search(rf"^## {re.escape(name)}\b(?![.\w-]).*\n((?:(?!## ).*\n?)*)", changelog, re.MULTILINE)
    if section is None:
        found.append(f"CHANGELOG.md has no section '## {name}'")
    elif not re.search(r"^- ", section[1], re.MULTILINE):
        found.append(f"the section '## {name}' of CHANGELOG.md is empty")
    return found


def main(tag: str) -> int:
    version = re.search(r'__version__[^=]*= "(.+)"', (ROOT / "src/bunfight/__init__.py").read_text(encoding="utf-8"))
    assert version is not None
    found = problems(tag, version[1], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
