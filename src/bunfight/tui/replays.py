"""Replays: a recorded game step by step from any seat, and a new game from any position of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from bunfight.bots.explain import explained
from bunfight.engine import Record, RecordError, Rng, Seat, State, replay
from bunfight.engine.record import heard
from bunfight.engine.selection import Selection
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words, error_text
from bunfight.tui.board import Board
from bunfight.tui.boards import Scene, draw_board
from bunfight.tui.canvas import Canvas, cell_len, wrap_keys
from bunfight.tui.dialogs import TextDialog, aid_text
from bunfight.tui.messages import Messages
from bunfight.tui.prose import Prose
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.screens import OwnScreen
from bunfight.tui.session import branch_session
from bunfight.tui.theme import style_of

PAGE = 10


class ReplayScreen(OwnScreen[None]):
    """A recorded game. Arrow keys step, numbers choose the seat, b continues from here."""

    CSS = """
    ReplayScreen { layout: grid; grid-size: 1 4; grid-rows: 1 1fr 7 2; }
    ReplayScreen #top { background: $panel; color: $primary; text-style: bold; padding: 0 1; }
    ReplayScreen #story { padding: 0 1; border-top: solid $panel; scrollbar-size: 1 1; }
    ReplayScreen #keys { background: $panel; color: $foreground-muted; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave"), Binding("b", "branch"), Binding("w", "why"), Binding("a,f1", "aid"),
    ]  # fmt: skip

    def __init__(
        self,
        game: AnyGame,
        record: Record,
        settings: Settings,
        saves: SaveFolder,
        at: int | None = None,
        mine: Sequence[Seat] = (),
    ) -> None:
        super().__init__()
        self.game, self.record, self.settings, self.saves = game, record, settings, saves
        self.t = Messages(settings.language or "en")
        self.words = Words(game, self.t.language, record.options)
        self.at = len(record.entries) if at is None else at
        self.running = record.end is None
        # of a game that goes on, only what a spectator or the only player at this terminal may know
        own: list[Seat | None] = [mine[0]] if len(mine) == 1 else []
        self.perspectives = [*own, None] if self.running else [*range(len(record.seats)), None]
        self.seat: int | None = self.perspectives[0]
        self._states: dict[int, State] = {}
        self.problem = ""

    def compose(self) -> ComposeResult:
        yield Static("", id="top", markup=False)
        yield Board(id="board")
        with VerticalScroll(id="story", can_focus=False):
            yield Prose(id="told")
        yield Static("", id="keys", markup=False)

    def on_mount(self) -> None:
        board = self.query_one(Board)
        board.steer = self.step
        board.focus()
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def state(self) -> State | None:
        """The state at the current decision; None if it cannot be replayed."""
        if self.at not in self._states:
            try:
                self._states[self.at] = replay(self.game, self.record, self.at)[0]
            except RecordError as error:
                self.problem = error_text(error, self.t.language)
                return None
        return self._states[self.at]

    def show(self) -> None:
        self.query_one("#keys", Static).update("\n".join(wrap_keys(self.t("keys_replay"), self.app.size.width - 2)))
        board, names = self.query_one(Board), self.record.seats
        who = self.t("spectator") if self.seat is None else names[self.seat]
        where = self.t("replay_at", n=self.at, of=len(self.record.entries))
        parts = [
            self.words.title,
            where,
            self.t("seen_by", who=who),
            *([self.t("replay_open")] if self.running else []),
        ]
        line = "  ·  ".join(parts)
        if cell_len(line) > self.app.size.width - 2:
            line = "  ·  ".join(parts[1:])
        self.query_one("#top", Static).update(line)
        state = self.state()
        if state is not None:
            view, extra = self.game.view(state, self.seat), {"shape": self.game.grammar.shape()}

            def draw(width: int, height: int) -> Canvas:
                return draw_board(Scene(view, self.words, names, width, height, extra=extra))

            board.show(board.fitted(draw), Selection({}, ()))
        story = Text()
        dark = self.app.current_theme.dark
        if state is None:
            story.append(self.t("replay_stored", why=self.problem) + "\n", style_of("bad", dark))
        entries = [self.record.deal, *self.record.entries]
        for number in range(max(0, self.at - 12), self.at + 1):
            for event in heard(entries[number], self.seat):
                line = self.words.event(event, names)
                story.append(f"{number:4}  {line}\n", style_of("" if number == self.at else "dim", dark))
        self.query_one("#told", Prose).update(story)
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)

    def step(self, key: str) -> bool:
        last = len(self.record.entries)
        ways = {"left": self.at - 1, "right": self.at + 1, "pageup": self.at - PAGE, "pagedown": self.at + PAGE}
        ways |= {"home": 0, "end": last, "space": self.at + 1}
        if key in ways:
            self.at = max(0, min(last, ways[key]))
        elif key.isdecimal() and int(key) <= len(self.record.seats):
            wanted = int(key) - 1 if key != "0" else None
            if wanted not in self.perspectives:
                self.notify(self.t("replay_running"))
                return True
            self.seat = wanted
        else:
            return False
        self.show()
        return True

    def action_aid(self) -> None:
        width = min(96, self.app.size.width * 9 // 10 - 4)
        self.app.push_screen(
            TextDialog(self.t, self.words.title, aid_text(self.words, width, self.app.current_theme.dark))
        )

    def action_branch(self) -> None:
        """Start a new game from here: this seat is a person, the others are bots."""
        from bunfight.tui.table import TableScreen

        if self.running:  # it would be dealt from what is still hidden
            self.notify(self.t("replay_running"))
            return
        seat = self.seat or 0
        bots = {other: "medium" for other in range(len(self.record.seats)) if other != seat}
        try:
            session = branch_session(self.game, self.record, self.at, bots, self.t.language, self.saves)
        except RecordError as error:
            self.app.push_screen(TextDialog(self.t, self.t("home_replay"), error_text(error, self.t.language)))
            return
        self.app.switch_screen(TableScreen(session, motion=self.settings.motion))

    @work
    async def action_why(self) -> None:
        """Explain the last decision from the view of the seat that made it."""
        import asyncio

        if not self.at:
            return
        entry, names = self.record.entries[self.at - 1], self.record.seats
        if entry.seat not in self.perspectives:
            self.notify(self.t("replay_running"))
            return
        try:
            state, _ = replay(self.game, self.record, self.at - 1)
        except RecordError as error:
            self.app.push_screen(TextDialog(self.t, self.t("hint"), error_text(error, self.t.language)))
            return
        view = self.game.view(state, entry.seat)
        explanation = await asyncio.to_thread(explained, self.game, view, entry.move, Rng("replay", str(self.at)))
        title = f"{names[entry.seat]}{self.t.colon}{self.words.move(entry.move, names)}"
        self.app.push_screen(TextDialog(self.t, title, "\n".join(explanation.lines(self.game, names, self.t.language))))

    def action_leave(self) -> None:
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        if self.step(event.key):
            event.stop()
