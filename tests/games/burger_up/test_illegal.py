"""The illegal moves of the rules: each is rejected with its rule and a sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.card_rows import FILE
from bunfight.games.burger_up.cards import load
from bunfight.games.burger_up.game import BurgerUp
from bunfight.i18n.words import Words
from bunfight.testing.rejects import rejects

GIANT = "mm1.a mm2.b mc3.a cc1.a cu1.a uu3.a su2.b ss1.a ss2.a ms3.b"


def says(t: Any, text: str, rule: str, why: str, seat: int | None = None) -> None:
    refused = t.why(text, seat)
    assert (refused.rule, Words(GAME).refusal(refused, ["Ann", "Bob"])) == (rule, why)


@pytest.mark.rule("BU-GEN-1", "BU-GEN-4")
def test_01_out_of_turn(lay: Any) -> None:
    t = lay()
    for text in ("cleanup", "buy 0", "end", "claim 0 iron_giant", "spatula 0 0 discard"):
        says(t, text, "BU-GEN-1", "it is Ann's turn", seat=1)
    assert t.s.awaiting() == [0]


@pytest.mark.rule("BU-END-9")
def test_02_after_the_end(lay: Any) -> None:
    t = lay(active=1, stall=9).play("cleanup")
    for seat in (0, 1):
        says(t, "cleanup", "BU-END-9", "the game is over", seat)


@pytest.mark.rule("BU-MKT-2")
def test_03_buy_without_money(lay: Any) -> None:
    says(lay(money=0), "buy 0", "BU-MKT-2", "you need $1 to buy a card")


@pytest.mark.rule("BU-MKT-3")
def test_04_buy_from_an_emptied_space(lay: Any) -> None:
    t = lay().play("buy 0")
    says(t, "buy 0", "BU-MKT-3", "market space 1 is empty until you clean up")


@pytest.mark.rule("BU-TURN-3")
def test_05_buy_after_building(lay: Any) -> None:
    t = lay(hand="mm1 sc1 su2 cc1").play("place mm1 a 0")
    says(t, "buy 0", "BU-TURN-3", "the market is closed once you have started building")


@pytest.mark.rule("BU-TURN-3")
def test_06_place_in_cleanup(lay: Any) -> None:
    t = lay(hand="mm1 sc1 su2 cc1").play("cleanup")
    says(t, "place mm1 a 0", "BU-TURN-3", "you are cleaning up; building is over for this turn")


@pytest.mark.rule("BU-BUILD-1")
def test_07_a_fourth_placement(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4").play("place mm1 a 0", "place mm2 a 0", "place mm3 a 0")
    says(t, "place mm4 a 0", "BU-BUILD-1", "you may place only 3 cards a turn")


@pytest.mark.rule("BU-BUILD-1", "BU-COL-4")
def test_07_a_fifth_placement_in_an_upgraded_kitchen(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4 bun1", upgraded=True)
    t.play("place mm1 a 0", "place mm2 a 0", "place mm3 a 0", "place mm4 a 0")
    says(t, "place bun1 a 0", "BU-BUILD-1", "you may place only 4 cards a turn")


@pytest.mark.rule("BU-BUILD-2")
def test_08_place_a_card_from_elsewhere(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4", market="uu1 uu2 uu3")
    says(t, "place uu1 a 0", "BU-BUILD-2", "Ketchup / BBQ Sauce is not in your hand")


@pytest.mark.rule("BU-GEN-2")
def test_09_place_on_a_burger_of_somebody_else(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4")
    says(t, "place mm1 a 2", "BU-GEN-2", "there is no burger 3; you have two")
    assert not [text for text in t.legal("place") if text[-1] not in "01"]


@pytest.mark.rule("BU-BUILD-5")
def test_10_the_wrong_type(lay: Any) -> None:
    t = lay(("sc1.b", ""), hand="su1 mm1 cc1 uu1")
    says(t, "place su1 b 0", "BU-BUILD-5", "Cheddar Cheese must be followed by Salad, and Mustard is Sauce")


@pytest.mark.rule("BU-BUILD-4")
def test_11_turn_a_placed_card(lay: Any) -> None:
    says(lay(("sc1.b", "")), "turn 0 0", "BU-BUILD-4", "a placed card cannot be turned round")


@pytest.mark.rule("BU-BUILD-11")
def test_12_take_a_placed_card_back(lay: Any) -> None:
    why = "placed cards stay on the burger; only the Spatula moves them"
    says(lay(("sc1.b", "")), "take 0 0", "BU-BUILD-11", why)
    says(lay(("sc1.b", ""), cleanup=True), "take 0 0", "BU-BUILD-11", why)


@pytest.mark.rule("BU-SPAT-1")
def test_13_the_spatula_in_cleanup(lay: Any) -> None:
    t = lay(("sc1.b", "")).play("cleanup")
    says(t, "spatula 0 0 discard", "BU-SPAT-1", "the Spatula can be used only while you build")


@pytest.mark.rule("BU-SPAT-6")
def test_14_the_spatula_a_third_time(lay: Any) -> None:
    says(lay(("sc1.b", ""), spatula=2), "spatula 0 0 discard", "BU-SPAT-6", "you have used your Spatula twice")


@pytest.mark.rule("BU-GEN-2")
def test_15_the_spatula_on_an_empty_bun(lay: Any) -> None:
    says(lay(), "spatula 0 0 discard", "BU-GEN-2", "burger 1 has no card 1 to lift")


@pytest.mark.rule("BU-SPAT-4")
def test_16_a_joint_that_does_not_fit(lay: Any) -> None:
    t = lay(("mm1.a mc8.a", "uu1.a cu1.b"))
    why = "the lowest card you lift must fit on burger 2, which needs Cheese & Egg"
    says(t, "spatula 0 1 other", "BU-SPAT-4", why)


@pytest.mark.rule("BU-UP-1")
def test_17_a_second_claim(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", "uu1.a uu3.a su6.b"), orders="breakfast_to_go saucy_minx").play("claim 0 breakfast_to_go")
    says(t, "claim 1 saucy_minx", "BU-UP-1", "you can serve only one burger a turn")


@pytest.mark.rule("BU-UP-2")
def test_18_an_order_that_is_not_open(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="saucy_minx iron_giant the_vegan")
    says(t, "claim 0 breakfast_to_go", "BU-UP-2", "Breakfast to Go is not among the pending orders")


@pytest.mark.rule("BU-UP-3")
def test_19_middle_buns_only(lay: Any) -> None:
    t = lay(("bun1.a bun2.a", ""), orders="saucy_minx")
    says(t, "claim 0 saucy_minx", "BU-UP-3", "a burger needs at least one ingredient besides buns")
    says(t, "claim 1 saucy_minx", "BU-UP-3", "a burger needs at least one ingredient besides buns")


@pytest.mark.rule("BU-REQ-2", "BU-TB-01")
def test_20_too_small(lay: Any) -> None:
    t = lay(("ms1.a su4.a uu1.a cu1.b sc1.b ss4.b", ""), orders="vegetarian_deluxe")
    why = "Vegetarian Deluxe wants Tower or larger; this burger has 6 ingredients"
    says(t, "claim 0 vegetarian_deluxe", "BU-REQ-2", why)


@pytest.mark.rule("BU-REQ-3", "BU-TB-03")
def test_21_too_big(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", ""), orders="breakfast_to_go")
    why = "Breakfast to Go wants Sandwich or smaller; this burger has 4 ingredients"
    says(t, "claim 0 breakfast_to_go", "BU-REQ-3", why)


@pytest.mark.rule("BU-REQ-5", "BU-TB-07", "BU-TB-14")
def test_22_something_is_missing(lay: Any) -> None:
    t = lay(("mc2.a sc1.b", "cc1.a cc4.b cc3.a"), orders="og_cheeseburger extra_cheesy")
    says(t, "claim 0 og_cheeseburger", "BU-REQ-5", "O.G. Cheeseburger still needs Pickles")
    says(t, "claim 1 extra_cheesy", "BU-REQ-5", "Extra Cheesy still needs 1 more Cheese")


@pytest.mark.rule("BU-REQ-6", "BU-TB-02")
def test_23_a_banned_ingredient(lay: Any) -> None:
    t = lay(("mu5.a su6.b ms8.b mm3.b", ""), orders="vegetarian_cowboy")
    why = "Vegetarian Cowboy allows no Meat; this burger has Bacon"
    says(t, "claim 0 vegetarian_cowboy", "BU-REQ-6", why)


@pytest.mark.rule("BU-REQ-8", "BU-TB-09")
def test_24_too_few_different_ones(lay: Any) -> None:
    t = lay(("uu1.a uu3.a su3.b", ""), orders="saucy_minx")
    why = "Saucy Minx wants 3 different kinds of Sauce; this burger has 2"
    says(t, "claim 0 saucy_minx", "BU-REQ-8", why)


@pytest.mark.rule("BU-REQ-9", "BU-TB-06")
def test_25_unequal(lay: Any) -> None:
    t = lay(("mu2.a su2.b sc1.a cc1.a cc3.a", ""), orders="even_stevens")
    why = "Even Stevens wants equal amounts of Meat, Sauce, Salad, Cheese, at least one of each; this burger has "
    why += "1 Meat, 1 Sauce, 1 Salad and 2 Cheese"
    says(t, "claim 0 even_stevens", "BU-REQ-9", why)


@pytest.mark.rule("BU-REQ-10", "BU-TB-08")
def test_26_the_wrong_top(lay: Any) -> None:
    t = lay(("mm1.a mc8.a cc2.a cc3.b bun1.a", ""), orders="sunny_side_up")
    says(t, "claim 0 sunny_side_up", "BU-REQ-10", "Sunny Side Up wants Fried Egg as the top card")


@pytest.mark.rule("BU-COL-2")
def test_27_anything_else_while_the_reward_is_open(lay: Any) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant")
    for text in ("cleanup", "end", "buy 0", "claim 0 iron_giant", "spatula 0 0 discard", "turn 0 0"):
        says(t, text, "BU-COL-2", "first choose your Colossal reward: $10 or the upgrade")


@pytest.mark.rule("BU-COL-1")
def test_28_a_reward_without_being_asked(lay: Any) -> None:
    for t in (lay(), lay(cleanup=True)):
        says(t, "reward upgrade", "BU-COL-1", "there is no Colossal reward to choose now")


@pytest.mark.rule("BU-CLEAN-3")
def test_29_discard_before_cleanup(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4")
    says(t, "discard mm1", "BU-CLEAN-3", "you can discard hand cards only while cleaning up")


@pytest.mark.rule("BU-TURN-5")
def test_30_end_the_turn_before_cleanup(lay: Any) -> None:
    says(lay(), "end", "BU-TURN-5", "clean up first; that part of the turn cannot be skipped")


@pytest.mark.rule("BU-CLEAN-4")
def test_31_end_the_turn_with_five_cards(lay: Any) -> None:
    t = lay().play("buy 0", "cleanup")
    says(t, "end", "BU-CLEAN-4", "discard down to 4 cards first")


@pytest.mark.rule("BU-TURN-3")
def test_32_claim_in_cleanup_without_a_claim(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="breakfast_to_go").play("cleanup")
    says(t, "claim 0 breakfast_to_go", "BU-TURN-3", "you are cleaning up; serving is over for this turn")


@pytest.mark.rule("BU-BUN-6")
def test_33_side_b_of_equal_halves(lay: Any) -> None:
    t = lay(hand="bun1 mm1 sc1 su2")
    says(t, "place bun1 b 0", "BU-BUN-6", "both halves of this card are the same; use the upper half")


@pytest.mark.rule("BU-TURN-3")
def test_34_buy_in_cleanup(lay: Any) -> None:
    says(lay().play("cleanup"), "buy 0", "BU-TURN-3", "the market is closed for this turn")


@pytest.mark.rule("BU-TURN-3")
def test_35_cleanup_in_cleanup(lay: Any) -> None:
    says(lay().play("cleanup"), "cleanup", "BU-TURN-3", "you are cleaning up already")


@pytest.mark.rule("BU-CLEAN-3")
def test_36_discard_a_card_from_elsewhere(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4").play("cleanup")
    says(t, "discard uu1", "BU-CLEAN-3", "Ketchup / BBQ Sauce is not in your hand")


@pytest.mark.rule("BU-GEN-2")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("buy 3", "there is no market space 4; there are three"),
        ("buy -1", "there is no market space 0; there are three"),
        ("place mm1 a -1", "there is no burger 0; you have two"),
        ("spatula 5 0 discard", "there is no burger 6; you have two"),
        ("spatula 0 -1 discard", "burger 1 has no card 0 to lift"),
        ("spatula 0 999 other", "burger 1 has no card 1000 to lift"),
        ("claim 7 saucy_minx", "there is no burger 8; you have two"),
    ],
)
def test_37_things_that_do_not_exist(lay: Any, text: str, why: str) -> None:
    says(lay(("mc8.a cc3.b", ""), hand="mm1 mm2 mm3 mm4", orders="saucy_minx"), text, "BU-GEN-2", why)


@pytest.mark.rule("BU-REQ-7")
def test_38_too_many_in_a_custom_list(lay: Any) -> None:
    text = FILE.read_text(encoding="utf-8")
    line = '{ kind = "different", of = "keyword:sauce", n = 3 }'
    text = text.replace(line, '{ kind = "at_most", of = "keyword:sauce", n = 2 }').replace('"BU-TB-09"', '""')
    own = load(text.replace('witness = ["uu1.a", "uu3.a", "su6.b"]', ""))
    number = [order.id for order in own.book.orders].index("saucy_minx")
    assert own.names.read(own.names.asks(own.top_buns[number])[0]) == "at most 2 Sauce"
    t = lay(("uu1.a uu3.a su6.b", "uu2.a uu4.a"), orders="saucy_minx", game=BurgerUp(own))
    why = "Saucy Minx allows at most 2 Sauce; this burger has 3"
    says(t, "claim 0 saucy_minx", "BU-REQ-7", why)
    assert t.legal("claim") == ["claim 1 saucy_minx"]


@pytest.mark.parametrize(
    "text",
    ["", "fly", "buy", "buy x", "buy 0 1", "place zzz a 0", "place mm1 c 0", "claim 0 zzz", "discard zzz", "reward zz"],
)
def test_words_that_are_no_move(text: str) -> None:
    with rejects(r"\w"):
        GAME.grammar.parse(text)
