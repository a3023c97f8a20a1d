"""Dialogs over a table: texts to read, questions, prompts and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Static

from bunfight.i18n.words import Words
from bunfight.tui.messages import Messages
from bunfight.tui.prose import Prose
from bunfight.tui.screens import OwnDialog
from bunfight.tui.theme import style_of


class TextDialog(OwnDialog[None]):
    """A text to read. Any key that does not scroll closes it."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; }
    TextDialog > Vertical { width: 90%; max-width: 100; height: auto; max-height: 95%; background: $surface;
        border: round $primary; padding: 0 1; }
    TextDialog VerticalScroll { height: auto; max-height: 100%; }
    TextDialog .foot { color: $foreground-muted; height: 1; }
    """

    def __init__(self, t: Messages, title: str, body: Text | str) -> None:
        super().__init__()
        self.t, self.heading, self.body = t, title, body

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self.heading
            with VerticalScroll(can_focus=True):
                yield Prose(self.body)
            yield Static(self.t("put_away"), classes="foot", markup=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()


class ChoiceDialog(OwnDialog[str]):
    """A question with a button for each answer. The first is the default, Escape chooses the last."""

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; }
    ChoiceDialog > Vertical { width: auto; max-width: 70; min-width: 40; height: auto; background: $surface;
        border: round $primary; padding: 1 2; }
    ChoiceDialog Static { width: auto; max-width: 66; margin-bottom: 1; }
    ChoiceDialog Horizontal { width: auto; height: auto; }
    ChoiceDialog Button { margin-right: 1; min-width: 10; height: 3; }
    """

    def __init__(self, message: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.message, self.answers = message, answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.message, markup=False)
            with Horizontal():
                for key, label in self.answers:
                    yield Button(
                        label, id=f"answer-{key}", variant="primary" if key == self.answers[0][0] else "default"
                    )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(str(event.button.id).removeprefix("answer-"))

    def on_key(self, event: events.Key) -> None:
        buttons = list(self.query(Button))
        if event.key == "escape":
            self.dismiss(self.answers[-1][0])
        elif event.key in ("left", "right"):
            at = next((n for n, one in enumerate(buttons) if one.has_focus), 0)
            buttons[(at + (1 if event.key == "right" else -1)) % len(buttons)].focus()
        else:
            return
        event.stop()


class PromptDialog(OwnDialog[str]):
    """A line of input; Escape returns nothing."""

    DEFAULT_CSS = """
    PromptDialog { align: center middle; }
    PromptDialog > Vertical { width: 60; height: auto; background: $surface; border: round $primary; padding: 0 1; }
    """

    def __init__(self, message: str, value: str = "") -> None:
        super().__init__()
        self.message, self.value = message, value

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.message, markup=False)
            yield Input(self.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss("")


class RulesDialog(OwnDialog[None]):
    """The rulebook, searched by word as it is typed."""

    DEFAULT_CSS = """
    RulesDialog { align: center middle; }
    RulesDialog > Vertical { width: 96%; max-width: 110; height: 95%; background: $surface; border: round $primary;
        padding: 0 1; }
    """

    def __init__(self, t: Messages, words: Words, wanted: str = "") -> None:
        super().__init__()
        self.t, self.words, self.wanted = t, words, wanted

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self.t("rules_of", game=self.words.title)
            yield Input(self.wanted, placeholder=self.t("rules_search"))
            with VerticalScroll(can_focus=True):
                yield Prose(self._found(self.wanted), id="found")

    def _found(self, wanted: str) -> Text:
        dark = self.app.current_theme.dark
        found_rules, section = Text(), ""
        rules = self.words.rules_about(wanted)
        for rule, text in rules:
            part = rule.split("-", 1)[1].rpartition("-")[0]
            if part != section:
                section = part
                found_rules.append(f"{self.words.section(part)}\n", style_of("head", dark))
            found_rules.append(f"  {rule:<12} ", style_of("dim", dark))
            found_rules.append(f"{text}\n")
        return found_rules if rules else Text(self.t("rules_none", word=wanted))

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one("#found", Prose).update(self._found(event.value))

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss()
        elif event.key in ("down", "pagedown") and self.query_one(Input).has_focus:
            event.stop()
            self.query_one(VerticalScroll).focus()


class HandOverScreen(OwnDialog[None]):
    """Covers the table until the next player confirms that only they can see the screen."""

    DEFAULT_CSS = """
    HandOverScreen { align: center middle; background: $background 100%; }
    HandOverScreen Static { width: auto; border: round $primary; padding: 1 3; }
    """

    def __init__(self, message: str) -> None:
        super().__init__()
        self.message = message

    def compose(self) -> ComposeResult:
        yield Static(self.message, markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


def aid_text(words: Words, width: int, dark: bool) -> Text:
    """The game on one screen."""
    from bunfight.tui.canvas import cell_len, fit, wrap

    page = Text()
    for heading, lines in words.aid():
        page.append(f"{heading}\n", style_of("head", dark))
        for line in lines:
            for number, part in enumerate(wrap(line, width - 4)):
                page.append(f"{'· ' if number == 0 else '  '}{part}\n")
    legend = words.legend()
    if not legend:
        return page
    page.append(f"{words.legend_title()}\n", style_of("head", dark))
    column = min(width, max(cell_len(f"{sign} {text}") for sign, text in legend) + 2)
    across = max(1, width // column)
    for start in range(0, len(legend), across):
        for sign, text in legend[start : start + across]:
            page.append(f"{sign} ", style_of("head", dark))
            page.append(fit(text, column - cell_len(sign) - 1))
        page.append("\n")
    return page
