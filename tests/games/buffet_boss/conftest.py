"""Sets tables for the tests of Buffet Boss: any line, any plate, and a simulation with prescribed answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bunfight.engine import Luck, Rng
from bunfight.engine.deck import Deck
from bunfight.engine.event import Event
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.estimate import outcome, plate_of
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD, Plate, grid_length, lowered, measure, pair
from bunfight.games.buffet_boss.views.types import BuffetView
from bunfight.testing import scene

World = Callable[[str], str]


class Kit(scene.Kit[BuffetState, BuffetView]):
    """Pieces are named by their ids, several of them in one text: "egg.a steak.b"."""

    def setup(self, seats: int = 2, seed: str = "kit", **options: Any) -> BuffetState:
        return super().setup(seats, seed, **options)

    def state(self, seats: int = 2, line: str = "", **options: Any) -> BuffetState:
        """A table at the start, with a line of our choice; seat 0 is first unless the options say otherwise."""
        told = {"version": "lunch", "hand": "steady", "first_player": "0"} | options
        s = self.setup(seats, **told)
        if line:
            self.lay(s, line)
        return s

    def lay(self, s: BuffetState, line: str) -> None:
        """Lay out another line; the cards change places with those of the deck or the box."""
        for at, card in enumerate(self.numbers(line)):
            for pile in (s.line, s.box):
                if card in pile:
                    pile[pile.index(card)] = s.line[at]
            s.deck = Deck([s.line[at] if other == card else other for other in s.deck])
            s.line[at] = card

    def numbers(self, texts: str) -> list[int]:
        return [shapes.NUMBER[text] for text in texts.split()]

    def names(self, pieces: list[int]) -> str:
        return " ".join(shapes.IDS[piece] for piece in pieces)

    def serve(self, s: BuffetState, seat: int, pieces: str) -> None:
        """Pieces on a plate, one on top of the other; the cards come from the deck or the box."""
        plate = s.plates[seat]
        for piece in self.numbers(pieces):
            self.take_out(s, piece)
            s.rows[seat].append(piece)
            y = grid_length(lowered(plate.outlines(), piece, 0, 0.0, 0.0, 0.01))
            plate.add(piece, 0, 0, y, 0)
        measure(plate)

    def take_out(self, s: BuffetState, card: int) -> None:
        for pile in (s.deck, s.box, s.line):
            if card in pile:
                pile.remove(card)

    def draw(self, s: BuffetState, seat: int, pieces: str, touch: str = "", height: int = 0) -> Plate:
        """A plate as a list of pieces and of touching pairs, "plate-egg.a egg.a-steak.b"; poses do not matter; mm."""
        plate = s.plates[seat]
        plate.clear()
        for piece in self.numbers(pieces):
            plate.add(piece, 0, 0, 0, 0)
        for word in touch.split():
            one, two = word.split("-")
            plate.touch.append(pair(shapes.PLATE if one == "plate" else shapes.NUMBER[one], shapes.NUMBER[two]))
        plate.touch.sort()
        plate.height = height * 100
        s.rows[seat] = sorted(plate.ids)
        return plate

    def physics(self, falls: str = "", **more: Any) -> World:
        """Everything stays where it is; what is placed sinks onto the pile; what is named falls, in this order."""

        def world(question: str) -> str:
            asked = json.loads(question)
            plate = plate_of(asked)
            fallen = self.numbers(falls)
            if asked["act"] == "place" and shapes.NUMBER[asked["piece"]] not in fallen:
                piece, (x, _, a) = shapes.NUMBER[asked["piece"]], asked["at"]
                y = lowered(plate.outlines(), piece, asked["flip"], x * MM, a * RAD, 0.01)
                plate.add(piece, asked["flip"], x, grid_length(y), a)
            for piece in fallen:
                if piece in plate.ids:
                    plate.remove(piece)
            measure(plate)
            kept = {
                "released": asked.get("at"),
                "overturned": False,
                "settled": True,
                "sim_ms": 1234,
                "backend": "script",
            }
            return json.dumps(outcome(plate, fallen) | kept | more)

        return world

    def play(self, s: BuffetState, seat: int, text: str, falls: str = "", world: World | None = None) -> list[Event]:
        """Play a move; what ``falls`` is dropped. Returns what everyone heard."""
        return self.said(s, seat, text, Luck(Rng("luck"), world or self.physics(falls))).heard(None)

    def place(self, s: BuffetState, seat: int, piece: str, falls: str = "") -> list[Event]:
        return self.play(s, seat, f"place {piece} 0 lower 0 front calm", falls)

    def turn(self, s: BuffetState, seat: int, *cards: str) -> None:
        """Take and stack, without mishap."""
        self.play(s, seat, self.take_text(*cards))
        for card in cards:
            self.place(s, seat, card)

    def take_text(self, *cards: str) -> str:
        return f"take {cards[0]}" if len(cards) == 1 else "taketwo " + " ".join(sorted(cards))

    def legal(self, s: BuffetState, seat: int) -> list[str]:
        return self.listed(s, seat)

    def refused(self, s: BuffetState, seat: int, text: str) -> str:
        """The rule by which a move is refused; "" if it is legal."""
        found = self.refusal(s, seat, text)
        return found.rule if found else ""

    def why(self, s: BuffetState, seat: int, text: str) -> str:
        """The key of the words with which it is refused."""
        found = self.refusal(s, seat, text)
        return found.key if found else ""

    def step(self, s: BuffetState) -> str:
        return self.open_step(s)

    def mode(self, s: BuffetState, seat: int) -> str:
        return GAME.view(s, None).players[seat].mode

    def character(self, name: str) -> int:
        return CHARACTER_IDS.index(name)

    def finish(self, s: BuffetState, *first: int) -> None:
        """All rounds are over: nothing is left in deck and line, everyone is ready."""
        s.bin += [*s.deck, *s.line]
        s.deck, s.line = Deck(), []
        s.round = s.rounds
        s.agenda.clear()


@pytest.fixture
def kit() -> Kit:
    return Kit(GAME)
