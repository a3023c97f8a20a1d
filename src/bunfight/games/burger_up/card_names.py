"""Names the cards of a list and words its orders in every language, from the list alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bunfight.engine.cards import read_toml
from bunfight.engine.game import CardWords
from bunfight.games.burger_up.card_rows import Card, Ingredient, Need, TopBun
from bunfight.games.burger_up.views.types import Ask
from bunfight.i18n import languages

WORDS: Final = read_toml(Path(__file__).with_name("text") / "words.toml")
TERMS: Final[dict[str, dict[str, str]]] = WORDS["terms"]
"""The words of the game itself: types, keywords, classes, and how a line of an order reads (``ask_...``)."""
SHAPES: Final[dict[str, dict[str, str]]] = WORDS["shapes"]
"""How names stand beside each other."""


class Names:
    """The words of one card list."""

    def __init__(
        self, ingredients: tuple[Ingredient, ...], cards: tuple[Card, ...], top_buns: tuple[TopBun, ...]
    ) -> None:
        buns = [one.id for one in ingredients if one.type == "bun"]
        self.bun = buns[0] if len(buns) == 1 else "bun"  # what "any bun" is called
        by_id = {one.id: one.name for one in ingredients}
        self.terms = {one: languages.named(name) for one, name in by_id.items()}
        self.terms.update({bun.id: languages.named(bun.name) for bun in top_buns})
        for bun in top_buns:
            for line in bun.needs:
                for selector in line.each or (line.of,):
                    if selector.startswith("word:"):
                        word = selector.partition(":")[2].capitalize()
                        self.terms.setdefault(selector, languages.named(line.called or word))
        self.terms.update({card.id: self._ends(card) for card in cards})
        self.rules = {bun.rule: self._rule(bun) for bun in top_buns if bun.rule}

    def card_words(self) -> CardWords:
        return {"terms": self.terms, "rules": self.rules}

    def of(self, key: str, language: str = "en") -> str:
        """What a thing is called."""
        return (self.terms.get(key) or TERMS[key])[language]

    def thing(self, selector: str) -> str:
        """The key of what a selector asks for."""
        prefix, _, target = selector.partition(":")
        if prefix == "word":
            return selector
        return self.bun if selector == "type:bun" else target

    def asks(self, bun: TopBun) -> tuple[Ask, ...]:
        """The lines of an order."""
        return tuple(self.ask(line) for line in bun.needs)

    def ask(self, line: Need) -> Ask:
        things = tuple(self.thing(selector) for selector in line.each or (line.of,))
        return Ask("one" if single(line) and (line.kind, line.n) == ("at_least", 1) else line.kind, line.n, things)

    def asks_size(self, bun: TopBun) -> tuple[Ask, ...]:
        """The sizes that an order accepts."""
        low, high = bun.size_min, bun.size_max
        if low == high != "" or high == "sandwich" or low == "colossal":
            return (Ask("only", 0, (high or low,)),)
        limits = (("larger", low), ("smaller", high))
        return tuple(Ask(kind, 0, (size_class,)) for kind, size_class in limits if size_class)

    def read(self, ask: Ask, language: str = "en") -> str:
        """A line of an order in words."""
        things = SHAPES["things"][language].join(self.of(thing, language) for thing in ask.of)
        return TERMS[f"ask_{ask.kind}"][language].replace("{n}", str(ask.n)).replace("{of:terms}", things)

    def _ends(self, card: Card) -> dict[str, str]:
        """Both ends of a card, a star for Perfect; one is enough if they are the same."""
        ends = card.halves
        joined = {}
        for language in languages.WRITTEN:
            both = [self.of(name, language) + ("*" if perfect else "") for name, _, perfect in ends]
            joined[language] = both[0] if ends[0] == ends[1] else SHAPES["ends"][language].join(both)
        return joined

    def _rule(self, bun: TopBun) -> dict[str, str]:
        lines = (*self.asks(bun), *self.asks_size(bun))
        return {
            language: SHAPES["order"][language].format(
                self.of(bun.id, language), SHAPES["lines"][language].join(self.read(ask, language) for ask in lines)
            )
            for language in languages.WRITTEN
        }


def single(line: Need) -> bool:
    """Whether one of it is enough to name it: an ingredient, a word or a bun, not a keyword or a type."""
    return line.of.startswith(("name:", "word:")) or line.of == "type:bun"
