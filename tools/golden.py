"""Regenerates the events of the golden games (same decisions and luck) and the playthroughs.

Use it only when events or texts changed. If the rules changed, a golden game may no longer replay: record a new one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bunfight import games
from bunfight.engine import replay
from bunfight.engine.record import load
from bunfight.engine.table import as_plain
from bunfight.testing.playthrough import playthrough


def main() -> int:
    for name in sys.argv[1:] or games.names():
        for path in sorted(Path("tests/games").glob(f"{name}/golden/*.jsonl")):
            record = load(path.read_text(encoding="utf-8"))
            _, events = replay(games.load(name), record)
            for entry, heard in zip([record.deal, *record.entries], events, strict=True):
                entry.said = as_plain(heard)
            path.write_text(record.text(), encoding="utf-8")
            print(f"{path}: {len(record.entries)} decisions")
        text = playthrough(games.load(name), "playthrough")
        Path(f"tests/games/{name}/playthrough.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
