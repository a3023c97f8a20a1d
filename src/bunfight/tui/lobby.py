"""The lobby: who has sat down at a table elsewhere, until it begins."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from bunfight.tui.dialogs import Asked, Paper
from bunfight.tui.messages import Say
from bunfight.tui.online import Remote
from bunfight.tui.table import TableScreen


class Lobby(Screen[None]):
    """Waits for the others; becomes the table when the game begins."""

    CSS = """
    Lobby { align: center middle; }
    Lobby Static { width: 80%; height: auto; border: round $primary; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,enter", "begin"), Binding("t", "chat"), Binding("q,escape", "leave"),
    ]  # fmt: skip

    def __init__(self, sitting: Remote, motion: bool = True, links: str = "") -> None:
        super().__init__()
        self.sitting, self.motion, self.links = sitting, motion, links
        self.say = Say(sitting.words.language)

    def compose(self) -> ComposeResult:
        yield Static("", id="who", markup=False)

    def on_mount(self) -> None:
        self.sitting.changed = self._later
        self.sitting.start()
        self.show()

    def _later(self) -> None:
        self.call_later(self.show)

    def show(self) -> None:
        if not self.is_current and self.sitting.begun:
            return
        if self.sitting.begun:
            self.app.switch_screen(TableScreen(self.sitting, motion=self.motion))
            return
        info, lines = self.sitting.info, [self.sitting.words.title, ""]
        for seat in info["seats"]:
            you = self.say.aside(self.say("you")) if seat["seat"] in self.sitting.mine else ""
            name = self.say("seat_free") if seat["kind"] == "open" else seat["name"]
            lines.append(f"{self.say('seat', n=seat['seat'] + 1)}{self.say.colon}{name}{you}")
        lines += ["", f"{self.sitting.server}/t/{self.sitting.id}", *([self.links] if self.links else [])]
        lines += [*self.sitting.spoken[-5:], self.sitting.note, "", self.say("lobby_keys")]
        self.query_one("#who", Static).update("\n".join(lines))

    @work
    async def action_begin(self) -> None:
        try:
            await self.sitting.begin()
        except (ValueError, IndexError) as error:
            self.app.push_screen(Paper(self.say, self.sitting.words.title, str(error) or self.say("not_allowed")))

    @work
    async def action_chat(self) -> None:
        text = await self.app.push_screen_wait(Asked(self.say("chat")))
        if text:
            await self.sitting.chat(text)

    def action_leave(self) -> None:
        self.sitting.close()
        self.dismiss()
