"""Writes hash-pinned lock files with every file of every pinned version.

    python tools/lock.py INDEX      # the address of a "simple" index (see `pip config list`)

Change a version in a lock file by hand (`name==version`, without hashes), then run it: the hashes are those of all
wheels and source packages of that version, so that the files serve every Python and every system. No address is stored.
"""

from __future__ import annotations

import re
import sys
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

LOCKS = tuple(Path(f"requirements/{name}.lock") for name in ("play", "postgres", "dev"))
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?P<when>\s*;[^\\]+)?")


class Links(HTMLParser):
    """File names of an index page, with their hashes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hashes: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        where, _, sha = (dict(attrs).get("href") or "").partition("#sha256=")
        if tag == "a" and sha:
            self.hashes[where.rpartition("/")[2]] = sha


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def version_of(file: str, name: str) -> str:
    """The version in the name of a wheel or source package; "" if it is something else."""
    if file.endswith(".whl"):
        return file.split("-")[1]
    stem = re.sub(r"\.(tar\.gz|zip)$", "", file)
    own, _, version = stem.rpartition("-")
    return version if stem != file and plain(own) == plain(name) else ""


def hashes(index: str, name: str, version: str) -> list[str]:
    with urllib.request.urlopen(f"{index.rstrip('/')}/{plain(name)}/", timeout=60) as page:
        listed = Links(page.read().decode()).hashes
    return sorted({sha for file, sha in listed.items() if version_of(file, name) == version})


def pins(path: Path) -> list[tuple[str, re.Match[str] | None]]:
    """The lines of a lock file without their hashes, and what each pins."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [re.sub(r"\s+--hash=\S+", "", line).rstrip() for line in text.splitlines()]
    return [(line, PIN.match(line)) for line in lines]


def write(index: str) -> int:
    for path in LOCKS:
        out = []
        for line, pin in pins(path):
            if pin is None:
                out.append(line)
                continue
            known = hashes(index, pin["name"], pin["version"])
            if not known:
                print(f"{path}: {line}: the index has no such version")
                return 1
            out.append(" \\\n".join([line, *[f"    --hash=sha256:{sha}" for sha in known]]))
        path.write_text("\n".join(out) + "\n", encoding="utf-8")
        print(f"{path}: {len(out)} lines")
    return 0


if __name__ == "__main__":
    sys.exit(write(sys.argv[1]))
