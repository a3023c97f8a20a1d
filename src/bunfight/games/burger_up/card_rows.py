"""The rows of a card list, as they are written in its file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, field

from bunfight.engine.cards import CardError, Name, Row, Source

FILE: Final = Path(__file__).with_name("cards.toml")
DATA_3: Final = Meta(extra={"rule": "BU-DATA-3"})

Id = Annotated[str, Meta(pattern="^[a-z_][a-z0-9_]*$", extra={"rule": "BU-DATA-3", "error": "card_id"})]
Type = Annotated[Literal["bun", "salad", "meat_patty", "cheese_egg", "sauce"], DATA_3]
Next = Annotated[Literal["any", "salad", "meat_patty", "cheese_egg", "sauce"], DATA_3]
Keyword = Annotated[Literal["meat", "patty", "salad", "cheese", "egg", "sauce"], DATA_3]
Class = Annotated[Literal["", "sandwich", "gourmet", "tower", "colossal"], DATA_3]
Kind = Annotated[Literal["at_least", "at_most", "none", "different", "equal", "top"], DATA_3]


class Invalid(CardError):
    """An invalid card list or option of Burger Up."""

    words = FILE.with_name("text") / "errors.toml"


class Ingredient(Row, frozen=True):
    """An ingredient. `art` names one of the pictures that come with the game; without it, the type is drawn."""

    id: Id
    name: Name
    type: Type
    keywords: tuple[Keyword, ...]
    art: str = ""
    source: Source = "own"


class Card(Row, frozen=True):
    """A card with two halves, a and b: an ingredient, what may come next above it, and whether it is Perfect."""

    id: Id
    a: str
    a_next: Next
    a_perfect: bool
    b: str
    b_next: Next
    b_perfect: bool
    source: Source = "own"

    @property
    def halves(self) -> tuple[tuple[str, str, bool], tuple[str, str, bool]]:
        """The ingredient, what may come next, and whether it is Perfect, of side a and of side b."""
        return (self.a, self.a_next, self.a_perfect), (self.b, self.b_next, self.b_perfect)


class Need(Row, frozen=True):
    """A line of a Top Bun. `called` names a `word:` selector, if not by the word itself."""

    kind: Kind
    of: str = ""
    each: tuple[str, ...] = ()
    n: int = 0
    called: Name = ""


class TopBun(Row, frozen=True):
    """A Top Bun: an order of one to three lines, and the burgers that are large enough and small enough for it."""

    id: Id
    name: Name
    needs: Annotated[tuple[Need, ...], Meta(min_length=1, max_length=3, extra={"rule": "BU-DATA-7"})]
    size_min: Class = ""
    size_max: Class = ""
    rule: Annotated[str, Meta(pattern=r"^(BU-TB-\d{2,3})?$", extra={"rule": "BU-DATA-3", "error": "top_bun_rule"})] = ""
    witness: tuple[str, ...] = ()
    source: Source = "own"


class Rows(Row, frozen=True):
    """A whole file."""

    ingredients: tuple[Ingredient, ...] = field(name="ingredient")
    cards: tuple[Card, ...] = field(name="card")
    top_buns: tuple[TopBun, ...] = field(name="top_bun")
