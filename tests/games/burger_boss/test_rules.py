"""Rules that no worked example of the ledger shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Table, playout
from bunfight.games.burger_boss.cards import FILE, SIGNS
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.events import WindowAnswered, WorkersRevealed, WorkersRolled
from bunfight.testing.rejects import rejects


@pytest.mark.rule("BB-SETUP-2")
def test_restaurants_are_a_free_choice_without_effect() -> None:
    one = GAME.setup(
        GAME.settle({"restaurants": ",".join(SIGNS[n] for n in (4, 2, 0, 1, 3))}, 5), 5, Luck(Rng("a")), EventLog(False)
    )
    two = GAME.setup(GAME.settle({}, 5), 5, Luck(Rng("a")), EventLog(False))
    assert [player.sign for player in GAME.view(one, None).players] == [SIGNS[n] for n in (4, 2, 0, 1, 3)]
    assert [player.sign for player in GAME.view(two, None).players] == list(SIGNS)
    playout(one, Luck(Rng("b")), Rng("c"), 4000)
    playout(two, Luck(Rng("b")), Rng("c"), 4000)
    assert list(one.money) == list(two.money)


@pytest.mark.rule("BB-SETUP-7")
def test_a_face_down_deck_shows_nobody() -> None:
    s = GAME.setup(GAME.settle({"customer_deck": "face_down"}, 3), 3, Luck(Rng("a")), EventLog())
    assert GAME.view(s, 0).next_customer is None and GAME.view(s, 0).deck == 28
    s = GAME.setup(GAME.settle({}, 3), 3, Luck(Rng("a")), EventLog())
    seen = GAME.view(s, 0).next_customer
    assert seen is not None
    while s.round == 1:
        step = s.agenda[-1]
        seat = step.awaits()[0]
        step.take(s, seat, GAME.bots.fallback(s, seat), Luck(Rng("d")), EventLog(False))
    assert GAME.view(s, 0).queue[4].customer == seen  # the first to be dealt next


@pytest.mark.rule("BB-ORDER-3")
def test_ties_of_round_1_are_drawn_or_given() -> None:
    drawn = {tuple(GAME.setup(GAME.settle({}, 3), 3, Luck(Rng(str(n))), EventLog()).recency) for n in range(40)}
    assert len(drawn) == 6
    s = GAME.setup(GAME.settle({"burger_recency": "2,0,1"}, 3), 3, Luck(Rng("x")), EventLog())
    assert list(s.recency) == [2, 0, 1]
    for wrong in ("0,1", "2,0,1,3", "3,0,1"):
        with rejects("BB-ORDER-3"):
            GAME.settle({"burger_recency": wrong}, 3)
    for wrong in ("2,0,0", "7,0,1", "x"):
        with rejects("burger_recency: choose from 0, 1, 2, 3, 4"):
            GAME.settle({"burger_recency": wrong}, 3)


@pytest.mark.rule("BB-ORDER-4", "BB-ORDER-7")
def test_rolls_are_heard_only_by_their_owner_and_benched_dice_by_nobody() -> None:
    scene = Scene(3, round=1).queue("- - | - - | classic -").ending_round()
    for listener in (None, 0, 1, 2):
        rolls = [event for event in scene.heard(listener, WorkersRolled) if isinstance(event, WorkersRolled)][-3:]
        assert [event.dice is None for event in rolls] == [event.seat != listener for event in rolls]
    scene = Scene(3).revealing((2, 5), (1, 1), (1, 1)).play(0, "reveal 2")
    assert scene.heard(1, WorkersRevealed) == [WorkersRevealed(0, (2,), 2, 1)]
    assert scene.view(1).players[0].benched == 1 and scene.view(0).roll == (2, 5)


@pytest.mark.rule("BB-PLACE-3", "BB-PLACE-4")
def test_a_turn_is_one_die_one_pair_or_one_sent_home() -> None:
    for text, left in (("place bakery 3", (3,)), ("pair workers 3", ()), ("home 3", (3,))):
        scene = Scene().dice(0, 3, 3).dice(1, 6, 6).placing(0).play(0, text)
        assert scene.asked == [1] and scene.view().players[0].dice == left
    assert Scene().dice(0, 3, 3).placing().play(0, "pair workers 3").view().players[0].workers == 3


@pytest.mark.rule("BB-PLACE-6")
def test_the_lowest_numbered_fitting_space_is_taken() -> None:
    scene = Scene().dice(0, 3, 6).placing().play(0, "place butchers 3")
    butchers = scene.view().cards[1]
    assert [space.seat for space in butchers.spaces] == [-1, 0, -1, -1, -1]
    scene.play(0, "place manager 6")
    text = FILE.read_text(encoding="utf-8").replace("[[1], [2], [3], [4], [5]]", "[[4, 5], [1, 2, 3], [4]]")
    own = Scene(game=GAME.with_cards(text)).dice(0, 4, 4, 4).placing()
    own.play(0, "place bakery 4", "place bakery 4")
    assert [space.value for space in own.view().cards[0].spaces] == [4, 0, 4]
    assert own.refused(0, "place bakery 4") == "BB-PLACE-7"


@pytest.mark.rule("BB-COOK-1")
def test_nobody_cooks_in_another_kitchen() -> None:
    scene = Scene().store(0, "2b").store(1, "2p").dice(0, 3, 3).placing().play(0, "place kitchen 3")
    scene.play(0, "cook bun 1 1")
    assert scene.on_grill(0) == "2b" and scene.kept(1) == "2p" and scene.on_grill(1) == ""


@pytest.mark.rule("BB-COOK-11", "BB-STEAL-2")
def test_food_on_a_grill_cannot_be_stolen() -> None:
    scene = Scene().hand(0, "steal").grill(1, "2b 1p").dice(0, 3, 3).placing()
    assert scene.refused(0, "steal 1 patty") == "BB-STEAL-3"
    assert scene.on_grill(1) == "2b 1p"


@pytest.mark.rule("BB-SPEC-1", "BB-SPEC-3")
def test_a_played_special_lies_face_up() -> None:
    scene = Scene().hand(0, "double").dice(0, 2, 2).placing().play(0, "place_with butchers 2 double")
    assert scene.kept(0) == "4p" and scene.view().special_discards == (1, 0, 0, 0, 0) and scene.held(0) == []


@pytest.mark.rule("BB-FIRST-6")
def test_in_a_quick_game_first_comes_only_with_the_reveal() -> None:
    scene = Scene(special_windows="quick").hand(1, "first").dice(1, 2, 2).placing(1)
    assert scene.refused(1, "first") == "BB-FIRST-6"
    scene = Scene(special_windows="quick").hand(0, "steal").store(1, "1b").dice(0, 2, 2).placing()
    scene.play(0, "steal 1 bun")
    assert scene.kept(0) == "1b"


@pytest.mark.rule("BB-WIN-1", "BB-WIN-2")
def test_without_specials_there_is_no_window() -> None:
    scene = Scene(2).revealing((1, 2), (3, 4)).play(0, "reveal 1+2").play(1, "reveal 3+4")
    assert scene.step == "DirectWorkers"


@pytest.mark.rule("BB-WIN-3", "BB-WIN-9")
def test_answers_stay_sealed_and_cannot_be_taken_back() -> None:
    scene = Scene().hand(0, "first").hand(2, "first").dice(0, 6, 6).window().play(2, "first")
    assert scene.heard(1, WindowAnswered) == [WindowAnswered(2, None)]
    assert scene.heard(2, WindowAnswered) == [WindowAnswered(2, "first")]
    assert scene.view(2).agenda[-1].answers == ("open", "first") and scene.order == [0, 1, 2]
    assert [said.taught(2) for said in scene.log.said if isinstance(said.event, WindowAnswered)] == [True]


@pytest.mark.rule("BB-WIN-6")
def test_a_window_in_which_no_card_works_closes() -> None:
    scene = Scene().hand(0, "tip", "first").hand(1, "tip").dice(0, 6, 6).window().play(0, "pass").play(1, "pass")
    assert scene.step == "DirectWorkers"
    scene = Scene().hand(1, "first", "tip").dice(0, 6, 6).window().play(1, "first")
    assert scene.step == "AnswerWindow" and scene.asked == [1]  # a card worked, so it is asked again


@pytest.mark.rule("BB-WIN-4", "BB-STEAL-5")
def test_a_theft_without_room_stops_the_window_for_the_thief_alone() -> None:
    scene = (
        Scene(4).hand(0, "steal").hand(1, "first").hand(2, "tip").store(0, "4b").store(3, "1c").dice(0, 6, 6).window()
    )
    scene.play(1, "first").play(2, "pass").play(0, "steal 3 cheese")
    assert scene.step == "MakeRoom" and scene.asked == [0] and scene.order == [0, 1, 2, 3]
    assert scene.view(3).agenda[-2].answers == ("steal 3 cheese", "first", "pass")
    scene.play(0, "swap bun")
    assert scene.order == [1, 0, 2, 3] and scene.step == "AnswerWindow" and scene.asked == [2]


@pytest.mark.rule("BB-TURN-3")
def test_a_lone_move_is_not_played_for_a_seat_with_cards() -> None:
    scene = Scene(2).hand(0, "tip").dice(0, 1, 1).money(0, 0)
    for card in range(8):
        for value in range(7):
            scene.s.free[7 * card + value] = 0
    scene.placing(0)
    assert scene.asked == [0] and scene.moves(0) == ["home 1"]


@pytest.mark.rule("BB-TURN-2")
def test_questions_are_answered_in_kind() -> None:
    scene = Scene().revealing((1, 2), (1, 2), (1, 2))
    for text in ("place bakery 1", "stop_cooking", "home 1", "pass"):
        assert scene.refused(0, text) == "BB-TURN-2"
    scene = Scene().grill(0, "2b 1p").queue("classic - | - - | - -").selling()
    for text in ("reveal 1", "place bakery 1", "pass", "stop_buying"):
        assert scene.refused(0, text) == "BB-TURN-2"


@pytest.mark.rule("BB-MISSION-6")
def test_rush_hour_counts_one_sales_turn() -> None:
    scene = Scene().mission(0, "rush_hour").grill(0, "2b 1p").grill(0, "2b 2p", 2).queue("classic double | - - | - -")
    scene.deck(0).selling().play(0, "sell 1 1 s1", "sell 2 1 s2")
    assert scene.view().over and scene.view().players[0].book[9] == 6


@pytest.mark.rule("BB-MISSION-7")
def test_a_worker_hired_in_the_last_round_counts() -> None:
    scene = Scene(2).mission(0, "big_business").kitchens(0, 3).dice(0, 5, 5).deck(0).placing()
    scene.play(0, "pair workers 5")
    assert scene.view().over and scene.view().players[0].book[9] == 7


@pytest.mark.rule("BB-OVER-6")
def test_missions_are_shown_at_the_end() -> None:
    scene = Scene().deck(0)
    assert scene.view(0).players[1].mission is None
    scene.ending_round()
    assert all(player.mission for player in scene.view().players)


@pytest.mark.rule("BB-TURN-4")
def test_a_waiting_seat_learns_nothing_by_trying() -> None:
    table = Table(GAME, ["a", "b", "c"], "trying")
    waiting = next(seat for seat in range(3) if seat not in table.state.awaiting())
    for text in GAME.grammar.catalogue(3)[::7]:
        with pytest.raises(IllegalMove) as refusal:
            table.play(waiting, text)
        assert refusal.value.rule == "BB-TURN-1"


@pytest.mark.rule("BB-SUPPLY-1")
def test_a_players_own_list_can_be_played(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8").replace("grill_spaces = 3", "grill_spaces = 2")
    own = GAME.with_cards(text)
    assert own.cards_digest != GAME.cards_digest
    s = own.setup(own.settle({}, 3), 3, Luck(Rng("own")), EventLog(False))
    playout(s, Luck(Rng("own")), Rng("own"), 4000)
    own.audit(s)
    assert own.outcome(s) is not None
    with rejects("not a TOML file"):
        GAME.with_cards("{")


def test_every_move_can_be_said_and_read() -> None:
    for seats in (2, 5):
        texts = GAME.grammar.catalogue(seats)
        assert len(set(texts)) == len(texts)
        assert all(GAME.grammar.parse(text).text == text for text in texts)
    with rejects(r"after buy comes .*bun, patty, cheese"):
        GAME.grammar.parse("buy bacon")
