"""Words that the vocabulary of the project has retired stay retired, except where old files and settings are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RETIRED = (
    "wish", "wishes", "pulse", "company", "vault", "heart", "minds", "barred", "foretold", "imagine", "scramble", "rewatch",
    "httplines", "puzzled", "betrayed", "mend", "mending", "papers", "rehearse", "ghost", "ghosts", "hub", "kernel", "craft",
    "sight",
)  # fmt: skip
READS_OLD_NAMES = {
    "src/bunfight/server/settings.py",  # settings of the second edition
    "benchmarks/versus.py",  # plays older checkouts
    "benchmarks/instructions.py",
    "tests/server/test_http_api.py",  # names of settings in the second edition
    "tests/test_retired_words.py",
}
FOLDERS = ("src", "tests", "tools", "benchmarks", "web/src", "web/tests", "web/scripts")
WORD = re.compile(rf"(?<![A-Za-z])_?({'|'.join(RETIRED)})(?![A-Za-z])", re.IGNORECASE)


def code(line: str) -> str:
    """A line without texts for people, which may use any word."""
    return re.sub(r"(\"\"\".*|\"[^\"]* [^\"]*\"|#.*|//.*|/\*.*)", "", line)


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_in_the_code_use_no_retired_word(folder: str) -> None:
    paths = [path for ending in ("py", "ts", "svelte", "mjs", "css") for path in (ROOT / folder).rglob(f"*.{ending}")]
    assert paths
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[1]}"
        for path in paths
        if path.relative_to(ROOT).as_posix() not in READS_OLD_NAMES and "static" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := WORD.search(code(line)))
    ]
    assert found == []


def test_a_retired_word_is_found() -> None:
    assert (
        WORD.search(code("def _imagine(self) -> None:"))
        and WORD.search(code("FORETOLD = 2"))
        and not WORD.search(code('say("a heart of gold")'))
    )
