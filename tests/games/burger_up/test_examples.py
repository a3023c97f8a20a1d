"""The worked examples of the rules, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, LiveLuck, Rng
from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.rules.actions import burger_class
from bunfight.games.burger_up.rules.state import CLASS_PAY, SALAD

DELUXE = "ms1.a su4.a uu1.a cu1.b sc1.b ss4.b su2.a"
GIANT = "mm1.a mm2.b mc3.a cc1.a cu1.a uu3.a su2.b ss1.a ss2.a ms3.b"


@pytest.mark.rule("BU-CARD-5", "BU-REQ-1", "BU-TB-01")
def test_01_vegetarian_deluxe_with_a_veggie_patty(lay: Any, page_numbers: list[int]) -> None:
    t = lay((DELUXE, ""), orders="vegetarian_deluxe:2")
    salads = sum(t.book.kinds[half] == SALAD for half in t.me.stacks[0])
    t.play("claim 0 vegetarian_deluxe")
    assert [t.me.sizes[0], salads] == page_numbers
    assert t.me.money == 2 + 2 + 5


@pytest.mark.rule("BU-REQ-2")
def test_02_the_same_without_the_tomato_is_too_small(lay: Any) -> None:
    t = lay((DELUXE.removesuffix(" su2.a"), ""), orders="vegetarian_deluxe:2")
    assert t.refused("claim 0 vegetarian_deluxe") == "BU-REQ-2"


@pytest.mark.rule("BU-TB-12", "BU-PAY-4")
def test_03_iron_giant_for_coins(lay: Any, page_numbers: list[int]) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3")
    need = t.book.orders[t.s.pending[0]]
    assert [need.lines[0].n, need.low] == page_numbers
    t.play("claim 0 iron_giant", "reward coins")
    assert t.me.money == 2 + 3 + 10 + 1 and not t.me.upgraded


@pytest.mark.rule("BU-COL-3", "BU-COL-5")
def test_04_iron_giant_for_the_upgrade(lay: Any) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant", "reward upgrade")
    assert t.me.money == 2 + 3 + 0 + 1 and t.me.upgraded


def ended(t: Any, *players: tuple[int, int, int]) -> Any:
    """The game is over with (money, Spatula uses, Top Buns) by seat."""
    for kitchen, (money, spatula, served) in zip(t.s.kitchens, players, strict=True):
        kitchen.money, kitchen.spatula = money, spatula
        kitchen.claimed = list(range(served))
    t.s.agenda, t.s.ending = [], 1
    return t.outcome()


@pytest.mark.rule("BU-SCORE-1", "BU-SCORE-2", "BU-SCORE-3", "BU-SCORE-5")
def test_05_two_players_at_the_end(lay: Any, page_numbers: list[int]) -> None:
    found = ended(lay(), (34, 1, 4), (33, 2, 5))
    mia, jon = found.totals
    assert page_numbers == [34, 4, 34, 2, mia, 33, 5, 33, 5, jon]
    assert found.totals == (36, 38) and found.winners == (1,) and found.ranks == (2, 1)
    assert [(line.label, line.points) for line in found.lines if line.seat == 1] == [
        ("coins", 33),
        ("spatula", 0),
        ("most_top_buns", 5),
    ]


@pytest.mark.rule("BU-SETUP-3", "BU-SETUP-4", "BU-SETUP-5")
@pytest.mark.parametrize(("seats", "deck", "aside"), [(2, 9, 9), (3, 11, 7), (4, 15, 3)])
def test_06_orders_at_the_start(seats: int, deck: int, aside: int) -> None:
    s = GAME.setup(GAME.settle({}, seats), seats, LiveLuck(Rng("x")), EventLog())
    assert (len(s.order_deck), len(s.aside), s.coins) == (deck, aside, [1, 1, 1])
    assert len({*s.order_deck, *s.aside, *s.pending}) == 21


@pytest.mark.rule("BU-PAY-2")
def test_07_class_rewards() -> None:
    assert [CLASS_PAY[burger_class(n)] for n in (1, 3, 4, 6, 7, 9, 10, 14)] == [1, 1, 3, 3, 5, 5, 10, 10]


@pytest.mark.rule("BU-UP-1", "BU-UP-7", "BU-UP-10")
def test_08_three_orders_for_one_burger(lay: Any) -> None:
    t = lay(
        ("mc3.a cu2.a su3.b sc6.a", "mc8.a cc3.b"),
        orders="chefs_kiss:1 chicken_and_avo:3 even_stevens:2",
    )
    assert t.legal("claim") == ["claim 0 chefs_kiss", "claim 0 chicken_and_avo", "claim 0 even_stevens"]
    t.play("claim 0 chicken_and_avo")
    assert t.me.money == 2 + 3 + 3 + 4
    coins = t.orders()
    assert coins.pop("chefs_kiss") == 2 and coins.pop("even_stevens") == 3 and list(coins.values()) == [1]
    assert t.refused("claim 1 chefs_kiss") == "BU-UP-1"


@pytest.mark.rule("BU-BUILD-4", "BU-BUILD-5")
def test_09_the_side_decides(lay: Any) -> None:
    t = lay(("sc1.b", ""), hand="su1 mm1 cc1 uu1")
    assert t.need(0) == "salad"
    assert t.refused("place su1 b 0") == "BU-BUILD-5"
    t.play("place su1 a 0")
    assert t.need(0) == "sauce" and t.stack(0) == "sc1.b su1.a"


@pytest.mark.rule("BU-BUN-1", "BU-BUN-2", "BU-BUN-3", "BU-BUN-4")
def test_10_a_middle_bun_resets_the_need(lay: Any) -> None:
    t = lay(("mm1.a", ""), hand="bun1 su2 cc1 uu1")
    assert t.refused("place su2 b 0") == "BU-BUILD-5"
    t.play("place bun1 a 0", "place su2 b 0")
    assert t.size(0) == 2 and t.view().placements - t.view().placed == 1


@pytest.mark.rule("BU-BUN-4", "BU-PAY-2", "BU-TB-18")
def test_11_a_blt_with_a_middle_bun_is_a_sandwich(lay: Any) -> None:
    t = lay(("ms8.a ss2.a bun1.a sc1.a", ""), orders="the_blt:4").play("claim 0 the_blt")
    assert t.me.money == 2 + 4 + 1


@pytest.mark.rule("BU-BUILD-1", "BU-BUILD-3")
def test_12_three_placements_over_both_burgers(lay: Any) -> None:
    t = lay(hand="mm1 sc1 su2 cc1 uu1").play("place mm1 a 0", "place sc1 b 1", "place su2 a 1")
    assert t.refused("place uu1 a 1") == "BU-BUILD-1"
    assert (t.stack(0), t.stack(1)) == ("mm1.a", "sc1.b su2.a")


@pytest.mark.rule("BU-UP-7", "BU-UP-10")
def test_13_coins_grow_with_a_claim(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="iron_giant:1 breakfast_to_go:1 saucy_minx:1")
    t.play("claim 0 breakfast_to_go")
    assert t.me.money == 4
    assert list(t.orders().values()) == [2, 1, 2] and list(t.orders())[::2] == ["iron_giant", "saucy_minx"]


@pytest.mark.rule("BU-COL-4", "BU-COL-8", "BU-CLEAN-7")
def test_14_four_placements_empty_the_hand(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mc3 cc1", upgraded=True)
    t.play("place mm1 a 0", "place mm2 b 0", "place mc3 a 0", "place cc1 a 0", "cleanup")
    assert t.s.active == 1 and len(t.hand()) == 4 and not t.s.served_turn


@pytest.mark.rule("BU-COL-6")
def test_15_an_upgraded_kitchen_is_not_asked(lay: Any) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3", upgraded=True).play("claim 0 iron_giant")
    assert t.me.money == 16 and type(t.s.agenda[-1]).__name__ == "CleanUp"


@pytest.mark.rule("BU-UP-3")
def test_16_buns_alone_are_no_burger(lay: Any) -> None:
    t = lay(("bun1.a bun2.a", ""), orders="the_vegan saucy_minx iron_giant")
    assert not t.legal("claim")
    assert {t.refused(f"claim 0 {order}") for order in t.orders()} == {"BU-UP-3"}


@pytest.mark.rule("BU-BUILD-10", "BU-PAY-3")
def test_17_the_covered_half_is_not_perfect(lay: Any) -> None:
    covered = lay(("uu1.b mu1.b mm2.b", ""), orders="vegetarian_cowboy:1").play("claim 0 vegetarian_cowboy")
    assert covered.me.money == 2 + 1 + 1
    used = lay(("mc2.b mu1.a", ""), orders="breakfast_to_go:1").play("claim 0 breakfast_to_go")
    assert used.me.money == 2 + 1 + 1 + 1


@pytest.mark.rule("BU-TB-13")
def test_18_the_vegan(lay: Any) -> None:
    t = lay(("mu5.a su4.b ss1.a su5.a", ""), orders="the_vegan:2").play("claim 0 the_vegan")
    assert t.me.money == 2 + 2 + 3 + 1


@pytest.mark.rule("BU-REQ-6", "BU-REQ-13")
def test_19_the_vegan_eats_no_egg(lay: Any) -> None:
    t = lay(("mu5.a su4.b sc2.a cc3.b", ""), orders="the_vegan:2")
    assert t.refused("claim 0 the_vegan") == "BU-REQ-6"


@pytest.mark.rule("BU-REQ-9", "BU-CARD-6", "BU-TB-06")
def test_20_even_stevens(lay: Any) -> None:
    even = "mu2.a su2.b sc1.a cc1.a"
    assert lay((even, ""), orders="even_stevens").legal("claim") == ["claim 0 even_stevens"]
    assert lay((f"{even} cc2.b", ""), orders="even_stevens").legal("claim") == ["claim 0 even_stevens"]
    assert lay((f"{even} cc3.a", ""), orders="even_stevens").refused("claim 0 even_stevens") == "BU-REQ-9"


@pytest.mark.rule("BU-REQ-9")
def test_21_nothing_of_each_is_not_even(lay: Any) -> None:
    assert lay(("cc3.b", ""), orders="even_stevens").refused("claim 0 even_stevens") == "BU-REQ-9"


@pytest.mark.rule("BU-REQ-10", "BU-TB-08")
def test_22_the_egg_on_top(lay: Any) -> None:
    egg = "mm1.a mc8.a cc2.a cc3.b"
    assert lay((egg, ""), orders="sunny_side_up").legal("claim") == ["claim 0 sunny_side_up"]
    assert lay((f"{egg} bun1.a", ""), orders="sunny_side_up").refused("claim 0 sunny_side_up") == "BU-REQ-10"


@pytest.mark.rule("BU-BUN-4")
def test_23_four_cards_of_size_two(lay: Any) -> None:
    t = lay(("mm1.a bun1.a bun2.a cc3.b", ""), orders="sunny_side_up")
    assert t.refused("claim 0 sunny_side_up") == "BU-REQ-2" and t.size(0) == 2


@pytest.mark.rule("BU-REQ-8", "BU-CARD-7")
def test_24_perfect_mustard_is_mustard(lay: Any) -> None:
    assert lay(("uu1.a uu3.a su3.b", ""), orders="saucy_minx").refused("claim 0 saucy_minx") == "BU-REQ-8"


@pytest.mark.rule("BU-REQ-8")
def test_25_two_tomatoes_are_one_salad(lay: Any) -> None:
    t = lay(("ss1.a ss2.a ss4.a sc1.a", ""), orders="garden_delight")
    assert t.refused("claim 0 garden_delight") == "BU-REQ-8"


@pytest.mark.rule("BU-CARD-6", "BU-REQ-5")
def test_26_an_egg_is_no_cheese(lay: Any) -> None:
    assert lay(("cc1.a cc4.b cc3.a", ""), orders="extra_cheesy").refused("claim 0 extra_cheesy") == "BU-REQ-5"


@pytest.mark.rule("BU-BUILD-7", "BU-REQ-6")
def test_27_bacon_may_be_placed_but_spoils_the_order(lay: Any) -> None:
    t = lay(("mu5.a su6.b ms8.b", ""), hand="mm3 cc1 uu1 uu2", orders="vegetarian_cowboy")
    t.play("place mm3 b 0")
    assert t.refused("claim 0 vegetarian_cowboy") == "BU-REQ-6"


@pytest.mark.rule("BU-REQ-3", "BU-SPAT-1", "BU-SPAT-6", "BU-TB-03")
def test_28_cut_down_to_a_sandwich(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", ""), orders="breakfast_to_go:2")
    assert t.refused("claim 0 breakfast_to_go") == "BU-REQ-3"
    t.play("spatula 0 3 discard")
    assert t.me.spatula == 1 and t.size(0) == 3
    t.play("claim 0 breakfast_to_go")
    assert t.me.money == 2 + 2 + 1


@pytest.mark.rule("BU-SPAT-2", "BU-SPAT-3", "BU-SPAT-4", "BU-SPAT-5", "BU-SPAT-9")
def test_29_a_block_moves_over_if_its_joint_fits(lay: Any) -> None:
    t = lay(("mm1.a mc8.a cc3.b sc1.b", "uu1.a cu1.b"))
    assert t.refused("spatula 0 1 other") == "BU-SPAT-4"
    t.play("spatula 0 2 other")
    assert (t.stack(0), t.need(0)) == ("mm1.a mc8.a", "cheese_egg")
    assert (t.stack(1), t.need(1)) == ("uu1.a cu1.b cc3.b sc1.b", "salad")


@pytest.mark.rule("BU-SPAT-6", "BU-SPAT-8", "BU-SCORE-2")
def test_30_both_uses_in_one_turn(lay: Any) -> None:
    t = lay(("mm1.a mc8.a cc3.b sc1.b", "uu1.a cu1.b"), hand="ss1 mm2 mm3 mm4")
    t.play("spatula 0 2 other", "place ss1 a 1", "spatula 0 0 discard")
    assert t.me.spatula == 2 and sorted(t.pile()) == ["mc8", "mm1"]
    assert t.refused("spatula 1 0 discard") == "BU-SPAT-6"
    assert t.refused("spatula 0 0 discard") == "BU-GEN-2"
    assert t.view().kitchens[0].spatula_points == 0


@pytest.mark.rule("BU-SPAT-4", "BU-BUN-1")
def test_31_a_block_that_begins_with_a_middle_bun(lay: Any) -> None:
    t = lay(("mm1.a bun1.a su2.a", "cc1.a")).play("spatula 0 1 other")
    assert t.stack(1) == "cc1.a bun1.a su2.a"


SHOPPING = {"hand": "mm1 sc1 su2 cc1", "market": "uu1 uu2 bun1"}


@pytest.mark.rule("BU-MKT-1", "BU-MKT-2", "BU-MKT-3", "BU-MKT-4")
def test_32_two_dollars_buy_two_cards(lay: Any) -> None:
    t = lay(**SHOPPING).play("buy 0", "buy 2")
    assert t.refused("buy 1") == "BU-MKT-2"
    assert len(t.hand()) == 6 and t.market() == ["-", "uu2", "-"]


@pytest.mark.rule("BU-TURN-3", "BU-CLEAN-2", "BU-CLEAN-4", "BU-CLEAN-5", "BU-CLEAN-8")
def test_33_34_the_phases_of_a_whole_turn(lay: Any) -> None:
    t = lay(**SHOPPING).play("buy 0", "buy 2", "place mm1 a 0")
    assert t.refused("buy 1") == "BU-TURN-3"
    t.play("cleanup")
    assert "-" not in t.market() and t.refused("end") == "BU-CLEAN-4"
    t.play("discard sc1", "discard su2", "discard cc1")
    assert t.hand() == ["uu1", "bun1"]
    t.play("end")
    assert len(t.hand()) == 4 and t.s.active == 1


@pytest.mark.rule("BU-DECK-1")
def test_35_the_deck_runs_out_during_a_refill(lay: Any) -> None:
    t = lay(deck="bun8", market="bun1 - -", pile=9).play("cleanup")
    assert t.market()[:2] == ["bun1", "bun8"] and "-" not in t.market()
    assert (len(t.s.deck), len(t.s.discard)) == (8, 0)


@pytest.mark.rule("BU-DECK-1")
def test_36_the_deck_runs_out_with_the_last_draw(lay: Any) -> None:
    t = lay(deck=1, hand="mm1 sc1 su2", pile=3).play("cleanup", "end")
    assert (len(t.hand()), len(t.s.deck), len(t.s.discard)) == (4, 3, 0)


@pytest.mark.rule("BU-DECK-2", "BU-DECK-3", "BU-DECK-4")
def test_37_nothing_anywhere_but_the_own_discards(lay: Any) -> None:
    t = lay(deck=0, market="bun1 - -", hand="mm1 sc1 su2 cc1").play("cleanup")
    assert t.market() == ["bun1", "-", "-"]
    t.play("discard mm1", "discard sc1", "end")
    assert sorted(t.hand()) == ["cc1", "mm1", "sc1", "su2"]


@pytest.mark.rule("BU-END-2")
def test_38_the_last_order_is_still_a_full_row(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="iron_giant breakfast_to_go saucy_minx", order_deck=1)
    t.play("claim 0 breakfast_to_go")
    assert not t.s.order_deck and len(t.orders()) == 3 and not t.s.final


@pytest.mark.rule("BU-END-1", "BU-END-3", "BU-END-5", "BU-END-7", "BU-UP-11")
def test_39_the_final_round(lay: Any) -> None:
    t = lay(
        ("mc8.a cc3.b", ""),
        rival=("uu1.a uu3.a cu5.b", ""),
        orders="iron_giant:4 breakfast_to_go:2 saucy_minx:1",
        order_deck=0,
    )
    t.play("claim 0 breakfast_to_go")
    assert t.s.final and t.orders() == {"iron_giant": 5, "saucy_minx": 2}
    t.play("end", "claim 0 saucy_minx")
    assert t.s.kitchens[1].money == 5 and t.orders() == {"iron_giant": 6}
    assert not t.s.agenda and t.outcome().rule == "BU-END-3"


@pytest.mark.rule("BU-END-3")
def test_40_the_last_seat_begins_and_ends_the_final_round(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), active=1, orders="iron_giant breakfast_to_go saucy_minx", order_deck=0)
    t.play("claim 0 breakfast_to_go")
    assert not t.s.agenda and t.outcome().reason == "orders_ran_out"


@pytest.mark.rule("BU-END-6", "BU-UP-11", "BU-END-4")
def test_41_nothing_left_to_serve(lay: Any) -> None:
    t = lay(
        ("mc8.a cc3.b", ""),
        seats=4,
        active=1,
        rival=("uu1.a uu3.a cu1.b cc1.a sc1.b ss1.a su5.a", ""),
        orders="breakfast_to_go:3 skyline:2",
        order_deck=0,
    )
    t.play("claim 0 breakfast_to_go")
    assert t.s.kitchens[1].money == 6 and t.orders() == {"skyline": 3}
    t.play("end", "claim 0 skyline")
    assert t.s.kitchens[2].money == 10
    assert not t.s.agenda and t.outcome().rule == "BU-END-6" and t.s.active == 2


@pytest.mark.rule("BU-END-6", "BU-END-3", "BU-END-4")
def test_41_played_out(lay: Any) -> None:
    """The same with ``no_orders=play_out``: the last seat still has its turn, with nothing left to serve."""
    t = lay(
        ("mc8.a cc3.b", ""),
        seats=4,
        active=1,
        rival=("uu1.a uu3.a cu1.b cc1.a sc1.b ss1.a su5.a", ""),
        orders="breakfast_to_go:3 skyline:2",
        order_deck=0,
    )
    t.s.play_out = True
    t.play("claim 0 breakfast_to_go", "end")
    told = {preview.move: [effect.key for effect in preview.effects] for preview in t.view(2).previews}
    assert "ends" not in told["claim 0 skyline"]
    t.play("claim 0 skyline")
    assert t.s.active == 2 and t.orders() == {} and t.s.agenda
    t.play("end")
    assert t.s.active == 3 and not t.legal("claim") and t.legal("cleanup")
    t.play("cleanup")
    assert not t.s.agenda and t.outcome().rule == "BU-END-3"


@pytest.mark.rule("BU-SCORE-4")
def test_42_a_shared_most_goes_to_nobody(lay: Any) -> None:
    assert ended(lay(seats=3), (30, 0, 4), (33, 1, 4), (31, 2, 3)).totals == (34, 35, 31)


@pytest.mark.rule("BU-SCORE-6")
def test_43_ties(lay: Any) -> None:
    shared = ended(lay(), (34, 0, 4), (29, 0, 5))
    assert shared.totals == (38, 38) and shared.winners == (0, 1) and shared.ranks == (1, 1)
    broken = ended(lay(buns_break_ties=True), (34, 0, 4), (29, 0, 5))
    assert broken.winners == (1,) and broken.ranks == (2, 1)
    three = ended(lay(seats=3), (30, 0, 1), (30, 0, 1), (20, 0, 1))
    assert three.ranks == (1, 1, 3)


@pytest.mark.rule("BU-STALL-1", "BU-STALL-2")
def test_44_the_stall_counter(lay: Any) -> None:
    t = lay(active=1, stall=9).play("cleanup")
    assert not t.s.agenda and t.outcome().reason == "stalled"
    t = lay(active=1, stall=0, served_round=True).play("cleanup", "end")
    assert t.s.agenda and t.s.stall == 0
    t = lay(active=1, stall=8).play("cleanup", "end")
    assert t.s.agenda and t.s.stall == 9


@pytest.mark.rule("BU-TURN-4", "BU-UP-9", "BU-BUILD-9")
def test_45_a_turn_of_nothing(lay: Any) -> None:
    t = lay(("mm1.a", "mm2.a"), hand="uu1 uu2 uu3 uu4", money=0)
    before = t.orders()
    assert not t.legal("place") and not t.legal("buy")
    t.play("cleanup", "discard uu1", "end")
    assert t.orders() == before and t.s.active == 1


@pytest.mark.rule("BU-REQ-4", "BU-TB-16")
def test_46_double_decker_wants_a_middle_bun(lay: Any) -> None:
    t = lay(("mm1.a mm2.b ms5.a bun1.a su2.a", ""), orders="double_decker")
    assert t.legal("claim") == ["claim 0 double_decker"] and t.size(0) == 4
    t = lay(("mm1.a mm2.b ms5.a ss1.a", ""), orders="double_decker")
    assert t.refused("claim 0 double_decker") == "BU-REQ-5"


@pytest.mark.rule("BU-COL-2", "BU-UP-7")
def test_47_an_announced_claim_moves_nothing(lay: Any) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant")
    assert t.refused("cleanup") == "BU-COL-2"
    assert t.me.money == 2 and t.orders()["iron_giant"] == 3 and t.stack(0) == GIANT
    assert t.view(1).announced.order == "iron_giant"
    t.play("reward upgrade")
    assert t.me.money == 6 and t.me.upgraded and t.stack(0) == ""


@pytest.mark.rule("BU-BUN-1", "BU-BUN-2", "BU-BUN-6")
def test_48_equal_halves_have_one_side(lay: Any) -> None:
    t = lay(hand="bun1 mm1 sc1 su2")
    assert t.refused("place bun1 b 0") == "BU-BUN-6"
    t.play("place bun1 a 0")
    assert t.need(0) == "any"


@pytest.mark.rule("BU-MKT-8", "BU-CLEAN-3")
def test_49_a_bought_card_stays_known(lay: Any) -> None:
    t = lay(**SHOPPING).play("buy 0")
    seen = t.view(1).kitchens[0]
    assert (seen.hand, seen.hand_count, seen.bought) == (None, 5, ("uu1",))
    t.play("cleanup", "discard mm1", "end")
    seen = t.view(1).kitchens[0]
    assert (seen.hand_count, seen.bought) == (4, ("uu1",)) and t.pile() == ["mm1"]


@pytest.mark.rule("BU-DECK-1", "BU-DECK-5")
def test_50_the_rival_knows_what_the_new_deck_is_made_of(lay: Any) -> None:
    t = lay(cleanup=True, hand="mm1 sc1", deck=1, pile=6)
    pile = sorted(t.pile())
    t.play("end")
    assert (len(t.hand()), len(t.s.deck), len(t.s.discard)) == (4, 5, 0)
    seen = t.view(1)
    assert sorted(seen.pool) == pile and seen.kitchens[0].pool_unknown == 1 and seen.kitchens[0].hand_count == 4


@pytest.mark.rule("BU-GEN-5")
def test_51_the_stand_in(lay: Any) -> None:
    t = lay(hand="mm1 sc1 su2 cc1 uu1")
    said = []
    while t.s.active == 0:
        said.append(GAME.bots.fallback(t.s, 0).text)
        t.play(said[-1])
    assert said == ["cleanup", "discard uu1", "end"]
    t = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant")
    assert GAME.bots.fallback(t.s, 0).text == "reward coins"
