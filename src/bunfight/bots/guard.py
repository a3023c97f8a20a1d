"""Protects a table from a bot's mistakes: a failure becomes a legal move and a report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from bunfight.bots.bot import Bot, BotFailure, Explanation
from bunfight.engine import Rng, Seat, View, require_legal
from bunfight.engine.errors import BunfightError
from bunfight.games import crash_text
from bunfight.i18n.words import error_text


@dataclass(frozen=True, slots=True)
class Failure:
    """What a bot did wrong, and the move that was played instead."""

    bot: str
    seat: Seat
    what: str
    instead: str

    def __str__(self) -> str:
        return f"bot {self.bot} in seat {self.seat + 1} {self.what}; played {self.instead!r} instead"


class Guarded(Bot):
    """Plays the choice of ``bot`` if it is legal and arrives within ``limit`` seconds (None: no limit)."""

    def __init__(self, bot: Bot, limit: float | None = None, report: Callable[[Failure], None] | None = None) -> None:
        super().__init__(bot.game)
        self.bot = bot
        self.limit = limit
        self.report = report
        self.failures: list[Failure] = []

    @property
    def name(self) -> str:  # type: ignore[override]  # the guarded bot may learn its name late
        return self.bot.name

    def choose(self, view: View, rng: Rng) -> str:
        text, wrong = self._ask(view, rng)
        if not wrong and text in view.moves:
            return text
        assert view.seat is not None
        state = self.game.determinize(view, rng.fork("guard"))
        if not wrong:
            try:
                require_legal(state, view.seat, self.game.grammar.parse(text))
                return text
            except BunfightError as illegal:
                wrong = f"chose {text!r:.80}: {error_text(illegal, game=self.game)}"
        instead = self.game.bots.fallback(state, view.seat).text
        failure = Failure(self.name, view.seat, wrong, instead)
        self.failures.append(failure)
        if self.report is not None:
            self.report(failure)
        return instead

    def explain(self, view: View, rng: Rng) -> Explanation:
        return self.bot.explain(view, rng)

    def close(self) -> None:
        self.bot.close()

    def _ask(self, view: View, rng: Rng) -> tuple[str, str]:
        """The bot's answer, or what went wrong."""
        if self.limit is None:
            return self._try(view, rng)
        answers: list[tuple[str, str]] = []
        thinking = threading.Thread(target=lambda: answers.append(self._try(view, rng)), daemon=True)
        thinking.start()
        thinking.join(self.limit)
        return answers[0] if answers else ("", f"took longer than {self.limit:g} seconds")

    def _try(self, view: View, rng: Rng) -> tuple[str, str]:
        try:
            return self.bot.choose(view, rng), ""
        except BotFailure as failure:
            return "", str(failure)
        except Exception as error:  # noqa: BLE001  # a bot may be anybody's code, and no fault of it may stop a table
            return "", f"failed: {crash_text(error)}"
