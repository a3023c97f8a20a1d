"""Every rule of Bad Apple, and the laws."""

import pytest

from bunfight import games
from bunfight.engine import EventLog, IllegalMove, State, Table, TapeLuck, play
from bunfight.testing.laws import Case, cases, hold

GAME = games.load("bad_apple")


def laid(*crates: str, seats: int = 3) -> State:
    """The first round, after everybody has laid a crate: seat 0 buys."""
    s = GAME.setup(GAME.settle({}, seats), seats, TapeLuck([]), EventLog())
    for seat, crate in enumerate(crates):
        say(s, seat, f"lay {crate}")
    return s


def say(s: State, seat: int, text: str) -> None:
    play(s, seat, GAME.grammar.parse(text), TapeLuck([]), EventLog())


@pytest.mark.parametrize("case", cases(GAME, 12), ids=str)
def test_the_laws_hold(case: Case) -> None:
    hold(case, every=False)


@pytest.mark.rule("BA-SETUP-1")
def test_half_of_the_crates_are_rotten() -> None:
    table = Table(GAME, ["Ann", "Bob", "Cleo"], "1", {"turns": 1})
    assert GAME.view(table.state, 1).hand == ("fresh", "fresh", "rotten")
    assert GAME.view(table.state, None).hand == () and GAME.view(table.state, None).hand_sizes == (3, 3, 3)


@pytest.mark.rule("BA-LAY-1")
def test_crates_are_laid_in_secret() -> None:
    s = laid("fresh", "rotten")
    assert GAME.view(s, 0).laid == ("fresh", "?", "") and GAME.view(s, 1).laid == ("?", "rotten", "")
    say(s, 2, "lay fresh")
    assert GAME.view(s, 2).laid == ("?", "?", "fresh") and s.awaiting() == [0]


@pytest.mark.rule("BA-BUY-1")
def test_the_buyer_may_stop_after_each_crate() -> None:
    s = laid("rotten", "fresh", "rotten")
    with pytest.raises(IllegalMove):
        say(s, 0, "stop")
    with pytest.raises(IllegalMove):
        say(s, 0, "open 0")
    say(s, 0, "open 1")
    assert GAME.view(s, 2).pot == 1
    say(s, 0, "stop")
    assert GAME.view(s, 0).scores == (1, 0, 0)


@pytest.mark.rule("BA-BUY-2", "BA-BUY-3")
def test_rot_wins_the_pot_for_its_owner_and_closed_crates_stay_closed() -> None:
    s = laid("fresh", "fresh", "rotten", "fresh", seats=4)
    say(s, 0, "open 1")
    say(s, 0, "open 2")
    seen = GAME.view(s, 3)
    assert seen.scores == (0, 0, 2, 0) and seen.seen == ((), ("fresh",), ("rotten",), ()) and seen.gone == (1, 0, 0, 1)


@pytest.mark.rule("BA-END-1")
def test_the_game_ends_when_everyone_was_the_buyer() -> None:
    s = GAME.setup(GAME.settle({"turns": 1}, 2), 2, TapeLuck([]), EventLog())
    for buyer, crates in enumerate((("fresh", "fresh"), ("rotten", "rotten"))):
        for seat, crate in enumerate(crates):
            say(s, seat, f"lay {crate}")
        say(s, buyer, f"open {1 - buyer}")
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (2, 0) and ended.winners == (0,)
