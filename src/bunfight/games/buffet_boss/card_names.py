"""Names the foods and characters of a card list, and words what a character pays for, in every language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bunfight.engine.cards import read_toml
from bunfight.games.buffet_boss.cards import Box, Character
from bunfight.i18n import languages

AddressedEvent = dict[str, str]
MARK: Final = "✦"  # the dinner symbol, on the first copy of each food
WORDS: Final = read_toml(Path(__file__).with_name("text") / "words.toml")
TERMS: Final[dict[str, AddressedEvent]] = WORDS["terms"]
PAYS: Final[dict[str, AddressedEvent]] = WORDS["pays"]


def terms(box: Box) -> dict[str, AddressedEvent]:
    """By id: foods, their two cards, characters (as cards and as moves name them), and ``B1.pays``."""
    found: dict[str, AddressedEvent] = {}
    for food in box.foods:
        name = languages.named(food.name)
        found[food.id] = found[f"{food.id}.b"] = name
        found[f"{food.id}.a"] = {language: f"{said} {MARK}" for language, said in name.items()}
    for character in box.characters:
        found[character.id] = found[character.id.lower()] = languages.named(character.name)
        found[f"{character.id}.pays"] = {language: pays(character, language) for language in languages.WRITTEN}
    return found


def pays(character: Character, language: str) -> str:
    """What a character pays for, by its kind and its numbers."""

    def stars(number: int) -> str:
        return PAYS["star" if number == 1 else "stars"][language].format(n=number)

    return PAYS[character.kind][language].format(
        pay=stars(character.points),
        liked=PAYS["or"][language].join(TERMS[one][language].lower() for one in character.groups or character.colours),
        stars=stars(character.stars),
        each=PAYS["each" if character.every == 1 else "every"][language].format(n=character.every),
    )
