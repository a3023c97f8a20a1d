"""Writes src/art/outlines.json, the shapes that the browser paints, from the printed data of Buffet Boss.

python web/scripts/outlines.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bunfight.engine.cards import read_toml

HERE = Path(__file__).resolve().parent
CARDS = HERE.parent.parent / "src/bunfight/games/buffet_boss/cards.toml"
TARGET = HERE.parent / "src/art/outlines.json"


def text() -> str:
    table = read_toml(CARDS)
    plates = {plate["id"]: plate["outline"] for plate in table["plate"]}
    foods = {food["id"]: {key: food[key] for key in ("group", "colour", "stars", "outline")} for food in table["food"]}
    return "{\n" + ",\n".join(_block(name, rows) for name, rows in (("plates", plates), ("foods", foods))) + "\n}\n"


def _block(name: str, rows: dict[str, object]) -> str:
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row, separators=(',', ':'))}" for key, row in rows.items())
    return f' "{name}": {{\n{lines}\n }}'


def main() -> int:
    if "--check" in sys.argv:
        return 0 if TARGET.read_text(encoding="utf-8") == text() else 1
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
