"""The buns as printed; loaded once, strictly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bunfight.engine import toml
from bunfight.i18n import languages

FILE: Final = Path(__file__).with_name("cards.toml")
KINDS: Final = 5  # sizes 1 to 5; moves and plates are laid out for them
LARGE: Final = 3  # CR-SNATCH-1: buns of size 4 and 5, counted from 0


@dataclass(frozen=True)
class Bun:
    id: str
    name: toml.Name
    size: int
    copies: int


def load(path: Path) -> tuple[Bun, ...]:
    """The buns of a list, smallest first; CR-SETUP-1 and CR-LIST-1 hold or a ValueError says why not."""
    table = toml.read(path)
    if strange := table.keys() - {"bun"}:
        raise ValueError(f"{path.name}: unknown table {min(strange)!r}")
    buns = toml.rows(table, "bun", Bun, path.name)
    if [bun.size for bun in buns] != list(range(1, KINDS + 1)):
        raise ValueError(f"{path.name}: there must be one bun of each size from 1 to {KINDS}, smallest first")
    for bun in buns:
        if not 1 <= bun.copies <= 20:
            raise ValueError(f"{path.name}: bun {bun.id!r}: copies must be 1 to 20, not {bun.copies}")
    if (total := sum(bun.copies for bun in buns)) < 16:
        raise ValueError(f"{path.name}: {total} buns are too few for four players; at least 16")
    return buns


def check(path: Path) -> str:
    """One line about a player's own list; a ValueError names what is wrong with it."""
    buns = load(path)
    return f"{path.name}: {sum(bun.copies for bun in buns)} buns of {len(buns)} sizes, playable"


def named() -> dict[str, dict[str, str]]:
    """What each bun is called, by language, with its size: "rye (1)"."""
    shape = toml.read(Path(__file__).with_name("text") / "words.toml")["shapes"]["bun"]
    return {
        bun.id: {lang: shape[lang].format(name, bun.size) for lang, name in languages.named(bun.name).items()}
        for bun in BUNS
    }


def digest() -> str:
    return toml.digest(FILE)


BUNS: Final = load(FILE)
COPIES: Final[list[int]] = [bun.copies for bun in BUNS]
IDS: Final[list[str]] = [bun.id for bun in BUNS]
