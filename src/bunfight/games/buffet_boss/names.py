"""What the foods and characters of a card list are called, and what a character pays for, in every language."""

from __future__ import annotations

from typing import Final

from bunfight import data
from bunfight.games.buffet_boss.cards import Box, Character

Said = dict[str, str]
MARK: Final = "✦"  # the dinner symbol, on the first copy of each food
GROUPS: Final[dict[str, Said]] = {
    "veggie": {"en": "Veggie", "zh": "蔬菜"},
    "fruit": {"en": "Fruit", "zh": "水果"},
    "seafood": {"en": "Seafood", "zh": "海鲜"},
    "dessert": {"en": "Dessert", "zh": "甜点"},
    "meat": {"en": "Meat", "zh": "肉类"},
}
COLOURS: Final[dict[str, Said]] = {
    "green": {"en": "green", "zh": "绿色"},
    "white": {"en": "white", "zh": "白色"},
    "yellow": {"en": "yellow", "zh": "黄色"},
    "purple": {"en": "purple", "zh": "紫色"},
    "red": {"en": "red", "zh": "红色"},
    "orange": {"en": "orange", "zh": "橙色"},
    "brown": {"en": "brown", "zh": "棕色"},
}
PAYS: Final[dict[str, Said]] = {
    "per_group": {"en": "{pay} for each food that is {liked}", "zh": "每份{liked}得 {points} 颗星"},
    "per_colour": {"en": "{pay} for each {liked} food", "zh": "每份{liked}食物得 {points} 颗星"},
    "per_stars": {"en": "{pay} for {each} worth {stars}", "zh": "每{each}值 {stars} 颗星的食物得 {points} 颗星"},
    "touch_plate": {"en": "{pay} for each food that touches the plate", "zh": "每份碰到盘子的食物得 {points} 颗星"},
    "distinct_groups": {"en": "{pay} for each different group on your plate", "zh": "盘上每有一种类别得 {points} 颗星"},
    "distinct_colours": {
        "en": "{pay} for each different colour on your plate",
        "zh": "盘上每有一种颜色得 {points} 颗星",
    },
    "modal_group": {
        "en": "{pay} for each food of your most frequent group",
        "zh": "最多的那一类，每份得 {points} 颗星",
    },
    "touching_pair_group": {
        "en": "{pay} for each touching pair of the same group",
        "zh": "每对碰在一起的同类食物得 {points} 颗星",
    },
    "touching_pair_colour": {
        "en": "{pay} for each touching pair of the same colour",
        "zh": "每对碰在一起的同色食物得 {points} 颗星",
    },
    "one_neighbour": {
        "en": "{pay} for each food that touches exactly one other food",
        "zh": "每份只碰到另外一份食物的食物得 {points} 颗星",
    },
}


def terms(box: Box) -> dict[str, Said]:
    """By id: foods, their two cards, characters (as cards and as moves name them), and ``B1.pays``."""
    found: dict[str, Said] = {**GROUPS, **COLOURS}
    for food in box.foods:
        name = called(food.name)
        found[food.id] = found[f"{food.id}.b"] = name
        found[f"{food.id}.a"] = {language: f"{said} {MARK}" for language, said in name.items()}
    for character in box.characters:
        found[character.id] = found[character.id.lower()] = called(character.name)
        found[f"{character.id}.pays"] = {language: pays(character, language) for language in ("en", "zh")}
    return found


def called(name: data.Name) -> Said:
    """A name in both languages; whoever gives only one is understood in the other too."""
    by_language = data.named(name)
    any_name = next(iter(by_language.values()))
    return {language: by_language.get(language, any_name) for language in ("en", "zh")}


def pays(character: Character, language: str) -> str:
    """What a character pays for, by its kind and its numbers."""
    liked = [GROUPS[group] for group in character.groups] or [COLOURS[colour] for colour in character.colours]
    said = {
        "points": character.points,
        "pay": stars(character.points),
        "liked": (" or " if language == "en" else "或").join(one[language].lower() for one in liked),
    }
    if language == "en":
        said["stars"] = stars(character.stars)
        said["each"] = "each food" if character.every == 1 else f"every {character.every} foods"
    else:
        said["stars"] = character.stars
        said["each"] = "份" if character.every == 1 else f" {character.every} 份"
    return PAYS[character.kind][language].format(**said)


def stars(number: int) -> str:
    return "1 star" if number == 1 else f"{number} stars"


def letters(box: Box) -> dict[str, str]:
    """A capital letter for each food, of its English name if one is free."""
    found: dict[str, str] = {}
    for food in sorted(box.foods, key=lambda one: one.id):
        wanted = [*called(food.name)["en"].upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        found[food.id] = next(one for one in wanted if "A" <= one <= "Z" and one not in found.values())
    return found
