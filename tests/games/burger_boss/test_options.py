"""Options for other readings: cooking leftovers, filling the queue early, specials at any time."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.burger_boss.bots.policy import policy
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.events import AnswerShown, SpaceBlocked, WindowOpened

# Blocking


@pytest.mark.rule("BB-PLACE-20", "BB-PLACE-8")
@pytest.mark.parametrize(
    ("die", "card", "rule"),
    [
        (1, "bakery", "BB-PLACE-8"),  # no bun in the pile
        (4, "supermarket", "BB-SUPER-3"),  # no money
        (4, "workers", "BB-HIRE-1"),
        (4, "expansion", "BB-EXP-1"),
    ],
)
def test_a_space_that_brings_nothing_may_be_taken_only_with_blocking(die: int, card: str, rule: str) -> None:
    def table(blocking: bool) -> Scene:
        scene = Scene(blocking=blocking).pile(bun=0).dice(0, die, 6).dice(1, die).dice(2, 6)
        scene.money(0, 0).money(1, 0)
        return scene.placing(0)

    assert table(False).refused(0, f"place {card} {die}") == rule
    scene = table(True)
    before = scene.view(0).players[0]
    told = {one.move: [effect.key for effect in one.effects] for one in scene.view(0).previews}
    assert told[f"place {card} {die}"] == ["blocks", "spaces_left"]
    scene.play(0, f"place {card} {die}")
    after = scene.view(0).players[0]
    assert (after.money, after.storage, after.workers, after.kitchens) == (0, before.storage, 2, 1)
    assert scene.heard(None, SpaceBlocked) == [SpaceBlocked(0, card)]
    if card == "bakery":
        assert scene.refused(1, "place bakery 1") == "BB-PLACE-7", "that is what it was for"


@pytest.mark.rule("BB-PLACE-20", "BB-HIRE-6", "BB-CHEESE-2")
def test_blocking_keeps_all_rules_about_the_spaces_themselves() -> None:
    scene = Scene(blocking=True).pile(bun=0, cheese=0).hand(0, "double").dice(0, 1, 2, 5, 6).dice(1, 3, 4).placing(0)
    assert scene.refused(0, "place bakery 6") == "BB-BAKERY-3", "no space has this number"
    assert scene.refused(0, "place kitchen 6") == "BB-COOK-3", "nobody else can go there"
    assert scene.refused(0, "place_with bakery 1 double") == "BB-PLACE-8", "no special is wasted"
    scene.play(0, "place cheese_shop 5").play(1, "home 4")
    assert scene.view().cheese_low == 5
    assert scene.refused(0, "place cheese_shop 2") == "BB-CHEESE-2"
    scene.play(0, "place workers 6")  # four workers already
    assert scene.view().players[0].workers == 4 and scene.view().players[0].money == 3


@pytest.mark.rule("BB-PLACE-20", "BB-PLACE-5")
def test_with_blocking_a_space_that_brings_something_still_does() -> None:
    scene = Scene(blocking=True).dice(0, 4, 1).dice(1, 3).placing(0).play(0, "place bakery 4")
    assert scene.kept(0) == "2b" and scene.heard(None, SpaceBlocked) == []


# Cooking leftovers


@pytest.mark.rule("BB-COOK-20")
def test_a_second_worker_cooks_what_was_stored_before_the_first() -> None:
    scene = Scene(second_cook="leftovers").store(0, "2b 1p 1c").dice(0, 6, 5, 1, 6).placing(0)
    scene.play(0, "place kitchen 6", "cook bun 1 1", "cook bun 1 1", "stop_cooking", "place produce 1")
    assert scene.kept(0) == "1p 1c 1t" and scene.view().players[0].leftover == (0, 1, 1, 0, 0)
    scene.play(0, "place kitchen 5")
    assert scene.moves(0) == ["cook patty 1 1", "cook cheese 1 1"]
    assert scene.refused(0, "cook tomato 1 1") == "BB-COOK-20"
    scene.play(0, "cook patty 1 1", "stop_cooking")
    assert scene.on_grill(0) == "2b 1p" and scene.kept(0) == "1c 1t"
    assert scene.refused(0, "place kitchen 6") == "BB-COOK-20"
    assert scene.why == "you have already cooked twice this round"


@pytest.mark.rule("BB-COOK-20")
def test_nothing_left_nothing_to_cook_again() -> None:
    scene = Scene(second_cook="leftovers").store(0, "2b").dice(0, 6, 5, 2).placing(0)
    scene.play(0, "place kitchen 6", "cook bun 1 1", "place butchers 2")  # the first bun goes by itself
    assert scene.kept(0) == "2p" and scene.refused(0, "place kitchen 5") == "BB-COOK-20"
    assert scene.why == "nothing is left from before your first cooking of this round"


@pytest.mark.rule("BB-COOK-20", "BB-STORE-3")
def test_what_is_swapped_out_or_stolen_is_no_leftover_any_more() -> None:
    scene = Scene(second_cook="leftovers").store(0, "1b 3c").dice(0, 6, 2, 5).placing(0)
    scene.play(0, "place kitchen 6", "cook bun 1 1", "stop_cooking", "place butchers 2", "swap cheese")
    assert scene.kept(0) == "2p 2c" and scene.view().players[0].leftover == (0, 0, 2, 0, 0)
    scene = Scene(second_cook="leftovers").store(0, "1p 3c").hand(1, "steal").dice(0, 6, 2, 5).dice(1, 6, 6).placing(0)
    scene.play(0, "place kitchen 6", "cook cheese 1 1", "stop_cooking").play(1, "steal 0 patty", "home 6")
    assert scene.view().players[0].leftover == (0, 0, 2, 0, 0)
    scene.play(0, "place butchers 2").play(1, "home 6")  # these patties are new
    assert scene.kept(0) == "2p 2c" and scene.view().players[0].leftover == (0, 0, 2, 0, 0)


@pytest.mark.rule("BB-COOK-20", "BB-ENDR-2")
def test_leftovers_are_forgotten_with_the_round() -> None:
    scene = Scene(second_cook="leftovers").store(0, "2b").dice(0, 6).placing(0)
    scene.play(0, "place kitchen 6", "stop_cooking")  # the first bun goes by itself
    assert scene.view().round == 6 and scene.view().players[0].cooked == 0
    assert scene.view().players[0].leftover == (0, 0, 0, 0, 0) and scene.kept(0) == "1b"


def test_the_bot_cooks_leftovers_that_finish_an_order() -> None:
    scene = Scene(second_cook="leftovers").store(0, "4b 2p").kitchens(0, 2).dice(0, 6, 6)
    scene.queue("classic c02 | - - | - -").placing(0)
    scene.play(0, "place kitchen 6", *["cook bun 1 1"] * 2, "cook patty 1 1", "stop_cooking")
    chosen = policy(scene.s, 0, Rng("bot")).text
    assert chosen == "place kitchen 6"
    scene.play(0, chosen)
    while scene.step == "CookFood":
        scene.play(0, policy(scene.s, 0, Rng("bot")).text)
    assert scene.on_grill(0, 2) == "2b 1p"


# Filling the queue early


@pytest.mark.rule("BB-QUEUE-20")
@pytest.mark.parametrize(("fill", "people"), [("late", 4), ("early", 6)])
def test_from_round_2_on_every_empty_place_can_be_filled(fill: str, people: int) -> None:
    scene = Scene(round=1, queue_fill=fill).queue("- - | - - | c01 c06").ending_round()
    queue = [place.customer and place.customer.id for place in scene.view().queue]
    assert queue[2:4] == ["c01", "c06"] and sum(one is not None for one in queue) == people
    assert scene.view().deck == 30 - 2 - (people - 2)
    scene.game.audit(scene.s)


@pytest.mark.rule("BB-QUEUE-20", "BB-QUEUE-3")
def test_round_1_still_brings_two_customers() -> None:
    s = GAME.setup(GAME.settle({"queue_fill": "early"}, 3), 3, Luck(Rng("a")), EventLog())
    assert [place.customer is None for place in GAME.view(s, None).queue] == [True] * 4 + [False] * 2


# Specials at any time


def literal(seats: int = 3, round: int = 5) -> Scene:
    return Scene(seats, round, special_windows="literal")


@pytest.mark.rule("BB-SPEC-20", "BB-WIN-8")
def test_every_holder_is_asked_before_every_decision() -> None:
    scene = literal().hand(1, "discount").hand(2, "steal").store(0, "2b 1p").dice(0, 6, 5).placing(0)
    for decision in ("place kitchen 6", "cook bun 1 1", "cook bun 1 1"):
        assert scene.step == "AnswerWindow" and scene.asked == [1, 2]
        scene.play(1, "pass").play(2, "pass")
        assert scene.asked == [0]
        scene.play(0, decision)
    assert scene.asked == [1, 2]
    assert not scene.heard(None, WindowOpened) and not scene.heard(None, AnswerShown)  # nobody played a card


@pytest.mark.rule("BB-SPEC-20", "BB-COOK-4")
def test_food_can_be_stolen_from_under_the_cooks_hands() -> None:
    scene = literal().hand(1, "steal").store(0, "1p").dice(0, 6, 5).placing(0).play(1, "pass")
    scene.store(0, "1p 1b").play(0, "place kitchen 6")
    assert scene.step == "AnswerWindow"
    scene.play(1, "steal 0 patty")
    assert scene.heard(None, AnswerShown) == [AnswerShown(1, "steal")]
    assert scene.kept(1) == "1p" and scene.on_grill(0) == "1b"  # one choice is left, so it is made


@pytest.mark.rule("BB-SPEC-20", "BB-STORE-2")
def test_a_theft_makes_room_for_what_waits() -> None:
    scene = literal().hand(1, "steal").store(0, "2b 2p").dice(0, 1, 5).placing(0).play(1, "pass")
    scene.play(0, "place produce 1")
    assert scene.step == "AnswerWindow" and scene.view().agenda[-2].kind == "MakeRoom"
    scene.play(1, "steal 0 bun")
    assert scene.kept(0) == "1b 2p 1t" and scene.kept(1) == "1b" and scene.step == "DirectWorkers"


@pytest.mark.rule("BB-SPEC-20", "BB-FIRST-1")
def test_whoever_goes_first_in_the_middle_of_the_placements_is_next() -> None:
    scene = literal().hand(2, "first").dice(0, 6, 6).dice(1, 5, 5).dice(2, 4, 4).placing(0)
    scene.play(2, "pass").play(0, "home 6").play(2, "first")
    assert scene.order == [2, 0, 1] and scene.asked == [2]  # 0 had a turn, 1 was about to have one
    scene.play(2, "home 4")
    assert scene.asked == [1]
    scene.play(1, "home 5")
    assert scene.asked == [2]  # from the top again


@pytest.mark.rule("BB-SPEC-20", "BB-FIRST-2", "BB-SELL-1")
def test_whoever_goes_first_in_the_sales_sells_next_but_only_once() -> None:
    scene = literal().hand(2, "first").grill(0, "2b 1p").grill(1, "2b 1p").grill(2, "2b 1p")
    scene.queue("classic c02 | c03 - | - -").selling().play(2, "pass").play(0, "sell 1 1 s1")
    assert scene.step == "AnswerWindow"
    scene.play(2, "first")
    assert scene.asked == [2]
    scene.play(2, "sell 1 1 s2").play(1, "sell 1 1 l1")
    assert [scene.cash(seat) for seat in range(3)] == [11, 10, 11]
    assert scene.view().round == 6 and scene.view().before == (2, 0, 1)


@pytest.mark.rule("BB-SPEC-20")
def test_a_sales_turn_that_has_begun_is_finished() -> None:
    scene = literal().hand(2, "first").grill(0, "2b 1p").grill(0, "2b 2p", 2).grill(2, "2b 1p")
    scene.queue("classic double | c02 - | - -").selling().play(2, "pass").play(0, "sell 1 1 s1").play(2, "first")
    assert scene.order[0] == 2 and scene.asked == [0]
    scene.play(0, "sell 2 1 s2")
    assert scene.asked == [2]


@pytest.mark.rule("BB-SPEC-20", "BB-FIRST-6")
def test_nobody_goes_first_before_the_turn_card_is_set() -> None:
    scene = literal(2).hand(1, "first", "steal").store(0, "1b").revealing((1, 2), (3, 4))
    assert scene.asked == [1] and scene.moves(1) == ["steal 0 bun", "pass"]
    assert scene.refused(1, "first") == "BB-FIRST-6"
    assert scene.why == "the Turn card of this round is not set yet"
    scene.play(1, "steal 0 bun", "pass")  # after a card the window is opened again
    assert scene.step == "RevealWorkers" and scene.kept(1) == "1b"
    scene.play(0, "reveal 1+2").play(1, "pass", "reveal 3+4")
    assert "first" in scene.moves(1) and scene.step == "AnswerWindow"


@pytest.mark.rule("BB-SPEC-20")
def test_without_specials_nothing_is_asked_and_whole_games_end() -> None:
    scene = literal().dice(0, 6, 6).placing(0)
    assert scene.step == "DirectWorkers"
    options = {"special_windows": "literal", "second_cook": "leftovers", "queue_fill": "early"}
    rng = Rng("literal")
    s = GAME.setup(GAME.settle(options, 3), 3, Luck(rng), EventLog(False))
    made = windows = 0
    while s.agenda:
        seat = s.awaiting()[0]
        windows += type(s.agenda[-1]).__name__ == "AnswerWindow"
        s.agenda[-1].take(s, seat, GAME.bots.policy(s, seat, rng), Luck(rng), EventLog(False))
        made += 1
    assert windows > 20 and made < GAME.bound(GAME.settle(options, 3), 3)
    GAME.audit(s)
