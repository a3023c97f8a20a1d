"""Versions, set-up, rounds and taking food."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, LiveLuck, Rng
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS
from bunfight.testing.rejects import rejects


@pytest.mark.rule("FB-VER-1")
@pytest.mark.parametrize("version", ["lunch", "dinner"])
def test_lunch_and_dinner_need_two_to_five(version: str) -> None:
    with rejects("FB-VER-1"):
        GAME.settle({"version": version}, 1)
    for seats in range(2, 6):
        assert GAME.settle({"version": version}, seats)["version"] == version
    with rejects("1 to 5"):
        GAME.settle({"version": version}, 6)


@pytest.mark.rule("FB-VER-2")
def test_all_you_can_eat_takes_one_to_five(kit: Any) -> None:
    for seats in range(1, 6):
        assert kit.setup(seats, version="all_you_can_eat").coop()
    assert kit.setup(1).coop() and kit.setup(2).version == 1  # "auto": alone, and Dinner for more


@pytest.mark.rule("FB-VER-3", "FB-SETUP-1", "FB-SETUP-4", "FB-ROUND-5", "FB-INV-4")
@pytest.mark.parametrize(
    ("version", "level", "sizes", "rounds"),
    [
        ("lunch", "snack", {2: 15, 3: 20, 4: 25, 5: 30}, {2: 5, 3: 5, 4: 5, 5: 5}),
        ("dinner", "snack", {2: 21, 3: 28, 4: 35, 5: 42}, {2: 7, 3: 7, 4: 7, 5: 7}),
        ("all_you_can_eat", "snack", {1: 6, 2: 12, 3: 16, 4: 20, 5: 24}, {1: 3, 2: 4, 3: 4, 4: 4, 5: 4}),
        ("all_you_can_eat", "meal", {1: 8, 2: 15, 3: 20, 4: 25, 5: 30}, {1: 4, 2: 5, 3: 5, 4: 5, 5: 5}),
        ("all_you_can_eat", "buffet", {1: 10, 2: 18, 3: 28, 4: 35, 5: 42}, {1: 5, 2: 6, 3: 7, 4: 7, 5: 7}),
    ],
)
def test_decks_and_rounds(kit: Any, version: str, level: str, sizes: dict[int, int], rounds: dict[int, int]) -> None:
    for seats, size in sizes.items():
        s = kit.setup(seats, version=version, level=level)
        in_play = [*s.deck, *s.line] + [card for row in s.rows for card in row]  # solo has taken its two already
        assert (len(in_play), len(s.box), s.rounds) == (size, 42 - size, rounds[seats])
        assert len(s.deck) == (s.rounds - 1) * (seats + 1)


@pytest.mark.rule("FB-SETUP-2", "FB-SETUP-5")
def test_returned_cards_and_deck_are_random(kit: Any) -> None:
    boxes = {tuple(sorted(kit.setup(2, seed=str(n), version="lunch").box)) for n in range(8)}
    lines = {tuple(kit.setup(2, seed=str(n), version="lunch").line) for n in range(8)}
    assert len(boxes) == 8 and len(lines) == 8
    assert {card % 2 for box in boxes for card in box} == {0, 1}


@pytest.mark.rule("FB-SETUP-3")
def test_dinner_returns_only_marked_cards(kit: Any) -> None:
    for seats, removed in {2: 21, 3: 14, 4: 7, 5: 0}.items():
        s = kit.setup(seats, version="dinner")
        assert len(s.box) == removed and all(shapes.IDS[card].endswith(".a") for card in s.box)
        foods = {card // 2 for card in [*s.deck, *s.line]}
        assert len(foods) == 21


@pytest.mark.rule("FB-SETUP-6", "FB-SETUP-8")
@pytest.mark.parametrize(("plate", "y"), [("standard", 1056), ("family", 1072)])
def test_plates_are_empty_and_level_and_so_is_the_bin(kit: Any, plate: str, y: int) -> None:
    s = kit.setup(3, plate=plate)
    assert [(p.y, p.a, p.ids, p.height, p.touch) for p in s.plates] == [(y, 0, [], 0, [])] * 3
    assert s.bin == []


@pytest.mark.rule("FB-SETUP-7", "FB-INV-2")
def test_a_piece_is_where_its_card_is(kit: Any) -> None:
    s = kit.state(2, "egg.a steak.b lemon.b")
    kit.play(s, 0, "take egg.a")
    assert s.rows[0] == s.hands[0] == kit.numbers("egg.a")
    GAME.audit(s)
    s.hands[0].clear()
    with pytest.raises(AssertionError, match="FB-INV-2"):
        GAME.audit(s)


@pytest.mark.rule("FB-SETUP-9")
def test_the_first_player_is_chosen_or_drawn(kit: Any) -> None:
    assert [kit.setup(4, first_player=str(n)).first for n in range(4)] == [0, 1, 2, 3]
    assert {kit.setup(4, seed=str(n)).first for n in range(20)} == {0, 1, 2, 3}
    with rejects("FB-SETUP-9"):
        GAME.settle({"first_player": "3"}, 3)


@pytest.mark.rule("FB-SETUP-10")
def test_only_dinner_has_characters(kit: Any) -> None:
    for version in ("lunch", "all_you_can_eat"):
        s = kit.setup(3, version=version)
        assert s.characters == [[], [], []] and GAME.view(s, 0).characters == ()


@pytest.mark.rule("FB-SETUP-11", "FB-INV-9")
def test_dinner_deals_two_characters(kit: Any) -> None:
    s = kit.setup(4, version="dinner")
    dealt = [character for pair in s.characters for character in pair]
    assert [len(pair) for pair in s.characters] == [2, 2, 2, 2] and len(set(dealt)) == 8
    assert len(s.character_box) == 10
    s.characters[0][0] = s.characters[1][0]
    with pytest.raises(AssertionError):
        GAME.audit(s)


@pytest.mark.rule("FB-SETUP-12")
def test_a_first_game_deals_simple_characters(kit: Any) -> None:
    for seats in range(2, 6):
        most = 10 if seats == 5 else 8
        seen = set()
        for n in range(6):
            s = kit.setup(seats, seed=str(n), version="dinner", characters="beginner")
            seen |= {CHARACTER_IDS[character] for pair in s.characters for character in pair}
        assert seen <= {f"B{n}" for n in range(1, most + 1)}
        if seats == 5:
            assert seen == {f"B{n}" for n in range(1, 11)}


@pytest.mark.rule("FB-SETUP-13", "FB-INV-13")
def test_only_the_owner_learns_a_character() -> None:
    log = EventLog()
    s = GAME.setup(GAME.settle({"version": "dinner"}, 3), 3, LiveLuck(Rng("x")), log)
    for watcher in (None, 0, 1, 2):
        for event in log.heard(watcher):
            if type(event).__name__ == "CharactersDealt":
                assert (event.characters is not None) == (event.seat == watcher)  # type: ignore[attr-defined]
        view = GAME.view(s, watcher)
        mine = [] if watcher is None else [CHARACTER_IDS[n] for n in s.characters[watcher]]
        assert [c.id for c in view.characters] == mine


@pytest.mark.rule("FB-ROUND-1")
def test_the_line_has_one_card_more_than_players(kit: Any) -> None:
    for seats in range(2, 6):
        s = kit.state(seats)
        assert len(s.line) == seats + 1 and not set(s.line) & set(s.deck)


@pytest.mark.rule("FB-ROUND-2")
def test_turns_go_clockwise_from_the_first_player(kit: Any) -> None:
    s = kit.state(3, "egg.a steak.b lemon.b ribs.a", first_player="1")
    seen = []
    for card in ("steak.b", "egg.a", "lemon.b"):
        seat = s.awaiting()[0]
        seen.append(seat)
        assert kit.refused(s, (seat + 1) % 3, "take lemon.b") == "FB-ROUND-2"
        kit.turn(s, seat, card)
    assert seen == [1, 2, 0]


@pytest.mark.rule("FB-ROUND-3", "FB-ROUND-4", "FB-ROUND-5")
def test_the_rest_is_binned_and_the_first_player_moves_on(kit: Any) -> None:
    s = kit.state(2, "egg.a steak.b lemon.b")
    kit.turn(s, 0, "egg.a")
    kit.turn(s, 1, "steak.b")
    assert kit.names(s.bin) == "lemon.b" and (s.round, s.first, s.turn) == (2, 1, 1)
    assert len(s.line) == 3


@pytest.mark.rule("FB-ROUND-5", "FB-END-1", "FB-INV-5")
def test_after_the_last_round_comes_the_last_look(kit: Any) -> None:
    s = kit.state(2)
    while kit.step(s) == "MustPick":
        seat = s.awaiting()[0]
        both = seat == s.last_in_round()
        cards = [shapes.IDS[card] for card in s.line[: 2 if both else 1]]
        kit.turn(s, seat, *cards)
        for other in range(2):
            last = sum((other + 1) % 2 == (n % 2) for n in range(s.round))
            assert len(s.rows[other]) <= s.round + last
        GAME.audit(s)
    assert not len(s.deck) and kit.step(s) == "LastLook" and s.awaiting() == [0, 1]
    assert [len(row) for row in s.rows] == [7, 8]


@pytest.mark.rule("FB-PICK-1", "FB-PICK-3")
def test_one_food_must_be_taken(kit: Any) -> None:
    s = kit.state(3, "egg.a steak.b lemon.b ribs.a")
    assert kit.legal(s, 0) == ["take egg.a", "take steak.b", "take lemon.b", "take ribs.a"]
    assert kit.refused(s, 0, "pass") == "FB-PICK-3"
    kit.play(s, 0, "take steak.b")
    assert kit.names(s.rows[0]) == kit.names(s.hands[0]) == "steak.b" and kit.mode(s, 0) == "stack"


@pytest.mark.rule("FB-PICK-2")
def test_the_last_may_take_one_or_both(kit: Any) -> None:
    s = kit.state(2, "egg.a steak.b lemon.b")
    kit.turn(s, 0, "egg.a")
    assert kit.legal(s, 1) == ["take steak.b", "take lemon.b", "taketwo lemon.b steak.b"]


@pytest.mark.rule("FB-PICK-4", "FB-PICK-5")
def test_both_are_taken_at_once_and_stacked_in_any_order(kit: Any) -> None:
    for order in (("steak.b", "lemon.b"), ("lemon.b", "steak.b")):
        s = kit.state(2, "egg.a steak.b lemon.b")
        kit.turn(s, 0, "egg.a")
        kit.play(s, 1, "taketwo lemon.b steak.b")
        assert kit.names(s.hands[1]) == "steak.b lemon.b"  # in the order of the line
        assert kit.refused(s, 1, "take lemon.b") == "FB-PICK-1"
        for piece in order:
            kit.place(s, 1, piece)
        assert s.bin == [] and s.round == 2


@pytest.mark.rule("FB-PICK-6", "FB-PICK-7")
def test_taken_food_must_be_tried_and_then_the_turn_ends(kit: Any) -> None:
    s = kit.state(2, "egg.a steak.b lemon.b")
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "bin egg.a") == "FB-PICK-6"
    kit.place(s, 0, "egg.a")
    assert s.awaiting() == [1] and kit.step(s) == "MustPick"
