"""How the bots of Jom Burger think and play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Move, Rng, advance, require_legal
from bunfight.games.jom_burger import GAME
from bunfight.games.jom_burger.bots import evaluation, round_search

Player = Callable[[Any, int, Rng], Move]


def at_random(s: Any, seat: int, rng: Rng) -> Move:
    return s.agenda[-1].suggest(s, seat, rng)  # type: ignore[no-any-return]


def by_pips(s: Any, seat: int, rng: Rng) -> Move:
    assert GAME.bots.greedy is not None
    return GAME.bots.greedy(s, seat, rng)


def share(options: dict[str, Any], games: int, rival: Player) -> float:
    """Which share of games the policy wins against a rival, in turns from both seats."""
    won = 0.0
    for number in range(games):
        rng = Rng(f"match{number}")
        luck = Luck(rng.fork("luck"))
        s = GAME.setup(GAME.settle(options, 2), 2, luck, EventLog(False))
        mine = number % 2
        while s.agenda:
            seat = s.awaiting()[0]
            player = GAME.bots.policy if seat == mine else rival
            advance(s, seat, player(s, seat, rng), luck, EventLog(False))
        ended = GAME.outcome(s)
        assert ended is not None
        won += (mine in ended.winners) / len(ended.winners)
    return won / games


@pytest.mark.parametrize("scoring", ["additional", "multiplication"])
def test_the_policy_beats_the_simple_players(scoring: str) -> None:
    assert share({"scoring": scoring}, 40, at_random) >= 0.85
    assert share({"scoring": scoring}, 60, by_pips) >= 0.5


def test_thinking_leaves_the_state_as_it_was(kit: Any) -> None:
    rng = Rng("think")
    s = kit.setup(3, salad=True, extra_supply="any_ingredient", burgers="special")
    while s.agenda:
        seat = s.awaiting()[0]
        before = GAME.view(s, seat)
        move = GAME.bots.policy(s, seat, rng)
        GAME.value(s)
        GAME.bots.terms(s, seat)
        assert GAME.view(s, seat) == before
        advance(s, seat, move if rng.below(2) else at_random(s, seat, rng), Luck(rng), EventLog(False))


def test_the_stand_in_takes_the_most_pips_and_no_cards(kit: Any) -> None:
    s = kit.state(["l1=1", ""], "meat3 bread5 egg5 cheese4")
    assert GAME.bots.fallback(s, 0).text == "burger bread5 bread_bottom"
    s = kit.state(["bread_bottom=1 bread_top=1 l4=1 r4=1", ""], "bread6 cheese6", turn=3)
    assert GAME.bots.fallback(s, 0).text == "fridge bread6"
    s = kit.state(["bread_bottom=1 bread_top=1", ""], "bread2 cheese1", turn=3, salad=True, sides=["limit", "ones"])
    assert GAME.bots.fallback(s, 0).text == "burger cheese1 l4"
    assert GAME.bots.fallback(kit.setup(2, salad=True), 1).text == "choose ones"
    s = kit.delivered(kit.state(["l1=1", ""], "meat3 bread5"), "meat6 egg1 egg2")
    assert GAME.bots.fallback(s, 0).text == "keep"
    s = kit.state(["l1=1", "l1=1"], "fries_soda1 bread1 egg2", number=6, turn=2)
    kit.play(s, "burger fries_soda1 side_fries")
    assert GAME.bots.fallback(s, 1).text == "finish"


@pytest.mark.parametrize(
    ("scoring", "pips", "move"),
    [
        ("additional", 1, "reroll_own l1"),
        ("additional", 2, "finish"),
        ("multiplication", 1, "reroll_own l1"),
        ("multiplication", 3, "finish"),
    ],
)
def test_the_last_reroll_is_used_if_it_pays(kit: Any, scoring: str, pips: int, move: str) -> None:
    s = kit.state(["", f"l1={pips} r1=6"], "fries_soda6 bread1 egg2", number=6, turn=2, scoring=scoring)
    kit.play(s, "burger fries_soda6 side_fries")
    assert GAME.bots.policy(s, 1, Rng("x")).text == move


def test_a_good_swap_is_made_and_a_bad_one_is_not(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=1 l2=6", ""], "meat3 bread5", number=6, turn=3), "meat6 vegetable2 egg2")
    assert GAME.bots.policy(s, 0, Rng("x")).text == "swap meat6 l1 l1"
    s = kit.delivered(kit.state(["l1=4 l2=6", ""], "meat3 bread5", number=6, turn=3), "meat3 vegetable2 egg2")
    assert GAME.bots.policy(s, 0, Rng("x")).text == "keep"


def test_extra_supply_is_called_with_the_last_pick_if_it_pays(kit: Any) -> None:
    low = "bread_bottom=1 bread_top=1 l1=1 r1=2 l2=1 r2=2 l3=1 r3=1 l4=1 r4=2"
    s = kit.state([low, ""], "fries_soda3 fries_soda5", number=6, turn=3)
    assert GAME.bots.policy(s, 0, Rng("x")).text == "call"
    s = kit.state([low.replace("=1", "=6").replace("=2", "=5"), ""], "fries_soda3 fries_soda5", number=6, turn=3)
    assert GAME.bots.policy(s, 0, Rng("x")).text == "burger fries_soda5 side_fries"


def test_the_outlook_of_a_finished_stall_is_its_score(kit: Any) -> None:
    s = kit.finish(kit.setup(3, scoring="multiplication"))
    for seat in range(3):
        ended = GAME.outcome(s)
        assert ended is not None
        assert sum(amount for _, amount in GAME.bots.terms(s, seat)) == pytest.approx(ended.totals[seat])
    assert sum(GAME.value(s)) == pytest.approx(1.0) and max(GAME.value(s)) > 0.3


def test_the_chance_of_enough_dice() -> None:
    assert evaluation.at_least(0.0, 1) == 0.0 and evaluation.at_least(3.0, 0) == 1.0
    assert evaluation.at_least(1.0, 1) == pytest.approx(0.632, abs=0.001)
    assert evaluation.at_least(2.0, 2) > evaluation.at_least(1.0, 2) > evaluation.at_least(1.0, 3)


def test_the_chance_to_be_ahead_counts_orders_that_may_not_come() -> None:
    mine, theirs = evaluation.Outlook(), evaluation.Outlook()
    mine.dice, theirs.dice = 30.0, 36.0
    mine.basic, mine.sides, mine.basic_award = 0.6, 10.0, 3.0
    assert mine.points() == pytest.approx(37.8)  # more on average, but only with the Basic Burger
    assert evaluation.ahead(mine, theirs, 0.5) == pytest.approx(0.6, abs=0.001)
    assert evaluation.ahead(theirs, mine, 0.5) == pytest.approx(0.4, abs=0.001)
    assert 0.5 < evaluation.ahead(mine, theirs, 50.0) < 0.55


def test_with_two_players_the_die_that_comes_round_again_can_wait(kit: Any) -> None:
    full = "bread_bottom=4 bread_top=4 l1=4 r1=4 l2=4 r2=4 l3=4 r3=4"
    s = kit.state([f"{full} l4=4", full], "cheese5 fries_soda4 fries_soda4 fries_soda4 bread1", number=6)
    assert GAME.bots.policy(s, 0, Rng("x")).text == "burger cheese5 r4"


def test_with_two_players_a_die_is_not_rerolled_if_another_one_is_better_anyway(kit: Any) -> None:
    """A reroll of bread1 gains 2.5 points over the best die, but 6.3 over the die that the rest of the round favours."""
    mine = "bread_bottom=4 l1=5 l2=5 l3=3 l4=4 r1=6 r4=2 side_fries=3"
    rival = "bread_bottom=3 bread_top=4 l1=5 l3=6 l4=2 side_fries=5 side_soda=5"
    s = kit.state([rival, mine], "bread1 cheese2 fries_soda2 fries_soda3 vegetable5", number=6, start=1)
    assert "reroll_pool bread1" in kit.legal(s)
    assert GAME.bots.policy(s, 1, Rng("x")).text == "burger vegetable5 r2"


@pytest.mark.parametrize("left_first", ["row", "column", "ingredient"])
def test_the_policy_beats_the_simple_players_however_left_comes_first(left_first: str) -> None:
    assert share({"left_first": left_first}, 40, by_pips) >= 0.55


def test_with_two_players_a_die_is_taken_that_opens_the_space_for_the_next_one(kit: Any) -> None:
    s = kit.state(
        ["bread_bottom=4 bread_top=4 l1=4 l2=4 l4=4 side_fries=4", ""], "cheese6 egg1 fries_soda2", turn=1, start=1
    )
    assert kit.picks(s) == ["burger fries_soda2 side_soda", "burger egg1 l3"]
    scenes = [evaluation.Scene(s, 0), evaluation.Scene(s, 1)]
    rest = round_search.Rest(s, 0, scenes)
    both = 0b101  # cheese and egg, which opens the right column
    assert kit.slots(rest.placed(0, both)) - kit.slots(s.stalls[0].filled) == {"l3", "r4"}
    assert rest.look(0, both).dice == 4 * 5 + 1 + 6
    assert kit.slots(rest.placed(0, 0b001)) == kit.slots(s.stalls[0].filled)


def test_the_burger_card_with_the_best_outlook_is_chosen(kit: Any) -> None:
    s = kit.setup(2, burgers="choose")
    seat = s.awaiting()[0]
    assert GAME.bots.policy(s, seat, Rng("x")).text == GAME.bots.fallback(s, seat).text == "take regular"
    assert s.stalls[seat].card.id == "regular"
    outlooks = {}
    for card in s.rules.cards:
        s.stalls[seat].card = card
        outlooks[card.id] = sum(amount for _, amount in GAME.bots.terms(s, seat))
    assert outlooks["regular"] == max(outlooks.values()) > outlooks["roti_benjo"]


def test_a_search_looks_at_the_best_dice_only(kit: Any) -> None:
    s = kit.setup(2)
    moves = s.agenda[-1].legal(s, s.awaiting()[0])
    some = GAME.bots.search_moves(s, s.awaiting()[0], moves)
    assert 1 <= len(some) <= 4 < len(moves)
    assert set(some) < set(moves)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_playouts_make_legal_moves_and_read_nothing_hidden(seats: int) -> None:
    luck, rng = Luck(Rng("playouts")), Rng("bots")
    s = GAME.setup(GAME.settle({}, seats), seats, luck, EventLog(False))
    while s.agenda:
        seat = s.awaiting()[0]
        move = GAME.bots.rollout(s, seat, rng)
        assert move.text == GAME.bots.rollout(GAME.resample_hidden(s, seat, Rng("other")), seat, rng).text
        require_legal(s, seat, move)
        advance(s, seat, move, luck, EventLog(False))
