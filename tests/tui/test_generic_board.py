"""The generic board of the terminal: fields by their types, in the words of the game, and everything can be selected."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bunfight import games
from bunfight.engine import Rng, Table
from bunfight.engine.selection import Selection
from bunfight.i18n.words import Words
from bunfight.tui.boards import generic
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, cell_len

EXAMPLE = Path(__file__).parents[2] / "examples" / "bad_apple" / "src"
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table of Bad Apple with six players, in the middle of a game."""
    sys.path.insert(0, str(EXAMPLE))
    game = importlib.import_module("bad_apple").GAME
    sys.path.remove(str(EXAMPLE))
    patch = pytest.MonkeyPatch()
    load = games.load
    patch.setattr(games, "load", lambda name, cards="": game if name == "bad_apple" else load(name, cards))
    made = Table(game, NAMES, "generic", {})
    rng = Rng("generic")
    while len(made.record.entries) < 14 or 0 not in made.state.awaiting():
        seat = made.state.awaiting()[0]
        made.play(seat, game.bots.policy(made.state, seat, rng))
    yield made
    patch.undo()


def drawn(table: Table, seat: int | None, language: str = "en", width: int = 80) -> Canvas:
    view, game = table.game.view(table.state, seat), table.game
    extra = {"shape": game.grammar.shape()}
    return generic.draw(Scene(view, Words(game, language), NAMES, width, 16, extra=extra))


def test_fields_are_shown_by_their_types(table: Table) -> None:
    text = drawn(table, 0).text()
    assert "Crates ▒▒×" in text and "Points " in text and "Buyer nobody" in text, text
    assert "-1" not in text and "(" not in text.replace("(you)", ""), "no raw values"


def test_every_word_is_chinese_in_chinese(table: Table) -> None:
    text = drawn(table, 0, "zh").text()
    for name in NAMES:
        text = text.replace(name, "")
    assert "买家 无人" in text and not any(letter.isascii() and letter.isalpha() for letter in text), text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_six_seats_fit_and_every_move_can_be_selected(table: Table, width: int) -> None:
    canvas = drawn(table, 0, width=width)
    assert canvas.height <= 22 and all(cell_len("".join(c for c, _ in row)) == width for row in canvas.rows)
    moves = tuple(table.game.view(table.state, 0).moves)
    selection = Selection(table.game.grammar.shape(), moves)
    reached = {selection.click(spot.thing)[1] for spot in canvas.spots if spot.thing is not None}
    assert reached == set(moves)


def test_a_spectator_sees_no_hand_and_can_select_nothing(table: Table) -> None:
    canvas = drawn(table, None)
    assert not canvas.spots and "(you)" not in canvas.text()


def test_labels_are_not_hidden_by_the_keys_of_what_can_be_selected(table: Table) -> None:
    canvas = drawn(table, 0)
    for spot in canvas.spots:
        row = "".join(letter for letter, _ in canvas.rows[spot.y])
        assert row[spot.x : spot.x + 2].strip("▸ ") == "", f"a key and a sign would cover {row!r}"


def test_what_moves_say_is_offered_where_nothing_on_the_board_stands_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Hot Plate a covered dish is said to be any dish: the claim lies nowhere."""
    monkeypatch.syspath_prepend(str(EXAMPLE.parents[1] / "hot_plate" / "src"))
    game = importlib.import_module("hot_plate").GAME
    load = games.load
    monkeypatch.setattr(games, "load", lambda name, cards="": game if name == "hot_plate" else load(name, cards))
    table = Table(game, NAMES[:3], "lesson 1", {})
    canvas = drawn(table, 0)
    things = [spot.thing for spot in canvas.spots if spot.thing is not None]
    assert [thing["claim"] for thing in things if "claim" in thing] == ["soup", "salad", "curry", "cake"]
    held = [thing["dish"] for thing in things if "dish" in thing]
    assert held == list(game.view(table.state, 0).hand), "cards in hand are dishes, not claims"
    selection, move = Selection(game.grammar.shape(), tuple(game.view(table.state, 0).moves)), None
    for wanted in ({"dish": "soup"}, {"seat": "2"}, {"claim": "cake"}):
        spot = next(thing for thing in things if wanted.items() <= thing.items())
        selection, move = selection.click(spot)
    assert move == "give soup 2 cake"


def test_counts_by_kind_are_things() -> None:
    game = games.load("_template")
    table = Table(game, NAMES[:2], "counts", {})
    view = game.view(table.state, 0)
    canvas = generic.draw(Scene(view, Words(game), NAMES[:2], 80, 16, extra={"shape": game.grammar.shape()}))
    assert len([spot for spot in canvas.spots if spot.thing and "bun" in spot.thing]) == sum(n > 0 for n in view.hand)
