"""What the seats see: all that is public, what attentive players remember, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from bunfight.engine import Rng, Table
from bunfight.games.burger_up import GAME
from bunfight.i18n.words import Words

GIANT = "mm1.a mm2.b mc3.a cc1.a cu1.a uu3.a su2.b ss1.a ss2.a ms3.b"


def cards_in(view: Any) -> set[str]:
    """Every card id that a view mentions, the pool apart."""
    plain = to_builtins(view)
    plain.pop("pool")
    text = msgspec.json.encode(plain).decode()
    return {card for card in GAME.book.cards if f'"{card}"' in text}


def test_a_hand_is_seen_by_its_owner_only() -> None:
    s = Table(GAME, ["a", "b", "c"], "eyes").state
    for seat in (0, 1, 2, None):
        view = GAME.view(s, seat)  # type: ignore[arg-type]
        for other, kitchen in enumerate(view.kitchens):
            assert (kitchen.hand is not None) == (other == seat) and kitchen.hand_count == 4
        market = {face.card for face in view.market if face is not None}
        own = view.kitchens[seat].hand if seat is not None else ()
        assert own is not None
        assert cards_in(view) == market | {face.card for face in own}
        assert view.uncovered is None and len(view.pool) == 72


def test_only_the_asked_seat_gets_moves() -> None:
    s = Table(GAME, ["a", "b"], "eyes", {"first_player": "seat_1"}).state
    assert GAME.view(s, 1).moves and not GAME.view(s, 0).moves and not GAME.view(s, None).moves  # type: ignore[arg-type]
    assert GAME.view(s, 0).awaits == (1,)  # type: ignore[arg-type]


def test_everything_is_uncovered_after_the_game(lay: Any) -> None:
    t = lay(active=1, stall=9)
    running = t.view(None)
    t.play("cleanup")
    view = t.view(None)
    assert view.over and view.step == "" and view.ending == "stalled" and not view.moves
    assert all(kitchen.hand is not None for kitchen in view.kitchens)
    assert view.uncovered is not None and len(view.uncovered.aside) == 9 and len(view.uncovered.order_deck) == 9
    assert running.uncovered is None


def test_the_order_check_marks_done_missing_and_dead(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", "mu5.a"), orders="breakfast_to_go:2 og_cheeseburger:1 the_vegan:1")
    checks = t.view(1).kitchens[0].burgers[0].checks
    assert [check.marks for check in checks] == [(0, 0), (1, 1, 0), (-1, -1)]
    assert [check.size_mark for check in checks] == [-1, 0, 0]
    assert [check.dead for check in checks] == [True, False, True]
    assert [check.missing for check in checks] == [0, 2, 0] and not any(check.ready for check in checks)
    t.play("spatula 0 3 discard")
    check = t.view().kitchens[0].burgers[0].checks[0]
    assert check.ready and not check.dead and check.pay == 2 + 1
    assert t.view().kitchens[0].burgers[1].checks[2].missing == 3


@pytest.mark.parametrize(
    ("stack", "order", "dead"),
    [
        ("mc8.a cc2.a sc1.b", "breakfast_to_go", True),  # three ingredients, an egg missing, no room
        ("mc8.a cc2.a", "breakfast_to_go", False),
        ("cc1.a cc2.a", "breakfast_to_go", True),  # two names are missing, one place is left
        ("cc1.a", "breakfast_to_go", False),
        ("mm1.a", "vegetarian_cowboy", True),
        ("", "iron_giant", False),
    ],
)
def test_dead_is_said_only_of_what_cannot_come_back(lay: Any, stack: str, order: str, dead: bool) -> None:
    assert lay((stack, ""), orders=order).view().kitchens[0].burgers[0].checks[0].dead == dead


def test_the_view_has_what_the_board_announces(lay: Any) -> None:
    t = lay(seats=4, active=1, orders="iron_giant:2 skyline:2", order_deck=0, stall=5)
    view = t.view(0)
    assert view.final and view.still_to_play == (2, 3) and view.order_deck == 0
    assert (view.stall, view.stall_rounds) == (5, 10)
    colossal = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant")
    announced = colossal.view(1).announced
    assert (announced.burger, announced.slot, announced.order) == (0, 0, "iron_giant")


def test_what_a_kitchen_shows(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), hand="su1 mm1 bun1", market="uu1 - uu2", orders="breakfast_to_go:2").play("buy 0")
    view = t.view(0)
    order = view.pending[0]
    assert (order.order, order.coins) == ("breakfast_to_go", 2)
    names = GAME.cards.names
    asked = [names.read(ask) for ask in (*order.asks, *order.asks_size)]
    assert asked == ["Bacon", "Fried Egg", "Sandwich only"] and view.market[1] is None
    burger = view.kitchens[0].burgers[0]
    assert [names.of(layer.half.ingredient) for layer in burger.layers] == ["Bacon", "Fried Egg"]
    assert (burger.size, burger.need, burger.checks[0].ready) == (2, "cheese_egg", True)
    pepper, bun = view.kitchens[0].hand[0], view.kitchens[0].hand[2]
    assert (names.of(pepper.a.ingredient), pepper.a.perfect, pepper.a.next) == ("Roasted Pepper", True, "sauce")
    assert (names.of(pepper.b.ingredient), pepper.b.perfect, pepper.b.next) == ("Mustard", False, "salad")
    assert bun.twin and names.of(bun.a.ingredient) == "Middle Bun" and bun.a.next == "any"
    rival = t.view(1).kitchens[0]
    assert (rival.hand, rival.hand_count, rival.bought) == (None, 4, ("uu1",))


def test_determinize_knows_bought_cards_and_the_pool(lay: Any) -> None:
    t = lay(cleanup=True, hand="mm1 sc1", deck=1, pile="uu1 uu2 uu3 uu4 cc1 cc2").play("end")
    one, two, *_ = t.hand(1)
    t.play("buy 0", "cleanup", f"discard {one}", f"discard {two}", "end")
    view = t.view(0)
    assert view.kitchens[1].pool_unknown == 1
    bought = view.kitchens[1].bought[0]
    held = set()
    for seed in range(20):
        dream = GAME.determinize(view, Rng(str(seed)))
        names = [GAME.book.cards[card] for card in dream.kitchens[1].hand]
        assert bought in names and sum(name in view.pool for name in names) == view.kitchens[1].pool_unknown
        assert [GAME.book.cards[card] for card in dream.kitchens[0].hand] == t.hand(0)
        held.add(tuple(sorted(names)))
    assert len(held) > 1, "which card was drawn is not known"
    old = {card for names in held for card in names if card not in view.pool and card != bought}
    assert len(old) == 2, "with two players the older cards can be worked out"


def test_determinize_deals_only_orders_that_can_come() -> None:
    s = Table(GAME, ["a", "b"], "orders", {"order_pool": "known_first"}).state
    for seed in range(10):
        dream = GAME.determinize(GAME.view(s, 0), Rng(str(seed)))  # type: ignore[arg-type]
        assert all(GAME.book.known[order] for order in dream.order_deck)


def test_a_view_is_small_enough_to_send() -> None:
    s = Table(GAME, ["a", "b", "c", "d"], "size").state
    assert len(msgspec.json.encode(GAME.view(s, 0))) < 20_000  # type: ignore[arg-type]


def previewed(t: Any, move: str, language: str = "en") -> list[str]:
    """What a view says that a choice does, in words."""
    words = Words(GAME, language)
    found = [preview for preview in t.view(t.s.active).previews if preview.move == move]
    return [words.effect(effect, ["Ann", "Bob"]) for preview in found for effect in preview.effects]


def test_a_placement_says_what_it_completes_and_what_it_spoils(lay: Any) -> None:
    t = lay(("mc8.a", "uu1.a uu3.a uu4.b"), hand="cc3 mm1 su6 ss1", orders="breakfast_to_go:2 saucy_minx:1 the_vegan:4")
    assert previewed(t, "place cc3 b 0") == ["completes Breakfast to Go ($3)"]
    assert previewed(t, "place cc3 a 0") == [] and previewed(t, "place cc3 b 0", "zh") == ["可以完成外带早餐（3 元）"]
    assert previewed(t, "place su6 b 1") == ["completes The Vegan ($7)", "makes it a Gourmet"]
    meaty = lay(("ms1.b", ""), hand="mm1 cc1", orders="the_vegan iron_giant skyline")
    assert previewed(meaty, "place mm1 a 0") == ["makes The Vegan impossible"]
    assert t.view(1).previews == () == t.view(None).previews


def test_serving_says_what_it_pays_and_what_it_ends(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", GIANT), orders="breakfast_to_go:2 iron_giant:3 the_vegan", order_deck=0)
    assert previewed(t, "claim 0 breakfast_to_go") == ["pays $3", "begins the last round"]
    assert previewed(t, "claim 1 iron_giant") == ["Colossal: you choose $10 or the upgrade"]
    t.play("claim 1 iron_giant")
    assert previewed(t, "reward coins") == ["pays $14", "begins the last round"]
    assert previewed(t, "reward upgrade") == ["4 cards a turn from now on", "pays $4", "begins the last round"]
    last = lay(("mc8.a cc3.b", ""), active=1, orders="breakfast_to_go:2 the_vegan", order_deck=0)
    assert previewed(last, "claim 0 breakfast_to_go") == ["pays $3", "ends the game"]
    assert previewed(last, "cleanup") == ["ends the game"]


def test_the_spatula_says_what_it_costs_and_what_it_completes(lay: Any) -> None:
    t = lay(("mc8.a cc3.b cc2.a sc1.b", ""), orders="breakfast_to_go:12 iron_giant the_vegan")
    assert previewed(t, "spatula 0 3 discard") == ["costs 2 points", "completes Breakfast to Go ($13)"]
    assert previewed(t, "spatula 0 0 discard") == ["costs 2 points"]
