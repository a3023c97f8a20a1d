"""Regenerates what is recorded about games (all, or those named) after options, events, views or texts changed.

For each game: the golden games (same decisions and luck, new events, options completed), the playthrough, the page in
docs/games and the TypeScript types. Read the diff: it is what players will notice. If the rules changed, a golden game
may no longer replay: record a new one.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pages  # type: ignore[import-not-found]  # beside this script
import typescript  # type: ignore[import-not-found]

from bunfight import games
from bunfight.engine import replay
from bunfight.engine.record import load
from bunfight.engine.table import plain_events
from bunfight.testing.playthrough import playthrough


def main() -> int:
    for name in sys.argv[1:] or games.names():
        game = games.load(name)
        for path in sorted(Path("tests/games").glob(f"{name}/golden/*.jsonl")):
            record = load(path.read_text(encoding="utf-8"))
            record.options = game.settle(record.options, len(record.seats))
            _, events = replay(game, record)
            for entry, heard in zip([record.deal, *record.entries], events, strict=True):
                entry.said = plain_events(heard)
            path.write_text(record.text(), encoding="utf-8")
            print(f"{path}: {len(record.entries)} decisions")
        text = playthrough(game, "playthrough")
        Path(f"tests/games/{name}/playthrough.txt").write_text(text, encoding="utf-8")
    sys.argv[1:] = []
    failed: int = pages.main() or typescript.main()
    return failed


if __name__ == "__main__":
    sys.exit(main())
