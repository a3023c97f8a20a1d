"""The printed cards: the house list, and the strict check of a player's own list (IW-LIST)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bunfight.engine import toml
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
MOST_COPIES: Final = 20
MOST_KINDS: Final = 80  # some 6 x cards x kinds moves can be said, so both are bounded before there is a grammar
MOST_CARDS: Final = 240
LONGEST: Final = {"id": 40, "name": 60}


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: what is printed on it and how many copies each deck has."""

    id: str
    name: toml.Name
    category: str
    type: str
    modifier: int
    rarity: str
    effect: str
    short: int
    full: int
    source: toml.Source = "own"

    def copies(self, column: str) -> int:
        return self.short if column == "short" else self.full


@dataclass(frozen=True, slots=True)
class Meta:
    """Which game a list is for, and what the list is called."""

    game: str
    list: str


def load(path: Path) -> tuple[Card, ...]:
    """The kinds of a card list in printed order; a ValueError names file, card and reason."""
    return listed(toml.read(path), path.name)


def listed(table: dict[str, Any], where: str) -> tuple[Card, ...]:
    """The kinds of a card list that was read already."""
    for key in table:
        if key not in ("meta", "card"):
            raise ValueError(f"{where}: unknown table '{key}' (known: meta, card)")
    meta = toml.row(table.get("meta", {}), Meta, f"{where}: meta")
    if meta.game != "burger_war":
        raise ValueError(f"{where}: meta: game must be 'burger_war', not {meta.game!r}")
    cards = toml.rows(table, "card", Card, where)
    if len(cards) > MOST_KINDS:
        raise ValueError(f"{where}: {len(cards)} kinds of cards; a list has at most {MOST_KINDS} (IW-LIST-8)")
    for card in cards:
        _check_card(card, where)
    _check_list(cards, where)
    return cards


def _check_card(card: Card, where: str) -> None:
    at = f"{where}: card {card.id!r}"
    if not card.id or not all(c.isdigit() or c == "_" or "a" <= c <= "z" for c in card.id):
        raise ValueError(f"{at}: an id is made of small letters, digits and '_' (IW-LIST-1)")
    if len(card.id) > LONGEST["id"]:
        raise ValueError(f"{where}: card '{card.id[:20]}...': an id has at most {LONGEST['id']} letters (IW-LIST-8)")
    names = toml.named(card.name)
    if not names or not names.keys() <= WRITTEN.keys():
        raise ValueError(f"{at}: a name is one text, or texts for en and zh (IW-LIST-8)")
    for name in names.values():
        if not 0 < len(name) <= LONGEST["name"] or not name.isprintable() or {*name} & {*"{}"}:
            raise ValueError(f"{at}: a name has 1 to {LONGEST['name']} letters and no braces (IW-LIST-8)")
    for column in ("short", "full"):
        if not 0 <= card.copies(column) <= MOST_COPIES:
            raise ValueError(f"{at}: {column} must be 0 to {MOST_COPIES} copies (IW-LIST-1)")
    if card.category == "ingredient":
        _check_ingredient(card, at)
    elif card.category == "contraption":
        if card.type not in CONTRAPTIONS:
            raise ValueError(f"{at}: a contraption is one of {', '.join(CONTRAPTIONS)} (IW-LIST-5)")
    elif card.category == "war":
        if card.type != "WAR":
            raise ValueError(f"{at}: a card of category war has the type WAR (IW-LIST-5)")
    else:
        raise ValueError(f"{at}: category must be ingredient, contraption or war, not {card.category!r} (IW-LIST-2)")
    printed = (card.effect, card.modifier, card.rarity)
    if card.category != "ingredient" and printed != (card.type.lower(), 0, "plain"):
        raise ValueError(f"{at}: must be plain, with modifier 0 and effect {card.type.lower()!r} (IW-LIST-5)")


def _check_ingredient(card: Card, at: str) -> None:
    if card.type not in TYPES:
        raise ValueError(f"{at}: an ingredient is one of {', '.join(TYPES)} (IW-LIST-2)")
    if card.rarity == "plain":
        if card.modifier not in PLAIN:
            raise ValueError(f"{at}: a plain modifier is -2, -1, 1 or 2 (IW-LIST-3)")
        if card.effect:
            raise ValueError(f"{at}: a plain ingredient has no effect (IW-LIST-3)")
    elif card.rarity in SPECIALS:
        if card.modifier != SPECIALS[card.rarity]:
            raise ValueError(f"{at}: a {card.rarity} modifier is {SPECIALS[card.rarity]:+d} (IW-LIST-4)")
        if card.effect != EFFECTS[card.rarity, card.type]:
            raise ValueError(f"{at}: its effect must be {EFFECTS[card.rarity, card.type]!r} (IW-LIST-4)")
        if card.short != 1 or card.full != 1:
            raise ValueError(f"{at}: a {card.rarity} card has one copy in each deck (IW-LIST-4)")
    else:
        raise ValueError(f"{at}: rarity must be plain, legendary or cursed, not {card.rarity!r} (IW-LIST-4)")


def _check_list(cards: tuple[Card, ...], where: str) -> None:
    most = sum(max(card.short, card.full) for card in cards)
    if most > MOST_CARDS:
        raise ValueError(f"{where}: {most} cards; a list has at most {MOST_CARDS} (IW-LIST-8)")
    for kind in TYPES:
        of_type = [c for c in cards if c.category == "ingredient" and c.type == kind]
        if not any(c.rarity == "plain" for c in of_type):
            raise ValueError(f"{where}: {kind} has no plain kind (IW-LIST-2)")
        for rarity in SPECIALS:
            count = sum(c.rarity == rarity for c in of_type)
            if count != 1:
                raise ValueError(f"{where}: {kind} needs exactly one {rarity} kind, not {count} (IW-LIST-4)")
    for kind in (*CONTRAPTIONS, "WAR"):
        rows = [c for c in cards if c.category != "ingredient" and c.type == kind]
        if len(rows) != 1:
            raise ValueError(f"{where}: {kind} needs exactly one row, not {len(rows)} (IW-LIST-5)")
        if rows[0].short < 1 or rows[0].full < 1:
            raise ValueError(f"{where}: card {rows[0].id!r}: at least one copy in each deck (IW-LIST-5)")


def count(cards: tuple[Card, ...], column: str, kind: str = "") -> int:
    """How many cards a deck has, of one type or in all."""
    return sum(c.copies(column) for c in cards if kind in ("", c.type))


def fits(cards: tuple[Card, ...], column: str, seats: int, where: str) -> None:
    """A deck must serve its players (IW-LIST-6, IW-LIST-7); ValueError if it cannot."""
    for kind in ("BUN", "PATTY"):
        if count(cards, column, kind) < seats:
            raise ValueError(f"{where}: the {column} deck has too few {kind} for {seats} players (IW-LIST-6)")
    if count(cards, column) - count(cards, column, "WAR") < 5 * seats + 10:
        raise ValueError(f"{where}: the {column} deck has too few cards for {seats} players (IW-LIST-7)")


def warnings(cards: tuple[Card, ...], column: str, seats: int) -> list[str]:
    """What is allowed in a list but hardly makes a good game."""
    found: list[str] = []
    total = count(cards, column)
    if total < 18 * seats:
        found.append(f"the {column} deck has fewer than {18 * seats} cards for {seats} players")
    for kind in ("BUN", "PATTY"):
        if count(cards, column, kind) < 2 * seats:
            found.append(f"the {column} deck has fewer than {2 * seats} {kind} for {seats} players")
    if count(cards, column, "WAR") * 10 > total:
        found.append(f"more than one card in ten of the {column} deck is WAR")
    balance = sum(c.modifier * c.copies(column) for c in cards)
    if abs(balance) > 10:
        found.append(f"the modifiers of the {column} deck add up to {balance:+d}")
    present = {(c.type, c.modifier) for c in cards if c.copies(column)}
    missing = [f"{kind}{value:+d}" for kind in TYPES for value in PLAIN if (kind, value) not in present]
    if missing:
        found.append(f"the {column} deck has no {', '.join(missing)}")
    return found


def check(path: Path) -> str:
    """One line about a player's own list, for ``bunfight cards check``; ValueError if it cannot be played."""
    cards = load(path)
    notes: list[str] = []
    for column, most in (("short", 3), ("full", 6)):
        fits(cards, column, most, path.name)
        notes += warnings(cards, column, most)
    line = f"{path.name}: {len(cards)} kinds, {count(cards, 'short')} cards short, {count(cards, 'full')} cards full"
    return line + "".join(f"; warning: {note}" for note in notes)


def called(card: Card) -> dict[str, str]:
    """The name of a card in every language; a language without one takes the other's."""
    return languages.named(card.name)


def told(cards: tuple[Card, ...]) -> CardWords:
    """The words of a card list: ingredients by name, type and number, and all sentences with the names of its tools."""
    table = toml.read(WORDS)
    words = _retold(table, cards)
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


def _retold(table: dict[str, Any], cards: tuple[Card, ...]) -> CardWords:
    """All sentences that name a contraption or WAR, if this list calls one otherwise than the house list."""
    ours, theirs = ({c.type: called(c) for c in some if c.category != "ingredient"} for some in (CARDS, cards))
    words: CardWords = {}
    if theirs == ours:
        return words
    told = {**table, **toml.read(RULES)}
    for section in ("moves", "events", "steps", "terms", "reasons", "refusals", "rules", "sections"):
        words[section] = {key: dict(sentence) for key, sentence in told[section].items()}
    for language, edge in ((one, r"\b" if ours["WAR"][one].isascii() else "") for one in WRITTEN):
        names = {ours[kind][language]: theirs[kind][language] for kind in ours}
        named = re.compile(f"{edge}({'|'.join(names)}){edge}")
        for sentences in words.values():
            for sentence in sentences.values():
                parts = named.split(sentence[language])  # every second part is the name of a tool
                sentence[language] = "".join(names.get(part, part) for part in parts)
    return words


def digest() -> str:
    """The fingerprint of the house list."""
    return toml.digest(FILE)


CARDS: Final = load(FILE)
