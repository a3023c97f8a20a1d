"""Groups the moves on offer by verb, with their texts and effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bunfight.engine import View
from bunfight.engine.selection import verb_of
from bunfight.i18n import languages
from bunfight.i18n.words import Words

FEW = 7  # a larger group is collapsed if there are others


@dataclass(frozen=True)
class Choice:
    """A move, its text and its known effects."""

    move: str
    told: str
    does: str


@dataclass(frozen=True)
class Group:
    """The moves of related verbs."""

    verbs: tuple[str, ...]
    title: str
    choices: tuple[Choice, ...]


def effects(view: View, words: Words, names: Sequence[str]) -> dict[str, str]:
    """The known effects of each move on offer, as text."""
    comma = words.table["formats"]["comma"]
    between = languages.text(comma, words.language)
    previews: Any = getattr(view, "previews", ())
    return {one.move: between.join(words.effect(effect, names) for effect in one.effects) for one in previews}


def groups(view: View, words: Words, names: Sequence[str], moves: Sequence[str] | None = None) -> list[Group]:
    """The remaining moves by group, in the order of the game's menu."""
    does = effects(view, words, names)
    left = view.moves if moves is None else moves
    found: list[Group] = []
    taken: set[str] = set()
    for entry in words.table["aid"].get("menu", []):
        verbs = tuple(entry["verbs"])
        of_it = [move for move in left if verb_of(move) in verbs]
        taken.update(of_it)
        title = languages.text(entry, words.language, words.game)
        if of_it:
            found.append(Group(verbs, title, tuple(_choice(move, words, names, does) for move in of_it)))
    rest = [move for move in left if move not in taken]
    for verb in dict.fromkeys(verb_of(move) for move in rest):
        of_it = [move for move in rest if verb_of(move) == verb]
        found.append(Group((verb,), verb, tuple(_choice(move, words, names, does) for move in of_it)))
    return found


def _choice(move: str, words: Words, names: Sequence[str], does: dict[str, str]) -> Choice:
    return Choice(move, words.move(move, names), does.get(move, ""))


def in_order(view: View, words: Words, names: Sequence[str]) -> list[Choice]:
    """Every choice in menu order."""
    return [choice for group in groups(view, words, names) for choice in group.choices]


def collapsed(group: Group, of: int) -> bool:
    """Return whether a group shows only its title until it is opened."""
    return len(group.choices) > FEW and of > len(group.choices)
