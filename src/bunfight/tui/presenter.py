"""Presents a session to one player, as texts and a canvas, without a screen; holds the selection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bunfight import games
from bunfight.engine import Outcome, Seat, View
from bunfight.engine.selection import Selection, Thing, verb_of
from bunfight.i18n.components import component_help
from bunfight.tui import menu
from bunfight.tui.boards import Scene, board_of, draw_board
from bunfight.tui.canvas import Canvas, Spot
from bunfight.tui.coach import Coach
from bunfight.tui.messages import Messages
from bunfight.tui.motion import motion_of
from bunfight.tui.session import Session

FEW = 2  # most players that are named when several decide


@dataclass(frozen=True)
class Row:
    """A row of the menu: a heading, a collapsed group (``verbs``) or a move."""

    text: str
    does: str = ""
    move: str = ""
    verbs: tuple[str, ...] = ()


class Presenter:
    """Presents a session to ``seat`` (None: a spectator)."""

    def __init__(self, session: Session, seat: Seat | None, coach: Coach | None = None) -> None:
        self.session, self.seat, self.coach = session, seat, coach
        self.words, self.game = session.words, session.game
        self.t = Messages(session.words.language)
        self._shape = session.game.grammar.shape()
        self.opened: tuple[str, ...] = ()  # the verbs of the open group of the menu
        self.hinted = ""
        self.view: View
        self._stamp = -1  # stamp of the position that is shown
        self.selection: Selection
        self.motion = motion_of(session.game.id)
        self._shown = session.number  # the decision up to which motion was shown
        self._story: list[tuple[int, str]] = []
        self._read = 0
        self.look()

    def look(self) -> None:
        """Show the current position and clear the selection."""
        self.view, self._stamp = self.session.view(self.seat), self.session.stamp
        self.selection = Selection(self._shape, tuple(self.offered()))
        self.opened, self.hinted = (), ""
        if self.coach is not None:
            self.coach.look(self.view, list(self.view.moves))
        events = [one for one in self.session.heard(self.seat) if one.number > self._shown]
        self._shown = self.session.number
        self.motion.update(self.view, events, self.may)

    @property
    def names(self) -> list[str]:
        return self.session.names

    @property
    def may(self) -> bool:
        """Return whether it is this seat's turn in the position that is shown."""
        return self.seat is not None and self.session.asked == self.seat and self._stamp == self.session.stamp

    def offered(self) -> Sequence[str]:
        return self.view.moves if self.may else ()

    # -- selection

    def click(self, thing: Thing) -> str | None:
        """Select a thing; returns the move if that completes one."""
        self.selection, move = self.selection.click(thing)
        self.opened = ()
        return move

    def open(self, verbs: tuple[str, ...]) -> None:
        """Show only the moves of some verbs and keep the selection."""
        self.opened = verbs
        moves = tuple(move for move in self.offered() if verb_of(move) in verbs)
        self.selection = Selection(self._shape, moves, self.selection.at)

    def clear_selection(self) -> None:
        self.opened = ()
        self.selection = Selection(self._shape, tuple(self.offered()))

    @property
    def begun(self) -> bool:
        return bool(self.selection.at or self.opened)

    # -- what is shown

    def scene(self, width: int, height: int) -> Scene:
        extra = {
            "shape": self._shape,
            "help": self._things,
            "ephemeral": self.session.others.ephemeral(),
            **self.motion.extra(),
        }
        return Scene(self.view, self.words, self.names, width, height, self.selection.lit, extra)

    def canvas(self, width: int, height: int) -> Canvas:
        return draw_board(self.scene(width, height))

    def rows(self) -> list[Row]:
        """The menu of the remaining moves."""
        left = self.selection.left()
        found: list[Row] = []
        groups = menu.groups(self.view, self.words, self.names, left)
        for group in groups:
            if menu.collapsed(group, len(left)) and not self.begun:
                found.append(Row(group.title, self.t("choices", n=len(group.choices)), verbs=group.verbs))
                continue
            if len(groups) > 1 and len(group.choices) > 1:
                found.append(Row(group.title))
            found += [Row(one.told, one.does, one.move) for one in group.choices]
        return found

    def status(self, spot: Spot | None) -> str:
        """Say what Enter does: the thing under the cursor with the effect of selecting it, or what is held."""
        held = self.motion.status(self.scene(80, 24))
        if held or spot is None:
            return held
        label = spot.label
        if spot.thing is not None and self.selection.lit(spot.thing) and spot.thing not in self.selection.at:
            left = self.selection.point(spot.thing).left()
            if len(left) == 1:
                does = menu.effects(self.view, self.words, self.names).get(left[0], "")
                label += f" → {self.words.move(left[0], self.names)}" + (self.t.aside(does) if does else "")
        return label

    def headline(self) -> str:
        """Say whose turn it is."""
        if self.view.over:
            return self.t("over")
        asked = [self.names[seat] for seat in self.view.awaits]
        if self.seat in self.view.awaits:
            return self.t("your_turn") if len(asked) == 1 else self.t("your_turn_too")
        if len(asked) > FEW:
            return self.t("turn_of_many", n=len(asked))
        return self.t("turn_of", who=self.t.comma.join(asked))

    def question(self) -> str:
        """The current question, or what is missing to complete a move."""
        if not self.may:
            others = [self.names[seat] for seat in self.view.awaits if seat != self.seat]
            if self.view.over or not others:  # the next position is about to be shown
                return self.headline()
            return self.t("waiting", who=self.t.comma.join(others))
        if not self.selection.at or self.motion.numbers:
            return self.words.question(self.view.step)
        left = self.selection.left()
        if len(left) == 1:
            return self.t("confirm", what=self.words.move(left[0], self.names))
        nouns = [self._noun(noun) for noun in self.selection.missing()]
        return self.t("missing", what=self.t.comma.join(nouns))

    def _noun(self, noun: str) -> str:
        entry = self.words.table.get("nouns", {}).get(noun)
        return self.words.text(entry) if entry else noun

    def story(self) -> list[tuple[int, str]]:
        """The events so far as text, each with the number of its decision."""
        heard = self.session.heard(self.seat)
        if len(heard) < self._read:
            self._story, self._read = [], 0
        new = ((one.number, self.words.event(one.event, self.names)) for one in heard[self._read :])
        self._story += [(number, text) for number, text in new if text]
        self._read = len(heard)
        return self._story

    def piles(self) -> list[tuple[str, list[str]]]:
        """Public information that is not on the board, such as discard piles."""
        found = getattr(board_of(self.game.id), "piles", None)
        return [] if found is None else found(self.scene(80, 24))

    @cached_property
    def _things(self) -> dict[str, dict[str, Any]]:
        return component_help(self.game, games.own_cards(self.game))

    def explained(self, spot: Spot) -> list[str]:
        """Explains a spot: its label and text, what its thing does and the rules about it."""
        lines = [spot.label, *(f"  {line}" for line in spot.about if line != spot.label)]
        for word in (spot.thing or {}).values():
            kind = word.partition("#")[0]
            known = next(
                (self._things[key] for key in (word, kind, kind.rstrip("0123456789")) if key in self._things), None
            )
            if known is None:
                continue
            does = f"{self.t.colon}{self.words.text(known['does'])}" if known["does"] else ""
            lines.append(f"{self.words.text(known['kind'])}{does}")
            lines += [f"  {rule}  {self.words.rule(rule)}" for rule in known["rules"] if self.words.rule(rule)]
        return list(dict.fromkeys(line for line in lines if line.strip()))

    def scores(self, outcome: Outcome) -> list[tuple[Seat, list[tuple[str, int, str]]]]:
        """List the seats by rank, each with its explained score."""
        return final_scores(self.scene(80, 24), outcome)


def final_scores(scene: Scene, outcome: Outcome) -> list[tuple[Seat, list[tuple[str, int, str]]]]:
    """List the seats by rank, each with the lines of its score: label, points and explanation."""
    explain: Any = vars(board_of(scene.words.game)).get("explain_score", lambda *line: "")
    found = []
    for seat in sorted(range(len(scene.names)), key=lambda seat: outcome.ranks[seat]):
        own = [
            (one.label, one.points, explain(scene, seat, one.label, one.points))
            for one in outcome.lines
            if one.seat == seat
        ]
        found.append((seat, [(scene.words.score(label), points, why) for label, points, why in own if points or why]))
    return found


def read_out(scene: Scene) -> str:
    """Describe a board in words: its sections in order, each with its heading and contents."""
    lines = [line for line in draw_board(scene).transcript if line]
    colon, heading, found = scene.t.colon, "", []
    for number, line in enumerate(lines):
        if not line.startswith("# "):
            found.append(f"  {line.removeprefix(f'{heading}{colon}')}" if heading else line)
        elif number + 1 < len(lines) and not lines[number + 1].startswith("# "):  # empty sections are not read
            heading = line.removeprefix("# ")
            found.append(f"{heading[:1].upper()}{heading[1:]}{colon.rstrip()}")
    return "\n".join(found)
