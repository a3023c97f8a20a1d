"""The illegal moves of the ledger, by number."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bunfight.engine import IllegalMove
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.steps import LastLook, MustChoose
from bunfight.testing.rejects import rejects

LINE = "egg.a lemon.b broccoli.b"


def start(kit: Any, on: str = "ribs.a steak.a", **options: Any) -> Any:
    s = kit.state(2, LINE, **options)
    kit.serve(s, 0, on)
    return s


@pytest.mark.rule("FB-PICK-1")
def test_01_food_that_is_not_in_the_line(kit: Any) -> None:
    s = start(kit)
    assert kit.refused(s, 0, "take mussel.b") == "FB-PICK-1" and kit.why(s, 0, "take mussel.b") == "not_in_line"


@pytest.mark.rule("FB-PICK-2")
def test_02_two_foods_before_the_last(kit: Any) -> None:
    assert kit.refused(start(kit), 0, "taketwo egg.a lemon.b") == "FB-PICK-2"


@pytest.mark.rule("FB-PICK-1")
def test_03_a_second_food(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "take lemon.b") == "FB-PICK-1"


@pytest.mark.rule("FB-PICK-3")
def test_04_nothing(kit: Any) -> None:
    assert kit.refused(start(kit), 0, "pass") == "FB-PICK-3"
    with rejects("take CARD"):
        GAME.grammar.parse("take")


@pytest.mark.rule("FB-PICK-4")
def test_05_the_other_food_after_an_act(kit: Any) -> None:
    s = start(kit)
    kit.turn(s, 0, "egg.a")
    kit.play(s, 1, "take lemon.b")
    kit.place(s, 1, "lemon.b", falls="lemon.b")
    assert kit.refused(s, 1, "take broccoli.b") == "FB-PICK-4"
    kit.play(s, 1, "grab lemon.b")
    assert kit.refused(s, 1, "take broccoli.b") == "FB-PICK-4"


@pytest.mark.rule("FB-PICK-6")
def test_06_throwing_away_untried_food(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "bin egg.a") == "FB-PICK-6"
    assert kit.refused(s, 0, "bin steak.a") == "FB-RESC-11"


@pytest.mark.rule("FB-STACK-2", "FB-ADJ-3")
def test_what_is_no_whole_number_is_not_called_too_far(kit: Any) -> None:
    for odd in ("0.5", "x", "1e3", "nan", "inf", "99999999999999999999"):
        with rejects("after place comes spot"):
            GAME.grammar.parse(f"place egg.a {odd} lower 0 front calm")
        with rejects("after adjust comes way"):
            GAME.grammar.parse(f"adjust egg.a {odd} 0 0 calm")
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.why(s, 0, "place egg.a 1001 lower 0 front calm") == "too_far"


@pytest.mark.rule("FB-STACK-1", "FB-STACK-2")
def test_07_08_a_piece_one_does_not_hold_and_a_spot_too_far(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "place lemon.b 0 lower 0 front calm") == "FB-STACK-1"
    assert kit.refused(s, 0, "place egg.a 1200 lower 0 front calm") == "FB-STACK-2"


@pytest.mark.rule("FB-STACK-7", "FB-STACK-8", "FB-STACK-9")
def test_09_to_11_overlapping_on_the_table_and_too_high(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "place egg.a 0 300 0 front calm") == "FB-STACK-7"
    assert kit.refused(s, 0, "place egg.a 950 150 0 front calm") == "FB-STACK-8"
    assert kit.refused(s, 0, "place egg.a 0 1700 0 front calm") == "FB-STACK-9"
    assert kit.why(s, 0, "place egg.a 0 300 0 front calm") == "piece_in_the_way"
    bare = start(kit, on="")
    kit.play(bare, 0, "take egg.a")
    assert kit.refused(bare, 0, "place egg.a 0 200 0 front calm") == "FB-STACK-7"
    assert kit.why(bare, 0, "place egg.a 0 200 0 front calm") == "plate_in_the_way"


@pytest.mark.rule("FB-STACK-11")
def test_12_another_plate(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 1, "place egg.a 0 lower 0 front calm") == "FB-STACK-11"


@pytest.mark.rule("FB-RESC-3", "FB-RESC-4", "FB-RESC-5", "FB-RESC-10")
def test_13_to_16_grabbing(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    kit.place(s, 0, "egg.a", falls="egg.a steak.a")
    assert kit.refused(s, 0, "grab ribs.a") == "FB-RESC-5"
    late = s.copy()
    kit.play(s, 0, "grab egg.a")
    assert kit.refused(s, 0, "grab steak.a") == "FB-RESC-3"
    late.quota[0] = 2
    kit.play(late, 0, "grab egg.a")
    kit.play(late, 0, "leave")
    assert kit.refused(late, 0, "grab steak.a") == "FB-RESC-4"
    worn = start(kit, rescues_per_piece=1)
    kit.play(worn, 0, "take egg.a")
    kit.place(worn, 0, "egg.a", falls="egg.a")
    kit.play(worn, 0, "grab egg.a")
    kit.place(worn, 0, "egg.a", falls="egg.a steak.a")
    assert kit.refused(worn, 0, "grab egg.a") == "FB-RESC-10"


@pytest.mark.rule("FB-RESC-12")
def test_17_taking_with_saved_food_in_hand(kit: Any) -> None:
    s = start(kit)
    kit.play(s, 0, "adjust steak.a 50 0 0 calm", falls="steak.a")
    kit.play(s, 0, "grab steak.a")
    assert kit.refused(s, 0, "take egg.a") == "FB-RESC-12"


@pytest.mark.rule("FB-ADJ-2", "FB-ADJ-3", "FB-ADJ-4", "FB-ADJ-5", "FB-ADJ-7")
def test_18_to_22_adjusting(kit: Any) -> None:
    s = start(kit)
    kit.serve(s, 1, "mussel.a")
    assert kit.refused(s, 1, "adjust mussel.a 10 0 0 calm") == "FB-ADJ-2"
    assert kit.refused(s, 0, "adjust steak.a 0 100 0 calm") == "FB-ADJ-4"
    assert kit.refused(s, 0, "adjust plate 10 0 0 calm") == "FB-ADJ-5"
    assert (
        kit.refused(s, 0, "adjust steak.a 120 0 0 calm") == kit.refused(s, 0, "adjust steak.a 0 0 0 calm") == "FB-ADJ-3"
    )
    for _ in range(8):
        kit.play(s, 0, "adjust steak.a 10 0 0 calm")
    assert kit.refused(s, 0, "adjust steak.a 10 0 0 calm") == "FB-ADJ-7"


@pytest.mark.rule("FB-SCORE-2")
def test_23_24_characters(kit: Any) -> None:
    s = kit.state(2, version="dinner")
    s.characters = [[0, 1], [2, 3]]
    assert kit.refused(s, 1, "choose b3") == "FB-SCORE-2"  # too early
    s.agenda = [MustChoose([0, 1])]
    assert kit.refused(s, 0, "choose b3") == "FB-SCORE-2"
    kit.play(s, 0, "choose b1")
    assert kit.refused(s, 0, "choose b2") == "FB-SCORE-2" and kit.why(s, 0, "choose b2") == "character_chosen"


@pytest.mark.rule("FB-COOP-5", "FB-COOP-20")
def test_25_26_playing_together(kit: Any) -> None:
    s = kit.state(3, "egg.a steak.b lemon.b ribs.a", version="all_you_can_eat", first_player="random")
    for seat in range(3):
        kit.play(s, seat, "vote 0")
    kit.turn(s, 0, "egg.a", "steak.b")
    assert kit.refused(s, 1, "taketwo lemon.b ribs.a") == "FB-COOP-5"
    assert kit.refused(s, 1, "extra 1") == "FB-COOP-20"
    s.took_two, s.first = -1, 2  # as if seat 1 were the last and nobody had taken two
    assert kit.refused(s, 1, "take lemon.b") == kit.refused(s, 1, "taketwo lemon.b ribs.a") == ""


@pytest.mark.rule("FB-VER-1")
def test_27_lunch_alone() -> None:
    with rejects("2 to 5 players"):
        GAME.settle({"version": "lunch"}, 1)


@pytest.mark.rule("FB-ROUND-2")
def test_28_out_of_turn(kit: Any) -> None:
    s = start(kit)
    for text in ("take egg.a", "leave", "ready", "grab egg.a", "vote 0", "place lemon.b 0 lower 0 front calm"):
        assert kit.refused(s, 1, text) == "FB-ROUND-2"


@pytest.mark.rule("FB-END-1")
def test_29_adjusting_after_ready(kit: Any) -> None:
    s = start(kit)
    kit.serve(s, 1, "mussel.a")
    kit.finish(s)
    s.last_look, s.turn, s.agenda = True, -1, [LastLook([0, 1])]
    kit.play(s, 0, "ready")
    assert kit.refused(s, 0, "adjust steak.a 10 0 0 calm") == kit.refused(s, 0, "ready") == "FB-END-1"
    assert kit.refused(s, 1, "take egg.a") == "FB-ROUND-5"


@pytest.mark.rule("FB-LOG-3")
@pytest.mark.parametrize(
    "lie",
    [
        {"fallen": []},
        {"fallen": ["egg.a", "egg.a"]},
        {"fallen": ["egg.a", "mussel.b"]},
        {"fallen": ["egg.a", "gold"]},
    ],
)
def test_30_an_outcome_that_loses_or_doubles_a_piece(kit: Any, lie: dict[str, Any]) -> None:
    s = start(kit)
    kit.play(s, 0, "take egg.a")
    before = (s.plates[0].ids[:], s.hands[0][:])

    def world(question: str) -> str:
        return json.dumps(json.loads(kit.physics("egg.a")(question)) | lie)

    draft = s.copy()
    with pytest.raises(IllegalMove, match="FB-LOG-3"):
        kit.play(draft, 0, "place egg.a 0 lower 0 front calm", world=world)
    assert (s.plates[0].ids, s.hands[0]) == before


@pytest.mark.rule("FB-HAND-9")
def test_31_a_moment_at_a_calm_table(kit: Any) -> None:
    s = start(kit, release="calm")
    assert kit.refused(s, 0, "adjust steak.a 10 0 0 100") == "FB-HAND-9"
    kit.play(s, 0, "take egg.a")
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front 2000") == "FB-HAND-9"


@pytest.mark.rule("FB-COOP-10", "FB-END-2")
def test_nothing_can_be_done_when_all_is_over(kit: Any) -> None:
    s = start(kit)
    kit.finish(s)
    assert kit.refused(s, 0, "take egg.a") == "FB-END-2"
    coop = kit.state(1, "", version="all_you_can_eat", first_player="random")
    coop.agenda.clear()
    assert kit.refused(coop, 0, f"grab {shapes.IDS[0]}") == "FB-COOP-10"


@pytest.mark.parametrize(
    "text",
    [
        "", "place", "place egg.a", "place gold.a 0 lower 0 front calm", "x" * 100_000, "take egg",
        "place egg.a 0 lower 0 front", "adjust gold 1 1 1 calm", "grab", "choose c9", "vote 9",
        "place egg.a \x00 lower 0 front calm", "taketwo steak.a egg.a", "taketwo egg.a egg.a",
    ],
)  # fmt: skip
def test_nonsense_is_rejected_as_such(text: str) -> None:
    with rejects():
        GAME.grammar.parse(text)
