"""The rows of a card list, as they are written in its file."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine import toml


@dataclass(frozen=True)
class Ingredient:
    """A row of [[ingredient]]. ``art`` names a picture of ours; without one its type is drawn."""

    id: str
    name: toml.Name
    type: str
    keywords: tuple[str, ...]
    art: str = ""
    source: toml.Source = "own"


@dataclass(frozen=True)
class Card:
    """A row of [[card]]: two halves."""

    id: str
    a: str
    a_next: str
    a_perfect: bool
    b: str
    b_next: str
    b_perfect: bool
    source: toml.Source = "own"


@dataclass(frozen=True)
class Need:
    """A line of a Top Bun. ``called`` is what a ``word:`` selector is called, if not by the word itself."""

    kind: str
    of: str = ""
    each: tuple[str, ...] = ()
    n: int = 0
    called: toml.Name = ""


@dataclass(frozen=True)
class TopBun:
    """A row of [[top_bun]]."""

    id: str
    name: toml.Name
    needs: tuple[Need, ...]
    size_min: str = ""
    size_max: str = ""
    rule: str = ""
    witness: tuple[str, ...] = ()
    source: toml.Source = "own"
