"""The end screen: the result of a finished game, with rematch, review, replay, save and dice check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from bunfight.coach.review import Review, ReviewBuilder, unjudged
from bunfight.coach.summary import summary_lines
from bunfight.engine import Record, RecordError
from bunfight.engine.errors import BunfightError
from bunfight.engine.verify import verify
from bunfight.i18n.words import error_text
from bunfight.tui.dialogs import PromptDialog, TextDialog
from bunfight.tui.presenter import Presenter
from bunfight.tui.prose import Prose
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings, write_record
from bunfight.tui.screens import OwnScreen
from bunfight.tui.session import Session
from bunfight.tui.theme import style_of

ACTIONS: Final = {
    "rematch": "n", "review": "v", "replay": "p", "save": "s", "dice": "c", "table": "escape", "leave": "q",
}  # fmt: skip
DEAF: Final = 0.7  # seconds after the screen was drawn in which keys may still be meant for the table
QUICK: Final = 5  # how many times faster, and rougher, a review is than the fullest one


class EndScreen(OwnScreen[str]):
    """Shows the result until the player leaves it. The answer is "leave", "table" or "rematch"."""

    CSS = """
    EndScreen { layout: vertical; }
    EndScreen VerticalScroll { height: 1fr; padding: 0 1; border: round $primary; }
    EndScreen OptionList { height: auto; max-height: 10; border: round $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"choose('{action}')") for action, key in ACTIONS.items()),
        Binding("pageup", "scroll_text(-1)", priority=True),
        Binding("pagedown", "scroll_text(1)", priority=True),
    ]

    def __init__(self, presenter: Presenter, notes: Callable[[Review, Record], list[str]] | None = None) -> None:
        super().__init__()
        self.presenter, self.session, self.t = presenter, presenter.session, presenter.t
        self.notes = notes  # what else to say about the review of this game
        self.again: Session | None = None  # the rematch
        self.lines: list[str] = []  # of the review
        self.listens = False  # whether keys do more than leave this screen
        self._busy = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as box:
            box.border_title = f"{self.presenter.words.title}{self.t.colon}{self.t('over')}"
            yield Prose(id="result")
            yield Prose(id="review")
        yield OptionList(*self._rows(), id="end-menu", markup=False)

    def _rows(self) -> list[Option]:
        hidden = {"rematch"} if not self.session.mine else set()
        rows = []
        for action, key in ACTIONS.items():
            if action not in hidden:
                rows.append(Option(f"{'Esc' if key == 'escape' else key}  {self.t(f'end_{action}')}", action))
        return rows

    def on_mount(self) -> None:
        result = end_text(self.presenter, self.app.current_theme.dark)
        self.query_one("#result", Prose).update(result)
        self.query_one("#end-menu").focus()
        self.call_after_refresh(self.set_timer, DEAF, self._listen)
        if self.notes is not None:
            self.do_review()

    def _listen(self) -> None:
        self.listens = True

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        self.action_choose(str(message.option.id))

    def action_choose(self, action: str) -> None:
        if action in ("leave", "table"):
            self.dismiss(action)
        elif self.listens:
            getattr(self, f"do_{action}")()

    def action_leave(self) -> None:
        self.dismiss("leave")

    def action_scroll_text(self, by: int) -> None:
        box = self.query_one(VerticalScroll)
        box.scroll_relative(y=by * max(1, box.size.height - 1), animate=False)

    async def _record(self) -> Record | None:
        """Return the record, or show a message that says why there is none."""
        try:
            found = await self.session.record()
        except (BunfightError, OSError) as error:
            self._read("end_save", error_text(error, self.t.language))
            return None
        if found is None:
            self.notify(self.t("end_none"))
        return found

    def _read(self, title: str, text: str) -> None:
        if self.open:
            self.app.push_screen(TextDialog(self.t, self.t(title), text))

    @work(exclusive=True, group="end")
    async def do_rematch(self) -> None:
        try:
            self.again = await self.session.rematch()
        except (BunfightError, OSError) as error:
            self._read("end_rematch", error_text(error, self.t.language))
            return
        if self.again is None:
            self.notify(self.t("end_none"))
        else:
            self.dismiss("rematch")

    @work(exclusive=True, group="end")
    async def do_replay(self) -> None:
        record = await self._record()
        if record is not None and self.open:
            settings = getattr(self.app, "settings", Settings())
            self.app.push_screen(ReplayScreen(self.session.game, record, settings, SaveFolder()))

    @work(exclusive=True, group="end")
    async def do_save(self) -> None:
        record = await self._record()
        if record is None or not self.open:
            return

        def write(name: str | None) -> None:
            if name:
                self.notify(write_record(record, name, self.t))

        self.app.push_screen(PromptDialog(self.t("save_as"), f"{self.session.game.id}.jsonl"), write)

    @work(exclusive=True, group="end")
    async def do_dice(self) -> None:
        record = await self._record()
        if record is None:
            return
        try:
            lines = await asyncio.to_thread(verify, self.session.game, record)
        except BunfightError as error:
            self._read("end_dice", f"{self.t('end_wrong')}\n{error_text(error, self.t.language)}")
            return
        self._read("end_dice", "\n".join([self.t("end_right"), *(f"✓ {line}" for line in lines)]))

    @work(exclusive=True, group="review")
    async def do_review(self) -> None:
        if self._busy or self.lines:
            return
        self._busy = True
        record = await self._record()
        if record is not None:
            self._show_review(self.t("end_reviewing", n=0, of=len(record.entries)))
            self._build_review(record)
        self._busy = record is not None

    @work(thread=True, group="builder")
    def _build_review(self, record: Record) -> None:
        """Replay the game with other dice in a thread, and show the progress."""
        worker, game = get_current_worker(), self.session.game
        try:
            builder = ReviewBuilder(game, record, QUICK)
        except RecordError as error:
            review = unjudged(game, record, error_text(error, self.t.language))
        else:
            moments = []
            for moment in builder.moments():
                if worker.is_cancelled:
                    return
                moments.append(moment)
                text = self.t("end_reviewing", n=len(moments), of=len(record.entries))
                self.app.call_from_thread(self._show_review, text)
            review = builder.review(moments)
        self.lines = summary_lines(game, review, self.t.language)
        if self.notes is not None and not review.note:
            self.lines += self.notes(review, record)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_review, "\n".join(self.lines))

    def _show_review(self, text: str) -> None:
        if self.open:
            self.query_one("#review", Prose).update(f"\n{text}")


def end_text(presenter: Presenter, dark: bool) -> Text:
    """The result with every line of the scores explained."""
    outcome = presenter.session.outcome()
    assert outcome is not None
    text = Text(f"{presenter.words.reason(outcome.reason)} [{outcome.rule}]\n")
    for seat, lines in presenter.scores(outcome):
        crown = f"  ★ {presenter.t('winner')}" if seat in outcome.winners else ""
        text.append(
            f"\n{outcome.ranks[seat]}. {presenter.names[seat]}{presenter.t.colon}{outcome.totals[seat]}{crown}\n",
            style_of("head", dark),
        )
        for label, points, why in lines:
            text.append(f"   {points:+4d}  {label}")
            text.append(f"  {why}\n" if why else "\n", style_of("dim", dark))
    return text
