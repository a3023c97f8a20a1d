"""The bots play sensibly; how well is measured in the lab, not here."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, advance, require_legal
from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.bots.planning import turns_left

GIANT = "mm1.a mm2.b mc3.a cc1.a cu1.a uu3.a su2.b ss1.a ss2.a ms3.b"


def choice(t: Any, seat: int = 0) -> str:
    return GAME.bots.policy(t.s, seat, Rng("bot")).text


def turn(t: Any, seat: int = 0) -> list[str]:
    said = []
    while t.s.agenda and t.s.active == seat:
        said.append(choice(t, seat))
        t.play(said[-1])
    return said


def test_it_serves_in_its_last_turn(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), active=1, orders="breakfast_to_go:2 iron_giant:5", order_deck=0)
    assert turn(t, 1)[-1] == "claim 0 breakfast_to_go" and not t.s.agenda


def test_it_finishes_an_order_that_lies_in_its_hand(lay: Any) -> None:
    t = lay(("mc8.a", ""), hand="cc3 uu1 uu2 uu3", orders="breakfast_to_go:9 iron_giant:1 the_vegan:1")
    said = turn(t)
    assert "place cc3 b 0" in said and "claim 0 breakfast_to_go" in said


def test_it_buys_what_it_needs(lay: Any) -> None:
    t = lay(
        ("mc8.a", "mm1.a"),
        hand="uu1 uu2 uu3 uu4",
        market="cc3 ss1 ss2",
        orders="breakfast_to_go:9 iron_giant:1 the_vegan:1",
    )
    assert choice(t) == "buy 0"


def test_it_lifts_what_spoils_a_rich_order(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", ""), hand="uu1 uu2 uu3 uu4", orders="breakfast_to_go:12 iron_giant the_vegan")
    assert choice(t).startswith("spatula 0") and "claim 0 breakfast_to_go" in turn(t)


def test_it_lifts_what_the_rest_of_the_turn_builds_on(lay: Any) -> None:
    """BU-SPAT: throwing a card away serves nothing by itself, but three cards of the hand then make an order."""
    t = lay(("mc6.a mc5.b", "ss3.a"), hand="cu2 ss2 cc1 su4", orders="hawaiian_sunrise:1 chefs_kiss:1 extra_cheesy:1")
    said = turn(t)
    assert said[0] == "spatula 0 1 discard" and "claim 0 chefs_kiss" in said


def test_it_keeps_the_spatula_when_nothing_is_to_be_gained(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="breakfast_to_go:1 iron_giant:1 the_vegan:1")
    assert not [text for text in turn(t) if text.startswith("spatula")]


def rewarded(lay: Any, **table: Any) -> str:
    t = lay((GIANT, ""), **{"orders": "iron_giant:3 skyline the_vegan", **table})
    return choice(t.play("claim 0 iron_giant"))


def test_the_upgrade_is_taken_if_enough_turns_are_left_to_make_it_pay(lay: Any) -> None:
    """About a dollar a turn: it takes some ten turns, by the pace at which this table serves."""
    assert rewarded(lay, order_deck=8, round=3) == "reward coins"
    assert rewarded(lay, order_deck=9, round=14) == "reward upgrade"  # a slow table
    assert rewarded(lay, order_deck=4, round=14) == "reward coins"  # a slow table, but little is left
    assert rewarded(lay, order_deck=0, round=30, stall_rounds=20) == "reward coins"  # this claim is the last one


def test_turns_are_counted_by_the_pace_of_the_table(lay: Any) -> None:
    three = "iron_giant skyline the_vegan"
    quick, slow = (lay(orders=three, order_deck=5, round=number) for number in (5, 15))
    assert turns_left(quick.s, 0, 0) < turns_left(slow.s, 0, 0)
    assert turns_left(quick.s, 1, 0) == turns_left(quick.s, 0, 0) + 1  # seat 1 has yet to play in this round
    assert turns_left(quick.s, 0, 1) < turns_left(quick.s, 0, 0)
    last = lay(orders="skyline the_vegan", order_deck=0, seats=3, active=1)
    assert [turns_left(last.s, seat, 0) for seat in range(3)] == [0, 0, 1]


def test_in_the_last_turn_it_takes_what_pays_most_whatever_others_could_have_served(lay: Any) -> None:
    """Seat 0 has no turn left, so its nearly finished burger is no reason to serve the poorer order."""
    for final in (True, False):
        t = lay(
            ("mc8.a cc3.b", "uu1.a uu3.a su6.b"),
            active=1,
            rival=("mc2.b mm3.b", ""),
            orders="breakfast_to_go:7 saucy_minx:8" + ("" if final else " the_vegan:1"),
            order_deck=0,
        )
        assert turn(t, 1)[-1] == "claim 1 saucy_minx" and not t.s.agenda


def test_in_the_last_round_those_who_still_play_can_still_serve(lay: Any) -> None:
    """Seat 2 has a burger ready and a turn to serve it; seat 0 has the same burger and no turn."""
    t = lay(seats=3, active=1, rival=("mc8.a cc3.b", ""), orders="breakfast_to_go:9 skyline:1", order_deck=0)
    t.s.kitchens[0].stacks[0] = t.s.kitchens[2].stacks[0][:]
    for k in t.s.kitchens:
        k.money, k.claimed, k.hand = 20, k.claimed[:1], []
    burgers = [dict(GAME.bots.terms(t.s, seat))["burgers"] for seat in range(3)]
    assert burgers[0] == 0 and burgers[2] > 8
    shares = GAME.value(t.s)
    assert shares[2] > 2 * shares[0]


def test_it_throws_away_what_helps_nobody_even_a_middle_bun(lay: Any) -> None:
    t = lay(
        ("mm1.a mm2.a", "mm3.a"), hand="bun1 uu1 uu2 uu3 mm4", cleanup=True, orders="meat_a_saurus_rex:3 iron_giant:1"
    )
    said = turn(t)
    assert set(said[:-1]) == {"discard bun1", "discard uu1", "discard uu2", "discard uu3"} and said[-1] == "end"


@pytest.mark.parametrize("seats", [2, 3])
def test_it_beats_random_play(seats: int) -> None:
    for seed in ("one", "two"):
        luck, rng = Luck(Rng(seed)), Rng(seed, "bots")
        s = GAME.setup(GAME.settle({"first_player": "seat_1"}, seats), seats, luck, EventLog(False))
        while s.agenda:
            seat = s.active
            move = GAME.bots.policy(s, seat, rng) if seat == 0 else s.agenda[-1].suggest(s, seat, rng)
            advance(s, seat, move, luck, EventLog(False))
        ended = GAME.outcome(s)
        assert ended is not None and ended.winners == (0,)
        assert GAME.value(s)[0] == 1.0


def test_the_greedy_player_only_makes_legal_moves() -> None:
    luck, rng = Luck(Rng("greedy")), Rng("bots")
    s = GAME.setup(GAME.settle({}, 4), 4, luck, EventLog(False))
    served = 0
    while s.agenda:
        assert GAME.bots.greedy is not None
        move = GAME.bots.greedy(s, s.active, rng)
        require_legal(s, s.active, move)
        served += move.text.startswith("claim")
        advance(s, s.active, move, luck, EventLog(False))
    assert served > 5


def test_terms_add_up_to_the_standing(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="breakfast_to_go:9")
    shares = GAME.value(t.s)
    assert shares[0] > 0.6 and abs(sum(shares) - 1.0) < 1e-9
    assert {name for name, _ in GAME.bots.terms(t.s, 0)} == {
        "money",
        "spatula",
        "top_bun_lead",
        "burgers",
        "hand_fit",
        "upgrade_left",
    }


@pytest.mark.parametrize("seats", [2, 4])
def test_the_hasty_cook_only_makes_legal_moves_and_always_the_same(seats: int) -> None:
    luck, rng = Luck(Rng("hasty")), Rng("bots")
    s = GAME.setup(GAME.settle({}, seats), seats, luck, EventLog(False))
    served = 0
    while s.agenda:
        move = GAME.bots.rollout(s, s.active, rng)
        assert move.text == GAME.bots.rollout(s.copy(), s.active, rng).text
        require_legal(s, s.active, move)
        served += move.text.startswith("claim")
        advance(s, s.active, move, luck, EventLog(False))
    assert served > 5


def test_the_hasty_cook_reads_nothing_hidden() -> None:
    luck, rng = Luck(Rng("blind")), Rng("bots")
    s = GAME.setup(GAME.settle({}, 3), 3, luck, EventLog(False))
    for number in range(60):
        seat = s.active
        move = GAME.bots.rollout(s, seat, rng)
        assert move.text == GAME.bots.rollout(GAME.resample_hidden(s, seat, Rng("other", str(number))), seat, rng).text
        advance(s, seat, move, luck, EventLog(False))


def test_only_promising_moves_are_searched(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", ""), hand="uu1 uu2 uu3 uu4", orders="breakfast_to_go:12 iron_giant the_vegan")
    moves = t.s.agenda[-1].legal(t.s, 0)
    found = [move.text for move in GAME.bots.search_moves(t.s, 0, moves)]
    assert sum(text.startswith("spatula") for text in found) == 1 and choice(t) in found
    assert set(found) < {move.text for move in moves} and "cleanup" in found


def test_the_spatula_is_used_when_the_rest_of_the_turn_pays_for_it() -> None:
    """BU-SPAT: by what a lift is worth by itself, the policy would use it 12 times in these games."""
    used = 0
    for number in range(10):
        luck, rng = Luck(Rng("spatula", str(number))), Rng("bots")
        s = GAME.setup(GAME.settle({}, 2), 2, luck, EventLog(False))
        while s.agenda:
            advance(s, s.awaiting()[0], GAME.bots.policy(s, s.awaiting()[0], rng), luck, EventLog(False))
        used += sum(kitchen.spatula for kitchen in s.kitchens)
    assert used > 12
