"""Tests every rule of Pig, and the laws."""

import pytest

from bunfight import games
from bunfight.engine import EventLog, IllegalMove, TapeLuck, play
from bunfight.engine.step import State
from bunfight.testing.laws import Case, cases, hold

GAME = games.load("pig")


def position(*scores: int, pot: int = 0) -> State:
    """A table in mid-game; the first player is to move."""
    s = GAME.setup(GAME.settle({}, len(scores)), len(scores), TapeLuck([]), EventLog())
    s.scores, s.pot = list(scores), pot
    return s  # type: ignore[no-any-return]


def say(s: State, seat: int, text: str, *luck: int) -> None:
    play(s, seat, GAME.grammar.parse(text), TapeLuck(list(luck)), EventLog())


@pytest.mark.parametrize("case", cases(GAME, 10), ids=str)
def test_the_laws_hold(case: Case) -> None:
    hold(case, every=False)


@pytest.mark.rule("PI-TURN-1")
def test_rolls_are_added_to_the_pot() -> None:
    s = position(10, 0)
    say(s, 0, "roll", 3)
    say(s, 0, "roll", 5)
    assert GAME.view(s, 0).pot == 10 and GAME.view(s, 0).scores == (10, 0) and s.awaiting() == [0]


@pytest.mark.rule("PI-TURN-2")
def test_a_one_loses_the_pot_and_the_turn() -> None:
    s = position(10, 0, pot=17)
    say(s, 0, "roll", 0)
    assert GAME.view(s, 1).pot == 0 and GAME.view(s, 1).scores == (10, 0) and s.awaiting() == [1]


@pytest.mark.rule("PI-TURN-3")
def test_holding_keeps_the_pot() -> None:
    s = position(10, 0, pot=17)
    say(s, 0, "hold")
    assert GAME.view(s, 0).scores == (27, 0) and s.awaiting() == [1]
    with pytest.raises(IllegalMove):
        say(s, 1, "hold")


@pytest.mark.rule("PI-TURN-4", "PI-END-1")
def test_a_pot_that_is_enough_wins_at_once() -> None:
    s = position(80, 99, pot=15)
    say(s, 0, "roll", 4)
    ended = GAME.outcome(s)
    assert ended is not None and ended.reason == "reached" and ended.winners == (0,) and ended.totals == (100, 99)


@pytest.mark.rule("PI-END-2")
def test_after_fifty_rounds_the_highest_score_wins() -> None:
    s = position(30, 20, pot=0)
    say(s, 0, "roll", 0)
    s.round = 50  # type: ignore[attr-defined]
    say(s, 1, "roll", 0)
    ended = GAME.outcome(s)
    assert ended is not None and ended.reason == "rounds" and ended.winners == (0,)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_terminal_board_shows_the_turn_and_offers_both_moves(language: str) -> None:
    pytest.importorskip("rich")
    from bunfight.engine.selection import Selection
    from bunfight.i18n.words import Words
    from bunfight.tui.boards import Scene, board_of, draw_board, picture_of

    assert board_of("pig").__name__ == "pig.terminal" and picture_of("pig")
    view, words = GAME.view(position(40, 7, pot=17), 0), Words(GAME, language)
    canvas = draw_board(Scene(view, words, ["Ann", "Bob"], width=80))
    assert "▸Ann" in canvas.text() and "17" in canvas.text() and "█" * 16 + "·" in canvas.text()
    selection = Selection(GAME.grammar.shape(), tuple(view.moves))
    moves = [selection.click(spot.thing)[1] for spot in canvas.spots if spot.thing is not None]
    assert moves == ["roll", "hold"]
