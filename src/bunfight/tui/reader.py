"""Reader: the part of a table screen that is read and asked: aid, rules, reasons, hints, the story, the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text
from textual import work
from textual.screen import Screen

from bunfight.tui.board import Board
from bunfight.tui.canvas import Spot
from bunfight.tui.choices import Choices
from bunfight.tui.dialogs import Asked, Paper, Question, Rules, aid_text
from bunfight.tui.messages import Say
from bunfight.tui.presenter import Desk
from bunfight.tui.session import Answer, Hint, Local, Sitting
from bunfight.tui.theme import style_of


class Reader(Screen[None]):
    """A screen with a desk, a board and a menu."""

    sitting: Sitting
    desk: Desk
    say: Say

    def __init__(self) -> None:
        super().__init__()
        self._answered: set[int] = set()  # wishes of others that were answered

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
        self.read(self.desk.words.title, aid_text(self.desk.words, width, self.app.current_theme.dark))

    def action_rules(self) -> None:
        self.app.push_screen(Rules(self.say, self.desk.words))

    def action_what(self) -> None:
        spot = self.board.spot
        if self.choices.has_focus or spot is None:
            self.action_aid()
        else:
            self.tell_about(spot)

    def action_why(self) -> None:
        self.action_what()

    @work
    async def tell_about(self, spot: Spot) -> None:
        """What a thing is, and why nothing can be done with it now."""
        told = Text("\n".join(self.desk.explained(spot)))
        if spot.thing is not None and self.desk.seat is not None:
            if self.desk.pointing.lit(spot.thing):
                told.append(f"\n\n{self.say('can_be_used')}")
            else:
                answer = await self._why_not(self.desk.seat, spot)
                told.append("\n\n")
                told.append(self.reasons(answer) if answer.told else self.say("not_now"))
        self.read(self.say("what"), told)

    async def _why_not(self, seat: int, spot: Spot) -> Answer:
        """Why a spot cannot be used: by the likeliest move, with what was pointed at, or at all."""
        assert spot.thing is not None
        questions: list[Any] = [spot.asks[0]] if spot.asks and not self.desk.pointing.at else []
        questions += [[*self.desk.pointing.at, spot.thing], [spot.thing]]
        for question in questions:
            answer = await self.sitting.why(seat, question)
            if answer.told:
                return answer
        return Answer("")

    def reasons(self, answer: Answer) -> str:
        rule = f"\n{answer.rule}{self.say.colon}{answer.text}" if answer.rule else ""
        return f"{self.say('not_allowed')}{self.say.colon}{answer.told}{rule}"

    def read(self, title: str, body: Text | str) -> None:
        self.app.push_screen(Paper(self.say, title, body))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        if self.desk.seat is None or not self.desk.may:
            self.notify(self.say("not_your_turn"))
            return
        self.notify(self.say("thinking"))
        found = await self.sitting.hint(self.desk.seat)
        if isinstance(found, Hint):
            self.desk.hinted = found.move
            self.redraw()
            self.read(self.say("hint"), "\n".join(found.lines))
        else:
            self.read(self.say("hint"), found.told)

    def action_piles(self) -> None:
        dark, told = self.app.current_theme.dark, Text()
        for title, lines in self.desk.piles():
            told.append(f"{title}\n", style_of("head", dark))
            told.append("".join(f"  {line}\n" for line in lines or [self.say("nothing")]))
        self.read(self.say("piles"), told)

    def action_story(self) -> None:
        told = Text()
        for number, text in self.desk.story():
            told.append(f"{number:4}  ", style_of("dim", self.app.current_theme.dark))
            told.append(f"{text}\n")
        self.read(self.say("story"), told)

    @work
    async def action_save(self) -> None:
        if not isinstance(self.sitting, Local):
            self.notify(self.say("saved_there"))
            return
        name = await self.app.push_screen_wait(Asked(self.say("save_as"), f"{self.sitting.game.id}.jsonl"))
        if name:
            self.notify(write_record(self.sitting, name, self.say))

    @work
    async def action_chat(self) -> None:
        if not isinstance(self.sitting, Local):
            text = await self.app.push_screen_wait(Asked(self.say("chat")))
            refused = await self.sitting.chat(text) if text else None
            if refused is not None:
                self.notify(refused.told)

    def _requested(self) -> None:
        """Somebody online wants to take something back: everybody is asked once."""
        wanted = self.sitting.wanted()
        if wanted is not None and wanted[0] not in self._answered:
            self._answered.add(wanted[0])
            self._consent(wanted[1])

    @work
    async def _consent(self, seat: int) -> None:
        told = self.say("undo_wanted", who=self.sitting.names[seat])
        answer = await self.app.push_screen_wait(Question(told, [("yes", self.say("yes")), ("no", self.say("no"))]))
        await self.sitting.agree(answer == "yes")


def end_text(desk: Desk, dark: bool) -> Text:
    outcome = desk.sitting.outcome()
    assert outcome is not None
    told = Text(f"{desk.words.reason(outcome.reason)} [{outcome.rule}]\n")
    for seat, lines in desk.scores(outcome):
        crown = f"  ★ {desk.say('winner')}" if seat in outcome.winners else ""
        told.append(
            f"\n{outcome.ranks[seat]}. {desk.names[seat]}{desk.say.colon}{outcome.totals[seat]}{crown}\n",
            style_of("head", dark),
        )
        for label, points, why in lines:
            told.append(f"   {points:+4d}  {label}")
            told.append(f"  {why}\n" if why else "\n", style_of("dim", dark))
    return told


def write_record(sitting: Local, name: str, say: Any) -> str:
    """Write the record of a game to a file; says how it went."""
    try:
        Path(name).expanduser().write_text(sitting.table.record.text(), encoding="utf-8")
    except OSError as error:
        return str(say("cannot_write", file=name, why=error.strerror))
    return str(say("saved", file=name))
