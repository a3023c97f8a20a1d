"""Guides through a lesson: its cards, then one move after another, then tips while the learner plays on.

The lessons are the same data that the browser reads, ``lesson.json`` in the folder of each game; ``terminal`` has the
words for keys where they differ.
"""

from __future__ import annotations

import json
from typing import Any

from bunfight import games
from bunfight.engine import View
from bunfight.engine.selection import Selection, Shape, Thing, verb_of
from bunfight.i18n import languages
from bunfight.i18n.words import text_folder

Card = dict[str, Any]
MISSES = 2  # attempts that led elsewhere, after which a step is skipped, and the next one, which needs it


def lesson_of(game: str) -> dict[str, Any] | None:
    """The lesson of a game, if it has one."""
    path = text_folder(games.load(game)) / "lesson.json"
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def about(shape: Shape, move: str, thing: Thing) -> bool:
    """Return whether a move is about a thing."""
    return bool(Selection(shape, (move,), (thing,)).left())


class Coach:
    """The progress of a learner in a lesson."""

    def __init__(self, lesson: dict[str, Any], shape: Shape, language: str) -> None:
        self.shape, self.language = shape, language
        self.intro: list[Card] = [card for card in lesson["cards"] if "step" not in card and "verb" not in card]
        self.tips: list[Card] = [card for card in lesson["cards"] if card not in self.intro]
        self.todo: list[Card] = list(lesson["steps"])
        self.total = len(self.todo)
        self.leaf = 0  # cards that were read
        self.made = 0  # moves that were made
        self.step: Card | None = None
        self.wanted: list[str] = []
        self.tip: Card | None = None
        self.shown_tips: list[Card] = []
        self.tried: Card | None = None  # a move was made for it; the next question tells whether it led there
        self.missed = 0

    @property
    def reading(self) -> bool:
        return self.leaf < len(self.intro)

    @property
    def over(self) -> bool:
        return self.made == self.total

    def look(self, view: View, moves: list[str]) -> None:
        """Choose the step for a new position. Steps wait until their move is possible."""
        if self.tried is not None and moves:
            at = self.todo.index(self.tried)
            self.missed += view.step != self.tried["until"]
            if view.step == self.tried["until"]:
                self._done(self.tried)
            elif self.missed == MISSES:
                for step in self.todo[at : at + 2]:
                    self._done(step)
            self.tried = None
        fits = [] if self.reading or not moves else self.todo
        self.step = next((one for one in fits if any(self._wants(one, move) for move in moves)), None)
        open_ = [move for move in moves if self.step is not None and self._wants(self.step, move)]
        self.wanted = open_ if self.step is not None and self.step.get("any") else open_[:1]
        if self.step is None and not self.reading and moves:
            tip = next((one for one in self.tips if one not in self.shown_tips and self._fits(one, view, moves)), None)
            if tip is not None:
                self.shown_tips.append(tip)
            self.tip = tip or self.tip
        elif self.step is not None:
            self.tip = None

    def _wants(self, step: Card, move: str) -> bool:
        wanted = about(self.shape, move, _thing(step["move"]))
        return wanted and not ("not" in step and about(self.shape, move, _thing(step["not"])))

    @staticmethod
    def _fits(card: Card, view: View, moves: list[str]) -> bool:
        if "step" in card and view.step != card["step"]:
            return False
        return "verb" not in card or any(verb_of(move) == card["verb"] for move in moves)

    def allows(self, move: str) -> bool:
        """Return whether the lesson accepts a move; one that cannot be listed is judged by its text."""
        if self.reading:
            return False
        if self.step is None:
            return True
        return self._wants(self.step, move) if self.step.get("any") else move in self.wanted

    def passed(self) -> None:
        """Note that the move of the step was made."""
        if self.step is not None:
            if "until" in self.step:
                self.tried = self.step
            else:
                self._done(self.step)
            self.step = None

    def _done(self, step: Card) -> None:
        self.todo.remove(step)
        self.made += 1

    def guides(self, thing: Thing) -> bool:
        """Return whether a thing belongs to the move that is asked for."""
        return any(about(self.shape, move, thing) for move in self.wanted)

    def text(self) -> str:
        """The text of the current card, step or tip."""
        card = self.intro[self.leaf] if self.reading else self.step or self.tip
        return "" if card is None else languages.text(card.get("terminal", card), self.language)

    def mark(self) -> str:
        """Return the learner's place: "1/4" among the cards, "➤ 2/5" among the moves, a bullet for a tip."""
        if self.reading:
            return f"{self.leaf + 1}/{len(self.intro)}"
        return f"➤ {self.made + 1}/{self.total}" if self.step is not None else "•"

    def turn(self, by: int = 1) -> None:
        """Turn to another card."""
        self.leaf = max(0, min(len(self.intro), self.leaf + by))


def _thing(entry: dict[str, Any]) -> Thing:
    return {noun: str(word) for noun, word in entry.items()}
