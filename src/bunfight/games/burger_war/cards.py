"""The printed cards, and the check of a player's own list (IW-LIST)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from bunfight.engine import cards as engine_cards
from bunfight.engine.cards import CardError, Name, Row, Source, name_by_language, read_toml
from bunfight.engine.game import CardWords
from bunfight.i18n import languages
from bunfight.i18n.languages import WRITTEN

FILE: Final = Path(__file__).with_name("cards.toml")
WORDS: Final = FILE.with_name("text") / "words.toml"
RULES: Final = FILE.with_name("text") / "rules.toml"

TYPES: Final = ("BUN", "CHEESE", "PATTY", "SAUCE", "VEGGIES")
CONTRAPTIONS: Final = ("NUKE", "TRANSMOG", "RECYCLER", "DEFLECTOR")
PLAIN: Final = (-2, -1, 1, 2)
SPECIALS: Final = {"legendary": 3, "cursed": -3}
EFFECTS: Final = {
    ("legendary", "BUN"): "plate_immune",
    ("legendary", "CHEESE"): "own_cheese_double",
    ("legendary", "PATTY"): "own_patty_positive_other_veggies_negative",
    ("legendary", "SAUCE"): "two_actions",
    ("legendary", "VEGGIES"): "sole_nuke_and_deflector",
    ("cursed", "BUN"): "hand_cap_two",
    ("cursed", "CHEESE"): "other_cheese_double",
    ("cursed", "PATTY"): "own_bun_sauce_veggies_negative",
    ("cursed", "SAUCE"): "finished_exposed",
    ("cursed", "VEGGIES"): "no_steal_no_attack",
}
MOST_CARDS: Final = 240  # some 6 x cards x kinds moves are possible, so both are bounded before a grammar is built
LONGEST_ID: Final = 40
LONGEST_NAME: Final = 60

Copies = Annotated[int, Meta(ge=0, le=20, extra={"rule": "IW-LIST-1"})]


class Invalid(CardError):
    """An invalid card list or option of Burger War."""

    words = FILE.with_name("text") / "errors.toml"


class Card(Row, frozen=True):
    """One kind of card: what is printed on it and how many copies each deck has."""

    id: Annotated[str, Meta(pattern="^[a-z0-9_]+$", extra={"rule": "IW-LIST-1", "error": "card_id"})]
    name: Name
    category: Annotated[Literal["ingredient", "contraption", "war"], Meta(extra={"rule": "IW-LIST-2"})]
    type: str
    modifier: int
    rarity: Annotated[Literal["plain", "legendary", "cursed"], Meta(extra={"rule": "IW-LIST-4"})]
    effect: str
    short: Copies
    full: Copies
    source: Source = "own"

    def copies(self, column: str) -> int:
        return self.short if column == "short" else self.full


class ListInfo(Row, frozen=True):
    """Which game a list is for, and what the list is called."""

    game: Literal["burger_war"]
    list: str


class CardList(Row, frozen=True):
    meta: ListInfo
    cards: Annotated[tuple[Card, ...], Meta(max_length=80, extra={"rule": "IW-LIST-8"})] = field(name="card")


def load(source: Path | str) -> tuple[Card, ...]:
    """The kinds of a card list in printed order, checked."""
    return engine_cards.load(source, CardList, _check_cards, _check_list, error=Invalid).cards


def _check_cards(found: CardList) -> None:
    for card in found.cards:
        if len(card.id) > LONGEST_ID:
            raise Invalid("id_letters", card, rule="IW-LIST-8", n=LONGEST_ID)
        names = name_by_language(card.name)
        if not names or not names.keys() <= WRITTEN.keys():
            raise Invalid("name_languages", card, rule="IW-LIST-8")
        for name in names.values():
            if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or {*name} & {*"{}"}:
                raise Invalid("name_letters", card, rule="IW-LIST-8", n=LONGEST_NAME)
        types = {"ingredient": TYPES, "contraption": CONTRAPTIONS, "war": ("WAR",)}[card.category]
        if card.type not in types:
            rule = "IW-LIST-2" if card.category == "ingredient" else "IW-LIST-5"
            raise Invalid("type", card, rule=rule, category=card.category, types=", ".join(types))
        if card.category == "ingredient":
            _check_ingredient(card)
        elif (card.effect, card.modifier, card.rarity) != (card.type.lower(), 0, "plain"):
            raise Invalid("tool", card, rule="IW-LIST-5", effect=card.type.lower())


def _check_ingredient(card: Card) -> None:
    if card.rarity == "plain":
        if card.modifier not in PLAIN:
            raise Invalid("plain_modifier", card, rule="IW-LIST-3")
        if card.effect:
            raise Invalid("plain_effect", card, rule="IW-LIST-3")
        return
    if card.modifier != (modifier := SPECIALS[card.rarity]):
        raise Invalid("special_modifier", card, rule="IW-LIST-4", rarity=card.rarity, modifier=f"{modifier:+d}")
    if card.effect != (effect := EFFECTS[card.rarity, card.type]):
        raise Invalid("special_effect", card, rule="IW-LIST-4", effect=effect)
    if card.short != 1 or card.full != 1:
        raise Invalid("special_copies", card, rule="IW-LIST-4", rarity=card.rarity)


def _check_list(found: CardList) -> None:
    cards = found.cards
    if (most := sum(max(card.short, card.full) for card in cards)) > MOST_CARDS:
        raise Invalid("many_cards", rule="IW-LIST-8", n=most, most=MOST_CARDS)
    for kind in TYPES:
        rarities = [c.rarity for c in cards if c.category == "ingredient" and c.type == kind]
        if "plain" not in rarities:
            raise Invalid("no_plain", rule="IW-LIST-2", type=kind)
        for rarity in ("legendary", "cursed"):
            if (n := rarities.count(rarity)) != 1:
                raise Invalid("one_special", rule="IW-LIST-4", type=kind, rarity=rarity, n=n)
    for kind in (*CONTRAPTIONS, "WAR"):
        rows = [c for c in cards if c.category != "ingredient" and c.type == kind]
        if len(rows) != 1:
            raise Invalid("one_row", rule="IW-LIST-5", type=kind, n=len(rows))
        if rows[0].short < 1 or rows[0].full < 1:
            raise Invalid("no_copy", rows[0], rule="IW-LIST-5")


def count(cards: tuple[Card, ...], column: str, kind: str = "") -> int:
    """How many cards a deck has, of one type or in all."""
    return sum(c.copies(column) for c in cards if kind in ("", c.type))


def fits(cards: tuple[Card, ...], column: str, seats: int, where: str = "") -> None:
    """A deck must serve its players (IW-LIST-6, IW-LIST-7)."""
    for kind in ("BUN", "PATTY"):
        if count(cards, column, kind) < seats:
            raise Invalid("deck_few_of", rule="IW-LIST-6", where=where, deck=column, type=kind, seats=seats)
    if count(cards, column) - count(cards, column, "WAR") < 5 * seats + 10:
        raise Invalid("deck_few", rule="IW-LIST-7", where=where, deck=column, seats=seats)


def warnings(cards: tuple[Card, ...], column: str, seats: int) -> list[Invalid]:
    """What is allowed in a list but hardly makes a good game."""
    found: list[Invalid] = []
    total = count(cards, column)
    if total < 18 * seats:
        found.append(Invalid("warn_few", deck=column, n=18 * seats, seats=seats))
    for kind in ("BUN", "PATTY"):
        if count(cards, column, kind) < 2 * seats:
            found.append(Invalid("warn_few_of", deck=column, n=2 * seats, type=kind, seats=seats))
    if count(cards, column, "WAR") * 10 > total:
        found.append(Invalid("warn_war", deck=column))
    balance = sum(c.modifier * c.copies(column) for c in cards)
    if abs(balance) > 10:
        found.append(Invalid("warn_balance", deck=column, sum=f"{balance:+d}"))
    present = {(c.type, c.modifier) for c in cards if c.copies(column)}
    missing = [f"{kind}{value:+d}" for kind in TYPES for value in PLAIN if (kind, value) not in present]
    if missing:
        found.append(Invalid("warn_missing", deck=column, cards=", ".join(missing)))
    return found


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played, then its warnings."""
    cards = load(path)
    notes = [Invalid("summary", where=path.name, n=len(cards), short=count(cards, "short"), full=count(cards, "full"))]
    for column, most in (("short", 3), ("full", 6)):
        fits(cards, column, most, path.name)
        notes += warnings(cards, column, most)
    return notes


def called(card: Card) -> dict[str, str]:
    """The name of a card in every language; a language without one takes the other's."""
    return languages.named(card.name)


def card_words(cards: tuple[Card, ...]) -> CardWords:
    """The words of a card list: ingredients by name, type and number, and all sentences with the names of its tools."""
    table = read_toml(WORDS)
    words = _with_tool_names(table, cards)
    terms, scores = words.setdefault("terms", {}), words.setdefault("scores", {})
    for card in cards:
        terms[card.id] = called(card)
        if card.category == "ingredient":
            kind = table["terms"][f"{card.rarity}.{card.type}"]
            for language, name in called(card).items():
                shape = table["card"][language]
                terms[card.id][language] = shape.format(name=name, type=kind[language], number=f"{card.modifier:+d}")
            scores[card.id] = terms[card.id]
    return words


def _with_tool_names(table: dict[str, Any], cards: tuple[Card, ...]) -> CardWords:
    """All sentences that name a contraption or WAR, if this list names one differently than the printed list."""
    ours, theirs = ({c.type: called(c) for c in some if c.category != "ingredient"} for some in (CARDS, cards))
    words: CardWords = {}
    if theirs == ours:
        return words
    texts = {**table, **read_toml(RULES)}
    for section in ("moves", "events", "steps", "terms", "reasons", "refusals", "rules", "sections"):
        words[section] = {key: dict(sentence) for key, sentence in texts[section].items()}
    for language, edge in ((one, r"\b" if ours["WAR"][one].isascii() else "") for one in WRITTEN):
        names = {ours[kind][language]: theirs[kind][language] for kind in ours}
        named = re.compile(f"{edge}({'|'.join(names)}){edge}")
        for sentences in words.values():
            for sentence in sentences.values():
                parts = named.split(sentence[language])  # every second part is the name of a tool
                sentence[language] = "".join(names.get(part, part) for part in parts)
    return words


CARDS: Final = load(FILE)
