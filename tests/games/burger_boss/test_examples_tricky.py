"""Tricky cases (ledger 9, numbers 20 to 47)."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.games.burger_boss.cards import PRINTED
from bunfight.games.burger_boss.rules.actions import progress
from bunfight.games.burger_boss.rules.events import SpecialsShuffled
from bunfight.games.burger_boss.views.view import dice_of


@pytest.mark.rule("BB-ORDER-10")
def test_20_three_way_tie() -> None:
    scene = Scene(4).revealing((3, 4), (3, 4), (2, 2), (3, 4))
    scene.play(0, "reveal 3+4").play(1, "reveal 3+4").play(2, "reveal 2+2").play(3, "reveal 3+4")
    assert scene.order == [2, 3, 1, 0]


@pytest.mark.rule("BB-CHEESE-2", "BB-PLACE-6")
def test_21_cheese_chain() -> None:
    scene = Scene(2).kitchens(0, 3).dice(0, 3, 3, 5, 4).dice(1, 6, 6, 5, 6).placing(0)
    scene.play(0, "place cheese_shop 3").play(1, "home 6").play(0, "place cheese_shop 3").play(1, "home 6")
    scene.play(0, "place cheese_shop 5")
    assert scene.kept(0) == "3c"
    scene.play(1, "place cheese_shop 5")
    assert scene.kept(1) == "1c"
    assert scene.refused(0, "place cheese_shop 4") == "BB-PLACE-7"
    scene.play(0, "home 4")
    assert scene.refused(1, "place cheese_shop 6") == "BB-PLACE-7"
    fresh = Scene(2).dice(0, 3, 3, 5, 4).dice(1, 4, 6).placing(0).play(0, "place cheese_shop 5")
    assert fresh.refused(1, "place cheese_shop 4") == "BB-CHEESE-2" and "at least 5" in fresh.why
    assert "place cheese_shop 6" in fresh.moves(1)


@pytest.mark.rule("BB-STORE-2", "BB-STORE-3", "BB-STORE-4")
def test_22_overflow() -> None:
    def full() -> Scene:
        return Scene().store(0, "2p 1t").dice(0, 5, 5).dice(1, 6, 6).placing(0).play(0, "place bakery 5")

    scene = full()
    assert scene.kept(0) == "1b 2p 1t" and scene.step == "MakeRoom"
    assert scene.refused(0, "swap bun") == "BB-STORE-4"
    scene.play(0, "swap tomato")
    assert scene.kept(0) == "2b 2p" and scene.supply("tomato") == 10
    scene = full().play(0, "refuse")
    assert scene.kept(0) == "1b 2p 1t" and scene.supply("bun") == 19


@pytest.mark.rule("BB-STORE-5", "BB-PLACE-7")
def test_23_nothing_to_choose() -> None:
    scene = Scene().store(0, "3b").dice(0, 4, 6).dice(1, 4, 6).placing(0).play(0, "place bakery 4")
    assert scene.kept(0) == "4b" and scene.asked == [1]  # the second bun is left behind without a question
    assert scene.refused(1, "place bakery 4") == "BB-PLACE-7"


@pytest.mark.rule("BB-PLACE-8")
def test_a_storage_full_of_an_ingredient_bars_fetching_more_of_it() -> None:
    scene = Scene().store(0, "4b").money(0, 9).dice(0, 1, 6).placing(0)
    assert scene.refused(0, "place bakery 1") == "BB-PLACE-8"
    assert scene.why == "your cold storage is full of that ingredient already"
    assert "place butchers 6" in scene.moves(0) and "place supermarket 6" in scene.moves(0)
    scene.pile(patty=0, cheese=0, tomato=0, lettuce=0)
    assert scene.refused(0, "place supermarket 6") == "BB-PLACE-8"
    assert "place bakery 1" in Scene().store(0, "3b 1p").dice(0, 1, 6).placing(0).moves(0)


@pytest.mark.rule("BB-SUPPLY-2", "BB-PLACE-8")
def test_24_short_pile() -> None:
    scene = Scene().pile(patty=1).dice(0, 2, 2).dice(1, 3, 3).placing(0).play(0, "place butchers 2")
    assert scene.kept(0) == "1p"
    assert scene.refused(1, "place butchers 3") == "BB-PLACE-8"


@pytest.mark.rule("BB-DOUBLE-1", "BB-DOUBLE-3", "BB-SUPPLY-2")
def test_25_double() -> None:
    scene = Scene().hand(0, "double").store(0, "1p").pile(bun=9).dice(0, 4, 6).placing()
    scene.play(0, "place_with bakery 4 double")
    assert scene.kept(0) == "3b 1p" and scene.step == "MakeRoom" and scene.held(0) == []
    scene = Scene().hand(0, "double").store(0, "1p").pile(bun=3).dice(0, 4, 6).placing()
    scene.play(0, "place_with bakery 4 double")
    assert scene.kept(0) == "3b 1p" and scene.step == "DirectWorkers"
    scene = Scene().hand(0, "double").store(0, "1p").pile(bun=2).dice(0, 4, 6).placing()
    assert scene.refused(0, "place_with bakery 4 double") == "BB-DOUBLE-3"


@pytest.mark.rule("BB-DISC-1", "BB-DISC-2", "BB-DISC-3")
def test_26_discount() -> None:
    def seat(dollars: int) -> Scene:
        return Scene().hand(0, "discount").dice(0, 4, 4, 4).dice(1, 6, 6).money(0, dollars)

    scene = seat(4).placing(0).play(0, "place_with supermarket 4 discount", "buy bun", "buy bun", "buy patty")
    assert scene.cash(0) == 0 and scene.kept(0) == "2b 1p"
    scene = seat(0).placing(0).play(0, "place_with supermarket 4 discount", "buy bun")
    assert scene.cash(0) == 0 and scene.kept(0) == "1b" and scene.asked == [1]
    scene = seat(3)
    scene.s.hired[0] = 0
    scene.s.rolled[0] = scene.s.working[0] = scene.s.dice[0] = dice_of((4, 4))
    scene.placing(0)
    assert scene.refused(0, "pair_with workers 4 discount") == "BB-DISC-2"
    scene.play(0, "place_with workers 4 discount")
    assert scene.cash(0) == 0 and scene.view().players[0].workers == 3
    scene = seat(3).placing(0).play(0, "pair_with workers 4 discount")
    assert scene.cash(0) == 0 and scene.view().players[0].workers == 4


@pytest.mark.rule("BB-HIRE-1", "BB-HIRE-3", "BB-HIRE-4", "BB-HIRE-6", "BB-HIRE-7")
def test_27_tiers() -> None:
    scene = Scene().dice(0, 4, 4, 2).money(0, 5).placing().play(0, "pair workers 4")
    assert scene.cash(0) == 0 and scene.view().players[0].workers == 4
    assert scene.refused(0, "place workers 2") == "BB-HIRE-6"
    scene = Scene().dice(0, 3, 6).dice(1, 5, 5).money(0, 15).money(1, 9).placing(0)
    scene.play(0, "place workers 3").play(1, "home 5").play(0, "place workers 6")
    assert scene.cash(0) == 0 and scene.view().players[0].workers == 4
    assert scene.refused(1, "place workers 5") == "BB-PLACE-7"


@pytest.mark.rule("BB-HIRE-5")
def test_28_new_worker_waits() -> None:
    scene = Scene(round=3).dice(0, 5, 5).dice(1, 6, 6).placing(0).play(0, "pair workers 5")
    assert scene.view().players[0].rolled == 2 and scene.asked == [1]
    scene.play(1, "home 6", "home 6")
    assert scene.view().round == 4 and scene.view().players[0].rolled == 3


@pytest.mark.rule("BB-EXP-4", "BB-COOK-7")
def test_29_expand_then_cook() -> None:
    scene = Scene().grill(0, "1l").store(0, "2b").dice(0, 2, 2, 6).dice(1, 6, 6).placing(0)
    scene.play(0, "pair expansion 2").play(1, "home 6").play(0, "place kitchen 6", "cook bun 2 1")
    assert scene.on_grill(0, 2) == "1b" and scene.on_grill(0, 1) == "1l"


@pytest.mark.rule("BB-STEAL-1", "BB-STEAL-5")
@pytest.mark.parametrize("answer", ["swap bun", "refuse"])
def test_30_steal_with_full_storage(answer: str) -> None:
    scene = Scene().hand(0, "steal").store(0, "4b").store(1, "2c").dice(0, 6, 6).placing().play(0, "steal 1 cheese")
    assert scene.kept(1) == "1c" and scene.step == "MakeRoom" and scene.asked == [0]
    scene.play(0, answer)
    if answer == "refuse":
        assert scene.kept(0) == "4b" and scene.supply("cheese") == 9
    else:
        assert scene.kept(0) == "3b 1c" and scene.supply("bun") == 17 and scene.supply("cheese") == 8
    assert scene.step == "DirectWorkers" and scene.asked == [0]  # the die is still to be placed


@pytest.mark.rule("BB-WIN-4", "BB-WIN-5", "BB-WIN-6", "BB-SPEC-5")
def test_31_two_thieves() -> None:
    scene = Scene(3).hand(0, "steal").hand(1, "steal").store(2, "1b 1c").dice(0, 6, 6).window()
    scene.play(0, "steal 2 cheese").play(1, "steal 2 cheese")
    assert scene.kept(0) == "1c" and scene.kept(1) == "" and scene.held(1) == ["steal"]
    for viewer in (None, 0, 1, 2):
        assert [player.shown for player in scene.view(viewer).players] == [0, 1, 0]
    assert scene.step == "AnswerWindow" and scene.asked == [1]
    scene.play(1, "steal 2 bun")
    assert scene.kept(1) == "1b" and scene.view().players[1].shown == 0 and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-FIRST-4", "BB-WIN-4")
def test_32_two_jumpers() -> None:
    scene = Scene(4).hand(1, "first").hand(3, "first").dice(0, 6, 6).window()
    scene.play(3, "first").play(1, "first")
    assert scene.order == [3, 1, 0, 2] and scene.view().special_discards == (0, 0, 0, 0, 2)


@pytest.mark.rule("BB-WIN-2", "BB-ORDER-12", "BB-ORDER-10")
def test_33_jump_for_the_sales() -> None:
    scene = Scene(3).hand(2, "first").dice(0, 6, 6).queue("c01 c02 | c03 - | - -")
    for seat in range(3):
        scene.grill(seat, "2b 1p")
    scene.placing(0).play(0, "home 6", "home 6")
    assert scene.step == "AnswerWindow" and scene.asked == [2]
    scene.play(2, "first")
    sellers = []
    while scene.step == "SellFood":
        sellers += scene.asked
        scene.play(scene.asked[0], "stop_selling")
    assert sellers == [2, 0, 1]
    reveals = []
    while scene.step == "RevealWorkers":
        reveals += scene.asked
        seat = scene.asked[0]
        scene.s.rolled[seat] = dice_of((3, 3)) if seat else dice_of((6, 6))
        scene.play(seat, scene.moves(seat)[-1])
    assert reveals == [2, 0, 1]
    assert scene.order == [1, 2, 0]  # a tie of 2 and 1: 1 was later


@pytest.mark.rule("BB-TIP-1", "BB-TIP-2", "BB-TIP-4")
@pytest.mark.parametrize(("tips", "total"), [(1, 18), (2, 22)])
def test_34_tip(tips: int, total: int) -> None:
    scene = Scene().hand(0, *["tip"] * tips).grill(0, "2b 1p").grill(0, "2b 2p", 2)
    scene.queue("- - | classic - | double -").selling()
    scene.play(0, "sell 1 1 l1", *["tip"] * tips, "sell 2 1 r1")
    assert scene.cash(0) == 3 + total


@pytest.mark.rule("BB-MGR-2", "BB-MGR-3")
def test_35_special_deck_runs_out() -> None:
    scene = Scene().hand(1, *["double"] * 3, *["discount"] * 3, *["steal"] * 3, "first", "first")
    scene.discard("tip", "tip", "tip").dice(0, 5, 6).dice(2, 6, 6).placing(0)
    assert scene.view().special_deck == 0
    scene.play(0, "place manager 5")
    assert scene.held(0) == ["tip"] and scene.view().special_deck == 2
    assert scene.heard(None, SpecialsShuffled)
    scene = Scene().hand(1, *["double"] * 3, *["discount"] * 3, *["steal"] * 3, *["tip"] * 3, "first", "first")
    assert scene.dice(0, 5, 6).placing(0).refused(0, "place manager 5") == "BB-MGR-3"


@pytest.mark.rule("BB-QUEUE-4", "BB-QUEUE-9", "BB-QUEUE-10")
def test_36_both_first_customers_served_early() -> None:
    scene = Scene(round=2).queue("- - | - - | cheese double").ending_round()
    assert scene.slots.startswith("- - | cheese double | ") and "-" not in scene.slots.split(" | ")[2]
    third, fourth = scene.slots.split(" | ")[2].split()
    scene.ending_round()
    assert scene.slots.startswith(f"cheese double | {third} {fourth} | ")


@pytest.mark.rule("BB-QUEUE-4", "BB-QUEUE-5", "BB-QUEUE-9", "BB-QUEUE-10")
@pytest.mark.parametrize(
    ("rush", "queue", "deck"), [(3, "cheese salad | tomato", 3), (4, "cheese - | salad tomato", 2)]
)
def test_37_round_3_reading(rush: int, queue: str, deck: int) -> None:
    scene = Scene(round=3, queue_rush_from=rush).queue("classic double | cheese - | salad tomato")
    before = scene.view().deck
    scene.ending_round()
    assert scene.slots.startswith(queue)
    assert before - scene.view().deck == deck
    assert ("-" in scene.slots) == (rush == 4)


@pytest.mark.rule("BB-QUEUE-6", "BB-QUEUE-7", "BB-QUEUE-10", "BB-ROUND-2", "BB-OVER-1")
def test_38_short_deck() -> None:
    scene = Scene(round=8).queue("- - | classic double | cheese -").deck(2)
    scene.ending_round()
    assert scene.slots.startswith("classic double | cheese - | ") and scene.view().deck == 0
    x, y = scene.slots.split(" | ")[2].split()
    scene.ending_round()
    assert scene.slots == f"cheese {x} | {y} - | - -"
    scene.ending_round()
    assert scene.slots == f"{y} - | - - | - -" and not scene.view().over
    scene.ending_round()
    assert scene.view().over and scene.view().ending == "last_left"


@pytest.mark.rule("BB-OVER-1", "BB-OVER-2", "BB-OVER-4")
def test_39_sold_out() -> None:
    scene = Scene(4).queue("classic - | - - | - -").deck(0)
    scene.grill(1, "2b 1p").grill(2, "2b 1p").grill(3, "1b", 1, 3).grill(3, "1p", 2)
    scene.mission(3, "say_cheese").mission(2, "garden_fresh").selling()
    assert scene.asked == [1]
    scene.play(1, "sell 1 1 s1")
    assert scene.view().over and scene.view().ending == "last_served"
    assert scene.cash(3) == 5 and scene.view().players[3].book[4:6] == (0, 2)
    assert scene.cash(2) == 4


@pytest.mark.rule("BB-OVER-3", "BB-QUEUE-6")
def test_40_empty_queue_with_cards_left() -> None:
    scene = Scene().deck(5).ending_round()
    assert not scene.view().over
    assert [place.customer is not None for place in scene.view().queue] == [True, False, True, True, True, True]


@pytest.mark.rule("BB-COOK-10", "BB-AGE-2")
def test_41_topped_up_too_late() -> None:
    scene = Scene().grill(0, "2b 1p", space=3).store(0, "1l").dice(0, 6, 6).queue("- - | - - | classic -").placing(0)
    scene.play(0, "place kitchen 6")
    assert scene.on_grill(0, space=3) == "2b 1p 1l"
    scene.play(0, "home 6")
    assert scene.cash(0) == 4 and scene.supply("lettuce") == 10 and scene.supply("bun") == 20


@pytest.mark.rule("BB-COOK-7", "BB-COOK-8")
def test_42_one_per_space() -> None:
    scene = Scene(grill_mode="one_per_space").grill(0, "2b 1p", space=2).store(0, "2b 1c").dice(0, 6, 6).placing(0)
    scene.play(0, "place kitchen 6", "cook bun 1 1", "cook cheese 1 2")
    assert (scene.on_grill(0), scene.on_grill(0, space=2)) == ("1b", "2b 1p 1c")
    scene.play(0, "stop_cooking", "home 6")
    assert (scene.on_grill(0, space=2), scene.on_grill(0, space=3)) == ("1b", "2b 1p 1c")
    scene = Scene().grill(0, "2b 1p", space=2).store(0, "2b 1c").dice(0, 6, 6).placing(0)
    scene.play(0, "place kitchen 6")
    assert scene.refused(0, "cook bun 1 1") == "BB-COOK-7"


@pytest.mark.rule("BB-SELL-3", "BB-SELL-10")
def test_43_wrong_by_one() -> None:
    scene = Scene().grill(0, "2b 1p 1l").queue("classic salad | - - | - -").selling()
    assert scene.step == "RevealWorkers"  # nobody could sell, so the next round has begun


@pytest.mark.rule("BB-WIN-7")
def test_44_quick_mode() -> None:
    scene = Scene(3, special_windows="quick").hand(0, "first").hand(2, "first").revealing((3, 6), (5, 6), (3, 6))
    scene.play(0, "reveal_first 3")
    assert scene.held(0) == [] and scene.view().special_discards[4] == 1
    scene.play(1, "reveal 5").play(2, "reveal_first 3+6")
    assert scene.order == [2, 0, 1] and scene.step == "DirectWorkers"


@pytest.mark.rule(
    "BB-MISSION-1",
    "BB-MISSION-2",
    "BB-MISSION-3",
    "BB-MISSION-4",
    "BB-MISSION-5",
    "BB-MISSION-6",
    "BB-MISSION-7",
    "BB-MISSION-8",
)
def test_45_missions() -> None:
    scene = Scene().sold(0, ("cheese", 1), ("cheese_stack", 3), ("classic", 1), ("double", 1)).kitchens(0, 2)
    scene.s.hired[0] = 1
    reached = {mission.id: int(progress(scene.s, 0, n)) for n, mission in enumerate(PRINTED.missions)}
    assert reached == {
        "say_cheese": 2,
        "garden_fresh": 0,
        "meat_feast": 2,
        "worth_the_wait": 1,
        "in_and_out": 3,
        "rush_hour": 1,
        "big_business": 2,
        "varied_menu": 4,
    }
    done = [mission.id for mission in PRINTED.missions if reached[mission.id] >= mission.need]
    assert done == ["say_cheese", "meat_feast", "in_and_out", "varied_menu"]


@pytest.mark.rule("BB-OVER-4", "BB-OVER-5", "BB-OVER-6", "BB-OVER-7", "BB-MISSION-1", "BB-MISSION-2", "BB-MONEY-4")
@pytest.mark.parametrize("mission", ["say_cheese", "garden_fresh"])
def test_46_final_score(mission: str) -> None:
    scene = Scene().mission(0, mission).sold(0, ("classic", 1), ("cheese", 3), ("salad", 2))
    for cause, dollars in ((3, 4), (4, 1), (6, -4), (7, -5)):  # tips, recycling, Supermarket, Workers
        scene.s.book[cause] += dollars
        scene.s.money[0] += dollars
    assert scene.cash(0) == 27
    scene.grill(0, "1b").store(0, "3b").hand(0, "tip").deck(0).ending_round()
    assert scene.outcome().totals[0] == 28
    assert scene.view().players[0].book == (3, 22, 6, 4, 1, 1, -4, -5, 0, 0)
    lines = {line.label: line.points for line in scene.outcome().lines if line.seat == 0}
    assert lines == {
        "start": 3,
        "menu": 22,
        "size": 6,
        "tips": 4,
        "recycling": 1,
        "clearance": 1,
        "supermarket": -4,
        "workers": -5,
        "mission": 0,
    }


@pytest.mark.rule("BB-OVER-8", "BB-OVER-9")
@pytest.mark.parametrize(("customers", "winners"), [(1, (0,)), (2, (0, 1))])
def test_47_tie(customers: int, winners: tuple[int, ...]) -> None:
    scene = Scene(2).mission(0, "say_cheese").mission(1, "big_business")
    scene.sold(0, ("classic", 1), ("classic", 1)).sold(1, *[("classic", 1)] * customers)
    scene.s.money[1] += 6 * (2 - customers)
    scene.s.book[10] += 6 * (2 - customers)
    scene.deck(0).ending_round()
    assert scene.outcome().totals == (15, 15) and scene.outcome().winners == winners
