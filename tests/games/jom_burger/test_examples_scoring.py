"""The worked examples of the ledger, by number: scoring, salad, options and what comes after."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, Table
from bunfight.games.jom_burger import GAME, cards
from bunfight.games.jom_burger.rules.state import KIND_IDS

FULL = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 r2=1 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
NO_VEGETABLE_PAIR = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l3=5 r3=2 l4=6 r4=6 side_fries=5 side_soda=4"
BASIC = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 l4=1"
ALMOST = "bread_bottom=4 bread_top=5 l1=6 r1=3 l2=4 l4=6 side_fries=2"  # the card of example 35: egg is missing


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
    s = kit.state(["l3=5", "l3=5"], "", scoring="multiplication", young_seats="1")
    assert kit.lines(s, 0)[3] == 0 and kit.lines(s, 1)[3] == 5


OWN = """
[[burger]]
id = "tower"
kind = "special"
name = { en = "Tower", zh = "高塔堡" }
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
    assert GAME.view(table.state, 1).stalls[0].salad_side is None and GAME.view(table.state, 1).stalls[0].salad_chosen  # type: ignore[arg-type]
    assert GAME.view(table.state, None).stalls[0].salad_side is None  # type: ignore[arg-type]
    said = table.play(1, "choose limit")
    assert [type(one.event).__name__ for one in said] == [
        "SaladChosen",
        "SaladShown",
        "SaladShown",
        "RoundStarted",
        "DiceRolled",
    ]
    assert [stall.salad_side for stall in GAME.view(table.state, None).stalls] == ["ones", "limit"]  # type: ignore[arg-type]


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
        s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), Luck(rng), EventLog(False))
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
