"""Plays any game line by line, for scripts, screen readers and simple terminals."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from bunfight.bots import Bot, Failure, Guarded
from bunfight.bots.explain import explained
from bunfight.bots.explain import hint as coached
from bunfight.cli.screen import Screen
from bunfight.engine import IllegalMove, Rng, Seat, Table, View, replay
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event import plain
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.selection import named
from bunfight.i18n.words import Words
from bunfight.tui import menu
from bunfight.tui.boards import Scene
from bunfight.tui.messages import Messages
from bunfight.tui.presenter import final_scores, read_out
from bunfight.tui.session import check_move, has_secrets, rejection_of


class Leave(Exception):
    """Raised when the player quits."""


class PlainSession:
    """A table in one terminal: some seats are people, the others are bots."""

    def __init__(
        self,
        table: Table,
        bots: dict[Seat, Bot],
        language: str,
        screen: Screen,
        notation: bool = False,
        decided: Callable[[], None] = lambda: None,
    ) -> None:
        self.table = table
        self.bots = bots
        self.words = Words(table.game, language, table.options)
        self.names = table.record.seats
        self.t = Messages(language)
        self.screen, self.notation = screen, notation
        self.decided = decided  # called after every decision, to save the game
        self.looked: Seat | None = None  # the player who saw the screen last
        self.told: dict[Seat | None, int] = {}
        self.thought = Rng(secrets.token_hex(16), "bots")

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def run(self) -> None:
        """Play to the end. If several seats are asked, the order is random, because it may matter who answers first."""
        while self.table.state.agenda:
            waiting = self.table.state.awaiting()
            seat = waiting[self.thought.below(len(waiting))]
            if seat in self.bots:
                self.let_bot_play(seat)
            else:
                self.ask(seat)
            self.decided()
        self.finish()

    def let_bot_play(self, seat: Seat) -> None:
        bot = Guarded(self.bots[seat], report=self._mistake)
        self.table.play(seat, bot.choose(self.table.game.view(self.table.state, seat), self.thought))
        if not self.people:
            self.tell(None)

    def _mistake(self, failure: Failure) -> None:
        self.screen.warn(self.t("bot_mistake", who=self.names[failure.seat], why=failure.what))

    def tell(self, seat: Seat | None) -> None:
        """Print the events since this seat last looked, as far as it may know them."""
        begun = self.told.get(seat, 0)
        for said in self.table.said[begun:]:
            for one in said:
                if (event := one.heard(seat)) is not None:
                    self.screen.story(self.words.event(plain(event), self.names))
        self.told[seat] = len(self.table.said)

    def ask(self, seat: Seat) -> None:
        if len(self.people) > 1 and self.looked != seat and has_secrets(self.table.game, self.table.state, seat):
            self.screen.hand_over(self.t("plain_cover", who=self.names[seat]))
        self.looked = seat
        self.tell(seat)
        view = self.table.game.view(self.table.state, seat)
        self.show(view)
        self.screen.question(f"{self.names[seat]}{self.t.colon}{self.words.question(view.step)}")
        texts = self._offer(view, seat)
        while not self.answer(seat, texts, self.screen.read()):
            pass

    def show(self, view: View) -> None:
        """Print the board in words."""
        scene = Scene(view, self.words, self.names, extra={"shape": self.table.game.grammar.shape()})
        self.screen.board(read_out(scene))

    def _offer(self, view: View, seat: Seat) -> list[str]:
        """Print every choice with its number; returns the choices."""
        texts: list[str] = []
        for group in menu.groups(view, self.words, self.names, list(view.moves) or self._examples(seat)):
            self.screen.plain(f"{group.title}{self.t.colon}".rstrip())
            for choice in group.choices:
                texts.append(choice.move)
                self._choice(len(texts), choice.told + (self.t.aside(choice.does) if choice.does else ""), choice.move)
        return texts

    def _choice(self, number: int, text: str, move: str) -> None:
        self.screen.choice(number, text, move if self.notation else "")

    def _examples(self, seat: Seat) -> list[str]:
        """Return a few possible moves when there are too many to list."""
        step, rng = self.table.state.agenda[-1], self.thought.fork(f"examples {len(self.table.said)}")
        return list(dict.fromkeys(step.suggest(self.table.state, seat, rng).text for _ in range(5)))

    def answer(self, seat: Seat, texts: list[str], line: str) -> bool:
        """Carry out a line of input; returns whether the position may have changed."""
        word, _, rest = line.partition(" ")
        if line.isdecimal():
            if not 1 <= int(line) <= len(texts):
                self.screen.warn(self.t("plain_number", n=len(texts)))
                return False
            return self._make(seat, texts[int(line) - 1])
        if word == "why":
            self.why(seat, rest)
        elif word == "hint":
            self.hint(seat)
        elif word == "undo":
            return self.undo(seat)
        elif word == "rules":
            self.rule(rest)
        elif word == "save":
            self.save(Path(rest or f"{self.table.game.id}.jsonl"))
        elif word in ("quit", "exit"):
            raise Leave
        elif word in ("help", "?", ""):
            self.screen.plain(self.t("plain_help"))
        elif word == "aid":
            self.aid()
        else:
            return self.point(seat, texts, line)
        return False

    def point(self, seat: Seat, texts: list[str], line: str) -> bool:
        """Find the moves that the input names: a single one is made, several are listed."""
        try:
            self.table.game.grammar.parse(line)
        except InvalidInput:
            left = named(texts, line)
            if len(left) == 1:
                return self._make(seat, left[0])
            for text in left:
                self._choice(texts.index(text) + 1, self.words.move(text, self.names), text)
            if left:
                return False
        return self._make(seat, line)

    def _make(self, seat: Seat, text: str) -> bool:
        try:
            self.table.play(seat, text)
        except (IllegalMove, MoveSyntaxError) as error:
            self._warn(error)
            return False
        return True

    def _warn(self, error: IllegalMove | MoveSyntaxError) -> None:
        found = rejection_of(error, self.words, self.names)
        misread = self.t("plain_misread", told=found.reason)
        self.screen.warn(f"{found.reason} [{found.rule}]" if found.rule else misread)

    def why(self, seat: Seat, text: str) -> None:
        error = check_move(self.table.game, self.table.state, seat, text)
        if error is None:
            self.screen.plain(self.t("plain_allowed"))
        elif (found := rejection_of(error, self.words, self.names)).rule:
            self.screen.plain(f"{found.reason} [{found.rule}]\n{found.text}")
        else:
            self.screen.warn(found.reason)

    def hint(self, seat: Seat) -> None:
        view = self.table.game.view(self.table.state, seat)
        explanation = coached(self.table.game, view, self.thought.fork(f"hint {len(self.table.said)}"))
        self.screen.plain("\n".join(explanation.lines(self.table.game, self.names, self.words.language)))

    def undo(self, seat: Seat) -> bool:
        try:
            self.table.undo(seat)
        except IllegalMove as error:
            self._warn(error)
            return False
        self.told[seat] = min(self.told[seat], len(self.table.said))
        self.screen.plain(self.t("taken_back"))
        return True

    def rule(self, wanted: str) -> None:
        """Print rules by id or by word."""
        found = self.words.rules_about(wanted)
        for rule, text in found:
            self.screen.plain(f"{rule}  {text}")
        if not found:
            self.screen.warn(self.t("rules_none", word=wanted))

    def aid(self) -> None:
        """Print the player aid."""
        for heading, lines in self.words.aid():
            self.screen.question(heading)
            for line in lines:
                self.screen.plain(f"  {line}")

    def save(self, path: Path) -> None:
        try:
            path.write_text(self.table.record.text(), encoding="utf-8")
        except OSError as error:
            self.screen.warn(self.t("cannot_write", file=path, why=error.strerror))
        else:
            self.screen.plain(self.t("plain_saved", file=path))

    def finish(self) -> None:
        self.tell(self.people[0] if self.people else None)
        view = self.table.game.view(self.table.state, self.people[0] if self.people else None)
        self.show(view)
        outcome = self.table.outcome()
        assert outcome is not None
        self.screen.question(f"{self.words.reason(outcome.reason)} [{outcome.rule}]")
        for seat, lines in final_scores(Scene(view, self.words, self.names), outcome):
            crown = self.t.aside(self.t("winner")) if seat in outcome.winners else ""
            self.screen.plain(f"{outcome.ranks[seat]}. {self.names[seat]}{crown}{self.t.colon}{outcome.totals[seat]}")
            for label, points, why in lines:
                self.screen.plain(f"     {points:+4d}  {label}{self.t.aside(why) if why else ''}")
        self.screen.plain(self.t("plain_seed", seed=self.table.seed))
        self.look_back()

    def look_back(self) -> None:
        """Answer questions about any decision of a finished game, in which nothing is secret, or save it."""
        last = len(self.table.record.entries)
        self.screen.plain(self.t("plain_after", last=last))
        while line := self.screen.read():
            word, _, rest = line.partition(" ")
            if word == "save":
                self.save(Path(rest or f"{self.table.game.id}.jsonl"))
            elif word == "why" and rest.isdecimal() and 1 <= int(rest) <= last:
                self.explain(int(rest))
            else:
                self.screen.warn(self.t("plain_after", last=last))

    def explain(self, number: int) -> None:
        """Explain a decision from the view of the seat that made it."""
        game, entry = self.table.game, self.table.record.entries[number - 1]
        state, _ = replay(game, self.table.record, number - 1)
        explanation = explained(game, game.view(state, entry.seat), entry.move, self.thought.fork(f"why {number}"))
        self.screen.question(f"{self.names[entry.seat]}: {self.words.move(entry.move, self.names)}")
        self.screen.plain("\n".join(explanation.lines(game, self.names, self.words.language)))
