"""Illegal moves (ledger 10), each with the rule that it is answered with."""

from __future__ import annotations

import pytest
from boss_scene import Scene, with_copies

from bunfight.games.burger_boss.cards import FILE
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.moves import GRAMMAR
from bunfight.testing.rejects import rejects


@pytest.mark.rule("BB-TURN-1")
def test_01_not_to_act() -> None:
    scene = Scene().dice(0, 1, 2).dice(1, 3, 4).placing(0)
    assert scene.refused(1, "place bakery 3") == "BB-TURN-1"


@pytest.mark.rule("BB-TURN-1")
def test_01_after_the_end() -> None:
    scene = Scene().deck(0).ending_round()
    assert scene.refused(0, "pass") == "BB-TURN-1" and scene.why == "the game is over"


@pytest.mark.rule("BB-TURN-2")
def test_02_sell_during_placement() -> None:
    scene = Scene().grill(0, "2b 1p").queue("classic - | - - | - -").dice(0, 1, 2).placing()
    assert scene.refused(0, "sell 1 1 s1") == "BB-TURN-2"
    assert "after all workers are placed" in scene.why


@pytest.mark.rule("BB-ORDER-6")
def test_03_04_reveal_nothing_or_what_was_not_rolled() -> None:
    scene = Scene().revealing((3, 3), (1, 1), (1, 1))
    assert scene.refused(0, "reveal none") == "BB-ORDER-6" and "at least one" in scene.why
    assert scene.refused(0, "reveal 4") == "BB-ORDER-6" and "did not roll" in scene.why
    assert scene.refused(0, "reveal 3+3+3") == "BB-ORDER-6"


@pytest.mark.rule("BB-ORDER-8")
def test_05_place_a_benched_die() -> None:
    scene = Scene().dice(0, 2, benched=(5,)).placing()
    assert scene.refused(0, "place bakery 5") == "BB-ORDER-8"
    assert scene.refused(0, "home 5") == "BB-ORDER-8"
    assert scene.refused(0, "pair workers 5") == "BB-ORDER-8"


@pytest.mark.rule("BB-BAKERY-3", "BB-BUTCH-3")
def test_06_07_values_that_are_turned_away() -> None:
    scene = Scene().dice(0, 1, 6).placing()
    assert scene.refused(0, "place bakery 6") == "BB-BAKERY-3"
    assert scene.refused(0, "place butchers 1") == "BB-BUTCH-3"


@pytest.mark.rule("BB-PLACE-7")
def test_08_second_4_at_the_bakery() -> None:
    scene = Scene().dice(0, 4, 4).placing().play(0, "place bakery 4")
    assert (
        scene.refused(0, "place bakery 4") == "BB-PLACE-7"
        and scene.why == "the space for a 4 is already taken this round"
    )


@pytest.mark.rule("BB-CHEESE-2")
def test_09_cheese_shop_after_a_5() -> None:
    scene = Scene().dice(0, 5, 3).placing().play(0, "place cheese_shop 5")
    assert scene.refused(0, "place cheese_shop 3") == "BB-CHEESE-2"
    assert scene.why == "your worker must show at least 5 here now"


@pytest.mark.rule("BB-SUPER-1", "BB-SUPER-3", "BB-SUPER-4")
def test_10_to_13_shopping() -> None:
    scene = Scene().money(0, 1).dice(0, 3, 3).placing()
    assert scene.refused(0, "place supermarket 3") == "BB-SUPER-3"
    scene = Scene().money(0, 9).pile(tomato=0).dice(0, 3, 3).placing().play(0, "place supermarket 3")
    assert scene.refused(0, "stop_buying") == "BB-SUPER-3"
    assert scene.refused(0, "buy tomato") == "BB-SUPER-4"
    assert scene.refused(0, "place bakery 3") == "BB-PLACE-5"
    scene.play(0, "buy bun", "buy bun", "buy patty")
    assert scene.refused(0, "buy bun") == "BB-SUPER-1"


@pytest.mark.rule("BB-HIRE-1", "BB-HIRE-3", "BB-HIRE-6", "BB-EXP-1", "BB-EXP-3", "BB-EXP-5")
def test_14_to_16_prices_and_limits() -> None:
    scene = Scene().money(0, 4).dice(0, 3, 4).placing()
    assert scene.refused(0, "place workers 3") == "BB-HIRE-1"
    assert scene.refused(0, "place expansion 3") == "BB-EXP-1"
    scene = Scene().money(0, 4).dice(0, 3, 3, 4).kitchens(0, 2).placing()
    assert scene.refused(0, "place workers 3") == "BB-HIRE-3"
    assert scene.refused(0, "pair expansion 3") == "BB-EXP-3"
    scene = Scene().money(0, 50).dice(0, 3, 3, 4, 5).kitchens(0, 3).placing()
    assert scene.refused(0, "place workers 3") == "BB-HIRE-6"
    assert scene.refused(0, "place expansion 3") == "BB-EXP-5"


@pytest.mark.rule("BB-HIRE-2", "BB-EXP-2", "BB-PLACE-4")
def test_17_18_pairs() -> None:
    scene = Scene().dice(0, 3, 4).placing()
    assert scene.refused(0, "pair workers 3") == "BB-HIRE-2"
    assert scene.refused(0, "pair expansion 4") == "BB-EXP-2"
    scene = Scene().dice(0, 3, 3).placing()
    assert scene.refused(0, "pair bakery 3") == "BB-PLACE-4"
    assert scene.refused(0, "pair kitchen 3") == "BB-PLACE-4"


@pytest.mark.rule("BB-COOK-1", "BB-COOK-2", "BB-COOK-3", "BB-COOK-5", "BB-COOK-6", "BB-COOK-7", "BB-COOK-9")
def test_19_to_22_and_43_cooking() -> None:
    scene = Scene().dice(0, 3, 4, 5).placing()
    assert scene.refused(0, "place kitchen 3") == "BB-COOK-3"
    assert scene.refused(0, "cook bun 1 1") == "BB-COOK-1"
    scene = Scene().store(0, "2b 1p").grill(0, "1c", space=2).dice(0, 3, 4, 5).placing().play(0, "place kitchen 3")
    assert scene.refused(0, "stop_cooking") == "BB-COOK-5"
    assert scene.refused(0, "cook bun 1 1") == "BB-COOK-7"
    assert scene.refused(0, "cook lettuce 1 2") == "BB-COOK-5" and scene.why == "you have no lettuce in cold storage"
    assert scene.refused(0, "cook bun 2 1") == "BB-COOK-6"
    assert scene.refused(0, "cook bun 1 3") == "BB-COOK-9"
    assert scene.refused(0, "home 4") == "BB-PLACE-5"
    scene.play(0, "cook bun 1 2", "stop_cooking")
    assert scene.refused(0, "place kitchen 4") == "BB-COOK-2"


@pytest.mark.rule("BB-STORE-3", "BB-STORE-4", "BB-STORE-6", "BB-SUPER-2")
def test_23_36_44_swapping() -> None:
    scene = Scene().money(0, 9).store(0, "2b 2p").dice(0, 3, 3).placing()
    assert scene.refused(0, "swap bun") == "BB-STORE-6"
    assert scene.refused(0, "refuse") == "BB-STORE-6"
    scene.play(0, "place supermarket 3", "buy cheese")
    assert scene.refused(0, "swap cheese") == "BB-STORE-4"
    assert scene.refused(0, "swap tomato") == "BB-STORE-3"
    assert scene.refused(0, "buy bun") == "BB-SUPER-2"
    assert scene.refused(0, "home 3") == "BB-PLACE-5"


@pytest.mark.rule("BB-SELL-3")
def test_24_45_wrong_customer() -> None:
    scene = Scene().grill(0, "2b 1p 1l").grill(0, "2b 2p", 2).queue("classic double | - - | - -").selling()
    assert scene.refused(0, "sell 1 1 s1") == "BB-SELL-3"
    assert scene.why == "the customer at Super-size (left) wants exactly 2 buns and 1 patty"
    assert scene.refused(0, "sell 1 2 s1") == "BB-SELL-3" and scene.why == "there is no food on grill 1, space 2"
    assert scene.refused(0, "sell 2 1 l1") == "BB-SELL-3" and scene.why == "nobody waits at Large (left)"
    assert scene.refused(0, "sell 3 6 s1") == "BB-SELL-3"


@pytest.mark.rule("BB-DOUBLE-2", "BB-SPEC-4", "BB-SPEC-1", "BB-DISC-1")
def test_25_31_32_specials_at_the_wrong_place() -> None:
    scene = Scene().hand(0, "double", "double").money(0, 9).dice(0, 4, 4).placing()
    assert scene.refused(0, "place_with cheese_shop 4 double") == "BB-DOUBLE-2"
    assert scene.refused(0, "place_with supermarket 4 double") == "BB-DOUBLE-2"
    assert scene.refused(0, "place_with bakery 4 double+double") == "BB-SPEC-4"
    assert scene.refused(0, "place_with supermarket 4 discount") == "BB-SPEC-1"
    assert scene.refused(0, "pair_with workers 4 discount") == "BB-SPEC-1"
    assert scene.refused(0, "steal 1 bun") == "BB-SPEC-1"
    scene = Scene().hand(0, "discount").dice(0, 4, 4).placing()
    assert scene.refused(0, "place_with bakery 4 discount") == "BB-DISC-1"
    assert scene.refused(0, "place_with bakery 4 double") == "BB-SPEC-1"


@pytest.mark.rule("BB-DISC-2", "BB-DISC-4")
def test_26_41_discounts_that_lower_nothing() -> None:
    scene = Scene().hand(0, "discount").dice(0, 4, 4).placing()
    assert scene.refused(0, "pair_with expansion 4 discount") == "BB-DISC-2"
    scene = Scene().hand(0, "discount", "discount").dice(0, 4, 4)
    scene.pile(bun=1, patty=0, cheese=0, tomato=0, lettuce=0).placing(0)
    assert scene.refused(0, "place_with supermarket 4 discount+discount") == "BB-DISC-4"
    assert "place_with supermarket 4 discount" in scene.moves(0)
    own = GAME.with_cards(with_copies(FILE.read_text(encoding="utf-8"), discount=4, steal=2))
    scene = Scene(game=own).hand(0, *["discount"] * 4).dice(0, 4, 4).placing()
    four = "discount+discount+discount+discount"
    assert scene.refused(0, f"place_with workers 4 {four}") == "BB-DISC-4"
    assert scene.refused(0, f"place_with supermarket 4 {four}") == "BB-DISC-4"


@pytest.mark.rule("BB-STEAL-1", "BB-STEAL-3", "BB-STEAL-4")
def test_27_28_48_stealing() -> None:
    scene = Scene().hand(0, "steal").store(0, "1b").store(1, "1b").grill(1, "1p").dice(0, 4, 4).placing()
    assert scene.refused(0, "steal 1 patty") == "BB-STEAL-3"
    assert scene.refused(0, "steal 0 bun") == "BB-STEAL-1"
    assert scene.refused(0, "steal 4 bun") == "BB-STEAL-1"
    scene = Scene().hand(0, "steal").store(1, "1b").grill(0, "2b 1p").queue("classic - | - - | - -").selling()
    assert scene.refused(0, "steal 1 bun") == "BB-STEAL-4"


@pytest.mark.rule("BB-FIRST-3", "BB-FIRST-6", "BB-TIP-1", "BB-SPEC-1", "BB-SPEC-3")
def test_29_30_42_49_moments_of_the_specials() -> None:
    scene = Scene().hand(0, "first", "tip").hand(1, "tip").dice(0, 4, 4).dice(1, 4, 4).window()
    assert scene.refused(0, "first") == "BB-FIRST-3"
    assert scene.refused(1, "first") == "BB-SPEC-1"
    assert scene.refused(1, "steal 0 bun") == "BB-SPEC-1"
    assert scene.refused(1, "tip") == "BB-SPEC-3"
    assert scene.refused(1, "place_with bakery 4 double") == "BB-SPEC-3"
    assert scene.refused(1, "pair_with workers 4 discount") == "BB-SPEC-3"
    assert scene.refused(1, "place bakery 4") == "BB-TURN-2"
    scene.play(0, "pass").play(1, "pass")
    assert scene.refused(0, "first") == "BB-FIRST-6"
    assert scene.refused(0, "tip") == "BB-TIP-1"
    scene = Scene().hand(0, "first").grill(0, "2b 1p").queue("classic - | - - | - -").selling()
    assert scene.refused(0, "first") == "BB-FIRST-6"
    assert scene.refused(0, "tip") == "BB-SPEC-1"


@pytest.mark.rule("BB-MGR-3")
def test_33_no_specials_left() -> None:
    scene = Scene().hand(1, *["double"] * 3, *["discount"] * 3, *["steal"] * 3, *["tip"] * 3, "first", "first")
    assert scene.dice(0, 5, 6).placing(0).refused(0, "place manager 5") == "BB-MGR-3"


@pytest.mark.rule("BB-PLACE-11")
@pytest.mark.parametrize("text", ["pass", "stop_selling", "stop_buying", "stop_cooking"])
def test_34_no_passing(text: str) -> None:
    assert Scene().dice(0, 3, 4).placing().refused(0, text) == "BB-PLACE-11"


@pytest.mark.rule("BB-COOK-11")
def test_35_nothing_comes_back_from_a_grill() -> None:
    assert not [text for text in GRAMMAR.by_text if text.split()[0] in ("take", "uncook", "return", "remove")]
    scene = Scene().store(0, "2b 1p").grill(0, "1c").dice(0, 3, 4).dice(1, 6, 6).placing(0).play(0, "place kitchen 3")
    for text in scene.moves(0):
        twin = scene.s.copy()
        before = int(twin.items[0])
        twin.agenda[-1].take(twin, 0, GAME.grammar.parse(text), scene.luck, scene.log)
        assert twin.items[0] >= before


@pytest.mark.rule("BB-WIN-7")
def test_37_first_with_the_reveal_in_an_open_game() -> None:
    scene = Scene().hand(0, "first").revealing((3, 4), (1, 1), (1, 1))
    assert scene.refused(0, "reveal_first 3") == "BB-WIN-7"
    scene = Scene(special_windows="quick").hand(1, "first").revealing((3, 4), (1, 1), (1, 1))
    assert scene.refused(0, "reveal_first 3") == "BB-SPEC-1"


@pytest.mark.rule("BB-SETUP-1", "BB-SETUP-2")
def test_38_restaurants_and_seats() -> None:
    with rejects("BB-SETUP-2"):
        GAME.settle({"restaurants": "hipster,mcdowels"}, 3)
    with rejects("choose from mcdowels"):
        GAME.settle({"restaurants": "hipster,mcdowels,hipster"}, 3)
    with rejects("2 to 5 players"):
        GAME.settle({}, 6)
    three = "great_burger,burger_prince,hipster"
    assert GAME.settle({"restaurants": three}, 3)["restaurants"] == three


@pytest.mark.rule("BB-PLACE-12")
def test_39_no_such_die() -> None:
    scene = Scene().dice(0, 3, 4).placing()
    assert scene.refused(0, "place bakery 5") == "BB-PLACE-12"
    assert scene.refused(0, "home 6") == "BB-PLACE-12"
    assert scene.refused(0, "pair workers 6") == "BB-PLACE-12"


@pytest.mark.rule("BB-PLACE-8")
def test_40_empty_piles() -> None:
    scene = Scene().pile(bun=0, lettuce=0).dice(0, 4, 4).placing(0)
    assert scene.refused(0, "place bakery 4") == "BB-PLACE-8"
    assert scene.refused(0, "place produce 4") == "BB-PLACE-8"


@pytest.mark.rule("BB-WIN-9")
def test_46_a_second_answer() -> None:
    scene = Scene().hand(0, "tip").hand(1, "tip").dice(0, 4, 4).window().play(0, "pass")
    assert scene.refused(0, "pass") == "BB-WIN-9"
    assert scene.refused(2, "pass") == "BB-TURN-1"


@pytest.mark.rule("BB-PLACE-7")
def test_47_full_card() -> None:
    scene = Scene().kitchens(0, 2).dice(0, 6, 6, 6, 6).dice(1, 6, 6).placing(0)
    for _ in range(2):
        scene.play(0, "place cheese_shop 6").play(1, "place cheese_shop 6")
    assert scene.refused(0, "place cheese_shop 6") == "BB-PLACE-7"
    assert scene.why == "all spaces there are taken this round"


@pytest.mark.rule("BB-HIRE-1", "BB-EXP-1")
def test_a_price_that_is_too_high_names_the_cheaper_pair() -> None:
    scene = Scene().money(0, 3).dice(0, 2, 4).placing()
    assert scene.refused(0, "place workers 2") == "BB-HIRE-1"
    assert scene.why == "that costs $5 with one die and you have $3; with two equal dice it costs $0"
