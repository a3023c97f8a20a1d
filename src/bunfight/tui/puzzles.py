"""Puzzles full screen: a position, one decision, the verdict and why; then the next puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import work

from bunfight.coach.phrases import of_puzzles as say
from bunfight.coach.puzzles import Puzzle, Verdict, verdict
from bunfight.coach.summary import verdict_lines
from bunfight.engine import IllegalMove, Outcome, Seat, View
from bunfight.engine.errors import InvalidInput
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.selection import Thing, why_not
from bunfight.i18n.words import Words
from bunfight.tui.dialogs import TextDialog
from bunfight.tui.messages import Messages
from bunfight.tui.motion import SeatEvent
from bunfight.tui.session import Hint, Rejection, Session, check_move, rejection_of
from bunfight.tui.table import TableScreen


class PuzzleSession(Session):
    """One puzzle as a table at which one seat has one decision."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        super().__init__()
        self.puzzle, self.game = puzzle, puzzle.rulebook
        self.words, self.t = Words(self.game, language), Messages(language)
        self.names = [self.t("player", n=seat + 1) for seat in range(puzzle.seats)]
        self.mine = [puzzle.seat]
        self.verdict: Verdict | None = None
        self.answer = ""
        self._state = puzzle.state()

    @property
    def asked(self) -> Seat | None:
        return self.puzzle.seat if self.verdict is None else None

    @property
    def number(self) -> int:
        return int(self.verdict is not None)

    def view(self, seat: Seat | None) -> View:
        view: View = self.game.view(self._state, self.puzzle.seat)
        return view

    def heard(self, seat: Seat | None) -> list[SeatEvent]:
        return []

    def outcome(self) -> Outcome | None:
        return None

    async def play(self, seat: Seat, move: str) -> Rejection | None:
        try:
            self.verdict = verdict(self.puzzle, move)
        except (IllegalMove, MoveSyntaxError) as error:
            return rejection_of(error, self.words, self.names)
        except InvalidInput as error:
            return Rejection(self.words.refusal(error, self.names) or str(error))
        self.answer = self.game.grammar.parse(move).text
        self.changed()
        return None

    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Rejection:
        check: Any = check_move if isinstance(about, str) else why_not
        error = check(self.game, self._state, seat, about)
        return Rejection("") if error is None else rejection_of(error, self.words, self.names)

    async def hint(self, seat: Seat) -> Hint | Rejection:
        return Rejection(self.t("puzzle_no_hint"))

    async def undo(self, seat: Seat) -> Rejection | None:
        return Rejection(self.t("puzzle_no_undo"))

    def hides(self, seat: Seat) -> bool:
        return False

    def start(self) -> None:
        """Do nothing: no bot moves here."""

    def close(self) -> None:
        """Do nothing: a puzzle holds no resources."""

    def explanation(self) -> list[str]:
        """The verdict in words."""
        assert self.verdict is not None
        return verdict_lines(self.puzzle, self.words, self.names, self.answer, self.verdict)


class PuzzleScreen(TableScreen):
    """Puzzles one after the other."""

    _usual_keys = "keys_puzzle"

    def __init__(self, puzzles: Sequence[Puzzle], language: str, number: int = 0, solved: int = 0) -> None:
        super().__init__(PuzzleSession(puzzles[number], language))
        self.puzzles, self.place, self.solved = puzzles, number, solved

    def on_mount(self) -> None:
        super().on_mount()
        puzzle, language = self.puzzles[self.place], self.t.language
        level = say(puzzle.level, language)
        title = say("puzzle", language, number=self.place + 1, of=len(self.puzzles), level=level)
        self.read(title, self.t("puzzle_intro") + (f"\n{say('stack', language)}" if puzzle.stacking else ""))

    @work
    async def make(self, move: str) -> None:
        session = self.session
        assert isinstance(session, PuzzleSession)
        if session.verdict is not None:
            return
        refused = await session.play(session.puzzle.seat, move)
        if refused is not None:
            self.read(self.t("not_allowed"), self.reasons(refused))
            self.renew()
            return
        assert session.verdict is not None
        self.solved += session.verdict.right
        dialog = TextDialog(self.t, self.presenter.words.title, "\n".join(session.explanation()))
        self.app.push_screen(dialog, self._next)

    def _leave_text(self) -> str:
        return "leave_puzzles"

    def _next(self, _: None) -> None:
        """Show the next puzzle, or the result of all."""
        language, asked = self.t.language, self.place + 1
        self.app.parting = say("done", language, solved=self.solved, asked=asked)  # type: ignore[attr-defined]
        if asked < len(self.puzzles):
            self.app.switch_screen(PuzzleScreen(self.puzzles, language, asked, self.solved))
        else:
            self.dismiss()
