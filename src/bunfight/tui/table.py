"""The table screen: the board, the menu and the history."""

from __future__ import annotations

import gc
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static

from bunfight.engine.selection import Thing
from bunfight.tui.board import Board
from bunfight.tui.canvas import cell_len, fit, wrap, wrap_keys
from bunfight.tui.choices import Choices
from bunfight.tui.coach import Coach
from bunfight.tui.dialogs import ChoiceDialog, HandOverScreen
from bunfight.tui.ending import EndScreen, end_text
from bunfight.tui.presenter import Presenter, Row
from bunfight.tui.prose import Prose
from bunfight.tui.reader import Reader
from bunfight.tui.session import LocalSession, Session
from bunfight.tui.theme import style_of

WIDE = 110  # columns from which the menu and the history are beside the board
HUGE = 160  # columns from which those parts are wider
STATUS = 2  # lines of the status
LEAST = (80, 24)
TICK = 1 / 20
PACE = 0.3  # seconds between the decisions of bots


class TableScreen(Reader):
    """A session on the screen."""

    DEFAULT_CSS = """
    TableScreen { layout: grid; grid-size: 2 5; grid-columns: 2fr 1fr; }
    #top { column-span: 2; height: 1; background: $panel; color: $primary; text-style: bold; padding: 0 1; }
    #board { column-span: 2; }
    #status { column-span: 2; height: 100%; color: $foreground; background: $surface; padding: 0 1; }
    #ask { background: $surface; height: 100%; }
    #question { color: $accent; text-style: bold; height: auto; max-height: 3; padding: 0 1; }
    #choices { border: none; background: $surface; height: 1fr; padding: 0; scrollbar-size: 1 1; }
    #choices:focus { border: none; }
    #story { background: $background; height: 100%; padding: 0 1; scrollbar-size: 1 1; border-left: solid $panel; }
    #keys { column-span: 2; height: 100%; background: $panel; color: $foreground-muted; padding: 0 1; }
    #small { display: none; layer: above; width: 100%; height: 100%; content-align: center middle;
        background: $background; }
    TableScreen.wide { grid-columns: 1fr 38; }
    TableScreen.huge { grid-columns: 1fr 52; }
    TableScreen.wide #board { column-span: 1; row-span: 2; }
    TableScreen.wide #story { border-left: solid $panel; border-top: solid $panel; }
    TableScreen.small > * { display: none; }
    TableScreen.small #small { display: block; column-span: 2; row-span: 5; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next(1)", priority=True),
        Binding("shift+tab", "next(-1)", priority=True),
        Binding("escape", "clear_selection"),
        Binding("a,f1", "aid"),
        Binding("question_mark", "what"),
        Binding("w", "why"),
        Binding("h", "hint"),
        Binding("u", "undo"),
        Binding("s", "save"),
        Binding("r", "rules"),
        Binding("d", "piles"),
        Binding("l", "story"),
        Binding("n", "lesson(1)"),
        Binding("b", "lesson(-1)"),
        Binding("t", "chat"),
        Binding("e", "result"),
        Binding("q", "leave"),
    ]

    _usual_keys = "keys"  # the text that lists the usual keys

    def __init__(self, session: Session, coach: Coach | None = None, motion: bool = False) -> None:
        super().__init__()
        self.motion = motion
        self.session, self.coach = session, coach
        seat = session.mine[0] if len(session.mine) == 1 else None
        self.presenter = Presenter(session, seat, coach)
        self.t = self.presenter.t
        self.looked: int | None = seat  # the seat that looks at the screen
        self._covering = self._ended = self._due = self._leaving = self._making = False
        self._shown: dict[str, str] = {}  # texts shown by widget
        self._rows = ""  # heights of the parts of the screen
        self._told = -1  # the decision up to which the history was read

    def compose(self) -> ComposeResult:
        yield Static("", id="top", markup=False)
        yield Board(id="board")
        with Container(id="ask"):
            yield Prose(id="question")
            yield Choices(id="choices")
        with VerticalScroll(id="story", can_focus=False):
            yield Prose(id="told")
        yield Static("", id="status", markup=False)
        yield Static("", id="keys", markup=False)
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        self._arrange()
        self.session.changed = self._later
        self.session.failed = self._failed
        if self.motion:
            self.session.linger = self._linger
        self.board.steer, self.board.aim = self._motion_key, self._motion_point
        self.set_interval(TICK, self._tick)
        self.session.start()
        self.renew()
        self.board.focus()
        gc.collect()  # rules and moves are many objects; scanning them would delay keys now and then
        gc.freeze()

    def on_unmount(self) -> None:
        gc.unfreeze()

    # -- layout

    def _arrange(self) -> None:
        width, height = self.app.size
        self.set_class(width >= WIDE, "wide")
        self.set_class(width >= HUGE, "huge")
        small = width < LEAST[0] or height < LEAST[1]
        self.set_class(small, "small")
        if small:
            message = self.t("too_small", width=LEAST[0], height=LEAST[1], w=width, h=height)
            self.query_one("#small", Static).update(message)
        status, story = self.query_one("#status"), self.query_one("#story")
        ask = self.query_one("#ask")
        if width >= WIDE:
            self.move_child(story, after=ask)
            self.move_child(status, after=story)
        else:
            self.move_child(status, before=ask)
        self._set_rows()

    def _set_rows(self) -> None:
        """Give the status and the keys the lines that they need; the board gets the rest."""
        width, height = self.app.size
        keys = len(wrap_keys(self._keys_text(), width - 2))
        status = STATUS
        if self.coach is not None and self.coach.text():
            status = max(STATUS, len(wrap(self._lesson_text(), width - 2)))
        middle = "3fr 2fr" if self.has_class("wide") else "1fr"
        ask = "" if self.has_class("wide") else f"{max(4, height // 5)}"
        rows = f"1 {middle} {status} {keys}" if self.has_class("wide") else f"1 {middle} {status} {ask} {keys}"
        if rows != self._rows:
            self._rows = rows
            self.styles.grid_rows = rows
            self.call_after_refresh(self.redraw)

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()
        self.call_after_refresh(self.redraw)

    # -- updates

    def _failed(self, error: BaseException) -> None:
        def end() -> None:
            raise error

        self.call_later(end)

    def _later(self) -> None:
        """Draw several changes in a row once."""
        if not self._due:
            self._due = True
            self.call_later(self.renew)

    def renew(self) -> None:
        """Show the new position or turn."""
        self._due = False
        if not self.is_attached or not self.query("#board"):
            return
        asked = self.session.asked
        if asked is not None and asked != self.looked and not self._covering:
            if self.session.hides(asked):
                self._cover_for(asked)
                return
            self._look_as(asked)
        self.presenter.look()
        self.redraw()
        if asked is not None and not self._covering:
            self.board.first()
        self._seen()
        self._ask_consent()
        if self.session.outcome() is not None and not self._ended and not self.presenter.motion.playing:
            self._ended = True
            self.action_result()

    def action_result(self) -> None:
        """Show the end screen; the result is also printed when the app has ended."""
        if self.session.outcome() is None:
            return
        self.app.parting = f"{self.presenter.words.title}\n{end_text(self.presenter, True).plain}"  # type: ignore[attr-defined]
        end = EndScreen(self.presenter, self.session.review_notes)
        self.app.push_screen(end, lambda answer: self._after_end(answer, end.again))

    def _after_end(self, answer: str | None, again: Session | None) -> None:
        if answer == "leave":
            self._left("go")
        elif answer == "rematch" and again is not None:
            self.session.close()
            while self.app.screen is not self:
                self.app.pop_screen()
            self.app.switch_screen(self.another(again))

    def another(self, session: Session) -> Screen[None]:
        """The screen of a rematch."""
        if session.online:
            from bunfight.tui.lobby import Lobby

            return Lobby(session, self.motion)  # type: ignore[arg-type]
        session.save()
        return TableScreen(session, motion=self.motion)

    def _seen(self) -> None:
        """Note that everything has been shown, and start the clock."""
        if not self.motion:
            self.presenter.motion.skip()
        if not self.presenter.motion.playing and isinstance(self.session, LocalSession):
            self.session.shown()

    def _linger(self) -> float:
        """Return how long bots wait so that the player can follow."""
        return PACE + self.presenter.motion.length

    def _look_as(self, seat: int) -> None:
        self.looked = seat
        self.presenter = Presenter(self.session, seat, self.coach)

    def _cover_for(self, seat: int) -> None:
        """Cover the screen for another player, who sees what the one before must not."""
        self._covering = True

        def uncover(_: None) -> None:
            self._covering = False
            self._look_as(seat)
            self.renew()

        self.app.push_screen(HandOverScreen(self.t("cover", who=self.session.names[seat])), uncover)

    def redraw(self) -> None:
        """Draw everything that depends on the position and the selection."""
        if not self.query("#board") or self.has_class("small"):
            return
        presenter = self.presenter
        self._set_rows()
        self._show_board()
        self._show_keys()
        wanted = self.coach.wanted if self.coach is not None else []
        self.choices.fill(presenter.rows() if presenter.may else [], presenter.hinted, wanted)
        self._put("question", presenter.question())
        self._show_top()
        self._show_status()
        self._show_story()

    def _keys_text(self) -> str:
        held = self.presenter.motion.help(self.presenter.scene(80, 24))
        usual = self.t("keys_lesson" if self.coach is not None else self._usual_keys)
        chat = self.t("keys_chat") if self.session.online else ""
        chat += self.t("keys_end") if self.presenter.view.over else ""
        return f"{held or self.t('keys_board')} · {usual}{chat} · {self.t('keys_leave')}"

    def _show_keys(self) -> None:
        """Show the keys, with no line break between a key and what it does."""
        self._put("keys", "\n".join(wrap_keys(self._keys_text(), self.app.size.width - 2)))

    def _show_board(self) -> None:
        """Draw only the board."""
        canvas = self.board.fitted(self.presenter.canvas)
        self.board.numbers = not self.presenter.motion.numbers
        self.board.show(canvas, self.presenter.selection, self.coach.guides if self.coach is not None else None)

    def _show_top(self) -> None:
        seconds = None if self.presenter.seat is None else self.session.seconds(self.presenter.seat)
        clock = "" if seconds is None else f"  ·  {self.t('clock', n=f'{seconds:.1f}')}"
        line = f"{self.presenter.words.title}  ·  {self.presenter.headline()}{clock}"
        self._put("top", fit(line, self.app.size.width - 2).rstrip())

    def _put(self, where: str, text: str, style: str = "") -> None:
        """Show a text if it has changed; only the question may take several lines."""
        if self._shown.get(where) != text:
            self._shown[where] = text
            content = Text(text, style_of(style, self.app.current_theme.dark)) if style else text
            self.query_one(f"#{where}", Static).update(content, layout=where == "question")

    def _lesson_text(self) -> str:
        assert self.coach is not None
        return f"{self.coach.mark()} {self.coach.text()}"

    def _show_status(self) -> None:
        width = self.app.size.width - 2
        if self.coach is not None and self.coach.text():
            self._put("status", "\n".join(wrap(self._lesson_text(), width)), "tool")
            return
        status = self.presenter.status(self.board.spot) if self.board.has_focus else ""
        lines = wrap(status, width)
        if len(lines) > STATUS:  # the key that explains shows the rest
            more = self.t("more")
            lines = [*lines[: STATUS - 1], fit("".join(lines[STATUS - 1 :]), width - cell_len(more)) + more]
        self._put("status", "\n".join(lines))

    def _show_story(self) -> None:
        dark, history = self.app.current_theme.dark, Text()
        story = self.presenter.story()
        key = f"{len(story)} {self._told} {len(self.session.others.spoken)} {self.session.note} {self.presenter.seat}"
        if self._shown.get("told") == key:
            return
        self._shown["told"] = key
        for number, text in story[-80:]:
            mine = number > self._told
            history.append(f"{'•' if mine else ' '} {text}\n", style_of("" if mine else "dim", dark))
        for line in self.session.others.spoken[-4:]:
            history.append(f"» {line}\n", style_of("tool", dark))
        if self.session.note:
            history.append(f"! {self.session.note}\n", style_of("bad", dark))
        self.query_one("#told", Static).update(history)
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)

    def _tick(self) -> None:
        """Advance motion and clocks."""
        if self.is_current and not self.has_class("small"):
            if self.presenter.motion.ended:
                self.presenter.motion.skip()
                self.renew()
            elif self.presenter.motion.moving:
                self._show_board()
        seat = self.session.asked
        seconds = None if seat is None else self.session.seconds(seat)
        if seat is None or seconds is None:
            return
        self._show_top()
        if seconds <= 0 and isinstance(self.session, LocalSession):
            self._late(seat)

    @work
    async def _late(self, seat: int) -> None:
        assert isinstance(self.session, LocalSession)
        if await self.session.late(seat):
            self.notify(self.t("late"))

    # -- motion

    def _motion_key(self, key: str) -> bool:
        motion = self.presenter.motion
        if not motion.key(key):
            return False
        if motion.move:
            self.make(motion.move)
        else:
            self._show_board()
            self._show_keys()
            self._show_status()
            self.session.others.share(motion.shared())
        return True

    def _motion_point(self, x: float) -> bool:
        motion = self.presenter.motion
        if not motion.point(x):
            return False
        self._show_board()
        self.session.others.share(motion.shared())
        return True

    # -- moves

    def on_board_selected(self, message: Board.Selected) -> None:
        self.point(message.thing)

    def on_board_unavailable(self, message: Board.Unavailable) -> None:
        self.explain_spot(message.spot)

    def on_board_resized(self) -> None:
        self.redraw()

    def on_board_cursor_moved(self) -> None:
        spot = self.board.spot
        if spot is not None and spot.thing is not None and self.presenter.motion.focus(spot.thing):
            self._show_board()
        self._show_status()

    def point(self, thing: Thing) -> None:
        if self.presenter.motion.focus(thing):
            self.redraw()
            return
        move = self.presenter.click(thing)
        if move is not None:
            self.make(move)
        else:
            self.redraw()
            if self.presenter.begun:
                self.board.first()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        row = self.choices.row_of(message.option)
        if row is not None:
            self.take(row)

    def take(self, row: Row) -> None:
        if row.move:
            self.make(row.move)
        else:
            self.presenter.open(row.verbs)
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        if self.choices.has_focus and event.key.isdecimal():
            row = self.choices.pick(int(event.key))
            if row is not None:
                event.stop()
                self.take(row)

    @work
    async def make(self, move: str) -> None:
        """Make a move; a rejection is explained with its rule. Until it has been made, other moves are ignored."""
        if self._making or not self.presenter.may:
            return
        self._making = True
        try:
            await self._make(move)
        finally:
            self._making = False

    async def _make(self, move: str) -> None:
        seat = self.presenter.seat
        assert seat is not None
        if self.coach is not None and not self.coach.allows(move):
            self.notify(self.t("lesson_other"))
            self.presenter.clear_selection()
            self.redraw()
            return
        step = self.coach.step if self.coach is not None else None
        self._told = self.session.number
        refused = await self.session.play(seat, move)
        if refused is not None:
            if refused.reason:
                self.read(self.t("not_allowed"), self.reasons(refused))
            self.renew()
        elif step is not None and self.coach is not None:
            self.coach.step = step
            self.coach.passed()
            self.renew()

    # -- keys

    def action_next(self, step: int) -> None:
        """Tab: through the selectable spots, then to the menu and back."""
        board, choices = self.board, self.choices
        if board.has_focus:
            if not board.next_lit(step) and choices.option_count:
                choices.focus()
                choices.highlighted = next((n for n, row in enumerate(choices.rows) if row.move or row.verbs), 0)
        else:
            board.focus()
            if board.numbered:
                board.go(board.numbered[0 if step > 0 else -1])
        self.redraw()

    def action_clear_selection(self) -> None:
        self.presenter.clear_selection()
        self.redraw()

    @work
    async def action_undo(self) -> None:
        seat = self.presenter.seat
        if seat is None or self._making:
            return
        refused = await self.session.undo(seat)
        if refused is not None:
            if refused.reason:
                self.read(self.t("undo"), self.reasons(refused))
        else:
            self.notify(self.t("taken_back"))
            self.renew()

    def action_lesson(self, by: int) -> None:
        if self.coach is not None and (self.coach.reading or by < 0):
            self.coach.turn(by)
            self.renew()

    def action_leave(self) -> None:
        """Leave after a confirmation; the game is saved. Asked a second time (Ctrl-C), leave at once."""
        if self._leaving:
            self._left("go")
            return
        self._leaving = True
        answers = [("go", self.t("leave_go")), ("stay", self.t("leave_stay"))]
        self.app.push_screen(ChoiceDialog(self.t(self._leave_text()), answers), self._left)

    def _leave_text(self) -> str:
        """The key of the question before the player leaves."""
        if self.presenter.view.over:
            return "leave_over"
        if self.session.online:
            return "leave_hosted" if self.session.others.hosted else "leave_online"
        return "leave" if self.session.saved_as else "leave_unsaved"

    def _left(self, answer: str | None) -> None:
        self._leaving = False
        if answer == "go":
            self.session.close()
            self.dismiss()
