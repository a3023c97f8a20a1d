"""The worked examples of the rulebook itself (ledger 9, numbers 1 to 19)."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.actions import set_turn_card
from bunfight.games.burger_boss.rules.events import WorkersRevealed, WorkersRolled
from bunfight.games.burger_boss.views.view import dice_of


@pytest.mark.rule(
    "BB-SETUP-3", "BB-SETUP-4", "BB-SETUP-5", "BB-SETUP-6", "BB-SETUP-7", "BB-SETUP-8", "BB-SETUP-9", "BB-SETUP-10"
)
def test_01_setup() -> None:
    s = GAME.setup(GAME.settle({}, 5), 5, Luck(Rng("setup")), EventLog())
    view = GAME.view(s, 0)
    for player in view.players:
        assert (player.money, player.workers, player.rolled) == (3, 2, 2)
        assert (player.kitchens, player.slots, player.room, player.items) == (1, 4, 4, ())
        assert (player.specials, player.storage) == (0, (0, 0, 0, 0, 0))
    assert len(s.spare) == 3 and len(set(s.missions)) == 5
    assert view.pile == (20, 15, 10, 10, 10)
    assert view.deck == 28 and view.special_deck == 14 and view.next_customer is not None
    assert [place.size for place in view.queue] == ["super", "super", "large", "large", "regular", "regular"]


@pytest.mark.rule("BB-QUEUE-1", "BB-QUEUE-3", "BB-SETUP-9")
def test_02_first_deal() -> None:
    view = GAME.view(GAME.setup(GAME.settle({}, 3), 3, Luck(Rng("deal")), EventLog()), None)
    assert [place.customer is not None for place in view.queue] == [False] * 4 + [True] * 2
    assert [place.extra for place in view.queue] == [3, 3, 2, 2, 1, 1]
    assert view.deck == 28


@pytest.mark.rule("BB-QUEUE-4", "BB-QUEUE-9", "BB-ENDR-3")
def test_03_basic_movement(page_numbers: list[int]) -> None:
    scene = Scene(round=1).queue("- - | - - | classic double").ending_round()
    assert scene.slots.startswith("- - | classic double | ")
    assert all(place.customer for place in scene.view().queue[2:])
    assert scene.view().deck == 26 and [1, scene.view().round] == page_numbers


@pytest.mark.rule("BB-QUEUE-5", "BB-QUEUE-8", "BB-QUEUE-10")
def test_04_leaving(page_numbers: list[int]) -> None:
    scene = Scene(round=page_numbers[0]).queue("c01 c02 | c06 c07 | c11 c12").ending_round()
    view = scene.view()
    assert view.gone == ("c01", "c02")
    assert [place.customer and place.customer.id for place in view.queue[:4]] == ["c06", "c07", "c11", "c12"]
    assert all(place.customer for place in view.queue) and view.deck == 22


@pytest.mark.rule("BB-QUEUE-6", "BB-QUEUE-8", "BB-QUEUE-10", "BB-QUEUE-12")
def test_05_as_far_up_as_possible(page_numbers: list[int]) -> None:
    scene = Scene(round=page_numbers[0]).queue("- c02 | - - | c11 c12")
    scene.deck(4)
    left = [int(customer) for customer in scene.s.deck]
    scene.luck.answers = [0, 0, 0, 0]
    scene.ending_round()
    ids = [place.customer and place.customer.id for place in scene.view().queue]
    assert ids[:2] == ["c11", "c12"] and "c02" in scene.view().gone
    dealt = [scene.s.queue[slot] for slot in (4, 5, 2, 3)]  # R1, R2, L1, L2
    assert dealt == [left[0], left[3], left[2], left[1]]  # drawing the first moves the last into its place
    assert scene.step == "RevealWorkers"


@pytest.mark.rule("BB-ORDER-2", "BB-ORDER-3")
def test_06_order_in_round_1(page_numbers: list[int]) -> None:
    # Claire 0, Maria 1, David 2, Shane 3, Peter 4; Peter ate a hamburger after Shane
    s = GAME.setup(GAME.settle({"burger_recency": "0,1,2,4,3"}, 5), 5, Luck(Rng("x")), EventLog())
    for seat, values in enumerate(((1, 6), (3, 5), (3, 6), (5, 6), (5, 6))):
        s.working[seat] = dice_of(values)
    set_turn_card(s, EventLog())
    assert list(s.order) == [0, 1, 2, 4, 3]
    totals = [player.total for player in GAME.view(s, None).players]
    assert page_numbers == [1, 1, 6, totals[0], 3, 5, totals[1], 3, 6, totals[2], 5, 6, totals[3]]
    assert totals[3] == totals[4]


@pytest.mark.rule(
    "BB-ORDER-4", "BB-ORDER-5", "BB-ORDER-6", "BB-ORDER-7", "BB-ORDER-8", "BB-ORDER-9", "BB-ORDER-10", "BB-ROUND-1"
)
def test_07_order_in_round_2(page_numbers: list[int]) -> None:
    # Claire 0, Maria 1, David 2, Peter 3, Shane 4
    scene = Scene(5, round=1).deck(2)
    scene.luck.answers = [0, 0] + [value - 1 for value in (3, 3, 2, 5, 1, 4, 1, 5, 5, 5)]  # two customers, then dice
    scene.ending_round()
    assert scene.asked == [0] and scene.view().round == 2
    scene.play(0, "reveal 3+3")
    assert scene.view(1).players[0].total == 6 and scene.view(1).players[1].total == 0
    scene.play(1, "reveal 2").play(2, "reveal 1+4").play(3, "reveal 1+5").play(4, "reveal 5+5")
    assert scene.order == [1, 2, 3, 0, 4]
    ruth, tom, omar, kim, lena = (player.total for player in scene.view().players)
    assert page_numbers == [3, 3, ruth, 2, 5, tom, 1, 4, omar, 1, 5, kim, 5, 5, lena]
    maria = scene.view(0).players[1]
    assert (maria.dice, maria.benched) == ((2,), 1)
    assert scene.heard(0, WorkersRevealed)[1] == WorkersRevealed(1, (2,), 2, 1)
    for listener in (None, 0, 2, 3, 4):
        assert not any(5 in event.dice for event in scene.heard(listener, WorkersRevealed)[:3])  # type: ignore[attr-defined]
        told = [event for event in scene.heard(listener, WorkersRolled) if event.seat == 1]  # type: ignore[attr-defined]
        assert told[-1] == WorkersRolled(1, None, 2)
    assert scene.heard(1, WorkersRolled)[-4] == WorkersRolled(1, (2, 5), 2)
    assert scene.asked == [1] and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-PLACE-1", "BB-PLACE-2")
def test_08_rotation() -> None:
    scene = Scene(5, round=2).revealing((3, 3), (2, 5), (1, 4), (1, 5), (5, 5))
    scene.play(0, "reveal 3+3").play(1, "reveal 2").play(2, "reveal 1+4").play(3, "reveal 1+5").play(4, "reveal 5+5")
    turns = []
    while scene.step == "DirectWorkers" and scene.s.round == 2:
        turns += scene.asked
        seat = scene.asked[0]
        scene.play(seat, next(move for move in scene.moves(seat) if move.startswith("home")))
    assert turns == [1, 2, 3, 0, 4, 2, 3, 0, 4]


@pytest.mark.rule("BB-EXP-4", "BB-EXP-6", "BB-STORE-1")
def test_09_expansion(page_numbers: list[int]) -> None:
    scene = Scene().dice(0, 2, 2, 5, 6).placing().play(0, "pair expansion 2")
    david = scene.view().players[0]
    assert (david.slots, david.kitchens) == (8, 2)
    before = Scene().view().players[0]
    assert page_numbers == [before.slots, before.kitchens, david.slots, david.kitchens, david.slots]
    scene.store(0, "4b 4p").placing().play(0, "place kitchen 5")
    for grill in (1, 2):
        for kind in ("bun", "patty"):
            assert f"cook {kind} {grill} 1" in scene.moves(0)
    scene.play(0, "cook bun 1 1", "cook bun 2 1", "stop_cooking")
    assert scene.refused(0, "place kitchen 6") == "BB-COOK-2"


@pytest.mark.rule("BB-FIRST-1", "BB-FIRST-2", "BB-ORDER-11", "BB-WIN-1")
def test_10_jumping_first(page_numbers: list[int]) -> None:
    scene = Scene(2).hand(1, "first").revealing((1, 1), (6, 6))
    scene.play(0, "reveal 1+1").play(1, "reveal 6+6")
    assert scene.order == [0, 1] and scene.step == "AnswerWindow" and scene.asked == [1]
    assert page_numbers == [player.total for player in scene.view().players]
    scene.play(1, "first")
    assert scene.order == [1, 0] and scene.asked == [1] and scene.step == "DirectWorkers"
    scene.grill(0, "2b 1p").grill(1, "2b 1p").queue("classic - | classic - | - -")
    scene.play(1, "home 6").play(0, "home 1").play(1, "home 6").play(0, "home 1")
    assert scene.step == "SellFood" and scene.asked == [1]


@pytest.mark.rule("BB-COOK-1", "BB-COOK-5", "BB-COOK-9")
def test_11_basic_cooking(page_numbers: list[int]) -> None:
    scene = Scene().dice(0, 6, 3).store(0, "2b 1p").placing()
    assert page_numbers == list(scene.view().players[0].storage[:2])
    scene.play(0, "place kitchen 6", "cook bun 1 1", "cook bun 1 1")
    assert scene.step == "CookFood"
    scene.play(0, "cook patty 1 1")
    assert scene.kept(0) == "" and scene.on_grill(0) == "2b 1p" and scene.step == "DirectWorkers"
    assert scene.view().players[0].items[0].order == "classic"


@pytest.mark.rule("BB-COOK-2", "BB-COOK-4", "BB-BUTCH-1")
def test_12_later_gains_wait(page_numbers: list[int]) -> None:
    scene = Scene().dice(0, 6, 3, 1).store(0, "2b 1p").placing()
    scene.play(0, "place kitchen 6", "cook bun 1 1", "cook bun 1 1", "cook patty 1 1", "place butchers 3")
    assert scene.kept(0) == "2p" and page_numbers == [3, 2]
    assert scene.refused(0, "place kitchen 1") == "BB-COOK-2"
    scene.play(0, "home 1")
    while scene.asked != [0] or scene.step != "DirectWorkers":
        scene.play(scene.asked[0], scene.moves(scene.asked[0])[-1])
    assert scene.view().round == 6 and scene.kept(0) == "2p"
    assert any(move.startswith("place kitchen") for move in scene.moves(0))


@pytest.mark.rule("BB-COOK-4", "BB-COOK-10")
def test_13_adding_to_an_order(page_numbers: list[int]) -> None:
    scene = Scene().dice(0, 1, 2).dice(1, 6, 6).grill(0, "2b 1p", space=2).placing(0)
    scene.play(0, "place cheese_shop 1")
    assert scene.kept(0) == "1c" and page_numbers == [scene.view().players[0].storage[2]]
    scene.play(1, "home 6").play(
        0, "place kitchen 2"
    )  # the only way to use it is to put it on the item: done by itself
    assert scene.on_grill(0, space=2) == "2b 1p 1c" and scene.on_grill(0, space=1) == ""


@pytest.mark.rule("BB-COOK-6")
def test_14_two_grills_one_worker(page_numbers: list[int]) -> None:
    scene = Scene().kitchens(0, 2).dice(0, 4, 4).store(0, "4b 2p 1c").placing().play(0, "place kitchen 4")
    scene.play(0, "cook bun 1 1", "cook bun 1 1", "cook patty 1 1", "cook cheese 1 1")
    scene.play(0, "cook bun 2 1", "cook bun 2 1", "cook patty 2 1")
    assert (scene.on_grill(0, 1), scene.on_grill(0, 2)) == ("2b 1p 1c", "2b 1p")
    assert page_numbers == [4, 2, 1, 1, 2]
    assert [item.order for item in scene.view().players[0].items] == ["cheese", "classic"]


def sales_example() -> Scene:
    # Claire 0, Maria 1, David 2, Peter 3, Shane 4
    scene = Scene(5, round=6).queue("c01 double | cheese salad | c02 deluxe")
    scene.store(0, "2b 2p").grill(1, "2b 1p").grill(2, "2b 1p").store(2, "1l").grill(3, "1b 2p").grill(4, "2b 2p")
    return scene.selling()


@pytest.mark.rule(
    "BB-SELL-1",
    "BB-SELL-2",
    "BB-SELL-3",
    "BB-SELL-4",
    "BB-SELL-7",
    "BB-SELL-9",
    "BB-SELL-10",
    "BB-SELL-11",
    "BB-COOK-12",
)
def test_15_sales_phase(page_numbers: list[int]) -> None:
    scene = sales_example()
    assert scene.asked == [1]  # Claire has nothing on the grill
    scene.play(1, "sell 1 1 s1")
    assert scene.cash(1) == 11 and scene.asked == [2]
    assert scene.moves(2) == ["sell 1 1 r1", "stop_selling"]
    scene.play(2, "stop_selling")
    assert scene.asked == [4]  # nobody wants what Peter has
    scene.play(4, "sell 1 1 s2")
    assert scene.cash(4) == 12 and scene.cash(2) == 3
    assert page_numbers == [5, 3, scene.cash(1) - 3, 6, 1, 2, 6, 3, scene.cash(4) - 3]


@pytest.mark.rule("BB-QUEUE-10", "BB-AGE-1")
def test_16_queue_after_it() -> None:
    scene = sales_example().play(1, "sell 1 1 s1").play(2, "stop_selling").play(4, "sell 1 1 s2")
    assert scene.slots.startswith("cheese salad | classic deluxe | ")
    assert scene.on_grill(2, space=2) == "2b 1p"
    assert scene.view().queue[2].extra + 5 == 7


@pytest.mark.rule("BB-AGE-1")
def test_17_ageing(page_numbers: list[int]) -> None:
    scene = Scene(round=4).queue("- - | - - | salad salad").grill(0, "2b 1p").ending_round()
    assert scene.on_grill(0, space=2) == "2b 1p" and scene.on_grill(0, space=1) == ""
    scene.ending_round()
    assert scene.on_grill(0, space=3) == "2b 1p"
    money = scene.cash(0)
    scene.ending_round()
    assert page_numbers == [4, 1, 2, 3, scene.cash(0) - money] and not scene.view().players[0].items


@pytest.mark.rule("BB-AGE-2", "BB-AGE-3")
def test_18_recycling() -> None:
    scene = Scene(round=6).queue("- - | - - | salad salad").grill(0, "2b 1p", space=3)
    assert scene.supply("bun") == 18
    scene.ending_round()
    assert scene.cash(0) == 4 and scene.supply("bun") == 20 and scene.supply("patty") == 15
    assert not scene.view().players[0].items


@pytest.mark.rule("BB-HIRE-1", "BB-HIRE-2", "BB-HIRE-3", "BB-HIRE-6", "BB-EXP-1", "BB-EXP-2", "BB-EXP-3", "BB-EXP-5")
@pytest.mark.parametrize(("card", "limit"), [("workers", "BB-HIRE-6"), ("expansion", "BB-EXP-5")])
def test_19_price_ladder(card: str, limit: str) -> None:
    for text, owned, price in (
        (f"pair {card} 2", 0, 0),
        (f"place {card} 2", 0, 5),
        (f"pair {card} 2", 1, 5),
        (f"place {card} 2", 1, 10),
    ):
        scene = Scene().dice(0, 2, 2).money(0, 20)
        if card == "workers":
            scene.s.hired[0] = owned
        else:
            scene.kitchens(0, 1 + owned)
        scene.placing().play(0, text)
        assert scene.cash(0) == 20 - price
    scene = Scene().dice(0, 2, 2).money(0, 20).kitchens(0, 3)
    scene.s.hired[0] = 2
    assert scene.placing().refused(0, f"place {card} 2") == limit
    assert scene.refused(0, f"pair {card} 2") == limit
