"""What a seat sees."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.jom_burger import GAME
from bunfight.i18n.words import Words
from bunfight.testing.rejects import rejects


def test_views_differ_only_in_what_is_the_seats_own(kit: Any) -> None:
    rng = Rng("views")
    s = kit.setup(3, salad=True, burgers="special")
    while s.agenda:
        views = [GAME.view(s, seat) for seat in (None, 0, 1, 2)]
        public = {json.dumps(to_builtins(hidden(view)), sort_keys=True) for view in views}
        assert len(public) == 1
        seat = s.awaiting()[0]
        s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), Luck(rng), EventLog(False))


def hidden(view: Any) -> Any:
    stalls = view.stalls
    if view.step == "MustChooseSalad":
        stalls = tuple(replace(stall, salad_side=None) for stall in stalls)
    return replace(view, seat=None, moves=(), previews=(), stalls=stalls)


@pytest.mark.rule("JB-SETUP-11")
def test_a_secret_side_is_seen_by_its_owner_only(kit: Any) -> None:
    s = kit.setup(3, salad=True)
    kit.play(s, "choose limit", seat=1)
    assert [GAME.view(s, seat).stalls[1].salad_side for seat in (None, 0, 1, 2)] == [None, None, "limit", None]
    assert all(GAME.view(s, seat).stalls[1].salad_chosen for seat in (None, 0, 1, 2))
    assert GAME.view(s, 1).awaits == (0, 2) and GAME.view(s, 1).moves == ()
    sides = {GAME.resample_hidden(s, 0, Rng(f"{n}")).stalls[1].side for n in range(20)}
    assert sides == {0, 1}
    assert {GAME.determinize(GAME.view(s, 0), Rng(f"{n}")).stalls[1].side for n in range(20)} == {0, 1}
    assert {GAME.determinize(GAME.view(s, 1), Rng(f"{n}")).stalls[1].side for n in range(20)} == {1}


def test_the_view_tells_what_a_board_needs(kit: Any) -> None:
    s = kit.state(
        ["l1=5 side_fries=4", "bread_bottom=2"],
        "meat3 bread1 cheese2",
        burgers=["double_daging", "kebun"],
        turn=2,
        left_first="row",
    )
    view = GAME.view(s, 0)
    assert view.order == (0, 1, 1, 0) and view.turn == 2 and view.awaits == (1,) and view.moves == ()
    assert view.pool == ("bread1", "cheese2", "meat3")
    assert view.targets == (("bread_top",), ("l4",), ("l3",))
    stall = view.stalls[0]
    assert {slot.id: slot.locked for slot in stall.slots if slot.id[0] == "r"} == {
        "r1": False,
        "r2": True,
        "r3": True,
        "r4": True,
    }
    assert (stall.basic_missing, stall.premium_missing, stall.voided, stall.total) == (5, 9, 4, 9)
    assert {line.label: line.points for line in stall.lines}["fries_soda"] == 0
    assert [other.turns for other in view.stalls] == [11, 12 - 1]
    assert view.to_draw == 25 and sum(view.bag) == s.in_bag
    assert GAME.view(s, 1).moves[-1] == "burger meat3 l3"


def test_a_delivery_is_shown(kit: Any) -> None:
    s = kit.delivered(
        kit.state(["l1=5 side_fries=4", "bread_bottom=2"], "meat3 bread1", salad=True, sides=["ones", "limit"]),
        "meat6 egg1 egg2",
    )
    view = GAME.view(s, 0)
    assert view.pool == ("bread1", "meat3") and view.delivered == ("meat6", "egg1", "egg2")
    mine, other = view.stalls
    assert (mine.total, mine.voided, mine.reroll) == (7, 4, True) and other.salad_side == "limit"
    slots = {slot.id: slot for slot in mine.slots}
    assert slots["l1"].pips == 5 and slots["r1"].locked and not slots["l2"].pips


@pytest.mark.parametrize(
    "text", ["", "burger", "burger meat7 l1", "burger meat0 l1", "swap x", "?", "swap meat1 l1 side_soda"]
)
def test_misread_moves_are_explained(text: str) -> None:
    with rejects():
        GAME.grammar.parse(text)


def test_a_misread_move_comes_with_what_can_be_said() -> None:
    with rejects() as wrong:
        GAME.grammar.parse("burger meat7 l1")
    assert Words(GAME).refusal(wrong.value).startswith("after burger comes a die of the pool (meat6, ")
    assert GAME.grammar.parse("TAKE rojak").text == "take rojak" and GAME.grammar.parse("fin").text == "finish"


def previewed(s: Any, move: str) -> dict[str, Any]:
    seat = s.awaiting()[0]
    effects = next((preview.effects for preview in GAME.view(s, seat).previews if preview.move == move), ())
    return {effect.key: effect.thing or effect.n for effect in effects}


def test_a_view_previews_what_a_die_does(kit: Any) -> None:
    most = "bread_bottom=4 bread_top=5 l1=6 l2=4 l3=2 side_fries=3"
    s = kit.state([most, ""], "cheese5 cheese1 fries_soda2", turn=3)
    assert previewed(s, "burger cheese5 l4") == {"points": 5 + 3 + 5, "completes": "basic", "opens": 4}
    assert previewed(s, "burger fries_soda2 side_soda") == {"waits": 2}
    assert previewed(s, "call") == previewed(s, "reroll_own l1") == {"card": 2}
    assert GAME.view(s, 1).previews == () == GAME.view(s, None).previews
    s = kit.state([most.replace("=3", "=1") + " l4=1", ""], "cheese5 bread1", turn=3, scoring="multiplication")
    assert previewed(s, "burger cheese5 r4") == {"points": 5}


def test_a_view_previews_what_a_swap_or_a_salad_costs(kit: Any) -> None:
    s = kit.delivered(kit.state(["l1=5 l2=2", ""], "meat3 bread1"), "meat3 vegetable6 egg2")
    assert previewed(s, "swap meat3 l1 l1") == {"loses": 2} and previewed(s, "swap vegetable6 l2 l2") == {"points": 4}
    s = kit.state(["", ""], "meat5 bread1", salad=True, sides=["limit", "ones"], salads=["egg2", ""])
    assert previewed(s, "salad meat5") == {"loses": 2} and previewed(s, "salad bread1") == {"points": 4}
    s = kit.state(["bread_bottom=1 bread_top=1", ""], "bread6 bread3", turn=3)
    assert previewed(s, "fridge bread3") == {"wastes": 0}
