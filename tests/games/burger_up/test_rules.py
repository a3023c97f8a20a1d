"""The rules that no worked example shows, in the order of the book."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, LiveLuck, Rng, Table
from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.card_rows import FILE
from bunfight.games.burger_up.cards import load
from bunfight.games.burger_up.game import BurgerUp
from bunfight.games.burger_up.rules.events import CardsDrawn, GameEnded, OrderServed, OrdersGrown
from bunfight.games.burger_up.rules.state import BurgerUpState
from bunfight.testing.rejects import rejects

GIANT = "mm1.a mm2.b mc3.a cc1.a cu1.a uu3.a su2.b ss1.a ss2.a ms3.b"

MEAT_AND_PATTY = """{ kind = "at_least", of = "keyword:meat", n = 1 },
    { kind = "at_least", of = "keyword:patty", n = 1 }"""


def deal(seats: int, seed: str = "deal", **options: Any) -> tuple[BurgerUpState, EventLog]:
    log = EventLog()
    return GAME.setup(GAME.settle(options, seats), seats, LiveLuck(Rng(seed)), log), log


@pytest.mark.rule("BU-GEN-3", "BU-MKT-5", "BU-PAY-1")
def test_money_goes_to_and_comes_from_a_bank_without_bottom(lay: Any) -> None:
    t = lay().play("buy 0")
    assert sum(k.money for k in t.s.kitchens) == 3
    rich = lay(("mc8.a cc3.b", ""), orders="breakfast_to_go:500")
    rich.play("claim 0 breakfast_to_go")
    assert rich.me.money == 2 + 500 + 1 and rich.me.from_orders == 500


@pytest.mark.rule("BU-CARD-2")
def test_a_card_offers_both_halves_until_it_lies(lay: Any) -> None:
    t = lay(hand="su1 mm1 cc1 uu1", market="sc1 uu2 bun1")
    assert {"place su1 a 0", "place su1 b 0"} <= set(t.legal("place su1"))
    face = t.view().market[0]
    assert (face.a.ingredient, face.b.ingredient) == ("tomato", "cheddar_cheese")
    t.play("place su1 a 0")
    layer = t.view().kitchens[0].burgers[0].layers[0]
    assert (layer.side, layer.half.ingredient, layer.half.perfect) == ("a", "roasted_pepper", True)


@pytest.mark.rule("BU-SETUP-1")
def test_two_to_four_players() -> None:
    for seats in (2, 3, 4):
        assert GAME.settle({}, seats)
    for seats in (1, 5):
        with rejects("2 to 4 players"):
            GAME.settle({}, seats)


@pytest.mark.rule("BU-SETUP-2")
def test_the_first_player_is_named_or_drawn() -> None:
    for seat in range(4):
        assert deal(4, first_player=f"seat_{seat}")[0].active == seat
    assert {deal(4, str(seed))[0].first for seed in range(40)} == {0, 1, 2, 3}
    with rejects("there is no seat 4 at a table of"):
        GAME.settle({"first_player": "seat_3"}, 3)


@pytest.mark.rule("BU-SETUP-3")
def test_which_orders_are_in_play() -> None:
    assert {order for seed in range(12) for order in deal(2, str(seed))[0].aside} == set(range(21))
    for seed in range(5):
        s, _ = deal(2, str(seed), order_pool="known_first")
        assert all(s.book.known[order] for order in [*s.order_deck, *s.pending])
        s, _ = deal(3, str(seed), order_pool="known_first")
        assert not any(s.book.known[order] for order in s.aside) and len(s.aside) == 7


@pytest.mark.rule("BU-SETUP-6", "BU-SETUP-7", "BU-SETUP-8", "BU-SETUP-9", "BU-SETUP-10", "BU-SETUP-11", "BU-SETUP-12")
@pytest.mark.parametrize(("seats", "deck"), [(2, 61), (3, 57), (4, 53)])
def test_the_table_at_the_start(seats: int, deck: int) -> None:
    s, log = deal(seats, first_player="seat_1")
    assert (len(s.deck), len(s.market), len(s.discard)) == (deck, 3, 0) and -1 not in s.market
    for k in s.kitchens:
        assert (k.money, k.spatula, k.upgraded, len(k.stacks[0]), len(k.stacks[1])) == (2, 0, False, 0, 0)
        assert (len(k.hand), k.shown) == (4, [])
    drawn = [said.event.seat for said in log.said if isinstance(said.event, CardsDrawn)]
    assert drawn == [(1 + n) % seats for n in range(seats)]
    kinds = [type(said.event).__name__ for said in log.said]
    assert kinds.index("MarketFilled") < kinds.index("CardsDrawn")
    assert {deal(2, str(seed))[0].market[0] for seed in range(30)} != {s.market[0]}, "the deck is shuffled"
    GAME.audit(s)


@pytest.mark.rule("BU-SETUP-13", "BU-TURN-2")
def test_a_turn_begins_in_the_market_and_hands_stay(lay: Any) -> None:
    s, _ = deal(2, first_player="seat_0")
    moves = [move.text for move in s.agenda[-1].legal(s, 0)]
    assert {text.split()[0] for text in moves} == {"buy", "place", "cleanup"}
    t = lay(("mc8.a cc3.b", ""), hand="mm1 mm2 mm3 mm4", orders="breakfast_to_go")
    seen = [t.view().phase]
    for text in ("buy 0", "place mm1 a 1", "claim 0 breakfast_to_go"):
        t.play(text)
        seen.append(t.view().phase)
    assert seen == ["market", "market", "build", "cleanup"]
    big = lay((GIANT, ""), orders="iron_giant").play("claim 0 iron_giant")
    assert big.view().phase == "burger_up"


@pytest.mark.rule("BU-TURN-1")
def test_turns_go_round_clockwise(lay: Any) -> None:
    t = lay(seats=4, active=2, first=2)
    order = []
    for _ in range(9):
        order.append(t.s.active)
        t.play("cleanup", "end")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1, 2] and t.s.round == 3


@pytest.mark.rule("BU-MKT-6", "BU-MKT-7")
def test_seven_cards_and_a_bought_one_is_placed(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4", market="uu1 uu2 bun1", money=3).play("buy 0", "buy 1", "buy 2")
    assert len(t.hand()) == 7
    t.play("place uu1 a 0")
    assert t.stack(0) == "uu1.a" and t.view(1).kitchens[0].bought == ("uu2", "bun1")


@pytest.mark.rule("BU-BUILD-6")
def test_anything_may_begin_a_burger(lay: Any) -> None:
    t = lay(hand="mm1 ss1 cc1 uu1")
    assert len(t.legal("place")) == 16 and t.need(0) == "any"


@pytest.mark.rule("BU-BUILD-8")
def test_a_burger_may_hold_half_the_deck(lay: Any) -> None:
    tower = " ".join(f"{kind}{n}.a" for kind in ("uu", "cc", "ss", "mm") for n in (1, 2, 3, 4) if kind == "mm")
    t = lay((tower + " bun1.a bun2.a bun3.a bun4.a bun5.a bun6.a bun7.a bun8.a", ""), hand="uu1 uu2 uu3 uu4")
    t.play("place uu1 a 0", "place uu2 a 0", "place uu3 a 0")
    assert len(t.me.stacks[0]) == 15 and t.size(0) == 7


@pytest.mark.rule("BU-SPAT-7")
def test_the_spatula_is_no_placement(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4").play("place mm1 a 0", "place mm2 a 0", "spatula 0 1 discard")
    assert t.s.placed == 2
    t.play("place mm3 a 0")
    assert t.refused("place mm4 a 0") == "BU-BUILD-1"
    t.play("spatula 0 0 other")
    assert t.stack(1) == "mm1.a mm3.a" and t.s.placed == 3


@pytest.mark.rule("BU-SPAT-10", "BU-SPAT-1")
def test_a_useless_lift_is_allowed_and_closes_the_market(lay: Any) -> None:
    t = lay(("mm1.a", "")).play("spatula 0 0 other")
    assert (t.stack(0), t.stack(1)) == ("", "mm1.a") and t.me.spatula == 1
    assert t.refused("buy 0") == "BU-TURN-3"


@pytest.mark.rule("BU-UP-4", "BU-UP-5", "BU-UP-6")
def test_a_ready_burger_may_be_served_whatever_it_needs_next_or_not_at_all(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", ""), orders="breakfast_to_go")
    assert t.need(0) == "cheese_egg"
    assert {"claim 0 breakfast_to_go", "cleanup"} <= set(t.legal())
    t.play("cleanup", "end")
    assert t.stack(0) == "mc8.a cc3.b" and "breakfast_to_go" in t.orders()


@pytest.mark.rule("BU-UP-7", "BU-UP-8", "BU-UP-12")
def test_serving_in_order(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", "uu1.a"), orders="breakfast_to_go:2 iron_giant:1 saucy_minx:1")
    t.play("claim 0 breakfast_to_go")
    events = [said.event for said in t.heard.said]
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["OrderServed", "OrderRevealed", "OrdersGrown", "CleanupBegun"]
    assert events[0] == OrderServed(0, 0, "breakfast_to_go", 2, "sandwich", 2, 1, 0, 3)
    assert events[2] == OrdersGrown((1, 2, 2))
    assert t.pile() == ["mc8", "cc3"] and t.stack(0) == "" and t.stack(1) == "uu1.a"
    assert t.me.claimed and type(t.s.agenda[-1]).__name__ == "CleanUp" and not t.me.upgraded


@pytest.mark.rule("BU-REQ-11")
def test_extras_are_allowed(lay: Any) -> None:
    t = lay(("mc8.a cc3.b bun1.a uu1.a", ""), orders="breakfast_to_go")
    assert t.legal("claim") == ["claim 0 breakfast_to_go"], "the Ketchup is not asked for and does no harm"


@pytest.mark.rule("BU-REQ-12")
def test_one_half_serves_several_lines(lay: Any) -> None:
    text = FILE.read_text(encoding="utf-8")
    own = load(text.replace('{ kind = "at_least", of = "name:swiss_cheese", n = 1 }', MEAT_AND_PATTY))
    t = lay(("mc1.a", ""), orders="alpine_slider", game=BurgerUp(own))
    assert t.book.orders[18].lines[1].things == ["meat"] and len(t.book.orders[18].lines) == 3
    assert t.legal("claim") == ["claim 0 alpine_slider"], "one Beef Patty is beef, Meat and Patty"


@pytest.mark.rule("BU-REQ-4")
def test_a_line_sees_used_halves_of_this_burger_only(lay: Any) -> None:
    t = lay(("mu1.b", "cc3.b"), orders="breakfast_to_go")  # Bacon is covered, the egg lies on the other burger
    assert not t.legal("claim")


@pytest.mark.rule("BU-COL-4", "BU-COL-7", "BU-COL-1")
def test_the_upgrade_leaves_the_other_burger_and_counts_from_the_next_turn(lay: Any) -> None:
    t = lay((GIANT, "uu1.a"), orders="iron_giant:3").play("claim 0 iron_giant")
    assert t.legal() == ["reward coins", "reward upgrade"]
    t.play("reward upgrade", "end", "cleanup", "end")
    assert t.stack(1) == "uu1.a" and t.view().placements == 4 and t.s.active == 0


@pytest.mark.rule("BU-COL-8", "BU-COL-5")
def test_the_upgrade_is_worth_no_points_and_no_cards(lay: Any) -> None:
    t = lay((GIANT, ""), orders="iron_giant:3").play("claim 0 iron_giant", "reward upgrade", "end")
    k = t.view().kitchens[0]
    assert k.score == k.money + 4 + 5 == 6 + 4 + 5 and k.hand_count == 4


@pytest.mark.rule("BU-CLEAN-1", "BU-CLEAN-6")
def test_cleanup_begins_when_asked_and_ends_with_the_draw(lay: Any) -> None:
    t = lay(hand="mm1 mm2 mm3 mm4").play("cleanup")
    assert t.view().phase == "cleanup"
    t.play("discard mm1", "end")
    assert t.refused("discard mm2", seat=0) == "BU-GEN-1" and len(t.hand()) == 4


@pytest.mark.rule("BU-CLEAN-2", "BU-DECK-4")
def test_the_market_is_refilled_before_anything_is_discarded(lay: Any) -> None:
    t = lay(deck=0, hand="mm1 mm2 mm3 mm4", market="uu1 uu2 uu3").play("buy 0", "cleanup")
    assert t.market() == ["-", "uu2", "uu3"]
    t.play("discard mm1", "end")
    assert t.hand() == ["mm2", "mm3", "mm4", "uu1"] and t.pile() == ["mm1"]


@pytest.mark.rule("BU-END-8", "BU-STALL-3")
def test_what_lies_about_is_worth_nothing(lay: Any) -> None:
    t = lay(("mc8.a cc3.b", GIANT), active=1, stall=9, orders="breakfast_to_go:9").play("cleanup")
    assert t.outcome().totals == (6, 6) and t.outcome().rule == "BU-STALL-2"
    assert isinstance(t.heard.said[-1].event, GameEnded)


@pytest.mark.rule("BU-STALL-2")
@pytest.mark.parametrize("rounds", [5, 10, 20])
def test_a_table_where_nobody_serves(rounds: int) -> None:
    table = Table(GAME, ["a", "b", "c"], "stall", {"stall_rounds": rounds})
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, GAME.bots.fallback(table.state, seat))  # type: ignore[arg-type]
    assert [entry.move for entry in table.record.entries].count("cleanup") == 3 * rounds
    ended = table.outcome()
    assert ended is not None and ended.reason == "stalled" and ended.totals == (6, 6, 6) and ended.ranks == (1, 1, 1)


@pytest.mark.rule("BU-STALL-4")
def test_without_the_guard_only_a_very_long_stall_ends_the_game() -> None:
    table = Table(GAME, ["a", "b"], "stall", {"stall_rounds": "off"})
    for _ in range(21 * 2 * 2):
        seat = table.state.awaiting()[0]
        table.play(seat, GAME.bots.fallback(table.state, seat))  # type: ignore[arg-type]
    assert table.state.agenda, "with the guard it would be over after 5, 10 or 20 rounds"
    table.state.stall = 199  # type: ignore[attr-defined]
    while table.state.agenda and len(table.record.entries) < 100:
        seat = table.state.awaiting()[0]
        table.play(seat, GAME.bots.fallback(table.state, seat))  # type: ignore[arg-type]
    ended = table.outcome()
    assert ended is not None and ended.reason == "stalled"


def test_undo_reaches_back_to_the_last_thing_learned() -> None:
    table = Table(GAME, ["a", "b"], "undo", {"first_player": "seat_0"})
    table.play(0, "buy 0")
    place = next(text for text in GAME.view(table.state, 0).moves if text.startswith("place"))  # type: ignore[arg-type]
    table.play(0, place)
    assert table.undo_point(0) == 0
    table.play(0, "spatula 0 0 discard" if place.endswith("0") else "spatula 1 0 discard")
    assert table.undo_point(0) == 0
    table.play(0, "cleanup")
    assert table.undo_point(0) == 4, "the market was refilled"
    hand = GAME.view(table.state, 0).kitchens[0].hand  # type: ignore[arg-type]
    assert hand is not None
    table.play(0, f"discard {hand[0].card}")
    assert table.undo_point(0) == 4
    table.undo(0)
    assert len(table.record.entries) == 4
    table.play(0, f"discard {hand[0].card}")
    table.play(0, "end")
    assert table.undo_point(0) == 6 == table.undo_point(1), "a card was drawn"
