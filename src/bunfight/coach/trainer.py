"""Trains a player on the positions of their own game where they lost the most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bunfight.coach.phrases import of_trainer as say
from bunfight.coach.puzzles import NEAR
from bunfight.coach.review import Review
from bunfight.engine import Record, Seat, View
from bunfight.engine.selection import named
from bunfight.engine.table import AnyGame, replay
from bunfight.i18n.words import Words

Choices = list[tuple[list[str], float]]


class Screen(Protocol):
    """The output and input that the trainer needs."""

    def plain(self, text: str) -> None: ...
    def board(self, text: str) -> None: ...
    def question(self, text: str) -> None: ...
    def choice(self, number: int, words: str, text: str) -> None: ...
    def warn(self, text: str) -> None: ...
    def read(self) -> str: ...


def train(
    game: AnyGame,
    record: Record,
    review: Review,
    seat: Seat,
    language: str,
    screen: Screen,
    shown: Callable[[AnyGame, View, Words, Sequence[str]], str],
) -> int:
    """Ask each mistake of a seat again, in the terminal; ``shown`` renders a position."""
    mistakes = review.accounts[seat].mistakes if review.accounts else []
    words = Words(game, language)
    if not mistakes:
        screen.plain(say("none", language))
        return 0
    for n, number in enumerate(mistakes, 1):
        choices = review.seconds[str(number)]
        state, _ = replay(game, record, number)
        view = game.view(state, seat)
        screen.board(shown(game, view, words, review.names))
        screen.question(say("mistake", language, n=n, of=len(mistakes), number=number + 1))
        screen.plain(words.question(view.step))
        texts = sorted(text for moves, _ in choices for text in moves)
        for place, text in enumerate(texts, 1):
            screen.choice(place, words.move(text, review.names), text)
        if not _ask(choices, texts, words, review.names, language, screen):
            break
    return 0


def _ask(choices: Choices, texts: list[str], words: Words, names: list[str], language: str, screen: Screen) -> bool:
    """Ask one question; False if the player quits."""
    best = choices[0]
    while True:
        try:
            line = screen.read()
        except EOFError:
            return False
        if line in ("quit", "exit"):
            return False
        if line.isdecimal() and 1 <= int(line) <= len(texts):
            line = texts[int(line) - 1]
        elif len(left := named(texts, line)) == 1:
            line = left[0]
        mine = next((one for one in choices if line in one[0]), None)
        if mine is None:
            screen.warn(say("choose", language, n=len(texts)))
            continue
        move, top = words.move(line, names), words.move(best[0][0], names)
        if mine[1] >= best[1] - NEAR:
            screen.question(say("right", language, move=move, chance=mine[1]))
        else:
            screen.question(say("wrong", language, move=move, chance=mine[1], best=top, top=best[1]))
        return True
