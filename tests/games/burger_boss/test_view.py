"""The views of Burger Boss: derived marks, prices and secrets."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, Luck, Rng, Table, playout
from bunfight.games.burger_boss.cards import SIGNS
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.terminal import COLOURS
from bunfight.i18n.words import Words
from bunfight.tui.boards import Scene as BoardScene
from bunfight.tui.boards import draw_board


@pytest.mark.rule("BB-SELL-3")
def test_who_could_serve_whom_is_marked() -> None:
    scene = Scene(3).grill(0, "2b 1p").grill(2, "2b 1p", 2, 3).grill(1, "1b 2p").queue("classic - | - - | salad c02")
    view = scene.view()
    assert [place.servers for place in view.queue] == [(0, 2), (), (), (), (), (0, 2)]
    item = view.players[0].items[0]
    assert (item.order, item.slots, item.grill, item.space) == ("classic", ("s1", "r2"), 1, 1)
    assert view.players[1].items[0].order == "" and view.players[1].items[0].slots == ()
    assert view.players[2].items[0].space == 3


@pytest.mark.rule("BB-HIRE-3", "BB-EXP-3", "BB-HIRE-6")
def test_prices_are_on_the_board() -> None:
    view = Scene(3).dice(1, 1, 2, 3).dice(2, 1, 2, 3, 4).kitchens(1, 2).view()
    assert [player.hire_price for player in view.players] == [(5, 0), (10, 5), ()]
    assert [player.expand_price for player in view.players] == [(5, 0), (10, 5), (5, 0)]


@pytest.mark.rule("BB-CHEESE-2", "BB-PLACE-7")
def test_spaces_and_what_they_give() -> None:
    scene = Scene(3).dice(0, 4, 4).dice(1, 5, 6).placing(0).play(0, "place bakery 4").play(1, "place cheese_shop 5")
    cards = {card.card: card for card in scene.view().cards}
    bakery = cards["bakery"]
    assert [(space.seat, space.value) for space in bakery.spaces] == [(-1, 0), (-1, 0), (-1, 0), (0, 4), (-1, 0)]
    assert [(gift.value, gift.count) for gift in bakery.gives] == [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)]
    assert scene.view().cheese_low == 5 and cards["workers"].gives == ()


@pytest.mark.rule("BB-SETUP-12", "BB-SPEC-5")
def test_a_spectator_sees_no_secret() -> None:
    scene = Scene(3).hand(0, "tip", "first").revealing((1, 2), (3, 4), (5, 6))
    view = scene.view()
    assert (view.roll, view.hand, view.mission, view.moves) == ((), (), None, ())
    assert view.players[0].specials == 2 and view.players[0].rolled == 2 and view.players[0].working == ()
    assert scene.view(0).hand == (0, 0, 0, 1, 1) and scene.view(1).roll == (3, 4)


def test_determinized_states_differ_where_things_are_hidden() -> None:
    scene = Scene(3).hand(1, "tip", "first", "steal").hand(2, "double").revealing((1, 2), (3, 4), (5, 6))
    dreams = [GAME.determinize(scene.view(0), Rng(str(n))) for n in range(30)]
    assert len({tuple(dream.hands[5:10]) for dream in dreams}) > 5
    assert len({int(dream.rolled[1]) for dream in dreams}) > 5
    assert len({int(dream.missions[2]) for dream in dreams}) == 7
    assert all(dream.missions[0] == scene.s.missions[0] and dream.rolled[0] == scene.s.rolled[0] for dream in dreams)


def test_an_item_is_shown_with_the_customers_who_want_it() -> None:
    scene = Scene(3).grill(0, "2b 1p").queue("classic - | - - | salad -").dice(0, 3, 4).dice(1, 2, 2).placing(0)
    view = scene.view(0)
    item, wanted = view.players[0].items[0], view.queue[0]
    assert (item.grill, item.space, item.recipe, item.slots) == (1, 1, (2, 1, 0, 0, 0), ("s1",))
    assert wanted.customer is not None and (wanted.customer.order, wanted.servers) == (item.order, (0,))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_that_can_be_said_has_words(language: str) -> None:
    words = Words(GAME, language)
    for text in GAME.grammar.catalogue(5):
        said = words.move(text, ["A", "B", "C", "D", "E"])
        assert said != text and "{" not in said, text
    for card in GAME.printed.customers:
        assert words.term(card.id) != card.id and words.term(f"order_{card.order}") != f"order_{card.order}"
    for mission in GAME.printed.missions:
        assert words.term(mission.id) != mission.id


def test_games_stay_within_the_bounds_of_the_ledger() -> None:
    for number in range(12):
        seats = 2 + number % 4
        rng = Rng(f"bound {number}")
        s = GAME.setup(GAME.settle({}, seats), seats, Luck(rng), EventLog(False))
        made = playout(s, Luck(rng), rng, 4000)
        assert not s.agenda and made < 600 and 9 <= s.round <= 17
        GAME.audit(s)


@pytest.mark.rule("BB-SETUP-2")
def test_each_player_picks_a_restaurant_and_the_board_shows_its_printed_colour() -> None:
    table = Table(GAME, ["Ann", "Bob"], "colours", {"restaurants": "great_burger,mcdowels"})
    board = draw_board(BoardScene(GAME.view(table.state, 0), Words(GAME), ["Ann", "Bob"], 100, 40))  # type: ignore[arg-type]
    styles = {(sign, style) for row in board.rows for sign, style in row if sign == "■"}
    assert styles == {("■", COLOURS["great_burger"]), ("■", COLOURS["mcdowels"])}
    assert "Great Burger Co., black" in board.text()
    assert any("McDowel's, yellow" in line for spot in board.spots for line in spot.about)
    assert set(COLOURS) == set(SIGNS)
