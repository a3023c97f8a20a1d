"""The heuristic bot of Burger War: what it does in clear cases, and that it beats random play."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, advance
from bunfight.games.burger_war.game import GAME


def chosen(b: Any, seat: int) -> str:
    texts = {GAME.bots.policy(b.state, seat, Rng(f"policy {n}")).text for n in range(5)}
    assert len(texts) == 1, texts
    return texts.pop()


def test_it_ends_a_game_that_it_wins(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 PATTY+2]", 1: "[BUN+1]"}, hands={0: "PATTY-2 SAUCE+2"})
    assert chosen(b, 0) == "place patty_n2 1"


def test_it_does_not_end_a_game_that_it_loses(board: Any) -> None:
    b = board(2, plates={0: "[BUN-2]", 1: "[BUN+2 PATTY+2]"}, hands={0: "PATTY+1"})
    assert chosen(b, 0) != "place patty_p1 0"


def test_it_does_not_settle_for_a_tie(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2]", 1: "[BUN+2 PATTY+2]"}, hands={0: "PATTY+2"})
    assert chosen(b, 0) != "place patty_p2 0"


def test_specials_go_where_they_belong(board: Any) -> None:
    assert chosen(board(2, hands={0: "L-CHEESE"}), 0) == "place cheese_leg 0"
    assert chosen(board(2, plates={1: "[BUN+2]"}, hands={0: "C-CHEESE"}), 0) == "place cheese_cur 1"


def test_it_deflects_what_is_worth_it(board: Any) -> None:
    good = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "DEFLECTOR"}).play(0, "nuke 1 BUN+2")
    bad = board(2, plates={1: "[C-BUN]"}, hands={0: "NUKE", 1: "DEFLECTOR"}).play(0, "nuke 1 C-BUN")
    assert (chosen(good, 1), chosen(bad, 1)) == ("deflect", "decline")


def test_it_keeps_its_last_bun(board: Any) -> None:
    b = board(2, hands={0: "SAUCE+1 BUN+1 NUKE DEFLECTOR NUKE"}).play(0, "draw", draw="TRANSMOG")
    assert chosen(b, 0) == "discard sauce_p1"


def test_with_a_full_hand_it_acts_rather_than_draw(board: Any) -> None:
    """IW-HAND: what it draws it would have to pay for with a discard."""
    rival = {1: "VEGGIES+1 VEGGIES+1 CHEESE+1 CHEESE+1"}
    bun = board(2, hands={0: "BUN+2 NUKE NUKE TRANSMOG TRANSMOG", **rival})
    patty = board(2, plates={1: "[SAUCE+1]"}, hands={0: "PATTY-1 PATTY+1 PATTY+2 RECYCLER DEFLECTOR", **rival})
    nuke = board(2, plates={1: "[SAUCE+2]"}, hands={0: "BUN+2 PATTY-2 NUKE NUKE DEFLECTOR", **rival})
    assert chosen(bun, 0) == "place bun_p2 0"
    assert chosen(patty, 0) == "place patty_p2 0"
    assert chosen(nuke, 0) == "nuke 1 sauce_p2#1"


def test_it_places_a_bun_that_it_holds_twice(board: Any) -> None:
    b = board(2, plates={0: "[C-BUN]"}, hands={0: "BUN-2 BUN-2", 1: "SAUCE+1 SAUCE+1 CHEESE+1 CHEESE+1"})
    assert chosen(b, 0) == "place bun_n2 1"


def test_of_two_patties_it_discards_the_smaller_one_and_keeps_its_only_bun(board: Any) -> None:
    b = board(2, plates={0: "[C-BUN]"}, hands={0: "PATTY-1 PATTY+2"}).play(0, "draw", draw="BUN-1")
    assert chosen(b, 0) == "discard patty_n1"


def test_moves_on_a_time_out(board: Any) -> None:
    def default(b: Any, seat: int) -> str:
        return GAME.bots.fallback(b.state, seat).text

    assert default(board(2, hands={0: "BUN+1"}), 0) == "draw"
    assert default(board(2, plates={0: "[L-SAUCE]"}).play(0, "draw", draw="BUN+1"), 0) == "end"
    assert (
        default(board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "DEFLECTOR"}).play(0, "nuke 1 BUN+2"), 1)
        == "decline"
    )
    b = board(4, plates={0: "[SAUCE+1]", 2: "[BUN+1 CHEESE-1 CHEESE+1]", 3: "[BUN-1 BUN+1 SAUCE+1]"})
    b.play(0, "draw", draw="WAR")
    assert [default(b, seat) for seat in (0, 1, 2, 3)] == ["aim 2", "aim 2", "aim 3", "aim 2"]
    for seat in (0, 1, 3):
        b.play(seat, "aim 2")
    assert default(b.play(2, "aim 3"), 0) == "loot bun_p1#1"
    c = board(2, hands={0: "BUN+2 PATTY-1 SAUCE+1 NUKE NUKE"}).play(0, "draw", draw="VEGGIES+2")
    assert default(c, 0) == "discard patty_n1"
    d = board(2, hands={0: "NUKE NUKE NUKE DEFLECTOR RECYCLER"}).play(0, "draw", draw="TRANSMOG")
    assert default(d, 0) == "discard nuke"


@pytest.mark.rule("IW-WAR-16")
def test_a_time_out_steals_nothing_harmful(board: Any) -> None:
    def default(plates: dict[int, str], **options: Any) -> str:
        b = board(2, plates=plates, **options).play(0, "draw", draw="WAR")
        assert b.asked == [0]
        before = b.view(None)
        text = GAME.bots.fallback(b.state, 0).text
        assert b.view(None) == before
        return text

    assert default({1: "[C-PATTY]"}) == "spare"
    assert default({1: "[C-PATTY SAUCE+1]"}) == "loot sauce_p1#1"
    assert default({0: "[BUN+2]", 1: "[SAUCE-1 C-PATTY]"}) == "spare"
    assert default({0: "[BUN+2 C-PATTY]", 1: "[SAUCE+2 CHEESE+1]"}) == "loot cheese_p1#1"
    assert default({1: "[C-PATTY]"}, war_loot="hand") == "loot patty_cur#1"
    assert default({1: "[C-PATTY SAUCE-1]"}, war_take="must") == "loot sauce_n1#1"


def test_it_starts_a_war_that_pays(board: Any) -> None:
    hands = {0: "RECYCLER"}
    rich = board(2, plates={1: "[PATTY+2 L-CHEESE]"}, hands=hands, pile="WAR", recycle_war="fires")
    poor = board(2, plates={0: "[PATTY+2 L-CHEESE]"}, hands=hands, pile="WAR", recycle_war="fires")
    assert (chosen(rich, 0), chosen(poor, 0)) == ("recycle war", "draw")


def test_terms_explain_the_standing(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 PATTY+2] [L-SAUCE]", 1: "[BUN+1]"}, hands={0: "NUKE"})
    terms = dict(GAME.bots.terms(b.state, 0))
    assert terms["finished"] == 4.0 and terms["specials"] == 1.5 and terms["hand"] == pytest.approx(0.9)
    shares = GAME.value(b.state)
    assert shares[0] > shares[1] and sum(shares) == pytest.approx(1.0)


def test_a_random_suggestion_is_any_of_the_legal_moves() -> None:
    rng = Rng("suggest")
    s = GAME.setup(GAME.settle({}, 4), 4, Luck(rng), EventLog(False))
    for number in range(150):
        if not s.agenda:
            break
        seat, step = s.awaiting()[0], s.agenda[-1]
        moves = step.legal(s, seat)
        move = step.suggest(s, seat, Rng(f"pick {number}"))
        assert move is moves[Rng(f"pick {number}").below(len(moves))]
        advance(s, seat, move, Luck(rng), EventLog(False))


def wins(seats: int, games: int) -> float:
    """How often one house player wins against players who move at random, from every seat in turn."""
    won = 0
    for number in range(games):
        rng = Rng(f"strength {number}")
        luck = Luck(rng.fork("luck"))
        s = GAME.setup(GAME.settle({}, seats), seats, luck, EventLog(False))
        while s.agenda:
            seat = s.awaiting()[0]
            mine = seat == number % seats
            move = GAME.bots.policy(s, seat, rng) if mine else s.agenda[-1].suggest(s, seat, rng)
            advance(s, seat, move, luck, EventLog(False))
        ended = GAME.outcome(s)
        won += ended is not None and number % seats in ended.winners
    return won / games


def test_it_beats_chance() -> None:
    assert wins(2, 60) >= 0.85
    assert wins(4, 40) >= 0.6
