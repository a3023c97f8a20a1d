"""The worked examples of the ledger, by number."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.jom_burger import GAME
from bunfight.games.jom_burger.rules.state import KIND_IDS, drafter

FULL = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 r2=1 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
NO_VEGETABLE_PAIR = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
BASIC = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 l4=1"
ALMOST = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l4=6 side_fries=2"  # the card of example 35: egg is missing

LOOSE = {"extra_supply": "any_ingredient", "left_first": "row"}


def order(kit: Any, seats: int, start: int) -> list[int]:
    s = kit.state([""] * seats, "meat1 meat2", start=start)
    return [drafter(s, turn) for turn in range(2 * seats)]


# -- examples of the rulebook ---------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ROLL-1")
def test_01_three_players_roll_seven_dice(kit: Any, page_numbers: list[int]) -> None:
    rolled = len(kit.setup(3).pool)
    assert rolled == 7 and page_numbers == [3, 3, 2, 1, rolled]


@pytest.mark.rule("JB-DRAFT-1", "JB-DRAFT-2")
def test_02_the_snake_of_four_players(kit: Any, page_numbers: list[int]) -> None:
    assert [seat + 1 for seat in order(kit, 4, 0)] == page_numbers
    assert order(kit, 4, 0) == [0, 1, 2, 3, 3, 2, 1, 0]
    assert order(kit, 4, 2) == [2, 3, 0, 1, 1, 0, 3, 2]


@pytest.mark.rule("JB-ORDER-6", "JB-ORDER-9")
def test_03_basic_awards(kit: Any) -> None:
    s = kit.state(["bread_bottom=2 l1=2 l2=2 l3=2 l4=2", BASIC, "l1=6"], "bread1 meat2 egg3", number=6, turn=3, start=1)
    assert drafter(s, s.turn) == 0
    s.first_basic = 1
    kit.play(s, "burger bread1 bread_top")
    assert [kit.lines(s, seat)[6] for seat in range(3)] == [3, 5, 0]


@pytest.mark.rule("JB-ORDER-7", "JB-ORDER-9")
def test_04_premium_awards(kit: Any) -> None:
    premium = FULL.replace(" side_fries=5 side_soda=4", "")
    s = kit.state([premium, "", premium], "")
    s.first_premium = 2
    assert [kit.lines(s, seat)[7] for seat in range(3)] == [12, 0, 15]


@pytest.mark.rule("JB-SALAD-8")
@pytest.mark.parametrize(
    ("scoring", "dice", "points"),
    [
        ("additional", "egg1", 3),
        ("additional", "egg1 meat1 bread1", 16),
        ("multiplication", "egg1", 5),
        ("multiplication", "egg1 meat1 bread1", 60),
        ("additional", "", 0),
    ],
)
def test_05_07_ones_salads(kit: Any, scoring: str, dice: str, points: int, page_numbers: list[int]) -> None:
    assert page_numbers == [1, 3, 16, 1, 5, 60] and points in (0, *page_numbers)
    s = kit.state(["", ""], salad=True, sides=["ones", "ones"], salads=[dice, ""], scoring=scoring)
    assert kit.lines(s)[9] == points


@pytest.mark.rule("JB-SALAD-9")
@pytest.mark.parametrize(("scoring", "points"), [("additional", 6), ("multiplication", 16)])
def test_06_08_limit_salads_of_three_and_one(kit: Any, scoring: str, points: int, page_numbers: list[int]) -> None:
    assert page_numbers == [3, 1, 4, 6, 3, 1, 4, 4, 4, 16] and points in page_numbers
    s = kit.state(["", ""], salad=True, sides=["limit", "ones"], salads=["egg3 meat1", ""], scoring=scoring)
    assert kit.lines(s)[9] == points


@pytest.mark.rule("JB-MUL-2", "JB-MUL-3")
@pytest.mark.parametrize(("single", "points"), [("zero", 0), ("one", 4)])
def test_09_a_single_die_multiplied(kit: Any, single: str, points: int) -> None:
    s = kit.state(["l2=4", ""], scoring="multiplication", single_die=single)
    assert kit.lines(s)[2] == points


@pytest.mark.rule("JB-ACT-5")
@pytest.mark.parametrize(("scoring", "points"), [("additional", 4), ("multiplication", 10)])
def test_10_unused_cards(kit: Any, scoring: str, points: int) -> None:
    s = kit.state(["", ""], scoring=scoring, used="1 reroll")
    assert kit.lines(s, 0)[8] == points and kit.lines(s, 1)[8] == points // 2


# -- flow -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-SETUP-2", "JB-ROLL-1")
def test_11_five_players(kit: Any) -> None:
    assert GAME.box.supply(5, False).dice == (18, 18, 18, 12, 12, 12)
    s = kit.setup(5)
    assert len(s.pool) == 11 and s.in_bag == 79
    while s.round < 6:
        kit.play(s, s.agenda[-1].legal(s, s.awaiting()[0])[-1].text)
    assert s.in_bag == 24


@pytest.mark.rule("JB-ROUND-3", "JB-DRAFT-2")
def test_12_two_players_take_turns_to_start(kit: Any) -> None:
    assert order(kit, 2, 1) == [1, 0, 0, 1] and order(kit, 2, 0) == [0, 1, 1, 0]
    assert starts(kit, 2, 1) == [1, 0, 1, 0, 1, 0]


@pytest.mark.rule("JB-ROUND-3")
def test_13_five_players_take_turns_to_start(kit: Any) -> None:
    assert starts(kit, 5, 3) == [3, 4, 0, 1, 2, 3]
    assert order(kit, 5, 3) == [3, 4, 0, 1, 2, 2, 1, 0, 4, 3]


def starts(kit: Any, seats: int, first: int) -> list[int]:
    seed = next(f"s{n}" for n in range(99) if kit.setup(seats, f"s{n}").start == first)
    s, found = kit.setup(seats, seed), [first]
    while s.agenda:
        number = s.round
        kit.play(s, kit.legal(s)[-1])
        if s.round > number:
            found.append(s.start)
    return found


@pytest.mark.rule("JB-FRIDGE-2")
def test_14_six_players_leave_one_die(kit: Any) -> None:
    s = kit.setup(6)
    assert len(s.pool) == 13
    sizes = []
    while s.round == 1:
        sizes.append(len(s.pool))
        kit.play(s, kit.picks(s)[0])
    assert sizes == list(range(13, 1, -1))
    assert s.fridge_by == [-1]


@pytest.mark.rule("JB-ADV2-2", "JB-ROLL-4")
def test_15_the_advanced_bag_runs_dry(kit: Any) -> None:
    s, seen = kit.setup(2, supply="advanced2"), {}
    while s.agenda:
        seen[s.round] = s.in_bag
        kit.play(s, kit.picks(s)[0] if kit.picks(s) else kit.legal(s)[-1])
    assert seen == {1: 25, 2: 20, 3: 15, 4: 10, 5: 5, 6: 0}


# -- forced picks and placing ---------------------------------------------------------------------------------------


@pytest.mark.rule("JB-DRAFT-6", "JB-FRIDGE-2", "JB-FRIDGE-3")
def test_16_nothing_fits(kit: Any) -> None:
    s = kit.state(["bread_bottom=1 bread_top=1 l4=1 r4=1", ""], "bread6 cheese5", number=4, turn=3, used="0 reroll")
    s.fridge, s.fridge_by = [0, 0, 0], [-1, -1, -1]
    assert kit.picks(s) == ["fridge bread6", "fridge cheese5"]
    kit.play(s, "fridge bread6")
    stack = [one for one in GAME.view(s, 0).fridge if one.round == 4]
    assert [(one.die, one.seat) for one in stack] == [("bread6", 0), ("cheese5", None)]


@pytest.mark.rule("JB-DRAFT-4", "JB-DRAFT-5")
def test_17_something_fits(kit: Any) -> None:
    s = kit.state(["bread_bottom=1 bread_top=1", ""], "bread6 meat1", turn=3)
    assert kit.picks(s) == ["burger meat1 l1"]
    assert kit.refused(s, "fridge bread6") == "JB-DRAFT-5"


@pytest.mark.rule("JB-PLACE-2", "JB-PLACE-3", "JB-PLACE-4")
def test_18_left_before_right(kit: Any) -> None:
    assert kit.picks(kit.state(["", ""], "meat3 bread1"))[1] == "burger meat3 l1"
    assert kit.picks(kit.state(["l1=2", ""], "meat3 bread1", left_first="row"))[1] == "burger meat3 r1"
    s = kit.state(["l1=2 r1=2", ""], "meat3 bread1", left_first="row")
    assert kit.picks(s) == ["burger bread1 bread_bottom"]


@pytest.mark.rule("JB-PLACE-5", "JB-DRAFT-6")
def test_19_the_whole_left_column_first(kit: Any) -> None:
    s = kit.state(["l1=1 l2=1 l4=1", ""], "meat6 meat2")
    assert kit.picks(s) == ["fridge meat2", "fridge meat6"]
    s = kit.state(["l1=1 l2=1 l3=1 l4=1", ""], "meat6 meat2")
    assert kit.picks(s) == ["burger meat2 r1", "burger meat6 r1"]


@pytest.mark.rule("JB-PLACE-1", "JB-PLACE-3", "JB-PLACE-4", "JB-PLACE-7")
def test_20_double_daging(kit: Any) -> None:
    both = ["double_daging", "kebun"]
    s = kit.state(["", ""], "cheese6 meat1", burgers=both, left_first="row")
    assert kit.picks(s) == ["burger meat1 l1"]
    s = kit.state(["l1=3", ""], "cheese6 meat1", burgers=both, left_first="row")
    assert kit.picks(s) == ["burger cheese6 r1", "burger meat1 l2"]


@pytest.mark.rule("JB-PLACE-3", "JB-PLACE-4")
def test_21_rojak_mix(kit: Any) -> None:
    def picks(card: str) -> list[str]:
        s = kit.state([card, ""], "vegetable2 bread1", burgers=["rojak", "kebun"], left_first="row")
        return kit.picks(s)  # type: ignore[no-any-return]

    assert "burger vegetable2 l2" in picks("")
    assert picks("l2=1") == ["burger bread1 bread_bottom"]
    assert "burger vegetable2 r1" in picks("l1=1 l2=1")


@pytest.mark.rule("JB-PLACE-6", "JB-PLACE-7", "JB-PLACE-9")
def test_22_breads_and_sides(kit: Any) -> None:
    s = kit.state(["", ""], "bread3 fries_soda4")
    assert kit.picks(s) == ["burger bread3 bread_bottom", "burger fries_soda4 side_fries"]
    s = kit.state(["bread_bottom=1 side_fries=1", ""], "bread3 fries_soda4")
    assert kit.picks(s) == ["burger bread3 bread_top", "burger fries_soda4 side_soda"]


# -- orders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ORDER-5", "JB-ORDER-8")
def test_23_one_die_completes_both(kit: Any) -> None:
    s = kit.state(["bread_bottom=1 l1=1 l2=1 l3=1 l4=1 r1=1 r2=1 r3=1 r4=1", ""], "bread1 meat1")
    heard = kit.play(s, "burger bread1 bread_top")
    assert heard[:3] == ["DiePlaced", "OrderFirst", "OrderFirst"]
    assert (s.first_basic, s.first_premium) == (0, 0)
    assert kit.lines(s)[6:8] == [5, 15]


@pytest.mark.rule("JB-ORDER-9", "JB-ORDER-10")
def test_24_first_basic_and_first_premium_with_different_players(kit: Any) -> None:
    s = kit.state([BASIC, FULL], "")
    assert (s.first_basic, s.first_premium) == (0, 1)
    assert kit.lines(s, 0)[6:8] == [5, 0] and kit.lines(s, 1)[6:8] == [3, 15]
    s = kit.state([FULL, FULL], "")
    s.first_premium = 1
    assert kit.lines(s, 0)[6:8] == [5, 12]


@pytest.mark.rule("JB-ORDER-10")
@pytest.mark.parametrize(("bonus", "awards", "total"), [("both", [5, 12], 68), ("highest", [0, 12], 63)])
def test_25_both_awards_or_the_highest(kit: Any, bonus: str, awards: list[int], total: int) -> None:
    s = kit.state([FULL, FULL], "", order_bonus=bonus, used="0 reroll, 0 supply")
    s.first_premium = 1
    assert kit.lines(s)[6:8] == awards and sum(kit.lines(s)[:6]) == 51
    assert sum(kit.lines(s)) == total


@pytest.mark.rule("JB-ORDER-2", "JB-ORDER-3")
def test_26_premium_needs_no_fries(kit: Any) -> None:
    s = kit.state([FULL.replace(" side_fries=5 side_soda=4", ""), ""], "")
    assert kit.lines(s)[7] == 15


# -- action cards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-RR-2", "JB-RR-3", "JB-ACT-1")
def test_27_reroll_in_the_pool(kit: Any) -> None:
    s = kit.state(["", ""], "vegetable2 egg5 bread4")
    assert kit.play(s, "reroll_pool vegetable2", tape=[5]) == ["PoolRerolled"]
    assert [KIND_IDS[kind] for kind in s.pool] == ["bread4", "vegetable6", "egg5"]
    assert s.awaiting() == [0] and "burger egg5 l3" in kit.legal(s)
    assert kit.refused(s, "reroll_pool egg5") == "JB-ACT-1"


@pytest.mark.rule("JB-RR-5", "JB-RR-6", "JB-ORDER-11", "JB-ACT-4", "JB-ACT-6")
def test_28_a_reroll_without_benefit(kit: Any) -> None:
    s = kit.state([BASIC, ""], "meat3 egg5 bread4")
    kit.play(s, "reroll_own l1", tape=[0])
    assert kit.pips(s, 0)["l1"] == 1 and not s.stalls[0].reroll
    assert kit.lines(s)[6] == 5 and s.awaiting() == [0]


@pytest.mark.rule("JB-RR-8")
def test_29_the_last_chance(kit: Any) -> None:
    s = kit.state(["l1=1", "", "l2=3 l1=4"], "fries_soda1 bread1 egg2 egg3", number=6, turn=3)
    assert s.awaiting() == [2]
    kit.play(s, "burger fries_soda1 side_fries")
    assert kit.legal(s) == ["reroll_own l1", "reroll_own l2", "reroll_own side_fries", "finish"]
    assert kit.play(s, "finish") == ["RerollKept"] and s.awaiting() == [1]
    s = kit.state(["l1=1", "", "l2=3"], "fries_soda1 bread1 egg2 egg3", number=5, turn=3)
    kit.play(s, "burger fries_soda1 side_fries")
    assert s.awaiting() == [1]
    s = kit.state(["l1=1", "", "l2=3"], "fries_soda1 bread1 egg2 egg3", number=6, turn=3, used="2 reroll")
    kit.play(s, "burger fries_soda1 side_fries")
    assert s.awaiting() == [1]


@pytest.mark.rule("JB-ES-3", "JB-ES-6", "JB-ES-10")
@pytest.mark.parametrize("answer", ["swap egg6 l3 l3", "keep"])
def test_30_extra_supply(kit: Any, answer: str) -> None:
    s = kit.state(["l3=2", "", "", ""], "meat1 bread3 bread4", number=4)
    s.bag = [8, 5, 4, 2, 3, 2]
    s.in_bag = 24
    kit.play(s, "call", tape=kit.tape(s, "egg6 bread2 cheese4"))
    assert s.in_bag == 21 and kit.legal(s) == ["swap egg6 l3 l3", "keep"]
    kit.play(s, answer)
    assert s.in_bag == sum(s.bag) == 24 and s.bag == [8, 5, 4, 2, 3, 2]
    assert kit.pips(s, 0) == {"l3": 6 if answer != "keep" else 2}


@pytest.mark.rule("JB-ES-4", "JB-ACT-6", "JB-TURN-3")
def test_31_no_swap_is_possible(kit: Any) -> None:
    s = kit.state(["l1=2", ""], "meat1 bread3 bread4", number=4)
    before = s.bag[:]
    heard = kit.play(s, "call", tape=kit.tape(s, "egg6 bread2 cheese4"))
    assert heard == ["SupplyCalled", "OnlyMoveMade", "BurgerKept"]
    assert s.bag == before and not s.stalls[0].supply and s.awaiting() == [0]
    assert [KIND_IDS[kind] for kind in s.brought] == ["bread2", "cheese4", "egg6"]


@pytest.mark.rule("JB-ES-2", "JB-ADV2-2")
def test_32_an_empty_bag_delivers_nothing(kit: Any) -> None:
    s = kit.state(["l1=2", ""], "meat1 bread3 bread4", number=6, supply="advanced2")
    s.bag, s.in_bag = [0] * 6, 0
    assert kit.refused(s, "call") == "JB-ES-2" and kit.lines(s)[8] == 4


@pytest.mark.rule("JB-ES-2", "JB-RR-2", "JB-RR-4")
def test_33_the_first_turn(kit: Any) -> None:
    s = kit.setup(3)
    verbs = {text.split()[0] for text in kit.legal(s)}
    assert verbs == {"reroll_pool", "burger"}
    assert kit.refused(s, "call") == "JB-ES-2" and kit.refused(s, "reroll_own l1") == "JB-RR-4"


@pytest.mark.rule("JB-ACT-3", "JB-ES-13")
def test_34_both_cards_in_one_turn(kit: Any) -> None:
    s = kit.state(["l4=1", ""], "meat1 bread3 bread4", number=3)
    kit.play(s, "call", tape=kit.tape(s, "cheese3 egg1 egg2"))
    kit.play(s, "swap cheese3 l4 l4")
    assert s.awaiting() == [0]
    kit.play(s, "reroll_own l4", tape=[4])
    assert kit.pips(s, 0) == {"l4": 5} and s.awaiting() == [0]
    kit.play(s, "burger meat1 l1")
    assert s.awaiting() == [1]


@pytest.mark.rule("JB-ES-6", "JB-ES-7", "JB-ORDER-5")
def test_35_a_swap_completes_the_basic(kit: Any) -> None:
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1", **LOOSE), "egg5 cheese1 bread1")
    fries = s.bag[2]
    assert kit.play(s, "swap egg5 side_fries l3")[:2] == ["DieSwapped", "OrderFirst"]
    assert s.bag[2] == fries + 1 and kit.pips(s, 0)["l3"] == 5 and "side_fries" not in kit.pips(s, 0)
    assert s.first_basic == 0
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1", left_first="row"), "egg5 cheese1 bread1")
    assert kit.refused(s, "swap egg5 side_fries l3") == "JB-ES-6"


@pytest.mark.rule("JB-ES-7")
def test_36_a_like_die_slides_left(kit: Any) -> None:
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1", **LOOSE), "egg5 cheese1 bread1")
    kit.play(s, "swap egg5 l1 l3")
    pips = kit.pips(s, 0)
    assert pips["l1"] == 3 and "r1" not in pips and pips["l3"] == 5 and s.first_basic == 0


@pytest.mark.rule("JB-ES-7", "JB-ES-9")
def test_37_a_complete_order_is_not_broken(kit: Any) -> None:
    card = ALMOST + " l3=2"
    s = kit.delivered(kit.state([card, ""], "meat1 bread1", **LOOSE), "fries_soda6 egg1 egg2")
    for out in ("bread_bottom", "bread_top", "l2", "l3", "l4"):
        assert kit.refused(s, f"swap fries_soda6 {out} side_soda") == "JB-ES-9"
    legal = [text for text in kit.legal(s) if "fries_soda6" in text]
    assert legal == [
        "swap fries_soda6 l1 side_soda",
        "swap fries_soda6 r1 side_soda",
        "swap fries_soda6 side_fries side_fries",
    ]


@pytest.mark.rule("JB-ES-8")
def test_38_no_gap_on_the_left(kit: Any) -> None:
    s = kit.state(["l1=4 r1=5 l2=3", ""], "meat1 bread1", burgers=["silang", "rojak"], **LOOSE)
    s = kit.delivered(s, "egg5 bread1 bread2")
    assert kit.refused(s, "swap egg5 l1 l4") == "JB-ES-8"
    assert [text for text in kit.legal(s) if "egg5" in text] == ["swap egg5 l2 l4", "swap egg5 r1 l4"]
