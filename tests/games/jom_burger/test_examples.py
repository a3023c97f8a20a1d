"""The worked examples of the ledger, by number."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.jom_burger import GAME, cards
from bunfight.games.jom_burger.state import KIND_IDS, drafter
from bunfight.kernel import Luck, Rng, Table, Talk

FULL = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 r2=1 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
NO_VEGETABLE_PAIR = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
BASIC = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 l4=1"
ALMOST = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l4=6 side_fries=2"  # the card of example 35: egg is missing


def order(kit: Any, seats: int, start: int) -> list[int]:
    s = kit.state([""] * seats, "meat1 meat2", start=start)
    return [drafter(s, turn) for turn in range(2 * seats)]


# -- examples of the rulebook ---------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ROLL-1")
def test_01_three_players_roll_seven_dice(kit: Any) -> None:
    assert len(kit.setup(3).pool) == 7


@pytest.mark.rule("JB-DRAFT-1", "JB-DRAFT-2")
def test_02_the_snake_of_four_players(kit: Any) -> None:
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
def test_05_07_ones_salads(kit: Any, scoring: str, dice: str, points: int) -> None:
    s = kit.state(["", ""], salad=True, sides=["ones", "ones"], salads=[dice, ""], scoring=scoring)
    assert kit.lines(s)[9] == points


@pytest.mark.rule("JB-SALAD-9")
@pytest.mark.parametrize(("scoring", "points"), [("additional", 6), ("multiplication", 16)])
def test_06_08_limit_salads_of_three_and_one(kit: Any, scoring: str, points: int) -> None:
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
    assert kit.picks(kit.state(["l1=2", ""], "meat3 bread1"))[1] == "burger meat3 r1"
    assert kit.picks(kit.state(["l1=2 r1=2", ""], "meat3 bread1")) == ["burger bread1 bread_bottom"]


@pytest.mark.rule("JB-PLACE-5", "JB-DRAFT-6")
def test_19_the_whole_left_column_first(kit: Any) -> None:
    s = kit.state(["l1=1 l2=1 l4=1", ""], "meat6 meat2", left_first="column")
    assert kit.picks(s) == ["fridge meat2", "fridge meat6"]
    s = kit.state(["l1=1 l2=1 l3=1 l4=1", ""], "meat6 meat2", left_first="column")
    assert kit.picks(s) == ["burger meat2 r1", "burger meat6 r1"]


@pytest.mark.rule("JB-PLACE-1", "JB-PLACE-3", "JB-PLACE-4", "JB-PLACE-7")
def test_20_double_daging(kit: Any) -> None:
    both = ["double_daging", "kebun"]
    s = kit.state(["", ""], "cheese6 meat1", burgers=both)
    assert kit.picks(s) == ["burger meat1 l1"]
    s = kit.state(["l1=3", ""], "cheese6 meat1", burgers=both)
    assert kit.picks(s) == ["burger cheese6 r1", "burger meat1 l2"]


@pytest.mark.rule("JB-PLACE-3", "JB-PLACE-4")
def test_21_rojak_mix(kit: Any) -> None:
    both = ["rojak", "kebun"]
    assert "burger vegetable2 l2" in kit.picks(kit.state(["", ""], "vegetable2 bread1", burgers=both))
    assert kit.picks(kit.state(["l2=1", ""], "vegetable2 bread1", burgers=both)) == ["burger bread1 bread_bottom"]
    assert "burger vegetable2 r1" in kit.picks(kit.state(["l1=1 l2=1", ""], "vegetable2 bread1", burgers=both))


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
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1", extra_supply="any_ingredient"), "egg5 cheese1 bread1")
    fries = s.bag[2]
    assert kit.play(s, "swap egg5 side_fries l3")[:2] == ["DieSwapped", "OrderFirst"]
    assert s.bag[2] == fries + 1 and kit.pips(s, 0)["l3"] == 5 and "side_fries" not in kit.pips(s, 0)
    assert s.first_basic == 0
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1"), "egg5 cheese1 bread1")
    assert kit.refused(s, "swap egg5 side_fries l3") == "JB-ES-6"


@pytest.mark.rule("JB-ES-7")
def test_36_a_like_die_slides_left(kit: Any) -> None:
    s = kit.delivered(kit.state([ALMOST, ""], "meat1 bread1", extra_supply="any_ingredient"), "egg5 cheese1 bread1")
    kit.play(s, "swap egg5 l1 l3")
    pips = kit.pips(s, 0)
    assert pips["l1"] == 3 and "r1" not in pips and pips["l3"] == 5 and s.first_basic == 0


@pytest.mark.rule("JB-ES-7", "JB-ES-9")
def test_37_a_complete_order_is_not_broken(kit: Any) -> None:
    card = ALMOST + " l3=2"
    s = kit.delivered(kit.state([card, ""], "meat1 bread1", extra_supply="any_ingredient"), "fries_soda6 egg1 egg2")
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
    s = kit.state(["l1=4 r1=5 l2=3", ""], "meat1 bread1", burgers=["silang", "rojak"], extra_supply="any_ingredient")
    s = kit.delivered(s, "egg5 bread1 bread2")
    assert kit.refused(s, "swap egg5 l1 l4") == "JB-ES-8"
    assert [text for text in kit.legal(s) if "egg5" in text] == ["swap egg5 l2 l4", "swap egg5 r1 l4"]


# -- scoring --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ADD-1", "JB-SCORE-1")
def test_39_an_additional_count(kit: Any) -> None:
    s = kit.state([NO_VEGETABLE_PAIR, ""], "", used="0 reroll")
    assert kit.lines(s) == [9, 9, 4, 7, 12, 9, 5, 0, 2, 0] and sum(kit.lines(s)) == 57


@pytest.mark.rule("JB-MUL-1", "JB-MUL-2", "JB-MUL-3", "JB-MUL-4")
@pytest.mark.parametrize(("single", "vegetable", "total"), [("zero", 0, 114), ("one", 4, 118)])
def test_40_a_multiplied_count(kit: Any, single: str, vegetable: int, total: int) -> None:
    s = kit.state([NO_VEGETABLE_PAIR, ""], "", used="0 reroll", scoring="multiplication", single_die=single)
    assert kit.lines(s) == [20, 18, vegetable, 10, 36, 20, 5, 0, 5, 0] and sum(kit.lines(s)) == total


@pytest.mark.rule("JB-SCORE-2", "JB-SCORE-3", "JB-MUL-4")
@pytest.mark.parametrize(("scoring", "total"), [("additional", 34), ("multiplication", 74)])
def test_41_fries_without_basic(kit: Any, scoring: str, total: int) -> None:
    card = NO_VEGETABLE_PAIR.replace(" l3=5 r3=2", "")
    s = kit.state([card, ""], "", used="0 reroll, 0 supply", scoring=scoring)
    assert kit.lines(s)[5] == 0 and sum(kit.lines(s)) == total


@pytest.mark.rule("JB-SCORE-1")
@pytest.mark.parametrize(("scoring", "total"), [("additional", 96), ("multiplication", 246)])
def test_42_the_best_possible_score(kit: Any, scoring: str, total: int) -> None:
    card = " ".join(word.split("=")[0] + "=6" for word in FULL.split())
    assert sum(kit.lines(kit.state([card, ""], "", scoring=scoring))) == total


@pytest.mark.rule("JB-MUL-3")
def test_43_a_young_player(kit: Any) -> None:
    s = kit.state(["l3=5", "l3=5"], "", scoring="multiplication", young_seats=2)
    assert kit.lines(s, 0)[3] == 0 and kit.lines(s, 1)[3] == 5


OWN = """
[[burger]]
id = "tower"
kind = "special"
name_en = "Tower"
name_zh = "高塔堡"
rows = [["meat", "egg"], ["meat", "vegetable"], ["cheese", "meat"]]
"""


def own_game() -> Any:
    return GAME.with_cards(cards.FILE.read_text(encoding="utf-8") + OWN)


@pytest.mark.rule("JB-MUL-5")
@pytest.mark.parametrize(("single", "points"), [("zero", 30), ("one", 34)])
def test_44_three_dice_of_an_ingredient(kit: Any, single: str, points: int) -> None:
    game = own_game()
    card = "l1=4 l2=6 l3=1 r3=5"
    options = {"scoring": "multiplication", "single_die": single}
    s = kit.state([card, ""], "", game=game, burgers=["tower", "regular"], **options)
    assert kit.lines(s)[1] == points


@pytest.mark.rule("JB-WIN-1", "JB-WIN-2")
def test_45_ranks(kit: Any) -> None:
    s = kit.state([NO_VEGETABLE_PAIR, NO_VEGETABLE_PAIR, "l1=1"], "", used="0 reroll, 1 reroll")
    s.agenda.clear()
    s.stalls[0].pips[2] -= 2  # seat 0 has the First Basic card, worth two points
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals[0] == ended.totals[1]
    assert (ended.winners, ended.ranks) == ((0, 1), (1, 1, 3))
    s.stalls[1].pips[2] -= 1
    ended = GAME.outcome(s)
    assert ended is not None and (ended.winners, ended.ranks) == ((0,), (1, 2, 3))


# -- salad ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-SALAD-5", "JB-SALAD-9")
@pytest.mark.parametrize(
    ("dice", "points"), [("egg3", 0), ("egg3 egg1", 6), ("egg3 egg1 egg2", 13), ("egg3 egg1 egg3", 0)]
)
def test_46_a_limit_salad_grows(kit: Any, dice: str, points: int) -> None:
    s = kit.state(["", ""], "meat6 bread1", salad=True, sides=["limit", "ones"], salads=[dice, ""])
    assert kit.lines(s)[9] == points
    assert ("salad meat6" in kit.legal(s)) == (len(dice.split()) < 3)


@pytest.mark.rule("JB-SALAD-9")
@pytest.mark.parametrize(("dice", "points"), [("egg2 meat2 bread2", 48), ("egg1 meat1 bread1", 24)])
def test_47_a_multiplied_limit_salad(kit: Any, dice: str, points: int) -> None:
    s = kit.state(["", ""], salad=True, sides=["limit", "ones"], salads=[dice, ""], scoring="multiplication")
    assert kit.lines(s)[9] == points


@pytest.mark.rule("JB-SALAD-4", "JB-RR-2")
def test_48_a_reroll_makes_a_one(kit: Any) -> None:
    s = kit.state(["", ""], "cheese2 bread3 bread4", salad=True, sides=["ones", "ones"])
    assert kit.refused(s, "salad cheese2") == "JB-SALAD-4"
    kit.play(s, "reroll_pool cheese2", tape=[0])
    assert "salad cheese1" in kit.legal(s)


@pytest.mark.rule("JB-DRAFT-8", "JB-SALAD-2", "JB-SALAD-1")
def test_49_salad_or_fridge(kit: Any) -> None:
    card = "bread_bottom=1 bread_top=1 side_fries=1 side_soda=1"
    s = kit.state([card, ""], "bread6 fries_soda3", turn=3, salad=True, sides=["limit", "ones"])
    assert kit.picks(s) == ["salad bread6", "fridge bread6", "fridge fries_soda3"]
    assert kit.refused(s, "salad fries_soda3") == "JB-SALAD-2"


@pytest.mark.rule("JB-SALAD-6")
def test_50_salad_dice_are_not_counted_twice(kit: Any) -> None:
    card = "bread_bottom=6 bread_top=6 l1=6 r1=6 l2=6 r2=6 l4=4"
    s = kit.state(
        [card, ""], "", salad=True, sides=["ones", "ones"], salads=["egg1 meat1", ""], used="0 reroll, 0 supply"
    )
    assert sum(kit.lines(s)[:6]) == 40 and sum(kit.lines(s)) == 48


@pytest.mark.rule("JB-SETUP-11")
def test_51_salads_are_chosen_in_secret() -> None:
    table = Table(GAME, ["Ann", "Ben"], "salad", {"salad": True})
    said = table.play(0, "choose ones")
    assert [one.heard(1).side for one in said] == [None] and [one.heard(0).side for one in said] == ["ones"]  # type: ignore[union-attr]
    assert GAME.view(table.state, 1).stalls[0].salad_side is None and GAME.view(table.state, 1).stalls[0].salad_chosen
    assert GAME.view(table.state, None).stalls[0].salad_side is None
    said = table.play(1, "choose limit")
    assert [type(one.event).__name__ for one in said] == [
        "SaladChosen",
        "SaladShown",
        "SaladShown",
        "RoundStarted",
        "DiceRolled",
    ]
    assert [stall.salad_side for stall in GAME.view(table.state, None).stalls] == ["ones", "limit"]


# -- more edges -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "JB-SETUP-2", "JB-SETUP-4", "JB-SETUP-5", "JB-SETUP-7", "JB-SETUP-8", "JB-SETUP-12", "JB-ROLL-2", "JB-ROLL-3"
)
def test_52_setup_of_four(kit: Any) -> None:
    s = kit.setup(4)
    assert all(stall.card.id == "regular" and stall.reroll and stall.supply for stall in s.stalls)
    assert (s.first_basic, s.first_premium, s.fridge) == (-1, -1, [])
    assert len(s.pool) == 9 and s.in_bag == 51 and all(0 <= kind < 36 for kind in s.pool)
    assert s.awaiting() == [s.start]


@pytest.mark.rule("JB-DRAFT-1", "JB-DRAFT-2", "JB-DRAFT-10", "JB-FRIDGE-1", "JB-FRIDGE-2", "JB-ROUND-2", "JB-ROUND-3")
def test_53_one_whole_round(kit: Any) -> None:
    s = kit.state(["", ""], "meat5 bread2 egg6 fries_soda4 cheese1")
    assert s.in_bag == 55
    kit.play(s, "burger egg6 l3")
    assert s.awaiting() == [1]
    kit.play(s, "burger meat5 l1")
    assert s.awaiting() == [1]
    kit.play(s, "burger fries_soda4 side_fries")
    assert s.awaiting() == [0]
    kit.play(s, "reroll_pool cheese1", tape=[4])
    kit.play(s, "burger cheese5 l4")
    assert [(one.die, one.round, one.seat) for one in GAME.view(s, None).fridge] == [("bread2", 1, None)]
    assert (s.round, s.start, s.awaiting(), s.in_bag) == (2, 1, [1], 50)


@pytest.mark.rule("JB-TURN-4")
def test_54_like_dice_are_offered_once(kit: Any) -> None:
    s = kit.state(["", ""], "egg4 egg4 bread1")
    assert kit.picks(s).count("burger egg4 l3") == 1
    kit.play(s, "burger egg4 l3")
    assert [KIND_IDS[kind] for kind in s.pool] == ["bread1", "egg4"]


@pytest.mark.rule("JB-ORDER-1", "JB-ORDER-4")
def test_55_ones_complete_a_basic(kit: Any) -> None:
    assert kit.lines(kit.state([BASIC, ""], ""))[6] == 5
    assert kit.lines(kit.state([BASIC.replace("l3=1 ", ""), ""], ""))[6] == 0


@pytest.mark.rule("JB-RR-1", "JB-RR-7", "JB-ACT-1")
def test_56_one_reroll_only(kit: Any) -> None:
    s = kit.state(["l2=3", ""], "egg4 egg5 bread1", number=2)
    kit.play(s, "reroll_own l2", tape=[3])
    assert not [text for text in kit.legal(s) if text.startswith("reroll")]
    assert kit.refused(s, "reroll_own l2") == "JB-ACT-1" and kit.refused(s, "reroll_pool egg4") == "JB-ACT-1"


@pytest.mark.rule("JB-ES-11")
def test_57_an_unwise_swap(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=5", ""], "egg1 bread1"), "meat2 egg1 egg2")
    assert kit.legal(s) == ["swap meat2 l1 l1", "keep"]
    kit.play(s, "swap meat2 l1 l1")
    assert kit.pips(s, 0) == {"l1": 2}


@pytest.mark.rule("JB-ES-1", "JB-ACT-2", "JB-TURN-1", "JB-TURN-2")
def test_58_cards_only_in_their_window(kit: Any) -> None:
    s = kit.state(["l1=1", "l1=1"], "fries_soda1 bread1 egg2", number=6, turn=2)
    kit.play(s, "burger fries_soda1 side_fries")
    assert kit.refused(s, "call") == "JB-TURN-2"
    for text in ("call", "reroll_own l1", "reroll_pool egg2"):
        assert kit.refused(s, text, seat=0) == "JB-TURN-1"


@pytest.mark.rule("JB-DRAFT-5", "JB-DRAFT-7")
def test_59_salad_although_it_fits(kit: Any) -> None:
    s = kit.state(["", ""], "cheese1 bread6", turn=3, salad=True, sides=["ones", "ones"])
    assert kit.picks(s) == ["burger bread6 bread_bottom", "burger cheese1 l4", "salad cheese1"]


@pytest.mark.rule("JB-SALAD-10", "JB-SCORE-2")
def test_60_a_salad_without_basic(kit: Any) -> None:
    s = kit.state(["side_fries=6", ""], "", salad=True, sides=["limit", "ones"], salads=["egg2 egg2", ""])
    assert kit.lines(s)[9] == 6 and kit.lines(s)[5] == 0


@pytest.mark.rule("JB-ORDER-12", "JB-END-1", "JB-ROUND-1")
def test_61_unclaimed_cards_score_for_nobody(kit: Any) -> None:
    for n in range(20):
        s = kit.finish(kit.setup(2, f"seed{n}"))
        assert s.round == 6 and s.fridge_by.count(-1) == 6 and not s.pool
        if s.first_premium < 0:
            assert [kit.lines(s, seat)[7] for seat in range(2)] == [0, 0]
            return
    raise AssertionError("no game without a Premium Burger")


@pytest.mark.rule("JB-PLACE-8")
def test_62_a_choice_of_spaces(kit: Any) -> None:
    s = kit.state(["", ""], "meat3 bread1", game=own_game(), burgers=["tower", "regular"])
    assert [text for text in kit.picks(s) if "meat" in text] == ["burger meat3 l1", "burger meat3 l2"]


@pytest.mark.rule("JB-ADV2-1", "JB-ADV2-3", "JB-SETUP-10")
def test_63_the_advanced_version_combines(kit: Any) -> None:
    s = kit.setup(2, supply="advanced2", burgers="special", salad=True, scoring="multiplication")
    assert s.in_bag == 30 and s.rules.salads[1].multipliers == [2, 4, 8] and s.rules.salads[0].points == [5, 20, 60]
    kit.play(s, "choose ones", "choose limit")
    assert len(s.pool) == 5
    GAME.audit(kit.finish(s))


@pytest.mark.rule("JB-FRIDGE-4", "JB-ROLL-5")
def test_64_dice_in_the_fridge_never_come_back(kit: Any) -> None:
    s, fridge = kit.setup(3), []
    rng = Rng("fridge")
    while s.agenda:
        assert s.fridge[: len(fridge)] == fridge
        fridge = s.fridge[:]
        seat, before, delivery = s.awaiting()[0], s.in_bag, bool(s.delivered)
        s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), Luck(rng), Talk(False))
        assert s.in_bag <= before or delivery
        GAME.audit(s)


@pytest.mark.rule("JB-ES-12", "JB-SALAD-7", "JB-PLACE-10")
def test_65_salad_dice_stay(kit: Any) -> None:
    s = kit.state(["l1=1", ""], "meat6 bread1", salad=True, sides=["ones", "ones"], salads=["egg1", ""])
    s = kit.delivered(s, "egg6 egg5 bread1")
    assert kit.legal(s) == ["keep"]
    kit.play(s, "keep")
    assert [text for text in kit.legal(s) if text.startswith("reroll_own")] == ["reroll_own l1"]
    assert [KIND_IDS[kind] for kind in s.stalls[0].salad] == ["egg1"]


@pytest.mark.rule("JB-PLACE-3", "JB-PLACE-11")
def test_66_left_first_by_ingredient(kit: Any) -> None:
    both = ["double_daging", "kebun"]
    s = kit.state(["", ""], "cheese6 egg2", burgers=both, left_first="ingredient")
    assert kit.picks(s) == ["burger cheese6 r1", "burger egg2 l4"]


@pytest.mark.rule("JB-SETUP-9")
def test_67_a_random_starting_player(kit: Any) -> None:
    firsts = [int(kit.setup(3, f"start{n}").start) for n in range(300)]
    assert all(70 <= firsts.count(seat) <= 130 for seat in range(3))
    assert firsts == [int(kit.setup(3, f"start{n}").start) for n in range(300)]


@pytest.mark.rule("JB-FRIDGE-3", "JB-FRIDGE-5")
def test_68_the_fridge_remembers_who(kit: Any) -> None:
    card = "bread_bottom=1 bread_top=1 l3=1 r3=1"
    s = kit.state(["", card], "egg6 bread3", number=2, turn=3, start=1)
    s.fridge, s.fridge_by = kit.dice("meat1"), [-1]
    kit.play(s, "fridge egg6")
    assert [(one.die, one.round, one.seat) for one in GAME.view(s, 0).fridge] == [
        ("meat1", 1, None),
        ("egg6", 2, 1),
        ("bread3", 2, None),
    ]
    assert s.stalls[1].wasted == 1


@pytest.mark.rule("JB-ES-7", "JB-PLACE-2")
def test_69_no_space_for_the_new_die(kit: Any) -> None:
    s = kit.state(["bread_bottom=2 bread_top=3 l1=4", ""], "egg1 bread1", extra_supply="any_ingredient")
    s = kit.delivered(s, "bread6 egg1 egg2")
    assert kit.refused(s, "swap bread6 l1 bread_bottom") == "JB-PLACE-2"
    assert [text for text in kit.legal(s) if "bread6" in text] == [
        "swap bread6 bread_bottom bread_bottom",
        "swap bread6 bread_top bread_top",
    ]


@pytest.mark.rule("JB-SETUP-11")
def test_70_a_salad_is_chosen_once(kit: Any) -> None:
    s = kit.setup(2, salad=True)
    kit.play(s, "choose ones", seat=0)
    assert kit.refused(s, "choose limit", seat=0) == "JB-SETUP-11"
    assert s.stalls[0].side == 0 and s.awaiting() == [1]
