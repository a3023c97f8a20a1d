"""Every rule of Tea Time, and the laws."""

import pytest

from bunfight import games
from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Table, TapeLuck, play
from bunfight.testing.laws import Case, cases, hold

GAME = games.load("tea_time")


def position(hands: list[list[str]], table: list[str]):  # type: ignore[no-untyped-def]
    """A table in mid-game: everything else is still in the pot."""
    s = GAME.setup(GAME.settle({}, len(hands)), len(hands), Luck(Rng("x")), EventLog())
    s.pot += [tea for hand in s.hands for tea in hand]
    s.hands, s.table = [hand[:] for hand in hands], table[:]
    for tea in [tea for cups in [table, *hands] for tea in cups]:
        s.pot.remove(tea)
    GAME.audit(s)
    return s


@pytest.mark.parametrize("case", cases(GAME, 10), ids=str)
def test_the_laws_hold(case: Case) -> None:
    hold(case)


@pytest.mark.rule("TT-SETUP-1", "TT-SETUP-2")
def test_everyone_draws_teas_that_only_they_can_see() -> None:
    table = Table(GAME, ["Ann", "Bob"], "1", {"hand": 4})
    seen = GAME.view(table.state, 0)
    assert len(seen.hand) == 4 and seen.hand_sizes == (4, 4) and seen.pot == 12
    assert GAME.view(table.state, None).hand == ()


@pytest.mark.rule("TT-TURN-1", "TT-TURN-3")
def test_a_tea_is_served_and_another_one_drawn() -> None:
    s = position([["smoky", "white"], ["green", "green"]], [])
    play(s, 0, GAME.grammar.parse("serve smoky"), TapeLuck([0]), EventLog())
    assert s.table == ["smoky"] and len(s.hands[0]) == 2 and s.awaiting() == [1]
    with pytest.raises(IllegalMove):
        play(s, 1, GAME.grammar.parse("serve smoky"), TapeLuck([0]), EventLog())


@pytest.mark.rule("TT-TURN-2", "TT-SCORE-1")
def test_two_of_the_same_tea_are_drunk() -> None:
    s = position([["black"], ["green"]], ["white", "black"])
    play(s, 0, GAME.grammar.parse("serve black"), TapeLuck([0]), EventLog())
    assert s.table == ["white"] and s.drunk[0] == ["black", "black"]


@pytest.mark.rule("TT-END-1")
def test_the_game_ends_when_nobody_has_tea() -> None:
    s = position([["black"], []], ["black"])
    s.drunk[1], s.pot = s.pot, []
    play(s, 0, GAME.grammar.parse("serve black"), TapeLuck([]), EventLog())
    ended = GAME.outcome(s)
    assert ended is not None and ended.reason == "pot_empty" and ended.totals[0] == 8
