"""The buns as printed, and the check of a player's own list."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from bunfight.engine.cards import CardError, Name, Row, load, read_toml
from bunfight.i18n import languages

FILE: Final = Path(__file__).with_name("cards.toml")
KINDS: Final = 5  # sizes 1 to 5; moves and plates are laid out for them
LARGE: Final = 3  # CR-SNATCH-1: buns of size 4 and 5, counted from 0


class Invalid(CardError):
    words = FILE.with_name("text") / "errors.toml"


class Bun(Row, frozen=True):
    id: str
    name: Name
    size: int
    copies: Annotated[int, Meta(ge=1, le=20)]


class Box(Row, frozen=True):
    bun: tuple[Bun, ...]


def load_buns(source: Path | str) -> tuple[Bun, ...]:
    """The buns of a list, smallest first, checked by CR-SETUP-1 and CR-LIST-1."""
    return load(source, Box, _check, error=Invalid).bun


def _check(box: Box) -> None:
    if [bun.size for bun in box.bun] != list(range(1, KINDS + 1)):
        raise Invalid("sizes", n=KINDS, rule="CR-LIST-1")
    if (total := sum(bun.copies for bun in box.bun)) < 16:
        raise Invalid("few_buns", n=total, rule="CR-LIST-1")


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played."""
    buns = load_buns(path)
    summary = Invalid("summary", where=path.name, n=sum(bun.copies for bun in buns), sizes=len(buns))
    return [summary]


def bun_names() -> dict[str, dict[str, str]]:
    """What each bun is called, by language, with its size: "rye (1)"."""
    shape = read_toml(Path(__file__).with_name("text") / "words.toml")["shapes"]["bun"]
    return {
        bun.id: {lang: shape[lang].format(name, bun.size) for lang, name in languages.named(bun.name).items()}
        for bun in BUNS
    }


BUNS: Final = load_buns(FILE)
COPIES: Final[list[int]] = [bun.copies for bun in BUNS]
IDS: Final[list[str]] = [bun.id for bun in BUNS]
