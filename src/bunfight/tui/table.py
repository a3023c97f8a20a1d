"""The table screen: the board, the menu, the story, and a key for everything."""

from __future__ import annotations

import gc
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import OptionList, Static

from bunfight.engine.selection import Thing
from bunfight.tui.board import Board
from bunfight.tui.choices import Choices
from bunfight.tui.coach import Coach
from bunfight.tui.dialogs import Cover, Question
from bunfight.tui.presenter import Desk, Row
from bunfight.tui.reader import Reader, end_text
from bunfight.tui.session import Local, Sitting
from bunfight.tui.theme import style_of

WIDE = 110  # cells from which the menu and the story stand beside the board
LEAST = (80, 24)
TICK = 1 / 20
PACE = 0.3  # seconds between the decisions of bots


class TableScreen(Reader):
    """One sitting on the screen."""

    CSS = """
    TableScreen { layout: grid; grid-size: 2 5; grid-columns: 2fr 1fr; grid-rows: 1 1fr 1 6 1; }
    #top { column-span: 2; height: 1; background: $panel; color: $primary; text-style: bold; padding: 0 1; }
    #board { column-span: 2; background: $background; scrollbar-size: 1 1; overflow-x: hidden; }
    #status { column-span: 2; height: 1; color: $foreground; background: $surface; padding: 0 1; }
    #ask { background: $surface; height: 100%; }
    #question { color: $accent; text-style: bold; height: auto; max-height: 2; padding: 0 1; }
    #choices { border: none; background: $surface; height: 1fr; padding: 0; scrollbar-size: 1 1; }
    #choices:focus { border: none; }
    #story { background: $background; height: 100%; padding: 0 1; scrollbar-size: 1 1; border-left: solid $panel; }
    #keys { column-span: 2; height: 1; background: $panel; color: $foreground-muted; padding: 0 1; }
    #small { display: none; layer: above; width: 100%; height: 100%; content-align: center middle;
        background: $background; }
    TableScreen.lesson { grid-rows: 1 1fr 3 6 1; }
    TableScreen.lesson #status { height: 3; }
    TableScreen.wide.lesson { grid-rows: 1 3fr 2fr 3 1; }
    TableScreen.wide { grid-size: 2 5; grid-columns: 1fr 38; grid-rows: 1 3fr 2fr 1 1; }
    TableScreen.wide #board { column-span: 1; row-span: 2; }
    TableScreen.wide #story { border-left: solid $panel; border-top: solid $panel; }
    TableScreen.small > * { display: none; }
    TableScreen.small #small { display: block; column-span: 2; row-span: 5; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next(1)", priority=True),
        Binding("shift+tab", "next(-1)", priority=True),
        Binding("escape", "let_go"),
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
        Binding("q", "leave"),
    ]

    def __init__(self, sitting: Sitting, coach: Coach | None = None, motion: bool = False) -> None:
        super().__init__()
        self.motion = motion
        self.sitting, self.coach = sitting, coach
        seat = sitting.mine[0] if len(sitting.mine) == 1 else None
        self.desk = Desk(sitting, seat, coach)
        self.say = self.desk.say
        self.looked: int | None = seat  # who has the screen
        self._covering = self._ended = self._due = False
        self._shown: dict[str, str] = {}  # texts on the screen
        self._told = -1  # the decision up to which the story was read

    def compose(self) -> ComposeResult:
        yield Static("", id="top", markup=False)
        yield Board(id="board")
        with Container(id="ask"):
            yield Static("", id="question", markup=False)
            yield Choices(id="choices")
        with VerticalScroll(id="story", can_focus=False):
            yield Static("", id="told", markup=False)
        yield Static("", id="status", markup=False)
        yield Static("", id="keys", markup=False)
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        self._arrange()
        self.set_class(self.coach is not None, "lesson")
        self.sitting.changed = self._later
        if self.motion:
            self.sitting.linger = self._linger
        self.board.steer, self.board.aim = self._steer, self._aim
        self.set_interval(TICK, self._tick)
        self.sitting.start()
        self.renew()
        self.board.focus()
        gc.collect()  # the rules and their moves are many objects: looking through them would delay a key now and then
        gc.freeze()

    def on_unmount(self) -> None:
        gc.unfreeze()

    # -- the parts

    def _arrange(self) -> None:
        width, height = self.app.size
        self.set_class(width >= WIDE, "wide")
        small = width < LEAST[0] or height < LEAST[1]
        self.set_class(small, "small")
        if small:
            told = self.say("too_small", width=LEAST[0], height=LEAST[1], w=width, h=height)
            self.query_one("#small", Static).update(told)
        status, story = self.query_one("#status"), self.query_one("#story")
        ask = self.query_one("#ask")
        if width >= WIDE:
            self.move_child(story, after=ask)
            self.move_child(status, after=story)
        else:
            self.move_child(status, before=ask)

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()
        self.call_after_refresh(self.redraw)

    # -- what is new

    def _later(self) -> None:
        """Several changes in a row are drawn once."""
        if not self._due:
            self._due = True
            self.call_later(self.renew)

    def renew(self) -> None:
        """The position has changed, or somebody else is asked."""
        self._due = False
        if not self.is_attached or not self.query("#board"):
            return
        asked = self.sitting.asked
        if asked is not None and asked != self.looked and not self._covering:
            if self.sitting.hides(asked):
                self._hand_over(asked)
                return
            self._look_as(asked)
        self.desk.look()
        self.redraw()
        if asked is not None and not self._covering:
            self.board.first()
        self._seen()
        self._requested()
        if self.sitting.outcome() is not None and not self._ended and self.desk.motion.reel is None:
            self._ended = True
            self.read(self.say("over"), end_text(self.desk, self.app.current_theme.dark))

    def _seen(self) -> None:
        """What happened has been shown: clocks begin."""
        if not self.motion:
            self.desk.grip(film=False)
        if self.desk.motion.reel is None and isinstance(self.sitting, Local):
            self.sitting.shown()

    def _linger(self) -> float:
        """How long others wait so that one can follow."""
        reel = self.desk.motion.reel
        return PACE if reel is None else float(reel.length) + PACE

    def _look_as(self, seat: int) -> None:
        self.looked = seat
        self.desk = Desk(self.sitting, seat, self.coach)

    @work
    async def _hand_over(self, seat: int) -> None:
        """Another person must look, and sees what the one before may not."""
        self._covering = True
        await self.app.push_screen_wait(Cover(self.say("cover", who=self.sitting.names[seat])))
        self._covering = False
        self._look_as(seat)
        self.renew()

    def redraw(self) -> None:
        """Everything that depends on the position and on what was pointed at."""
        if not self.query("#board") or self.has_class("small"):
            return
        desk = self.desk
        self._show_board()
        self._show_keys()
        wanted = self.coach.wanted if self.coach is not None else []
        self.choices.fill(desk.rows() if desk.may else [], desk.hinted, wanted)
        self._put("question", desk.question())
        self._show_top()
        self._show_status()
        self._show_story()

    def _show_keys(self) -> None:
        hand, key = self.desk.motion.hand, "keys_lesson" if self.coach is not None else "keys"
        told = self.say(key) + (self.say("keys_more") if self.has_class("wide") else "")
        if hand is not None and hand.pushing:
            told = self.say("fb_push_keys", what=self.desk.words.term(hand.pushing))
        elif hand is not None and hand.piece:
            told = self.say("fb_keys")
        self._put("keys", told)

    def _show_board(self) -> None:
        """Only the board: what moves on it by itself."""
        width = max(40, self.board.size.width or self.app.size.width)
        canvas = self.desk.canvas(width, self.board.size.height)
        if canvas.height > self.board.size.height:  # a scrollbar takes a column
            canvas = self.desk.canvas(
                width - 1 if not self.board.show_vertical_scrollbar else width, self.board.size.height
            )
        self.board.show(canvas, self.desk.pointing, self.coach.guides if self.coach is not None else None)

    def _show_top(self) -> None:
        seconds = None if self.desk.seat is None else self.sitting.seconds(self.desk.seat)
        clock = "" if seconds is None else f"  ·  {self.say('clock', n=f'{seconds:.1f}')}"
        self._put("top", f"{self.desk.words.title}  ·  {self.desk.headline()}{clock}")

    def _put(self, where: str, text: str, style: str = "") -> None:
        """Show a text, if it is another one than before; only the question may take more lines."""
        if self._shown.get(where) != text:
            self._shown[where] = text
            told = Text(text, style_of(style, self.app.current_theme.dark)) if style else text
            self.query_one(f"#{where}", Static).update(told, layout=where == "question")

    def _show_status(self) -> None:
        if self.coach is not None and self.coach.text():
            self._put("status", f"☞ {self.coach.text()}", "tool")
        else:
            self._put("status", self.desk.status(self.board.spot) if self.board.has_focus else "")

    def _show_story(self) -> None:
        dark, told = self.app.current_theme.dark, Text()
        story = self.desk.story()
        key = f"{len(story)} {self._told} {len(self.sitting.spoken)} {self.sitting.note} {self.desk.seat}"
        if self._shown.get("told") == key:
            return
        self._shown["told"] = key
        for number, text in story[-80:]:
            mine = number > self._told
            told.append(f"{'•' if mine else ' '} {text}\n", style_of("" if mine else "dim", dark))
        for line in self.sitting.spoken[-4:]:
            told.append(f"» {line}\n", style_of("tool", dark))
        if self.sitting.note:
            told.append(f"! {self.sitting.note}\n", style_of("bad", dark))
        self.query_one("#told", Static).update(told)
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)

    def _tick(self) -> None:
        """Hands sway, films go on, clocks really run."""
        if self.is_current and not self.has_class("small"):
            if self.desk.motion.ended:
                self.desk.grip()
                self.renew()
            elif self.desk.motion.going:
                self._show_board()
        seat = self.sitting.asked
        seconds = None if seat is None else self.sitting.seconds(seat)
        if seat is None or seconds is None:
            return
        self._show_top()
        if seconds <= 0 and isinstance(self.sitting, Local):
            self.late(seat)

    @work(exclusive=True)
    async def late(self, seat: int) -> None:
        assert isinstance(self.sitting, Local)
        await self.sitting.late(seat)
        self.notify(self.say("late"))

    # -- a piece in the hand

    def _steer(self, key: str) -> bool:
        hand = self.desk.motion.hand
        if hand is None or not hand.key(key):
            return False
        if hand.move:
            self.make(hand.move)
        else:
            self._show_board()
            self._show_keys()
            self.sitting.aimed(hand.piece, hand.x, hand.turn, hand.flip)
        return True

    def _aim(self, mm: float) -> bool:
        hand = self.desk.motion.hand
        if hand is None or not hand.piece:
            return False
        hand.point(mm)
        self._show_board()
        self.sitting.aimed(hand.piece, hand.x, hand.turn, hand.flip)
        return True

    # -- choosing

    def on_board_pointed(self, message: Board.Pointed) -> None:
        self.point(message.thing)

    def on_board_grey(self, message: Board.Grey) -> None:
        self.tell_about(message.spot)

    def on_board_looked(self) -> None:
        self._show_status()

    def point(self, thing: Thing) -> None:
        move = self.desk.click(thing)
        if move is not None:
            self.make(move)
        else:
            self.redraw()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        row = self.choices.rows[int(str(message.option.id)[1:])]
        self.take(row)

    def take(self, row: Row) -> None:
        if row.move:
            self.make(row.move)
        else:
            self.desk.open(row.verbs)
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        if self.choices.has_focus and event.key.isdecimal():
            row = self.choices.pick(int(event.key))
            if row is not None:
                event.stop()
                self.take(row)

    @work(exclusive=True, group="make")
    async def make(self, move: str) -> None:
        """Decide; a refusal says which rule forbids it."""
        seat = self.desk.seat
        if seat is None or not self.desk.may:
            return
        if self.coach is not None and not self.coach.allows(move):
            self.notify(self.say("lesson_other"))
            self.desk.let_go()
            self.redraw()
            return
        step = self.coach.step if self.coach is not None else None
        self._told = self.sitting.number
        refused = await self.sitting.play(seat, move)
        if refused is not None:
            if refused.told:
                self.read(self.say("not_allowed"), self.reasons(refused))
            self.renew()
        elif step is not None and self.coach is not None:
            self.coach.step = step
            self.coach.passed()
            self.renew()

    # -- keys

    def action_next(self, step: int) -> None:
        """Tab: over everything that is lit, then to the menu, and back."""
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

    def action_let_go(self) -> None:
        self.desk.let_go()
        self.redraw()

    @work(exclusive=True, group="make")
    async def action_undo(self) -> None:
        seat = self.desk.seat
        if seat is None:
            return
        refused = await self.sitting.undo(seat)
        if refused is not None:
            self.read(self.say("undo"), self.reasons(refused))
        else:
            self.notify(self.say("taken_back"))
            self.renew()

    def action_lesson(self, by: int) -> None:
        if self.coach is not None and (self.coach.reading or by < 0):
            self.coach.turn(by)
            self.renew()

    @work
    async def action_leave(self) -> None:
        """Leaving asks first; the game is kept and can go on."""
        answers = [("go", self.say("leave_go")), ("stay", self.say("leave_stay"))]
        online = not isinstance(self.sitting, Local)
        told = self.say("leave_over" if self.desk.view.over else "leave_online" if online else "leave")
        if await self.app.push_screen_wait(Question(told, answers)) == "go":
            self.sitting.close()
            self.dismiss()

    # -- the end
