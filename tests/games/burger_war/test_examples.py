"""The worked examples of the rules, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.burger_war.game import GAME
from bunfight.games.burger_war.rules import events as told
from bunfight.games.burger_war.rules.actions import all_served


@pytest.mark.rule(
    "IW-TURN-1", "IW-TURN-2", "IW-PLACE-1", "IW-PLACE-3", "IW-PLACE-6", "IW-SCORE-2", "IW-SCORE-7", "IW-CARD-2"
)
def test_e01_bad_ingredients_go_to_a_rival(board: Any) -> None:
    b = board(2, hands={0: "BUN+2 SAUCE-2", 1: "DEFLECTOR"}).play(0, "place SAUCE-2 1")
    assert b.plate(1) == "[SAUCE-2]"
    assert (b.finished(1), b.unfinished(1)) == (0, -2)
    assert b.asked == [1] and b.step == "TakeAction"


@pytest.mark.rule("IW-BURGER-1", "IW-BURGER-2", "IW-BURGER-5", "IW-BURGER-7", "IW-PLACE-3")
def test_e02_a_rival_finishes_your_burger(board: Any) -> None:
    b = board(2, plates={1: "[CHEESE-1 BUN+1]"}, hands={0: "PATTY-2", 1: "SAUCE+1"})
    b.play(0, "place PATTY-2 1").play(1, "place SAUCE+1 1")
    assert b.plate(1) == "[CHEESE-1 BUN+1 PATTY-2]* [SAUCE+1]"
    assert b.finished(1) == -2


@pytest.mark.rule("IW-BURGER-1", "IW-BURGER-4")
def test_e03_several_buns_with_one_patty_are_fine(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 BUN+2]"}, hands={0: "PATTY+1"}).play(0, "place PATTY+1 0")
    assert b.plate(0) == "[BUN+1 BUN+2 PATTY+1]*" and b.finished(0) == 4


@pytest.mark.rule("IW-SCORE-1", "IW-SCORE-2", "IW-SCORE-7")
def test_e04_only_finished_burgers_count(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 CHEESE+1 PATTY-1] [SAUCE+2]"})
    assert (b.finished(0), b.unfinished(0)) == (2, 2)
    assert (b.view(1).plates[0].finished, b.view(1).plates[0].unfinished) == (2, 2)


@pytest.mark.rule("IW-END-1", "IW-END-2", "IW-SCORE-4")
def test_e05_the_last_plate_served_ends_the_game(board: Any) -> None:
    b = board(
        3,
        plates={0: "[BUN+2 PATTY+2]", 1: "[BUN+1 PATTY+2]", 2: "[BUN+1 VEGGIES+2]"},
        hands={0: "PATTY-2"},
    ).play(0, "place PATTY-2 2")
    assert b.over and b.outcome.totals == (4, 3, 1) and b.outcome.winners == (0,)


@pytest.mark.rule("IW-SCORE-5", "IW-SCORE-6")
def test_e06_a_tie_at_the_top_has_no_winner(board: Any) -> None:
    b = board(
        3,
        plates={0: "[BUN+2 PATTY+2 CHEESE+1]", 1: "[BUN+2 PATTY+2 SAUCE+1]", 2: "[BUN+1]"},
        hands={0: "PATTY+1"},
    ).play(0, "place PATTY+1 2")
    assert b.outcome.totals == (5, 5, 2) and b.outcome.winners == ()
    assert b.outcome.ranks == (1, 1, 3) and b.outcome.reason == "served_tie" and b.outcome.rule == "IW-SCORE-5"


@pytest.mark.rule("IW-HAND-1", "IW-HAND-3", "IW-HAND-6")
def test_e07_six_cards_are_one_too_many(board: Any) -> None:
    b = board(2, hands={0: "BUN+1 BUN+2 PATTY+1 NUKE RECYCLER"}).play(0, "draw", draw="SAUCE-1")
    assert b.step == "MustDiscard" and b.asked == [0] and len(b.moves(0)) == 6
    b.play(0, "discard SAUCE-1")
    assert b.pile == "SAUCE-1" and b.asked == [1] and b.step == "TakeAction"
    assert told.CardDiscarded(0, "sauce_n1") in b.heard(None)


@pytest.mark.rule("IW-HAND-2", "IW-HAND-4", "IW-HAND-5", "IW-CBUN-1", "IW-PLACE-5")
def test_e08_the_cursed_bun_empties_a_hand(board: Any) -> None:
    b = board(2, hands={0: "C-BUN", 1: "BUN+1 BUN+2 PATTY+1 NUKE RECYCLER"}).play(0, "place C-BUN 1")
    for card in ("NUKE", "RECYCLER", "PATTY+1"):
        assert b.asked == [1] and b.step == "MustDiscard"
        b.play(1, f"discard {card}")
    assert b.asked == [1] and b.step == "TakeAction" and b.hand(1) == "BUN+1 BUN+2"


@pytest.mark.rule("IW-TURN-5", "IW-HAND-2", "IW-HAND-3", "IW-PAIR-26")
def test_e09_two_actions_with_a_hand_of_two(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE C-BUN]"}, hands={0: "NUKE BUN+1"})
    b.play(0, "draw", draw="SAUCE+1").play(0, "discard NUKE").play(0, "draw", draw="CHEESE+1").play(0, "discard BUN+1")
    assert b.hand(0) == "CHEESE+1 SAUCE+1" and b.asked == [1]


@pytest.mark.rule("IW-RECY-1", "IW-RECY-4")
def test_e10_a_recycler_never_fills_the_hand_too_much(board: Any) -> None:
    b = board(2, hands={0: "RECYCLER BUN+1 BUN+2 PATTY+1 NUKE"}, pile="PATTY+2 WAR").play(0, "recycle PATTY+2")
    assert len(b.state.hands[0]) == 5 and b.step == "TakeAction" and b.pile == "WAR RECYCLER"


@pytest.mark.rule("IW-RECY-2", "IW-CON-2")
def test_e11_war_cannot_be_recycled(board: Any) -> None:
    assert board(2, hands={0: "RECYCLER"}, pile="WAR").moves(0) == ["draw"]


@pytest.mark.rule("IW-RECY-3")
def test_e12_another_recycler_may_be_taken(board: Any) -> None:
    b = board(2, hands={0: "RECYCLER"}, pile="RECYCLER").play(0, "recycle RECYCLER")
    assert b.hand(0) == "RECYCLER" and b.pile == "RECYCLER"


@pytest.mark.rule("IW-BURGER-5", "IW-BURGER-6", "IW-NUKE-1")
def test_e13_finished_burgers_are_safe(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+2] [CHEESE+1]"}, hands={0: "NUKE"})
    assert b.moves(0, "nuke") == ["nuke 1 CHEESE+1"]


@pytest.mark.rule("IW-CSAU-1", "IW-REOPEN-1", "IW-REOPEN-3", "IW-REOPEN-4", "IW-REACT-3")
def test_e14_a_leaking_burger_is_reopened(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+2 C-SAUCE] [CHEESE+1]"}, hands={0: "NUKE", 1: "BUN+1"})
    assert len(b.moves(0, "nuke")) == 4
    b.play(0, "nuke 1 PATTY+2")
    assert b.asked == [1] and b.moves(1) == ["decline"]
    b.play(1, "decline").play(1, "place BUN+1 1")
    assert b.plate(1) == "[BUN+1 C-SAUCE BUN+1] [CHEESE+1]" and not b.view(0).plates[1].served


@pytest.mark.rule("IW-REOPEN-5", "IW-BURGER-9", "IW-SETTLE-1")
def test_e15_without_the_cursed_sauce_the_lock_is_back(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+2] [C-SAUCE]"}, hands={0: "NUKE", 1: "BUN+1"})
    b.play(0, "nuke 1 C-SAUCE").play(1, "decline")
    assert b.plate(1) == "[BUN+1 PATTY+2]*"
    assert not any(card.exposed for burger in b.view(0).plates[1].burgers for card in burger.cards)


@pytest.mark.rule("IW-DEFL-2", "IW-DEFL-5", "IW-CON-1", "IW-REACT-1")
def test_e16_a_nuke_is_deflected(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "DEFLECTOR SAUCE+1"})
    b.play(0, "nuke 1 BUN+2").play(1, "deflect")
    assert b.plate(1) == "[BUN+2]" and b.pile == "NUKE DEFLECTOR" and b.asked == [1] and b.step == "TakeAction"


@pytest.mark.rule("IW-TRANS-2", "IW-TRANS-6", "IW-DEFL-5")
def test_e17_a_deflected_swap_card_stays_secret(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "TRANSMOG BUN-2", 1: "DEFLECTOR"})
    b.play(0, "transmog 1 BUN+2 BUN-2")
    assert b.view(0).shot.swap == "bun_n2" and b.view(1).shot.swap is None and b.view(None).shot.swap is None
    b.play(1, "deflect")
    assert b.hand(0) == "BUN-2"
    for seat in (1, None):
        for back in (1, 2):
            assert "bun_n2" not in str(b.heard(seat, back))
        assert b.view(seat).plates[0].hand is None and "bun_n2" not in b.view(seat).pile


@pytest.mark.rule("IW-TRANS-1", "IW-TRANS-7", "IW-DEFL-7")
def test_e18_transmog_at_home_asks_nobody(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 CHEESE-2]"}, hands={0: "TRANSMOG PATTY+2", 1: "DEFLECTOR"})
    b.play(0, "transmog 0 CHEESE-2 PATTY+2")
    assert b.plate(0) == "[BUN+1 PATTY+2]*" and b.finished(0) == 3 and b.pile == "CHEESE-2 TRANSMOG"
    assert b.asked == [1] and b.step == "TakeAction"


@pytest.mark.rule("IW-BURGER-4", "IW-TRANS-5")
def test_e19_a_swap_may_not_give_several_buns_and_patties(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 BUN-1 CHEESE+2 PATTY+1 C-SAUCE]"}, hands={0: "TRANSMOG PATTY-2 BUN-2", 1: "BUN+1"})
    assert b.plate(1) == "[BUN+1 BUN-1 CHEESE+2 PATTY+1 C-SAUCE]*"
    moves = b.moves(0, "transmog")
    assert len(moves) == 8
    assert "transmog 1 CHEESE+2 PATTY-2" not in moves and "transmog 1 C-SAUCE PATTY-2" not in moves
    assert b.refused(0, "transmog 1 CHEESE+2 PATTY-2") == "IW-BURGER-4"


@pytest.mark.rule("IW-BURGER-9", "IW-PLACE-3")
def test_e20_an_empty_burger_disappears(board: Any) -> None:
    b = board(2, plates={1: "[CHEESE+2]"}, hands={0: "NUKE", 1: "BUN+1"}).play(0, "nuke 1 CHEESE+2").play(1, "decline")
    assert b.plate(1) == ""
    b.play(1, "place BUN+1 1")
    assert b.plate(1) == "[BUN+1]" and b.state.plates[1][0].serial == 2


@pytest.mark.rule("IW-REACT-2")
def test_e21_an_empty_hand_is_not_asked(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE"}).play(0, "nuke 1 BUN+2")
    assert b.plate(1) == "" and b.step == "TakeAction" and b.asked == [1]


@pytest.mark.rule("IW-REACT-2")
def test_e22_nobody_is_asked_when_all_deflectors_are_spent(board: Any) -> None:
    pile = "DEFLECTOR DEFLECTOR DEFLECTOR DEFLECTOR"
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "BUN+1"}, pile=pile).play(0, "nuke 1 BUN+2")
    assert b.plate(1) == "" and b.step == "TakeAction"


@pytest.mark.rule("IW-LVEG-1", "IW-LVEG-2", "IW-NUKE-3", "IW-TRANS-8", "IW-REACT-2")
def test_e23_the_legendary_veggies_ban_nuke_and_deflector(board: Any) -> None:
    b = board(
        3,
        plates={0: "[L-VEGGIES]", 1: "[BUN+1]", 2: "[CHEESE+1]"},
        hands={1: "NUKE TRANSMOG SAUCE-2", 2: "DEFLECTOR"},
        active=1,
    )
    assert b.moves(1, "nuke") == [] and b.refused(1, "nuke 2 CHEESE+1") == "IW-NUKE-3"
    b.play(1, "transmog 2 CHEESE+1 SAUCE-2")
    assert b.plate(2) == "[SAUCE-2]" and b.step == "TakeAction" and b.asked == [2]


@pytest.mark.rule("IW-TURN-4", "IW-LSAU-1")
def test_e36_two_actions_move_with_the_legendary_sauce(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE]", 1: "[BUN+1]"}, hands={0: "SAUCE+1", 1: "SAUCE+1"}, war_take="must")
    b.play(0, "draw", draw="WAR").play(0, "decline").play(1, "decline")
    assert (b.plate(0), b.plate(1)) == ("[BUN+1]", "[L-SAUCE]")
    assert b.asked == [1] and b.view(1).allowance == 2


@pytest.mark.rule("IW-TURN-4", "IW-TURN-6", "IW-SETTLE-5", "IW-SPEC-2")
def test_e37_the_legendary_sauce_acts_at_once(board: Any) -> None:
    b = board(2, hands={0: "L-SAUCE BUN+1"}).play(0, "place L-SAUCE 0")
    assert b.asked == [0] and "end" in b.moves(0)
    assert board(2, hands={0: "L-SAUCE"}).play(0, "place L-SAUCE 0").play(0, "end").asked == [1]
    c = board(2, hands={0: "L-SAUCE BUN+1"}).play(0, "place L-SAUCE 1")
    assert c.asked == [1] and c.view(1).allowance == 2


@pytest.mark.rule("IW-LCHE-1", "IW-MOD-2")
def test_e38_legendary_cheese(board: Any) -> None:
    assert board(2, plates={0: "[L-CHEESE CHEESE-2 CHEESE+1]"}).values(0) == [6, 4, 2]


@pytest.mark.rule("IW-CCHE-1", "IW-MOD-5", "IW-PAIR-14")
@pytest.mark.parametrize(("stack", "first"), [("once", [6, 2]), ("twice", [12, 4])])
def test_e39_both_cheeses_apart(board: Any, stack: str, first: list[int]) -> None:
    b = board(
        3, plates={0: "[L-CHEESE CHEESE-1]", 1: "[C-CHEESE CHEESE+2]", 2: "[CHEESE-2]"}, cheese_stack=stack
    )  # fmt: skip
    assert (b.values(0), b.values(1), b.values(2)) == (first, [-3, 2], [4])


@pytest.mark.rule("IW-PAIR-14")
def test_e40_both_cheeses_together(board: Any) -> None:
    b = board(2, plates={0: "[L-CHEESE C-CHEESE]", 1: "[CHEESE-1]"})
    assert (b.values(0), b.values(1)) == ([6, 6], [2])


@pytest.mark.rule("IW-LPAT-1", "IW-LPAT-2", "IW-CPAT-1", "IW-PAIR-22")
def test_e41_both_patties_together(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 L-PATTY] [C-PATTY]", 1: "[VEGGIES+2]"})
    assert (b.finished(0), b.unfinished(0), b.values(1)) == (1, 3, [-2])


@pytest.mark.rule("IW-PAIR-19", "IW-SPEC-3", "IW-LVEG-1")
def test_e42_veggies_that_count_negative_still_ban(board: Any) -> None:
    b = board(2, plates={0: "[L-PATTY]", 1: "[L-VEGGIES BUN+1 PATTY+1]"}, hands={0: "NUKE"})
    assert b.values(1) == [-3, 1, 1] and b.finished(1) == -1 and b.moves(0, "nuke") == []


@pytest.mark.rule("IW-CPAT-1", "IW-MOD-3")
def test_e43_the_cursed_patty(board: Any) -> None:
    b = board(2, plates={0: "[SAUCE-1 VEGGIES+1 CHEESE-2 PATTY+1 C-PATTY BUN+2]"})
    assert b.values(0) == [-1, -1, -2, 1, -3, -2] and b.finished(0) == -8


@pytest.mark.rule("IW-LBUN-1", "IW-LBUN-3", "IW-NUKE-2", "IW-TRANS-3", "IW-WAR-3", "IW-PAIR-08")
def test_e44_the_legendary_bun_beside_the_cursed_sauce(board: Any) -> None:
    plates = {0: "[L-BUN PATTY+1] [C-SAUCE]"}
    b = board(2, plates=plates, hands={0: "TRANSMOG CHEESE+1", 1: "NUKE TRANSMOG SAUCE-2"}, active=1)
    assert b.moves(1, "nuke") == [] and b.moves(1, "transmog") == []
    assert b.refused(1, "nuke 0 PATTY+1") == "IW-NUKE-2"
    assert b.refused(1, "transmog 0 C-SAUCE SAUCE-2") == "IW-TRANS-3"
    c = board(2, plates=plates, hands={0: "TRANSMOG CHEESE+1"})
    assert c.moves(0, "transmog") == [] and c.refused(0, "transmog 0 L-BUN CHEESE+1") == "IW-TRANS-3"
    c.play(0, "draw", draw="WAR")
    assert len(c.view(None).battle.pools[0]) == 3


@pytest.mark.rule("IW-CVEG-2", "IW-NUKE-4", "IW-TRANS-4")
def test_e45_the_pacifist_attacks_only_at_home(board: Any) -> None:
    b = board(2, plates={0: "[C-VEGGIES BUN+1]", 1: "[CHEESE+2]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    assert b.moves(0, "nuke") == ["nuke 0 C-VEGGIES", "nuke 0 BUN+1"]
    assert b.moves(0, "transmog") == ["transmog 0 C-VEGGIES SAUCE+1", "transmog 0 BUN+1 SAUCE+1"]
    assert b.refused(0, "nuke 1 CHEESE+2") == "IW-NUKE-4"
    assert b.refused(0, "transmog 1 CHEESE+2 SAUCE+1") == "IW-TRANS-4"


@pytest.mark.rule("IW-SCORE-2", "IW-SCORE-3", "IW-SPEC-1")
def test_e46_an_unfinished_legendary_patty_still_acts(board: Any) -> None:
    b = board(
        2, plates={0: "[BUN+1 PATTY+1] [L-PATTY]", 1: "[BUN+2 VEGGIES+2]"}, hands={1: "PATTY+1"}, active=1
    ).play(1, "place PATTY+1 1")  # fmt: skip
    assert b.over and b.outcome.totals == (2, 1) and b.outcome.winners == (0,)


@pytest.mark.rule("IW-BURGER-3", "IW-SETTLE-3", "IW-SETTLE-4", "IW-END-2")
def test_e47_the_end_comes_before_discards(board: Any) -> None:
    b = board(
        2,
        plates={0: "[BUN+1 PATTY+2]", 1: "[PATTY+1]"},
        hands={0: "C-BUN", 1: "BUN+1 BUN+2 PATTY+1 NUKE RECYCLER"},
    ).play(0, "place C-BUN 1")
    assert b.over and b.outcome.totals == (3, -2) and len(b.state.hands[1]) == 5


@pytest.mark.rule("IW-DRAW-3")
def test_e48_the_pile_becomes_the_deck(board: Any) -> None:
    pile = "WAR WAR WAR WAR BUN+1 BUN+2 PATTY+1 PATTY+2 SAUCE+1 SAUCE+2 CHEESE+1 CHEESE+2"
    b = board(2, hands={0: "NUKE"}, deck="", pile=pile).play(0, "draw", draw="BUN+1")
    assert len(b.state.deck) == 11 and b.pile == "" and b.hand(0) == "BUN+1 NUKE" and b.view(1).reshuffles == 1
    assert told.PileReshuffled(12) in b.heard(None)


@pytest.mark.rule("IW-TURN-3", "IW-TURN-7", "IW-DRAW-3", "IW-DRAW-5", "IW-DEFL-1", "IW-GUARD-2")
def test_e49_there_is_always_a_move(board: Any) -> None:
    pile = " ".join(["WAR"] * 4 + ["NUKE"] * 4 + ["TRANSMOG"] * 4 + ["RECYCLER"] * 3 + ["DEFLECTOR"] * 3)
    b = board(2, hands={0: "DEFLECTOR"}, deck="", pile=pile)
    assert b.moves(0) == ["draw"] and b.view(0).wars_in_deck == 0
    b.play(0, "draw", draw="NUKE")
    assert len(b.state.deck) == 17 and b.view(0).wars_in_deck == 4


@pytest.mark.rule("IW-GUARD-1", "IW-GUARD-3", "IW-GUARD-5")
def test_e50_closing_time(board: Any) -> None:
    b = board(
        3,
        plates={0: "[BUN-1 PATTY-1]", 1: "[BUN-2 PATTY-2]", 2: "[BUN+2]"},
        hands={2: "SAUCE+1"},
        active=2,
        round=40,
    ).play(2, "place SAUCE+1 2")
    assert b.over and b.outcome.totals == (-2, -4, 0) and b.outcome.winners == (0,)
    assert b.outcome.ranks == (1, 2, 3) and b.outcome.reason == "closing" and b.outcome.rule == "IW-GUARD-1"


@pytest.mark.rule("IW-SETUP-2", "IW-SETUP-4", "IW-SETUP-5", "IW-SETUP-6")
@pytest.mark.parametrize(("seats", "deck", "wars"), [(2, 71, 4), (3, 68, 4), (4, 102, 6), (5, 99, 6), (6, 96, 6)])
def test_e51_the_deal(seats: int, deck: int, wars: int) -> None:
    for seed in range(20):
        s = GAME.setup(GAME.settle({}, seats), seats, Luck(Rng(f"deal {seed}")), EventLog())
        assert [len(hand) for hand in s.hands] == [3] * seats
        assert len(s.deck) == deck and s.deck.count(GAME.book.war) == wars
        assert not any(GAME.book.war in hand for hand in s.hands)
        assert s.pile == [] and not any(s.plates) and s.round == 1
        GAME.audit(s)


@pytest.mark.rule("IW-TURN-5", "IW-RECY-1", "IW-REACT-2")
def test_e53_nuke_and_recycle_in_one_turn(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE]", 1: "[BUN+2]"}, hands={0: "NUKE RECYCLER"})
    b.play(0, "nuke 1 BUN+2").play(0, "recycle BUN+2")
    assert b.hand(0) == "BUN+2" and b.pile == "NUKE RECYCLER" and b.asked == [1]


@pytest.mark.rule("IW-PLACE-2", "IW-REOPEN-3")
def test_e54_the_oldest_open_burger_grows(board: Any) -> None:
    b = board(3, plates={1: "[PATTY+1] [CHEESE+2]"}, hands={0: "BUN-2", 1: "SAUCE+1"}).play(0, "place BUN-2 1")
    assert b.plate(1) == "[PATTY+1 BUN-2]* [CHEESE+2]" and b.finished(1) == -1
    b.play(1, "place SAUCE+1 1")
    assert b.plate(1) == "[PATTY+1 BUN-2]* [CHEESE+2 SAUCE+1]"


@pytest.mark.rule("IW-REOPEN-2")
def test_e55_losing_something_else_leaves_it_finished(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2 CHEESE+2 PATTY+1] [C-SAUCE]"}, hands={0: "NUKE", 1: "BUN+1"})
    b.play(0, "nuke 1 CHEESE+2").play(1, "decline")
    assert b.plate(1) == "[BUN+2 PATTY+1]* [C-SAUCE]" and b.finished(1) == 3


@pytest.mark.rule("IW-END-1", "IW-END-3", "IW-REOPEN-4")
def test_e56_a_reopened_burger_does_not_count_for_the_end(board: Any) -> None:
    b = board(
        3,
        plates={0: "[BUN+2 PATTY+2]", 1: "[BUN+1 PATTY+1 C-SAUCE]", 2: "[PATTY+2]"},
        hands={0: "NUKE", 2: "BUN+1"},
    )
    b.play(0, "nuke 1 BUN+1").play(1, "draw", draw="SAUCE+1").play(2, "place BUN+1 2")
    assert not b.over and not all_served(b.state) and b.view(0).served == 2


@pytest.mark.rule("IW-PLACE-4", "IW-BURGER-8")
def test_e57_nothing_is_added_to_a_finished_burger(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+1 C-SAUCE]"}, hands={0: "CHEESE-2"}).play(0, "place CHEESE-2 1")
    assert b.plate(1) == "[BUN+1 PATTY+1 C-SAUCE]* [CHEESE-2]"


@pytest.mark.rule("IW-REOPEN-5", "IW-REOPEN-6")
def test_e58_the_cursed_sauce_can_be_nuked_out(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+1 C-SAUCE]"}, hands={0: "NUKE", 1: "BUN+1"})
    assert b.finished(1) == -1
    b.play(0, "nuke 1 C-SAUCE").play(1, "decline")
    assert b.plate(1) == "[BUN+1 PATTY+1]*" and b.finished(1) == 2
    assert not b.view(0).plates[1].burgers[0].cards[0].exposed


@pytest.mark.rule("IW-TURN-10", "IW-GUARD-1", "IW-GUARD-4", "IW-GUARD-5")
def test_e60_closing_time_with_nobody_served(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1]"}, active=1, round=40).play(1, "draw", draw="BUN+1")
    assert b.over and b.outcome.winners == () and b.outcome.totals == (0, 0) and b.outcome.ranks == (1, 1)
    assert b.outcome.reason == "closing_none" and b.outcome.rule == "IW-GUARD-4"


@pytest.mark.rule("IW-BURGER-10", "IW-MOD-1", "IW-LPAT-2")
def test_e61_locked_burgers_change_their_worth(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 VEGGIES+2 PATTY+1]"}, hands={1: "L-PATTY"}, active=1)
    assert b.finished(0) == 4
    assert b.play(1, "place L-PATTY 1").finished(0) == 0


@pytest.mark.rule("IW-LBUN-1", "IW-LBUN-2", "IW-PAIR-05")
def test_e62_the_legendary_bun_shields_curses_too(board: Any) -> None:
    b = board(2, plates={0: "[L-BUN C-SAUCE C-BUN]"}, hands={0: "NUKE"})
    assert b.moves(0, "nuke") == [] and b.refused(0, "nuke 0 C-BUN") == "IW-NUKE-2"


@pytest.mark.rule("IW-DRAW-1", "IW-DRAW-4")
def test_e63_the_pile_waits_for_the_next_draw(board: Any) -> None:
    b = board(2, deck="BUN+1", pile="PATTY+2", hands={1: "RECYCLER"}).play(0, "draw", draw="BUN+1")
    assert len(b.state.deck) == 0
    assert b.play(1, "recycle PATTY+2").hand(1) == "PATTY+2"


@pytest.mark.rule("IW-REACT-5", "IW-REACT-6", "IW-DEFL-6")
def test_e64_one_deflector_is_enough(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE DEFLECTOR", 1: "DEFLECTOR DEFLECTOR"})
    b.play(0, "nuke 1 BUN+2").play(1, "deflect")
    assert b.hand(1) == "DEFLECTOR" and b.asked == [1] and b.step == "TakeAction"


@pytest.mark.rule("IW-RECY-5", "IW-HIT-1", "IW-TURN-5", "IW-TURN-9")
def test_e65_recycle_and_use_in_one_turn(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE]", 1: "[CHEESE+2]"}, hands={0: "RECYCLER", 1: "BUN+1"}, pile="NUKE")
    b.play(0, "recycle NUKE").play(0, "nuke 1 CHEESE+2")
    assert b.asked == [1] and b.step == "AnswerAttack" and b.plate(1) == "[CHEESE+2]"
    b.play(1, "decline")
    assert b.plate(1) == "" and b.asked == [1] and b.step == "TakeAction"


@pytest.mark.rule("IW-RECY-6", "IW-CARD-3")
def test_e66_what_was_seen_is_remembered_once(board: Any) -> None:
    b = board(2, hands={0: "RECYCLER BUN+2"}, pile="BUN+2").play(0, "recycle BUN+2")
    assert b.view(1).plates[0].known == ("bun_p2",)
    b.play(1, "draw", draw="SAUCE+1").play(0, "place BUN+2 0")
    assert b.view(1).plates[0].known == () and b.hand(0) == "BUN+2"


@pytest.mark.rule("IW-CARD-3")
def test_e67_the_lowest_free_number(board: Any) -> None:
    b = board(3, plates={1: "[BUN+2 BUN+2]"}, hands={0: "NUKE", 2: "BUN+2"})
    b.play(0, "nuke 1 bun_p2#1").play(1, "draw", draw="SAUCE+1").play(2, "place BUN+2 2")
    ids = [[card.id for burger in plate.burgers for card in burger.cards] for plate in b.view(0).plates]
    assert ids == [[], ["bun_p2#2"], ["bun_p2#1"]]
