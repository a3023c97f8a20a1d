"""A desk: what one person sees of a sitting and has pointed at so far; in words and on a canvas, without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bunfight import games
from bunfight.engine import Outcome, Seat, View
from bunfight.engine.selection import Selection, Thing, verb_of
from bunfight.i18n.components import things
from bunfight.tui import menu
from bunfight.tui.boards import Scene, board_of, drawn
from bunfight.tui.canvas import Canvas, Spot
from bunfight.tui.coach import Coach
from bunfight.tui.messages import Say
from bunfight.tui.motion import Motion
from bunfight.tui.session import Sitting


@dataclass(frozen=True)
class Row:
    """A line of the menu: a heading, a group that is shut (``verbs``), or a move."""

    text: str
    does: str = ""
    move: str = ""
    verbs: tuple[str, ...] = ()


class Desk:
    """``seat``: whose eyes; None: a spectator's."""

    def __init__(self, sitting: Sitting, seat: Seat | None, coach: Coach | None = None) -> None:
        self.sitting, self.seat, self.coach = sitting, seat, coach
        self.words, self.game = sitting.words, sitting.game
        self.say = Say(sitting.words.language)
        self._shape = sitting.game.grammar.shape()
        self.opened: tuple[str, ...] = ()  # the verbs of the group of the menu that was opened
        self.hinted = ""
        self.view: View
        self._stamp = -1  # of the position that was seen
        self.pointing: Selection
        self.motion = Motion(sitting, seat)
        self._story: list[tuple[int, str]] = []
        self._read = 0
        self.look()

    def look(self) -> None:
        """See the table anew; what was pointed at is let go."""
        self.view, self._stamp = self.sitting.view(self.seat), self.sitting.stamp
        self.pointing = Selection(self._shape, tuple(self.offered()))
        self.opened, self.hinted = (), ""
        if self.coach is not None:
            self.coach.look(self.view, list(self.view.moves))
        self.motion.look(self.view, self.may)

    def grip(self, film: bool = True) -> None:
        """Take up what is in the hand, after a film or without one."""
        if not film or self.motion.ended:
            self.motion.stop(self.view, self.may)

    @property
    def names(self) -> list[str]:
        return self.sitting.names

    @property
    def may(self) -> bool:
        """Whether this seat is to decide now."""
        return self.seat is not None and self.sitting.asked == self.seat and self._stamp == self.sitting.stamp

    def offered(self) -> Sequence[str]:
        return self.view.moves if self.may else ()

    # -- pointing

    def click(self, thing: Thing) -> str | None:
        """Point at a thing; the move that this decides on."""
        self.pointing, move = self.pointing.click(thing)
        self.opened = ()
        return move

    def open(self, verbs: tuple[str, ...]) -> None:
        """Show only the moves of some verbs; what was pointed at stays."""
        self.opened = verbs
        moves = tuple(move for move in self.offered() if verb_of(move) in verbs)
        self.pointing = Selection(self._shape, moves, self.pointing.at)

    def let_go(self) -> None:
        self.opened = ()
        self.pointing = Selection(self._shape, tuple(self.offered()))

    @property
    def begun(self) -> bool:
        return bool(self.pointing.at or self.opened)

    # -- what is shown

    def scene(self, width: int, height: int) -> Scene:
        now = {"shape": self._shape, "ghosts": self.sitting.ghosts(), **self.motion.now()}
        return Scene(self.view, self.words, self.names, width, height, self.pointing.lit, now)

    def canvas(self, width: int, height: int) -> Canvas:
        return drawn(self.scene(width, height))

    def rows(self) -> list[Row]:
        """The menu of what is left to choose from."""
        left = self.pointing.left()
        found: list[Row] = []
        of_it = menu.groups(self.view, self.words, self.names, left)
        for group in of_it:
            if menu.shut(group, len(left)) and not self.begun:
                found.append(Row(group.title, self.say("choices", n=len(group.choices)), verbs=group.verbs))
                continue
            if len(of_it) > 1 and len(group.choices) > 1:
                found.append(Row(group.title))
            found += [Row(one.told, one.does, one.move) for one in group.choices]
        return found

    def status(self, spot: Spot | None) -> str:
        """What the cursor is on, and what choosing it would bring."""
        if spot is None:
            return ""
        told = spot.label
        if spot.thing is not None and self.pointing.lit(spot.thing) and spot.thing not in self.pointing.at:
            left = self.pointing.point(spot.thing).left()
            if len(left) == 1:
                does = menu.effects(self.view, self.words, self.names).get(left[0], "")
                told += f" → {self.words.move(left[0], self.names)}" + (self.say.aside(does) if does else "")
        return told

    def headline(self) -> str:
        """Whose turn it is."""
        if self.view.over:
            return self.say("over")
        asked = [self.names[seat] for seat in self.view.awaits]
        if self.seat in self.view.awaits:
            return self.say("your_turn") if len(asked) == 1 else self.say("your_turn_too")
        return self.say("turn_of", who=self.say.comma.join(asked))

    def question(self) -> str:
        """What is asked now, or what is still missing of a choice."""
        if not self.may:
            return self.headline() if self.view.over else self.say("waiting", who=self._waiting())
        if not self.pointing.at:
            return self.words.question(self.view.step)
        left = self.pointing.left()
        if len(left) == 1:
            return self.say("confirm", what=self.words.move(left[0], self.names))
        nouns = [self._noun(noun) for noun in self.pointing.missing()]
        return self.say("missing", what=self.say.comma.join(nouns))

    def _waiting(self) -> str:
        return self.say.comma.join(self.names[seat] for seat in self.view.awaits)

    def _noun(self, noun: str) -> str:
        entry = self.words.table.get("nouns", {}).get(noun)
        return self.words.told(entry) if entry else noun

    def story(self) -> list[tuple[int, str]]:
        """What was heard, each with the number of its decision."""
        heard = self.sitting.heard(self.seat)
        if len(heard) < self._read:
            self._story, self._read = [], 0
        told = ((one.number, self.words.event(one.event, self.names)) for one in heard[self._read :])
        self._story += [(number, text) for number, text in told if text]
        self._read = len(heard)
        return self._story

    def piles(self) -> list[tuple[str, list[str]]]:
        """Everything public that does not lie open on the board: piles, claimed orders, and what is known of others."""
        found = getattr(board_of(self.game.id), "piles", None)
        return [] if found is None else found(self.scene(80, 24))

    @cached_property
    def _things(self) -> dict[str, dict[str, Any]]:
        return things(self.game, games.own_cards(self.game))

    def explained(self, spot: Spot) -> list[str]:
        """What a spot is: its label, what is written on it, what its thing does and which rules speak of it."""
        lines = [spot.label, *(f"  {line}" for line in spot.about if line != spot.label)]
        for word in (spot.thing or {}).values():
            kind = word.partition("#")[0]
            known = next(
                (self._things[key] for key in (word, kind, kind.rstrip("0123456789")) if key in self._things), None
            )
            if known is None:
                continue
            does = f"{self.say.colon}{self.words.told(known['does'])}" if known["does"] else ""
            lines.append(f"{self.words.told(known['kind'])}{does}")
            lines += [f"  {rule}  {self.words.rule(rule)}" for rule in known["rules"] if self.words.rule(rule)]
        return list(dict.fromkeys(line for line in lines if line.strip()))

    def scores(self, outcome: Outcome) -> list[tuple[Seat, list[tuple[str, int, str]]]]:
        """The end: seats by rank, each with its score lines and the reason of each."""
        board, scene = board_of(self.game.id), self.scene(80, 24)
        because = getattr(board, "because", None)
        found = []
        for seat in sorted(range(len(self.names)), key=lambda seat: outcome.ranks[seat]):
            lines = []
            for line in outcome.lines:
                if line.seat == seat:
                    why = because(scene, seat, line.label, line.points) if because else ""
                    if line.points or why:
                        lines.append((self.words.score(line.label), line.points, why))
            found.append((seat, lines))
        return found
