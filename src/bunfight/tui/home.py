"""The home screen: games, saved games, lessons, replays, online tables and settings."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, OptionList, Select, Static
from textual.widgets.option_list import Option as Line

from bunfight import games
from bunfight.bots import levels
from bunfight.coach import daily
from bunfight.coach.puzzles import puzzles
from bunfight.engine import Option, Record, Table, simulator
from bunfight.engine.errors import BunfightError
from bunfight.engine.record import load
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import Words, error_text
from bunfight.tui.boards import picture_of
from bunfight.tui.coach import Coach, lesson_of
from bunfight.tui.daily import DailySession
from bunfight.tui.dialogs import ChoiceDialog, PromptDialog, TextDialog
from bunfight.tui.messages import Messages
from bunfight.tui.names import names_of
from bunfight.tui.prose import Prose
from bunfight.tui.puzzles import PuzzleScreen
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.screens import OwnScreen
from bunfight.tui.session import LocalSession, resume_session
from bunfight.tui.table import TableScreen
from bunfight.tui.theme import style_of

PERSON: Final = "person"


class Home(OwnScreen[None]):
    """The list of games and everything else to start from."""

    CSS = """
    Home { layout: horizontal; }
    Home #items { width: 38; border: round $primary; }
    Home #about { width: 1fr; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave")]

    def __init__(self, settings: Settings, saves: SaveFolder) -> None:
        super().__init__()
        self.settings, self.saves = settings, saves
        self.t = Messages(settings.language or "en")

    def compose(self) -> ComposeResult:
        yield OptionList(id="items", markup=False)
        yield Prose(id="about")

    def on_mount(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        self._fill()

    def _fill(self) -> None:
        self.t = Messages(self.settings.language or "en")
        items, lines = self.query_one("#items", OptionList), []
        items.border_title = "Bunfight"
        at = items.highlighted or 0
        for name in games.names():
            game = games.load(name)
            words = Words(game, self.t.language)
            facts = self.t("home_game", low=game.seats[0], high=game.seats[-1], minutes=game.minutes)
            text = Text(f"{words.title}\n")
            text.append(f"  {facts}", style_of("dim", self.app.current_theme.dark))
            lines.append(Line(text, f"game-{name}"))
        if self.saves.last() is not None:
            lines.append(Line(self.t("home_continue"), "continue"))
        for key in ("saved", "learn", "daily", "puzzles", "replay", "join", "settings", "leave"):
            lines.append(Line(self.t(f"home_{key}"), key))
        items.clear_options()
        items.add_options(lines)
        items.highlighted = min(at, len(lines) - 1)
        items.focus()

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        key, about = str(message.option.id), self.query_one("#about", Prose)
        dark = self.app.current_theme.dark
        if not key.startswith("game-"):
            about.update(self.t(f"home_about_{key}"))
            return
        game = games.load(key.removeprefix("game-"))
        words = Words(game, self.t.language)
        page = Text(f"{picture_of(game.id)}\n\n", style_of("bread", dark))
        page.append(f"{words.title}\n", style_of("head", dark))
        page.append(f"{words.gist}\n\n", style_of("", dark))
        page.append(self.t("home_enter"), style_of("dim", dark))
        about.update(page)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        key = str(message.option.id)
        if key.startswith("game-"):
            self.app.push_screen(Setup(games.load(key.removeprefix("game-")), self.settings, self.saves))
        else:
            getattr(self, f"do_{key}")()

    def do_continue(self) -> None:
        last = self.saves.last()
        if last is not None:
            self._go_on(*last)

    def _go_on(self, name: str, saved: Any) -> None:
        try:
            session = resume_session(self.saves, name, saved, self.t.language, self.settings.auto_pass)
        except (BunfightError, OSError) as error:
            self._problem("home_continue", error)
            return
        self.app.push_screen(TableScreen(session, motion=self.settings.motion))

    def do_saved(self) -> None:
        rows = [(name, saved_line(saved, self.t)) for name, saved in self.saves.listed() if not saved.over]
        self.app.push_screen(Pick(self.t("home_saved"), rows, self.t), self._saved)

    def _saved(self, name: str | None) -> None:
        found = dict(self.saves.listed())
        if name and name in found:
            self._go_on(name, found[name])

    def do_learn(self) -> None:
        rows = [(name, Words(games.load(name), self.t.language).title) for name in games.names() if lesson_of(name)]
        self.app.push_screen(Pick(self.t("home_learn"), rows, self.t), self._learn)

    def _learn(self, name: str | None) -> None:
        if name:
            self.app.push_screen(lesson(name, self.settings, self.t))

    def do_daily(self) -> None:
        rows = [(name, Words(games.load(name), self.t.language).title) for name in games.names()]
        self.app.push_screen(Pick(self.t("home_daily"), rows, self.t), self._daily)

    def _daily(self, name: str | None) -> None:
        if name:
            session = DailySession(games.load(name), daily.deal(name, daily.today()), self.t.language)
            self.app.push_screen(TableScreen(session, motion=self.settings.motion))

    def do_puzzles(self) -> None:
        rows = [(name, Words(games.load(name), self.t.language).title) for name in games.names() if puzzles(name)]
        self.app.push_screen(Pick(self.t("home_puzzles"), rows, self.t), self._puzzles)

    def _puzzles(self, name: str | None) -> None:
        if name:
            self.app.push_screen(PuzzleScreen(puzzles(name), self.t.language))

    def do_replay(self) -> None:
        rows = [(name, saved_line(saved, self.t)) for name, saved in self.saves.listed()]
        rows.append(("file", self.t("replay_file")))
        self.app.push_screen(Pick(self.t("home_replay"), rows, self.t), self._replay)

    def _replay(self, name: str | None) -> None:
        if name == "file":
            self.app.push_screen(PromptDialog(self.t("replay_file")), self._replay_file)
        elif name:
            self._show_replay(lambda: self._saved_record(name))

    def _saved_record(self, name: str) -> tuple[Record, str, list[int]]:
        saved = dict(self.saves.listed())[name]
        people = [seat for seat in range(len(saved.names)) if str(seat) not in saved.bots]
        return self.saves.record(name), saved.cards, people

    def _replay_file(self, typed: str | None) -> None:
        if typed:
            self._show_replay(lambda: (load(Path(typed).expanduser().read_text(encoding="utf-8")), "", []))

    def _show_replay(self, read: Callable[[], tuple[Record, str, list[int]]]) -> None:
        try:
            record, cards, people = read()
            game = games.load(record.game, cards)
            self.app.push_screen(ReplayScreen(game, record, self.settings, self.saves, mine=people))
        except (BunfightError, OSError, UnicodeDecodeError) as error:
            self._problem("home_replay", error)

    def _problem(self, key: str, error: Exception) -> None:
        self.app.push_screen(TextDialog(self.t, self.t(key), error_text(error, self.t.language)))

    def do_join(self) -> None:
        self.ask(PromptDialog(self.t("join_link")), self._join)

    @work(exclusive=True)
    async def _join(self, link: str | None) -> None:
        if link:
            from bunfight.tui.online import open_link

            try:
                screen = await open_link(
                    link, self.settings.name, self.t.language, self.settings.motion, self._which_seat
                )
            except (BunfightError, OSError) as error:
                self._problem("home_join", error)
                return
            self.app.push_screen(screen)

    async def _which_seat(self, answers: list[tuple[str, str]]) -> str:
        return await self.app.push_screen_wait(ChoiceDialog(self.t("seat_taken_here"), answers)) or ""

    def do_settings(self) -> None:
        self.app.push_screen(SettingsScreen(self.settings))

    def do_leave(self) -> None:
        self.action_leave()

    def action_leave(self) -> None:
        self.dismiss()


def saved_line(saved: Any, t: Messages) -> str:
    title = Words(games.load(saved.game), t.language).title
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.at))
    over = t.clause + t("over") if saved.over else ""
    return f"{title}{t.colon}{t.comma.join(saved.names)}{t.aside(t('decisions', n=saved.decisions) + over)} {when}"


class Pick(OwnScreen[str]):
    """A list to choose from; Escape chooses nothing."""

    CSS = """
    Pick { align: center middle; }
    Pick OptionList { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary; }
    """

    def __init__(self, title: str, rows: list[tuple[str, str]], t: Messages) -> None:
        super().__init__()
        self.heading, self.rows, self.t = title, rows, t

    def compose(self) -> ComposeResult:
        rows = self.rows or [("", self.t("nothing_here"))]
        found = OptionList(*[Line(text, f"p{at}") for at, (_, text) in enumerate(rows)], markup=False)
        found.border_title = self.heading
        yield found

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        self.dismiss(self.rows[int(str(message.option.id)[1:])][0] if self.rows else "")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.dismiss("")


class Setup(OwnScreen[None]):
    """Sets up a new table: the players and the options of the game."""

    CSS = """
    Setup VerticalScroll { padding: 0 2; border: round $primary; }
    Setup .line { height: auto; }
    Setup .line Static { width: 26; padding: 0 1 0 0; }
    Setup .help { color: $foreground-muted; padding: 0 0 1 26; height: auto; }
    Setup Select { width: 44; } Setup Input { width: 44; }
    Setup #buttons { height: 3; } Setup Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, game: AnyGame, settings: Settings, saves: SaveFolder) -> None:
        super().__init__()
        self.game, self.settings, self.saves = game, settings, saves
        self.t = Messages(settings.language or "en")
        self.words = Words(game, self.t.language)

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as box:
            box.border_title = self.words.title
            with Horizontal(id="buttons"):
                yield Button(self.t("setup_play"), id="play", variant="primary")
                if lesson_of(self.game.id):
                    yield Button(self.t("home_learn"), id="learn")
                yield Button(self.t("back"), id="back")
            low, high = self.game.seats[0], self.game.seats[-1]
            with Horizontal(classes="line"):
                yield Static(self.t("setup_players"), markup=False)
                yield Select(
                    [(str(n), n) for n in range(low, high + 1)],
                    value=max(low, 2) if high > 1 else low,
                    allow_blank=False,
                    compact=True,
                    id="players",
                )
            whom = [
                (self.t("setup_person"), PERSON),
                *[(one.title(self.t.language), one.id) for one in levels(self.game.id)],
            ]
            for seat in range(high):
                with Horizontal(classes="line seat"):
                    yield Static(self.t("seat", n=seat + 1), markup=False)
                    yield Select(
                        whom,
                        value=PERSON if seat == 0 else "medium",
                        allow_blank=False,
                        compact=True,
                        id=f"seat-{seat}",
                    )
            for option in self.game.options:
                yield from self._option(option)

    def _option(self, option: Option) -> ComposeResult:
        with Horizontal(classes="line"):
            yield Static(self.words.option(option.name), markup=False)
            if option.kind in ("bool", "choice"):
                keys = ["yes", "no"] if option.kind == "bool" else list(option.choices)
                values = [(self._value(option, key), key) for key in keys]
                yield Select(
                    values,
                    value=option.written(option.default),
                    allow_blank=False,
                    compact=True,
                    id=f"option-{option.name}",
                )
            else:
                yield Input(option.written(option.default), compact=True, id=f"option-{option.name}")
        yield Prose(self.words.option_help(option.name), classes="help")

    def _value(self, option: Option, key: str) -> str:
        return self.t(key) if option.kind == "bool" else self.words.option_value(option.name, key)

    def on_mount(self) -> None:
        self._seats()
        self.query_one("#play", Button).focus()

    def on_select_changed(self, message: Select.Changed) -> None:
        if message.select.id == "players":
            self._seats()

    def _seats(self) -> None:
        players = self.query_one("#players", Select).value
        for seat, row in enumerate(self.query(".seat")):
            row.display = isinstance(players, int) and seat < players

    def on_button_pressed(self, message: Button.Pressed) -> None:
        if message.button.id == "play":
            self.play()
        elif message.button.id == "learn":
            self.app.switch_screen(lesson(self.game.id, self.settings, self.t))
        else:
            self.dismiss()

    def play(self) -> None:
        players = self.query_one("#players", Select).value
        assert isinstance(players, int)
        bots = {}
        for seat in range(players):
            whom = str(self.query_one(f"#seat-{seat}", Select).value)
            if whom != PERSON:
                bots[seat] = whom
        given = {}
        for option in self.game.options:
            field = self.query_one(f"#option-{option.name}")
            given[option.name] = str(field.value) if isinstance(field, (Select, Input)) else ""
        try:
            screen = new_table(self.game, players, bots, given, self.settings, self.saves)
        except BunfightError as error:
            self.app.push_screen(TextDialog(self.t, self.words.title, error_text(error, self.t.language)))
            return
        self.app.switch_screen(screen)

    def action_leave(self) -> None:
        self.dismiss()


def new_table(
    game: AnyGame,
    players: int,
    bots: dict[int, str],
    options: dict[str, Any],
    settings: Settings,
    saves: SaveFolder,
    seed: str = "",
) -> TableScreen:
    """The screen of a new table; InvalidInput if the settings are invalid."""
    language = settings.language or "en"
    names = names_of(players, bots, language, settings.name)
    settled = game.settle(options, players)
    table = games.new_table(game, names, seed or secrets.token_hex(16), settled, simulator(game))
    session = LocalSession(table, bots, language, saves, saves.new(game.id), settings.auto_pass)
    return TableScreen(session, motion=settings.motion)


def lesson(name: str, settings: Settings, t: Messages) -> TableScreen:
    """The screen of a lesson: a table with fixed random numbers and bots."""
    found = lesson_of(name)
    assert found is not None
    game = games.load(name)
    bots = dict.fromkeys(range(1, found["seats"]), "medium")
    names = names_of(found["seats"], bots, t.language, settings.name)
    table = Table(game, names, found["seed"], found.get("options", {}), simulator(game))
    coach = Coach(found, game.grammar.shape(), t.language)
    session = LocalSession(table, bots, t.language, auto_pass=False, thought=found["seed"])
    return TableScreen(session, coach, motion=settings.motion)


class SettingsScreen(OwnScreen[None]):
    """Settings: language, theme, name, automatic moves and animation."""

    CSS = Setup.CSS.replace("Setup", "SettingsScreen")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings, self.t = settings, Messages(settings.language or "en")

    def compose(self) -> ComposeResult:
        yes = [(self.t("yes"), True), (self.t("no"), False)]
        spoken = [(name, code) for code, name in languages.names().items()]
        with VerticalScroll(can_focus=False) as box:
            box.border_title = self.t("home_settings")
            for key, field in (
                (
                    "language",
                    Select(
                        spoken, value=self.settings.language or "en", allow_blank=False, compact=True, id="language"
                    ),
                ),
                (
                    "theme",
                    Select(
                        [(self.t("dark"), "dark"), (self.t("light"), "light")],
                        value=self.settings.theme,
                        allow_blank=False,
                        compact=True,
                        id="theme",
                    ),
                ),
                ("name", Input(self.settings.name, compact=True, id="name")),
                (
                    "auto_pass",
                    Select(yes, value=self.settings.auto_pass, allow_blank=False, compact=True, id="auto_pass"),
                ),
                ("motion", Select(yes, value=self.settings.motion, allow_blank=False, compact=True, id="motion")),
            ):
                with Horizontal(classes="line"):
                    yield Static(self.t(f"set_{key}"), markup=False)
                    yield field
            with Horizontal(id="buttons"):
                yield Button(self.t("set_keep"), id="keep", variant="primary")
                yield Button(self.t("back"), id="back")

    def on_button_pressed(self, message: Button.Pressed) -> None:
        if message.button.id == "keep":
            for key in ("language", "theme", "auto_pass", "motion"):
                setattr(self.settings, key, self.query_one(f"#{key}", Select).value)
            self.settings.name = self.query_one("#name", Input).value.strip()[:20]
            self.settings.write()
            self.app.theme = self.settings.theme
        self.dismiss()

    def action_leave(self) -> None:
        self.dismiss()
