"""More cases (ledger 9, numbers 48 to 75)."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.burger_boss.cards import PRINTED
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.actions import progress
from bunfight.games.burger_boss.rules.events import SpecialDrawn, WorkerSentHome, WorkersRolled
from bunfight.games.burger_boss.views.view import dice_of


@pytest.mark.rule("BB-ORDER-6", "BB-ORDER-8", "BB-ORDER-9")
def test_48_bench_for_speed() -> None:
    scene = Scene(2).revealing((6, 6, 5, 1), (1, 1))
    assert len(scene.moves(0)) == 11
    scene.play(0, "reveal 1").play(1, "reveal 1+1")
    assert scene.order == [0, 1] and scene.view().players[0].benched == 3
    assert scene.refused(0, "place butchers 5") == "BB-ORDER-8"
    scene.play(0, "home 1").play(1, "home 1", "home 1")
    assert scene.view().players[0].rolled == 4 and not scene.view().players[0].revealed


@pytest.mark.rule(
    "BB-BAKERY-1", "BB-BAKERY-2", "BB-BUTCH-1", "BB-BUTCH-2", "BB-PROD-1", "BB-PROD-2", "BB-CHEESE-1", "BB-CHEESE-3"
)
@pytest.mark.parametrize(
    ("card", "value", "gain"),
    [
        *[("bakery", value, gain) for value, gain in zip(range(1, 6), ("1b", "1b", "1b", "2b", "2b"), strict=True)],
        *[("butchers", value, gain) for value, gain in zip(range(2, 7), ("2p", "2p", "1p", "1p", "1p"), strict=True)],
        *[("produce", value, gain) for value, gain in zip(range(1, 7), ("1t",) * 3 + ("1l",) * 3, strict=True)],
        *[("cheese_shop", value, "1c") for value in range(1, 7)],
    ],
)
def test_49_yields(card: str, value: int, gain: str) -> None:
    scene = Scene().dice(0, value, value).placing().play(0, f"place {card} {value}")
    assert scene.kept(0) == gain


@pytest.mark.rule("BB-ORDER-1", "BB-ROUND-1")
def test_50_round_1_asks_nothing_about_dice() -> None:
    log = EventLog()
    view = GAME.view(GAME.setup(GAME.settle({}, 3), 3, Luck(Rng("one")), log), None)
    assert view.step == "DirectWorkers" and all(len(player.dice) == 2 for player in view.players)
    rolls = [event for event in log.heard(None) if isinstance(event, WorkersRolled)]
    assert len(rolls) == 3 and all(event.dice is not None for event in rolls)


@pytest.mark.rule("BB-MGR-1", "BB-SPEC-2", "BB-WIN-2")
def test_51_drawing_in_secret() -> None:
    scene = Scene().dice(0, 5, 5).placing().play(0, "home 5")
    scene.grill(0, "2b 1p").queue("classic - | - - | - -")
    scene.luck.answers = [9]  # three doubles, three discounts, three steals, then the tips
    scene.play(0, "place manager 5")
    assert scene.view(0).hand == (0, 0, 0, 1, 0) and scene.view(1).players[0].specials == 1
    assert [event.special for event in scene.heard(1, SpecialDrawn) if isinstance(event, SpecialDrawn)] == [None]
    assert scene.step == "AnswerWindow" and scene.asked == [0]
    scene.play(0, "pass")
    assert "tip" in scene.moves(0)


@pytest.mark.rule("BB-WIN-3", "BB-WIN-8", "BB-TURN-3")
def test_52_nothing_leaks() -> None:
    scene = Scene().hand(0, "discount").hand(1, "steal").store(2, "1b").dice(0, 6, 6).window()
    assert scene.asked == [0, 1] and scene.moves(0) == ["pass"]
    swapped = Scene().hand(0, "first").hand(1, "steal").store(2, "1b").dice(0, 6, 6).window()
    for viewer in (None, 1, 2):
        assert scene.view(viewer) == swapped.view(viewer)
    scene.play(0, "pass")
    assert scene.asked == [1] and scene.view(2).agenda[-1].answers == ("sealed", "open")


@pytest.mark.rule("BB-STEAL-2", "BB-STEAL-4", "BB-PLACE-3", "BB-COOK-4")
def test_53_steal_then_cook() -> None:
    scene = Scene().hand(0, "steal").store(0, "2b").store(1, "2p").dice(0, 6, 6).placing()
    scene.play(0, "steal 1 patty", "place kitchen 6", "cook bun 1 1", "cook bun 1 1", "cook patty 1 1")
    assert scene.on_grill(0) == "2b 1p" and scene.kept(1) == "1p"
    scene = Scene().hand(0, "steal").grill(1, "1p").dice(0, 6, 6).placing()
    assert not [move for move in scene.moves(0) if move.startswith("steal")]


@pytest.mark.rule("BB-PLACE-9", "BB-PLACE-11", "BB-TURN-3")
def test_54_stuck_die() -> None:
    scene = Scene().dice(0, 1, 1).money(0, 0).dice(1, 1, 1, 2, 1).dice(2, 3, 3, 4, 4)
    scene.s.cooked[0] = 1
    scene.placing(1).play(1, "place bakery 1").play(2, "place manager 3").play(0, "home 1")
    scene.play(1, "place produce 1").play(2, "place manager 3")
    scene.s.dice[0] = dice_of((6, 1))
    scene.play(0, "place butchers 6")
    scene.play(1, "place cheese_shop 2")
    scene.log.said.clear()
    scene.play(2, "place manager 4")
    assert list(scene.heard(None, WorkerSentHome)) == [WorkerSentHome(0, 1)]
    assert scene.asked == [1]


@pytest.mark.rule("BB-PLACE-10", "BB-BAKERY-2")
def test_55_two_spaces_of_one_card() -> None:
    scene = Scene().dice(0, 4, 5).dice(1, 6, 6).placing(0)
    scene.play(0, "place bakery 4").play(1, "home 6").play(0, "place bakery 5")
    assert scene.kept(0) == "4b"


@pytest.mark.rule("BB-SELL-4", "BB-SELL-5", "BB-SELL-6", "BB-SELL-8", "BB-SUPPLY-1", "BB-QUEUE-11")
def test_56_what_a_sale_does() -> None:
    scene = Scene(2).store(0, "2b 1p 1c").grill(1, "2b 1p").dice(0, 6, 6).queue("classic - | c11 - | - -").placing(0)
    scene.play(0, "home 6", "place kitchen 6", "cook bun 1 1", "cook bun 1 1", "cook patty 1 1", "cook cheese 1 1")
    supply = [scene.supply(kind) for kind in ("bun", "patty", "cheese")]
    scene.play(0, "sell 1 1 l1")
    assert scene.cash(0) == 12 and scene.on_grill(0) == ""
    assert [scene.supply(kind) for kind in ("bun", "patty", "cheese")] == [supply[0] + 2, supply[1] + 1, supply[2] + 1]
    sale = scene.view().sales[0]
    assert (sale.customer, sale.size, sale.round, sale.amount) == ("c11", "large", 5, 9)
    assert scene.step == "SellFood" and scene.slots == "classic - | - - | - -"


@pytest.mark.rule("BB-SUPER-1", "BB-SUPER-2", "BB-SUPER-5", "BB-STORE-3")
def test_57_shopping() -> None:
    scene = Scene().money(0, 7).store(0, "2p").dice(0, 3, 3).placing()
    scene.play(0, "place supermarket 3", "buy bun")
    assert scene.cash(0) == 5 and scene.kept(0) == "1b 2p"
    scene.play(0, "buy cheese", "buy lettuce")
    assert scene.step == "MakeRoom"
    scene.play(0, "swap bun")
    assert scene.kept(0) == "2p 1c 1l" and scene.cash(0) == 1 and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-SUPER-5", "BB-MONEY-2")
def test_58_money_stops_shopping() -> None:
    scene = Scene().money(0, 3).dice(0, 3, 3).placing().play(0, "place supermarket 3", "buy bun")
    assert scene.cash(0) == 1 and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-ENDR-1", "BB-ENDR-2", "BB-ENDR-3", "BB-HIRE-5")
def test_59_end_of_round_order() -> None:
    scene = Scene(round=4).dice(0, 5, 5, benched=(2,)).money(0, 5).queue("- - | - - | classic -").placing()
    scene.grill(1, "1b")
    scene.log.said.clear()
    scene.play(0, "pair workers 5")
    names = [type(event).__name__ for event in scene.log.heard(None)]
    steps = ["WorkerHired", "CustomerMoved", "FoodAged", "RoundBegan", "CustomerArrived", "WorkersRolled"]
    assert [names.index(step) for step in steps] == sorted(names.index(step) for step in steps)
    assert scene.view().round == 5 and scene.view().players[0].rolled == 4
    assert all(space.seat < 0 for card in scene.view().cards for space in card.spaces)


@pytest.mark.rule("BB-AGE-4", "BB-OVER-10", "BB-TIP-5")
def test_60_scrap() -> None:
    scene = (
        Scene().hand(0, "tip").grill(0, "1b 2p", space=3).grill(0, "2b 1p", 2).queue("classic - | - - | - -").selling()
    )
    scene.play(0, "tip", "sell 2 1 s1")
    assert scene.cash(0) == 3 + 5 + 3 + 2 + 1
    assert scene.view().players[0].served == 1 and scene.supply("patty") == 15


@pytest.mark.rule("BB-QUEUE-2", "BB-QUEUE-10")
def test_61_who_advances() -> None:
    scene = Scene().queue("c01 c02 | cheese - | salad tomato").deck(0).ending_round()
    assert scene.slots == "cheese salad | tomato - | - -"


@pytest.mark.rule("BB-SETUP-1", "BB-SETUP-6", "BB-SETUP-11")
def test_62_two_players() -> None:
    two, five = (GAME.setup(GAME.settle({}, n), n, Luck(Rng("n")), EventLog()) for n in (2, 5))
    assert len(two.spare) == 6 and len(five.spare) == 3
    assert two.pile == five.pile and len(two.taken) == len(five.taken) and len(two.queue) == len(five.queue)
    assert GAME.view(two, None).deck == GAME.view(five, None).deck


@pytest.mark.rule("BB-FIRST-5", "BB-BAKERY-3")
def test_63_first_changes_only_the_order() -> None:
    scene = Scene().hand(1, "first").dice(0, 1, 1).dice(1, 6, 6).window().play(1, "first")
    assert scene.view().players[1].dice == (6, 6) and scene.view().players[1].total == 12
    assert scene.refused(1, "place bakery 6") == "BB-BAKERY-3"


@pytest.mark.rule("BB-DISC-1", "BB-DISC-2", "BB-DISC-4")
def test_64_two_discounts() -> None:
    def seat(dollars: int, cards: int = 2) -> Scene:
        return Scene().hand(0, *["discount"] * cards).dice(0, 3, 3, 5).dice(1, 6, 6).money(0, dollars).placing(0)

    assert seat(6).play(0, "place_with workers 3 discount+discount").cash(0) == 0
    assert seat(1).play(0, "place_with expansion 3 discount+discount").cash(0) == 0
    scene = seat(2).play(0, "place_with supermarket 3 discount+discount", "buy bun", "buy bun", "buy bun")
    assert scene.cash(0) == 0 and scene.kept(0) == "3b"
    assert seat(0, 3).play(0, "place_with expansion 3 discount+discount+discount").cash(0) == 0
    assert seat(0, 3).refused(0, "pair_with expansion 3 discount") == "BB-DISC-2"


@pytest.mark.rule("BB-STEAL-5", "BB-STORE-5")
def test_65_steal_to_spoil() -> None:
    scene = Scene().hand(0, "steal").store(0, "4b").store(1, "2b").dice(0, 6, 6).placing()
    pile = scene.supply("bun")
    scene.play(0, "steal 1 bun")
    assert scene.kept(0) == "4b" and scene.kept(1) == "1b" and scene.supply("bun") == pile + 1
    assert scene.held(0) == [] and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-SELL-5", "BB-SELL-10", "BB-TIP-2")
def test_66_last_word_in_sales() -> None:
    scene = Scene().hand(0, "steal", "tip").grill(0, "2b 1p").queue("- - | - - | classic -").selling()
    scene.play(0, "sell 1 1 r1")
    assert scene.asked == [0] and scene.moves(0) == ["tip", "stop_selling"]
    scene.play(0, "tip")
    assert scene.cash(0) == 11 and scene.view().sales[0].amount == 6
    scene.play(0, "stop_selling")
    assert scene.step == "RevealWorkers"
    plain = Scene().grill(0, "2b 1p").queue("- - | - - | classic -").selling().play(0, "sell 1 1 r1")
    assert plain.step == "RevealWorkers"


@pytest.mark.rule("BB-TIP-3", "BB-SELL-10")
def test_67_unsellable_with_a_tip() -> None:
    scene = Scene().hand(1, "tip").grill(1, "2b 1p 1l").queue("- - | - - | classic -").selling()
    assert scene.step != "SellFood" and scene.held(1) == ["tip"]


@pytest.mark.rule("BB-MGR-4", "BB-SPEC-5", "BB-MONEY-1")
def test_68_no_limits() -> None:
    scene = Scene().hand(1, "tip", "tip", "steal", "first", "double").dice(1, 5, 5).grill(1, "2b 1p").money(0, 500)
    scene.queue("classic - | - - | - -").placing(1).play(1, "place manager 5")
    assert scene.view(0).players[1].specials == 6 and scene.view(0).players[1].shown == 0
    scene.play(1, "home 5", "pass", "sell 1 1 s1")
    assert scene.cash(1) == 11


@pytest.mark.rule("BB-SUPPLY-3", "BB-STORE-3", "BB-STORE-7")
def test_69_waiting_token() -> None:
    scene = Scene().store(0, "2b 2p").pile(cheese=1).dice(0, 2, 2).placing().play(0, "place cheese_shop 2")
    assert scene.supply("cheese") == 1 and scene.kept(0) == "2b 2p" and scene.step == "MakeRoom"
    patties = scene.supply("patty")
    scene.play(0, "swap patty")
    assert scene.supply("cheese") == 0 and scene.supply("patty") == patties + 1
    assert scene.kept(0) == "2b 1p 1c" and not scene.view().players[0].items


@pytest.mark.rule("BB-COOK-13", "BB-STORE-1")
def test_70_tower() -> None:
    scene = Scene().kitchens(0, 3).store(0, "12b").dice(0, 6, 6).placing().play(0, "place kitchen 6")
    scene.play(0, *["cook bun 2 1"] * 12)
    assert scene.on_grill(0, 2) == "12b" and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-MISSION-9")
def test_71_counting_twice() -> None:
    scene = Scene().sold(0, ("double_salad", 3)).sold(1, ("cheese", 1))
    ids = [mission.id for mission in PRINTED.missions]
    for name in ("garden_fresh", "meat_feast", "worth_the_wait"):
        assert progress(scene.s, 0, ids.index(name)) == 1
    assert progress(scene.s, 0, ids.index("say_cheese")) == 0
    scene = Scene().mission(0, "garden_fresh").sold(0, *[(name, 1) for name in ("tomato", "tomato", "salad", "salad")])
    scene.sold(0, ("lettuce", 1)).deck(0).ending_round()
    assert scene.view().players[0].book[9] == 6


@pytest.mark.rule("BB-OVER-7", "BB-OVER-8", "BB-OVER-9")
def test_72_ranking() -> None:
    scene = Scene(4).deck(0)
    for seat, (dollars, served) in enumerate(((40, 5), (40, 4), (38, 2), (38, 2))):
        scene.money(seat, dollars)
        scene.s.served[seat] = served
    scene.s.agenda.clear()
    assert scene.outcome().ranks == (1, 2, 3, 3) and scene.outcome().winners == (0,)


@pytest.mark.rule("BB-ORDER-4", "BB-SETUP-12", "BB-MONEY-3")
def test_73_what_a_seat_sees() -> None:
    scene = Scene(round=2).revealing((1, 2), (3, 4, 5), (6, 6))
    view = scene.view(0)
    assert view.roll == (1, 2) and view.mission is not None and view.players[0].mission == view.mission.id
    for other in (1, 2):
        player = view.players[other]
        assert player.working == player.dice == () and player.mission is None and player.mission_progress is None
        assert player.rolled == (3 if other == 1 else 2) and player.money == 3
    assert scene.view().roll == () and scene.view().mission is None


@pytest.mark.rule("BB-PLACE-5", "BB-TURN-1", "BB-TURN-4")
def test_74_one_at_a_time() -> None:
    scene = Scene().money(0, 9).dice(0, 3, 3).dice(1, 4, 4).grill(1, "2b 1p").queue("classic - | - - | - -").placing(0)
    scene.play(0, "place supermarket 3")
    assert scene.asked == [0]
    assert scene.refused(1, "sell 1 1 s1") == "BB-TURN-1"
    assert scene.refused(1, "place bakery 4") == "BB-TURN-1"


@pytest.mark.rule("BB-EXP-7", "BB-PLACE-7")
def test_75_full_expansion_card() -> None:
    scene = Scene().dice(0, 2, 2).dice(1, 4, 4).dice(2, 5, 5).money(1, 5).money(2, 9).placing(0)
    scene.play(0, "pair expansion 2").play(1, "place expansion 4")
    assert scene.refused(2, "place expansion 5") == "BB-PLACE-7"
    assert scene.refused(2, "pair expansion 5") == "BB-PLACE-7"
