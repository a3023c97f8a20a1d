"""What each seat sees, and what it can determinize from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bunfight.engine import Rng
from bunfight.engine.position_text import describe_position, format_position, parse_position
from bunfight.engine.view import Effect
from bunfight.games.burger_war.game import GAME
from bunfight.games.burger_war.views.types import Cause, WarView


def dream(view: WarView, rng: Rng) -> Any:
    return GAME.determinize(view, rng)


def test_a_hand_is_seen_by_its_owner_only(board: Any) -> None:
    b = board(2, hands={0: "NUKE", 1: "L-BUN"})
    assert b.view(0).plates[0].hand == ("nuke",) and b.view(0).plates[1].hand is None
    assert b.view(None).plates[0].hand is None and b.view(None).plates[0].hand_size == 1
    assert "bun_leg" not in [name for name in b.view(0).moves if "bun_leg" in name]


def test_moves_are_offered_to_who_is_asked_only(board: Any) -> None:
    b = board(2, hands={0: "BUN+1"})
    assert b.view(0).moves == ("draw", "place bun_p1 0", "place bun_p1 1")
    assert b.view(1).moves == () and b.view(None).moves == () and b.view(1).previews == ()


@pytest.mark.rule("IW-BURGER-6", "IW-SCORE-7")
def test_what_a_plate_tells(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 PATTY+1] [CHEESE+1]", 1: "[L-CHEESE CHEESE-2 VEGGIES+1] [L-PATTY]"})
    first, second = b.view(0).plates
    assert [(burger.finished, burger.needs, burger.open) for burger in first.burgers] == [
        (True, "", False),
        (False, "both", True),
    ]
    assert [card.exposed for burger in first.burgers for card in burger.cards] == [False, False, True]
    changed = second.burgers[0].cards[1]
    assert (changed.id, changed.printed, changed.counts, changed.causes) == (
        "cheese_n2#1",
        -2,
        4,
        (Cause("cheese_leg", 1),),
    )
    assert second.burgers[0].cards[2].causes == () and second.burgers[0].needs == "both"
    c = board(2, plates={0: "[VEGGIES+1 C-PATTY]", 1: "[L-PATTY]"})
    assert c.view(0).plates[0].burgers[0].cards[0].causes == (Cause("patty_cur", 0), Cause("patty_leg", 1))


def test_signs_of_special_cards(board: Any) -> None:
    b = board(3, plates={0: "[L-BUN L-SAUCE C-SAUCE]", 1: "[L-VEGGIES C-VEGGIES]", 2: "[C-BUN]"})
    one, two, three = b.view(None).plates
    assert (one.immune, one.actions, one.leaking, one.banned, one.sole) == (True, 2, True, True, False)
    assert (two.sole, two.pacifist, two.banned, two.cap) == (True, True, False, 5)
    assert (three.cap, three.immune, three.actions) == (2, False, 1)


def test_a_preview_of_a_placement(board: Any) -> None:
    b = board(2, plates={0: "[BUN+2 PATTY+2]", 1: "[BUN+1]"}, hands={0: "PATTY-2 SAUCE+1"})
    found = {preview.move: preview for preview in b.view(0).previews}
    assert set(found) == {text for text in b.view(0).moves if text.startswith("place ")}
    finishes = (Effect("finishes", -1, 1), Effect("sum", -1, 1), Effect("open", 0, 1), Effect("wins", seat=0))
    assert found["place patty_n2 1"].effects == finishes
    assert found["place sauce_p1 1"].effects == (Effect("open", 2, 1),)
    c = board(2, plates={0: "[BUN+2 PATTY+2]", 1: "[BUN+2]"}, hands={0: "PATTY+2"})
    assert c.view(0).previews[1].effects[-1] == Effect("tied")
    d = board(2, plates={1: "[BUN+2 PATTY+2 VEGGIES+1]"}, hands={0: "L-PATTY"})
    assert Effect("sum", 3, 1) in d.view(0).previews[0].effects, "what a special card does to others is previewed"


def test_public_counts(board: Any) -> None:
    b = board(3, plates={1: "[BUN+1]"}, pile="WAR BUN+2", round=38)
    v = b.view(None)
    assert (v.wars_in_deck, v.deck, v.pile, v.closing_in, v.served) == (3, 74, ("war", "bun_p2"), 2, 0)
    assert sum(kind.copies for kind in v.kinds) == 77 and len(v.kinds) == 35
    assert b.play(0, "draw", draw="WAR").view(None).wars_in_deck == 2


def test_deeds_are_counted(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1]"}, hands={0: "SAUCE-1 NUKE RECYCLER", 1: "DEFLECTOR"}, pile="BUN+2")
    b.play(0, "place SAUCE-1 1").play(1, "draw", draw="PATTY+1").play(0, "nuke 1 BUN+1").play(1, "deflect")
    b.play(1, "draw", draw="PATTY+2").play(0, "recycle BUN+2")
    one, two = b.view(None).plates
    assert (one.given, two.received, two.deflections, one.recycled, two.thefts) == (1, 1, 1, 1, 0)


@pytest.mark.rule("IW-RECY-6")
def test_determinize_keeps_what_was_seen(board: Any) -> None:
    b = board(2, hands={0: "RECYCLER SAUCE+1 SAUCE+2", 1: "NUKE"}, pile="L-BUN WAR").play(0, "recycle L-BUN")
    dreams = [dream(b.view(1), Rng(f"dream {n}")) for n in range(60)]
    legendary = GAME.book.ids.index("bun_leg")
    assert all(legendary in one.hands[0] and len(one.hands[0]) == 3 for one in dreams)
    assert all(one.hands[1] == b.state.hands[1] and one.pile == b.state.pile for one in dreams)
    assert all(GAME.book.war not in one.hands[0] for one in dreams)
    assert len(Counter(tuple(one.hands[0]) for one in dreams)) > 20


@pytest.mark.rule("IW-TRANS-5", "IW-TRANS-6")
def test_a_determinized_swap_card_fits(board: Any) -> None:
    b = board(
        2, plates={1: "[BUN+1 BUN-1 CHEESE+2 PATTY+1 C-SAUCE]"}, hands={0: "TRANSMOG SAUCE+1", 1: "NUKE"}
    ).play(0, "transmog 1 CHEESE+2 SAUCE+1")  # fmt: skip
    swaps = set()
    for n in range(80):
        one = dream(b.view(1), Rng(f"swap {n}"))
        GAME.audit(one)
        swaps.add(GAME.book.types[one.shot.swap])
        assert one.hands[0] == [one.shot.swap]
    assert swaps == {0, 1, 3, 4}
    assert dream(b.view(0), Rng("own")).shot.swap == b.state.shot.swap


@pytest.mark.rule("IW-WAR-7", "IW-REACT-4")
def test_sealed_choices_are_determinized(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[BUN+2]"}, hands={0: "DEFLECTOR", 1: "SAUCE+1"}).play(0, "draw", draw="WAR")
    b.play(0, "aim 1")
    assert {dream(b.view(1), Rng(f"aim {n}")).battle.aims[0] for n in range(30)} == {1, 2}
    assert dream(b.view(0), Rng("own")).battle.aims[0] == 1
    b.play(1, "aim 0").play(2, "aim 1").play(0, "deflect")
    answers = [dream(b.view(1), Rng(f"answer {n}")) for n in range(200)]
    assert {one.battle.answers[0] for one in answers} == {0, 1}
    deflector = GAME.book.deflector
    assert all(one.battle.answers[0] == 0 or deflector in one.hands[0] for one in answers)


def test_positions_as_text(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[L-CHEESE CHEESE-1]"}, hands={0: "NUKE", 1: "BUN+1"})
    for seat in (0, 1, None):
        text = format_position(b.view(seat))
        assert parse_position(text, WarView) == b.view(seat)
    assert "hand nuke" in describe_position(b.view(0)) and "hand nuke" not in describe_position(b.view(None))
    burger = b.view(0).plates[1].burgers[0]
    assert [(card.id, card.counts) for card in burger.cards] == [("cheese_leg#1", 6), ("cheese_n1#1", 2)]
    assert burger.needs == "both"
    b.play(0, "nuke 1 CHEESE-1")
    shot = b.view(2).shot
    assert (shot.seat, shot.card, shot.plate, shot.target) == (0, "nuke", 1, "cheese_n1#1")


def test_a_running_war_is_in_every_view(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[BUN+2 SAUCE+1]"}, hands={0: "DEFLECTOR"}).play(0, "draw", draw="WAR")
    b.play(0, "aim 1")
    assert b.view(1).battle.drawer == 0 and b.view(1).battle.aims == (None, -1, -1)
    b.play(1, "aim 0").play(2, "aim 1").play(0, "deflect")
    assert b.view(1).battle.answers[0] == "deflect"
    b.play(2, "loot SAUCE+1")
    assert b.view(1).battle is None and b.view(1).past.loot == ("", "", "sauce_p1#1")
