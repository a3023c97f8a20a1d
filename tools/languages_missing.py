"""Lists the sentences a language lacks: ``python tools/languages_missing.py eo``."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bunfight import games
from bunfight.engine.cards import read_toml
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, MESSAGES, Words

PACKAGE = Path(str(games.__file__)).parent.parent
WEB = Path(__file__).parent.parent / "web" / "src"


def sentences() -> list[str]:
    """Every English sentence of the games, the shared texts and the browser, once."""
    found: list[str] = []
    found += [*_english(COMMON), *_english(MESSAGES)]
    for file in sorted([*PACKAGE.glob("*/words.toml"), *PACKAGE.glob("*/phrases.toml")]):
        found += _english(read_toml(file))
    for name in games.housed():
        words = Words(games.load(name))
        found += [*_english(words.table), *_english(words.book)]
    for file in sorted((WEB / "words").glob("*en.ts")):
        shell = file.read_text(encoding="utf-8")
        found += [json.loads(one) for one in re.findall(r'^  \w+:\s+("(?:[^"\\]|\\.)*"),$', shell, re.MULTILINE)]
    for lesson in sorted(PACKAGE.glob("games/*/text/lesson.json")):
        found += _english(json.loads(lesson.read_text(encoding="utf-8")))
    for kind in ("cards.toml", "text/components.toml", "text/errors.toml", "text/overview.toml"):
        for path in sorted(PACKAGE.glob(f"games/*/{kind}")):
            found += _english(read_toml(path))
    return list(dict.fromkeys(one for one in found if one))


def _english(table: Any) -> Iterator[str]:
    if isinstance(table, dict):
        if isinstance(table.get("en"), str):
            yield table["en"]
        for inner in table.values():
            if isinstance(inner, (dict, list)):
                yield from _english(inner)
    elif isinstance(table, list):
        for inner in table:
            yield from _english(inner)


def main() -> int:
    language = sys.argv[1] if len(sys.argv) == 2 else ""
    if language not in languages.added():
        print(f"which language? there are files for: {', '.join(languages.added()) or 'none yet'}")
        return 2
    known = languages.book(language)["words"]
    missing = [one for one in sentences() if one not in known]
    print("\n".join(f'{json.dumps(one, ensure_ascii=False)} = ""' for one in missing))
    print(f"{len(missing)} sentences are not translated", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
