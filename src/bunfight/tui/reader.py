"""The part of a table screen that answers questions: aid, rules, explanations, hints, history and scores."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import work

from bunfight.tui.board import Board
from bunfight.tui.canvas import Spot
from bunfight.tui.choices import Choices
from bunfight.tui.dialogs import ChoiceDialog, PromptDialog, RulesDialog, TextDialog, aid_text
from bunfight.tui.messages import Messages
from bunfight.tui.presenter import Presenter
from bunfight.tui.saves import write_record
from bunfight.tui.screens import OwnScreen
from bunfight.tui.session import Hint, LocalSession, Rejection, Session
from bunfight.tui.theme import style_of


class Reader(OwnScreen[None]):
    """A screen with a presenter, a board and a menu."""

    session: Session
    presenter: Presenter
    t: Messages

    def __init__(self) -> None:
        super().__init__()
        self._answered: set[int] = set()  # undo requests that were answered

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def choices(self) -> Choices:
        return self.query_one("#choices", Choices)

    def redraw(self) -> None:
        """Show what has changed."""
        raise NotImplementedError

    def action_aid(self) -> None:
        width = min(96, self.app.size.width * 9 // 10 - 4)
        self.read(self.presenter.words.title, aid_text(self.presenter.words, width, self.app.current_theme.dark))

    def action_rules(self) -> None:
        self.app.push_screen(RulesDialog(self.t, self.presenter.words))

    def action_what(self) -> None:
        spot = self.board.spot
        if self.choices.has_focus or spot is None:
            self.action_aid()
        else:
            self.explain_spot(spot)

    def action_why(self) -> None:
        self.action_what()

    @work
    async def explain_spot(self, spot: Spot) -> None:
        """Explain a spot, and why it cannot be used now."""
        page = Text("\n".join(self.presenter.explained(spot)))
        if spot.thing is not None and self.presenter.seat is not None:
            if self.presenter.selection.lit(spot.thing):
                page.append(f"\n\n{self.t('can_be_used')}")
            else:
                answer = await self._why_not(self.presenter.seat, spot)
                page.append("\n\n")
                page.append(self.reasons(answer) if answer.reason else self.t("not_now"))
        self.read(self.t("what"), page)

    async def _why_not(self, seat: int, spot: Spot) -> Rejection:
        """Explain why a spot cannot be used: in the likeliest move, with the selection, or at all."""
        assert spot.thing is not None
        questions: list[Any] = [spot.asks[0]] if spot.asks and not self.presenter.selection.at else []
        questions += [[*self.presenter.selection.at, spot.thing], [spot.thing]]
        for question in questions:
            answer = await self.session.why(seat, question)
            if answer.reason:
                return answer
        return Rejection("")

    def reasons(self, answer: Rejection) -> str:
        rule = f"\n{answer.rule}{self.t.colon}{answer.text}" if answer.rule else ""
        return f"{self.t('not_allowed')}{self.t.colon}{answer.reason}{rule}"

    def read(self, title: str, body: Text | str) -> None:
        """Show a text, unless the screen was closed while the text was prepared."""
        if self.open:
            self.app.push_screen(TextDialog(self.t, title, body))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        if self.presenter.seat is None or not self.presenter.may:
            self.notify(self.t("not_your_turn"))
            return
        self.notify(self.t("thinking"))
        found = await self.session.hint(self.presenter.seat)
        if isinstance(found, Hint):
            self.presenter.hinted = found.move
            self.redraw()
            self.read(self.t("hint"), "\n".join(found.lines))
        else:
            self.read(self.t("hint"), found.reason)

    def action_piles(self) -> None:
        dark, page = self.app.current_theme.dark, Text()
        for title, lines in self.presenter.piles():
            page.append(f"{title}\n", style_of("head", dark))
            page.append("".join(f"  {line}\n" for line in lines or [self.t("nothing")]))
        self.read(self.t("piles"), page)

    def action_story(self) -> None:
        page = Text()
        for number, text in self.presenter.story():
            page.append(f"{number:4}  ", style_of("dim", self.app.current_theme.dark))
            page.append(f"{text}\n")
        self.read(self.t("story"), page)

    def action_save(self) -> None:
        if self.session.online:
            self.notify(self.t("saved_there"))
            return
        if isinstance(self.session, LocalSession):
            self.app.push_screen(PromptDialog(self.t("save_as"), f"{self.session.game.id}.jsonl"), self._save)

    def _save(self, name: str | None) -> None:
        if name and isinstance(self.session, LocalSession):
            self.notify(write_record(self.session.table.record, name, self.t))

    def action_chat(self) -> None:
        if self.session.online:
            self.ask(PromptDialog(self.t("chat")), self._chat)

    @work
    async def _chat(self, text: str | None) -> None:
        refused = await self.session.others.chat(text) if text else None
        if refused is not None:
            self.notify(refused.reason)

    def _ask_consent(self) -> None:
        """Ask once whether the player agrees to another player's undo request."""
        wanted = self.session.others.wanted()
        if wanted is not None and wanted[0] not in self._answered:
            self._answered.add(wanted[0])
            self._consent(wanted[1])

    def _consent(self, seat: int) -> None:
        text = self.t("undo_wanted", who=self.session.names[seat])
        self.ask(ChoiceDialog(text, [("yes", self.t("yes")), ("no", self.t("no"))]), self._agree)

    @work
    async def _agree(self, answer: str | None) -> None:
        await self.session.others.agree(answer == "yes")
