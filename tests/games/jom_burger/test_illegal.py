"""The illegal moves of the ledger, by number, and the order in which reasons are tested."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import IllegalMove, require_legal
from bunfight.games.jom_burger import GAME, cards
from bunfight.testing.rejects import rejects

ALL = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 l4=1"


@pytest.mark.rule("JB-TURN-1")
def test_01_out_of_turn(kit: Any) -> None:
    s = kit.state(["", ""], "meat1 bread1")
    assert kit.refused(s, "burger meat1 l1", seat=1) == "JB-TURN-1"
    s.agenda.clear()
    assert kit.refused(s, "burger meat1 l1", seat=0) == "JB-TURN-1"


@pytest.mark.rule("JB-TURN-2")
def test_02_a_pick_during_a_delivery(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=1", ""], "meat1 bread1"), "meat3 egg1 egg2")
    for text in ("burger meat1 r1", "reroll_pool meat1", "call", "finish"):
        assert kit.refused(s, text) == "JB-TURN-2"


@pytest.mark.rule("JB-DRAFT-3", "JB-RR-2")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("burger meat6 l1", "JB-DRAFT-3"),
        ("burger meat6 l2", "JB-DRAFT-3"),
        ("burger meat6 r1", "JB-DRAFT-3"),
        ("burger egg3 bread_top", "JB-DRAFT-3"),
        ("fridge meat6", "JB-DRAFT-3"),
        ("salad meat6", "JB-DRAFT-3"),
        ("reroll_pool meat6", "JB-RR-2"),
    ],
)
def test_03_a_die_that_is_not_there(kit: Any, text: str, rule: str) -> None:
    assert kit.refused(kit.state(["", ""], "meat1 bread1"), text) == rule


@pytest.mark.rule("JB-DRAFT-3")
def test_04_passing(kit: Any) -> None:
    assert kit.refused(kit.state(["", ""], "meat1 bread1"), "finish") == "JB-DRAFT-3"


@pytest.mark.rule("JB-DRAFT-5")
def test_05_wasting_a_die(kit: Any) -> None:
    assert kit.refused(kit.state(["", ""], "meat1 bread1"), "fridge meat1") == "JB-DRAFT-5"


@pytest.mark.rule("JB-PLACE-1")
@pytest.mark.parametrize("slot", ["l1", "bread_top", "side_fries", "l6", "r5"])
def test_06_cheese_where_no_cheese_goes(kit: Any, slot: str) -> None:
    assert kit.refused(kit.state(["", ""], "cheese1 bread1"), f"burger cheese1 {slot}") == "JB-PLACE-1"


@pytest.mark.rule("JB-PLACE-2")
def test_07_a_filled_space(kit: Any) -> None:
    assert kit.refused(kit.state(["l1=2", ""], "meat1 bread1"), "burger meat1 l1") == "JB-PLACE-2"


@pytest.mark.rule("JB-PLACE-3")
def test_08_right_before_left(kit: Any) -> None:
    assert kit.refused(kit.state(["", ""], "meat1 bread1"), "burger meat1 r1") == "JB-PLACE-3"


@pytest.mark.rule("JB-PLACE-4")
def test_09_a_locked_row(kit: Any) -> None:
    s = kit.state(["", ""], "cheese1 bread1", burgers=["double_daging", "kebun"], left_first="row")
    assert kit.refused(s, "burger cheese1 r1") == "JB-PLACE-4"


@pytest.mark.rule("JB-PLACE-5")
def test_10_a_locked_column(kit: Any) -> None:
    s = kit.state(["l1=2", ""], "meat1 bread1")
    assert kit.refused(s, "burger meat1 r1") == "JB-PLACE-5"


@pytest.mark.rule("JB-DRAFT-9", "JB-RR-9")
def test_11_15_no_words_for_moving_or_rerolling_dice_elsewhere() -> None:
    verbs = {text.split()[0] for text in GAME.grammar.catalogue(2)}
    assert verbs == {
        "take",
        "choose",
        "reroll_pool",
        "reroll_own",
        "call",
        "swap",
        "keep",
        "burger",
        "salad",
        "fridge",
        "finish",
    }
    for text in ("move l1 l2", "reroll_salad 1", "reroll_own 1 l1", "reroll_fridge meat1"):
        with rejects():
            GAME.grammar.parse(text)


@pytest.mark.rule("JB-ACT-1")
@pytest.mark.parametrize("text", ["reroll_pool meat1", "reroll_own l1", "reroll_own l4", "call"])
def test_12_a_card_used_twice(kit: Any, text: str) -> None:
    s = kit.state(["l1=1", ""], "meat1 bread1", used="0 reroll, 0 supply")
    assert kit.refused(s, text) == "JB-ACT-1"


@pytest.mark.rule("JB-TURN-2", "JB-RR-8")
def test_13_14_the_last_chance_is_for_the_own_burger(kit: Any) -> None:
    s = kit.state(["", "l1=1"], "fries_soda1 bread1 egg2", number=6, turn=2)
    kit.play(s, "burger fries_soda1 side_fries")
    for text in ("reroll_pool egg2", "burger egg2 l3", "fridge egg2", "keep", "call"):
        assert kit.refused(s, text) == "JB-TURN-2"
    assert kit.refused(s, "reroll_own l4") == "JB-RR-4"
    assert kit.refused(s, "choose ones") == "JB-SETUP-11"


@pytest.mark.rule("JB-RR-4")
def test_14_no_die_to_reroll(kit: Any) -> None:
    assert kit.refused(kit.state(["l1=1", ""], "meat1 bread1"), "reroll_own r1") == "JB-RR-4"


@pytest.mark.rule("JB-ES-2")
def test_16_17_nothing_to_deliver_or_to_give(kit: Any) -> None:
    s = kit.state(["", ""], "meat1 bread1")
    with pytest.raises(IllegalMove, match="burger_empty"):
        require_legal(s, 0, GAME.grammar.parse("call"))
    s.bag, s.in_bag = [0] * 6, 0
    with pytest.raises(IllegalMove, match="bag_empty"):
        require_legal(s, 0, GAME.grammar.parse("call"))


@pytest.mark.rule("JB-ES-6")
@pytest.mark.parametrize("text", ["swap egg5 l1 l1", "swap egg5 l1 l3", "swap meat3 l1 r1"])
def test_18_another_ingredient(kit: Any, text: str) -> None:
    s = kit.delivered(kit.state(["l1=1", ""], "meat1 bread1"), "meat3 egg5 egg2")
    assert kit.refused(s, text) == "JB-ES-6"


@pytest.mark.rule("JB-ES-5")
def test_19_a_swap_for_nothing(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=1", ""], "meat1 bread1"), "meat3 egg5 egg2")
    assert kit.refused(s, "swap meat3 r1 r1") == "JB-ES-5"
    assert kit.refused(s, "swap meat3 l6 l6") == "JB-ES-5"


@pytest.mark.rule("JB-ES-8")
def test_20_a_gap_on_the_left(kit: Any) -> None:
    s = kit.state([ALL + " r1=2", ""], "meat1 bread1", extra_supply="any_ingredient")
    s = kit.delivered(s, "fries_soda5 egg5 egg2")
    assert kit.refused(s, "swap fries_soda5 l2 side_fries") == "JB-ES-8"


@pytest.mark.rule("JB-ES-9")
def test_21_breaking_an_order(kit: Any) -> None:
    s = kit.delivered(kit.state([ALL, ""], "meat1 bread1", extra_supply="any_ingredient"), "fries_soda5 egg5 egg2")
    assert kit.refused(s, "swap fries_soda5 l2 side_fries") == "JB-ES-9"


@pytest.mark.rule("JB-ES-4")
@pytest.mark.parametrize("text", ["swap meat1 l1 l1", "keep"])
def test_22_a_swap_without_delivery(kit: Any, text: str) -> None:
    assert kit.refused(kit.state(["l1=1", ""], "meat1 bread1"), text) == "JB-ES-4"


@pytest.mark.rule("JB-ES-4")
def test_23_a_die_that_was_not_delivered(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=1", ""], "meat1 bread1"), "meat3 egg5 egg2")
    assert kit.refused(s, "swap meat4 l1 l1") == "JB-ES-4"


@pytest.mark.rule("JB-SALAD-2", "JB-SALAD-3", "JB-SALAD-4", "JB-SALAD-1")
@pytest.mark.parametrize(
    ("side", "salad", "text", "rule"),
    [
        ("limit", "", "salad fries_soda1", "JB-SALAD-2"),
        ("ones", "egg1", "salad meat2", "JB-SALAD-4"),
        ("limit", "egg1 egg2 egg3", "salad meat2", "JB-SALAD-3"),
    ],
)
def test_24_25_26_salads(kit: Any, side: str, salad: str, text: str, rule: str) -> None:
    s = kit.state(["", ""], "fries_soda1 meat2", salad=True, sides=[side, side], salads=[salad, ""])
    assert kit.refused(s, text) == rule


@pytest.mark.rule("JB-SALAD-1", "JB-SETUP-11")
def test_27_28_no_salad_in_this_game(kit: Any) -> None:
    s = kit.state(["", ""], "meat1 bread1")
    assert kit.refused(s, "salad meat1") == "JB-SALAD-1"
    assert kit.refused(s, "choose ones") == "JB-SETUP-11"
    assert kit.refused(s, "choose ones", seat=1) == "JB-SETUP-11"
    s = kit.delivered(kit.state(["l1=1", ""], "meat1 bread1"), "meat3 egg5 egg2")
    assert kit.refused(s, "choose ones") == "JB-SETUP-11"


@pytest.mark.rule("JB-SETUP-3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_29_the_advanced_bag_is_for_two(seats: int) -> None:
    with rejects("JB-SETUP-3"):
        GAME.settle({"supply": "advanced2"}, seats)
    GAME.settle({"supply": "advanced2"}, 2)


@pytest.mark.rule("JB-SETUP-1")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_30_two_to_six_players(seats: int) -> None:
    with rejects("2 to 6 players"):
        GAME.settle({}, seats)


@pytest.mark.rule("JB-SETUP-6")
def test_31_too_few_special_burgers() -> None:
    text = cards.FILE.read_text(encoding="utf-8")
    start, end = text.index('[[burger]]\nid = "rojak"'), text.index("[[salad]]")
    few = GAME.with_cards(text[:start] + text[end:])
    few.settle({"burgers": "special"}, 4)
    with rejects("JB-SETUP-6"):
        few.settle({"burgers": "special"}, 5)


@pytest.mark.rule("JB-PLACE-7")
@pytest.mark.parametrize(("die", "slot"), [("bread1", "bread_top"), ("fries_soda1", "side_soda"), ("meat1", "l2")])
def test_32_the_later_of_two_like_spaces(kit: Any, die: str, slot: str) -> None:
    s = kit.state(["", ""], "bread1 meat1 fries_soda1", burgers=["double_daging", "kebun"])
    assert kit.refused(s, f"burger {die} {slot}") == "JB-PLACE-7"


@pytest.mark.rule("JB-TURN-2")
def test_33_first_the_salad(kit: Any) -> None:
    s = kit.setup(2, salad=True)
    for text in ("burger meat1 l1", "finish", "keep", "call"):
        assert kit.refused(s, text) == "JB-TURN-2"


@pytest.mark.rule("JB-MUL-6")
def test_34_young_players_are_players() -> None:
    GAME.settle({"young_seats": "0,1"}, 2)
    with rejects("JB-MUL-6"):
        GAME.settle({"young_seats": "2"}, 2)


@pytest.mark.rule("JB-PLACE-2", "JB-ES-7")
def test_35_no_free_space(kit: Any) -> None:
    s = kit.state(["bread_bottom=2 bread_top=3 l1=4", ""], "egg1 bread1", extra_supply="any_ingredient")
    s = kit.delivered(s, "bread6 meat1 egg2")
    assert kit.refused(s, "swap bread6 l1 l1") == "JB-PLACE-2"
    assert kit.refused(s, "swap egg2 l1 l1") == "JB-PLACE-1"
    assert kit.refused(s, "swap meat1 bread_top l1") == "JB-PLACE-2"
    assert kit.refused(s, "swap egg2 l1 r3") == "JB-PLACE-3"


def test_irrelevant_options_are_ignored() -> None:
    GAME.settle({"scoring": "additional", "single_die": "one", "young_seats": "0"}, 2)
