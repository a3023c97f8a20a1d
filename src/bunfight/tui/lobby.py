"""The lobby: shows who has joined a table on a server until the game begins."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from bunfight import protocol
from bunfight.engine import Option, chosen
from bunfight.engine.errors import BunfightError
from bunfight.i18n.words import error_text
from bunfight.tui.canvas import wrap_keys
from bunfight.tui.dialogs import PromptDialog, TextDialog
from bunfight.tui.home import Pick
from bunfight.tui.messages import Messages
from bunfight.tui.online import RemoteSession
from bunfight.tui.screens import OwnScreen
from bunfight.tui.table import TableScreen

WIDTH = 58  # columns of the text at 80 columns


class Lobby(OwnScreen[None]):
    """Waits for the other players and opens the table when the game begins."""

    CSS = """
    Lobby { align: center middle; }
    Lobby Static { width: 80%; height: auto; border: round $primary; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,enter", "begin"), Binding("t", "chat"), Binding("c", "choose"), Binding("q,escape", "leave"),
    ]  # fmt: skip

    def __init__(self, session: RemoteSession, motion: bool = True, links: str = "") -> None:
        super().__init__()
        self.session, self.motion, self.links = session, motion, links
        self.t = Messages(session.words.language)

    def compose(self) -> ComposeResult:
        yield Static("", id="who", markup=False)

    def on_mount(self) -> None:
        self.session.changed = self._later
        self.session.start()
        self.show()

    def _later(self) -> None:
        self.call_later(self.show)

    def show(self) -> None:
        if not self.open:
            return
        if self.session.begun:
            while self.app.screen is not self:  # a dialog over the lobby
                self.app.pop_screen()
            self.app.switch_screen(TableScreen(self.session, motion=self.motion))
            return
        info, lines = self.session.info, [self.session.words.title, ""]
        for seat in info.seats:
            you = self.t.aside(self.t("you")) if seat.seat in self.session.mine else ""
            name = self.t("seat_free") if seat.kind == "open" else seat.name
            has = "".join(f" · {self.session.words.option_value(*choice)}" for choice in seat.choices.items())
            lines.append(f"{self.t('seat', n=seat.seat + 1)}{self.t.colon}{name}{you}{has}")
        lines += ["", self.session.link, *([self.links] if self.links else [])]
        lines += [*self.session.others.spoken[-5:], self.session.note, ""]
        lines += wrap_keys(self.t("lobby_keys"), self.query_one("#who").content_size.width or WIDTH)
        if self.session.mine and (options := self._options()):
            lines.append(self.t("lobby_choose", name=self.session.words.option(options[0].name)))
        self.query_one("#who", Static).update("\n".join(lines))

    @work
    async def action_begin(self) -> None:
        try:
            await self.session.begin()
        except (BunfightError, IndexError) as error:
            self.app.push_screen(
                TextDialog(
                    self.t, self.session.words.title, error_text(error, self.t.language) or self.t("not_allowed")
                )
            )

    def action_chat(self) -> None:
        self.ask(PromptDialog(self.t("chat")), self._chat)

    @work
    async def _chat(self, text: str | None) -> None:
        if text:
            await self.session.others.chat(text)

    def _options(self) -> list[Option]:
        """List the options that give every seat something of its own."""
        return [option for option in self.session.game.options if option.by_seat]

    def action_choose(self) -> None:
        """Ask for a free value of the first such option, for the first own seat."""
        if not self.session.mine or not (options := self._options()):
            return
        option, words, info = options[0], self.session.words, self.session.info
        others = [seat.choices.get(option.name) for seat in info.seats if seat.seat != self.session.mine[0]]
        free = [word for word in chosen(info.options.get(option.name, option.default)) if word not in others]
        rows = [(word, words.option_value(option.name, word)) for word in free]
        self.ask(Pick(words.option(option.name), rows, self.t), lambda value: self._choose(option.name, value))

    @work
    async def _choose(self, option: str, value: str | None) -> None:
        if not value:
            return
        seat = self.session.mine[0]
        rejection = await self.session.request(protocol.Choose, seat=seat, option=option, value=value)
        self.session.note = rejection.reason if rejection else ""
        self.show()

    def action_leave(self) -> None:
        self.session.close()
        self.dismiss()
