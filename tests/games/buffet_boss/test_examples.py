"""The worked examples of the ledger, by number; those about single rules stand with the rules."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from bunfight.engine import Luck, Rng, Table
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules.hand import draw_phases, sway, wave
from bunfight.games.buffet_boss.rules.moves import CALM
from bunfight.games.buffet_boss.rules.scoring import bonus, total
from bunfight.games.buffet_boss.rules.state_plate import RAD, in_mm
from bunfight.games.buffet_boss.rules.steps import LastLook
from bunfight.games.buffet_boss.views.view import clock
from bunfight.physics.geometry import Silhouette, touching
from bunfight.physics.geometry import height as plane_height


@pytest.mark.rule("FB-ROUND-1")
def test_01_the_line(kit: Any, page_numbers: list[int]) -> None:
    two, three = (len(kit.state(seats).line) for seats in (2, 3))
    assert (two, three) == (3, 4) and page_numbers == [2, two, 3, three]


@pytest.mark.rule("FB-RESC-7", "FB-SCORE-1", "FB-INV-3")
def test_02_the_books_lunch_example(kit: Any, page_numbers: list[int]) -> None:
    s = kit.state(2, "banana.b lemon.b broccoli.b")
    kit.play(s, 0, "take banana.b")
    kit.place(s, 0, "banana.b", falls="banana.b")
    kit.play(s, 0, "leave")
    assert kit.names(s.bin) == "banana.b" and s.rows[0] == []
    kit.draw(s, 0, "apple.b doughnut.b egg.b grapes.b cupcake.b steak.b custard_tart.b", height=60)
    kit.draw(s, 1, "ribs.b", height=90)
    assert total(s, 0) == 23
    assert [*sorted((s.menu.stars[piece] for piece in s.plates[0].ids), reverse=True), total(s, 0)] == page_numbers


@pytest.mark.rule("FB-SCORE-6")
def test_03_the_sum_of_the_books_dinner_example(kit: Any, page_numbers: list[int]) -> None:
    s = kit.state(2, version="dinner")
    # 22 stars, and a bonus near the book's 11, which no listed card can give
    kit.draw(s, 0, "apple.b egg.b grapes.b cupcake.b lemon.b steak.b ribs.b", height=60)
    kit.draw(s, 1, "squid.b", height=90)
    s.characters[0] = [kit.character("B14"), kit.character("B1")]
    s.chosen[0] = s.characters[0][0]
    assert total(s, 0) == 22 + bonus(s.plates[0], s.chosen[0]) == 22 + 10
    assert page_numbers == [22, 10, 22, 10, total(s, 0)]


@pytest.mark.rule("FB-SETUP-3", "FB-SETUP-11")
def test_05_dinner_with_three(kit: Any) -> None:
    s = kit.setup(3, version="dinner")
    deck = [*s.deck, *s.line]
    assert len(deck) == 28 and sum(card % 2 for card in deck) == 21 and len(s.box) == 14
    assert len(s.character_box) == 12


@pytest.mark.rule("FB-SETUP-3")
def test_06_dinner_with_two(kit: Any) -> None:
    s = kit.setup(2, version="dinner")
    assert sorted([*s.deck, *s.line]) == [2 * food + 1 for food in range(21)]


@pytest.mark.rule("FB-SETUP-4", "FB-VER-3")
def test_07_the_largest_buffet(kit: Any) -> None:
    s = kit.setup(5, version="all_you_can_eat", level="buffet")
    assert len([*s.deck, *s.line]) == 42 and s.box == [] and s.rounds == 7


@pytest.mark.rule("FB-SETUP-12")
def test_08_beginners_with_five(kit: Any) -> None:
    s = kit.setup(5, version="dinner", characters="beginner")
    assert sorted(n for pair in s.characters for n in pair) == list(range(10))


@pytest.mark.rule("FB-PICK-2", "FB-ROUND-3", "FB-ROUND-4", "FB-PICK-5")
def test_09_to_11_the_last_takes_one_or_both(kit: Any) -> None:
    s = kit.state(3, "egg.a steak.b lemon.b ribs.a", first_player="1")
    kit.turn(s, 1, "steak.b")
    kit.turn(s, 2, "egg.a")
    assert kit.legal(s, 0) == ["take lemon.b", "take ribs.a", "taketwo lemon.b ribs.a"]
    one, both = s.copy(), s.copy()
    kit.turn(one, 0, "lemon.b")
    assert kit.names(one.bin) == "ribs.a" and one.first == 2
    kit.play(both, 0, "taketwo lemon.b ribs.a")
    kit.place(both, 0, "ribs.a")
    kit.place(both, 0, "lemon.b")
    assert both.bin == []


@pytest.mark.rule("FB-RESC-1", "FB-RESC-2", "FB-RESC-6", "FB-RESC-8", "FB-RESC-7", "FB-PICK-7")
def test_12_to_14_an_egg_falls(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a lettuce.a pea_pod.a")
    kit.play(s, 0, "take egg.a")
    heard = kit.place(s, 0, "egg.a", falls="egg.a")
    assert (heard[-1].quota, heard[-1].count, clock(s, 0)) == (1, 1, 3)
    saved, late = s.copy(), s.copy()
    kit.play(saved, 0, "grab egg.a")
    kit.place(saved, 0, "egg.a")
    assert "egg.a" in kit.names(saved.plates[0].ids) and "egg.a" in kit.names(saved.rows[0]) and saved.awaiting() == [1]
    kit.play(late, 0, GAME.bots.fallback(late, 0).text)
    assert kit.names(late.bin) == "egg.a" and late.hands[0] == [] and late.awaiting() == [1]


@pytest.mark.rule("FB-RESC-3", "FB-RESC-5", "FB-INV-8")
def test_15_16_18_several_fall(kit: Any) -> None:
    def drop(falls: str) -> Any:
        s = kit.state(2, "egg.a lemon.b broccoli.b")
        kit.serve(s, 0, "ribs.a steak.a lettuce.a pea_pod.a")
        kit.play(s, 0, "take egg.a")
        kit.place(s, 0, "egg.a", falls=falls)
        return s

    five = drop("egg.a ribs.a steak.a lettuce.a pea_pod.a")
    for piece in ("egg.a", "pea_pod.a", "ribs.a"):
        assert five.quota[0] > 0
        kit.play(five, 0, f"grab {piece}")
    assert len(five.bin) == 2 and kit.mode(five, 0) == "stack"
    two = drop("pea_pod.a egg.a")
    kit.play(two, 0, "grab egg.a")
    assert kit.names(two.bin) == "pea_pod.a"
    three = drop("pea_pod.a egg.a ribs.a")
    kit.play(three, 0, "grab egg.a")
    kit.play(three, 0, GAME.bots.fallback(three, 0).text)
    assert kit.names(three.hands[0]) == "egg.a" and len(three.bin) == 2


@pytest.mark.rule("FB-RESC-9", "FB-FALL-6")
def test_17_more_falls_while_saving(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a lettuce.a pea_pod.a sausage.a mussel.a")
    kit.play(s, 0, "take egg.a")
    kit.place(s, 0, "egg.a", falls="egg.a mussel.a sausage.a pea_pod.a")
    kit.play(s, 0, "grab egg.a")
    kit.play(s, 0, "grab mussel.a")
    kit.place(s, 0, "egg.a", falls="ribs.a steak.a lettuce.a")
    assert s.quota[0] == 2 and kit.names(s.hands[0]) == "mussel.a" and len(s.fallen[0]) == 3


@pytest.mark.rule("FB-RESC-10")
def test_19_the_same_egg_falls_again_and_again(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.play(s, 0, "take egg.a")
    for _ in range(3):
        kit.place(s, 0, "egg.a", falls="egg.a")
        kit.play(s, 0, "grab egg.a")
    kit.place(s, 0, "egg.a", falls="egg.a")
    assert kit.names(s.bin) == "egg.a" and s.awaiting() == [1] and s.fallen[0] == []


@pytest.mark.rule("FB-FALL-1", "FB-PHYS-9", "FB-RESC-3")
def test_20_21_outcomes_are_believed(kit: Any) -> None:
    s = kit.state(2, "pea_pod.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a")
    kit.play(s, 0, "take pea_pod.a")
    leaning = s.copy()
    kit.place(leaning, 0, "pea_pod.a", falls="pea_pod.a")
    assert kit.mode(leaning, 0) == "rescue"
    over = kit.physics("pea_pod.a ribs.a steak.a", overturned=True)
    kit.play(s, 0, "place pea_pod.a 0 lower 0 front calm", world=over)
    assert len(s.fallen[0]) == 3 and s.quota[0] == 2 and (s.plates[0].a, s.plates[0].ids) == (0, [])


@pytest.mark.rule("FB-ADJ-2", "FB-RESC-12", "FB-ADJ-9")
def test_22_23_adjusting_in_ones_turn(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a lemon.a")
    kit.serve(s, 1, "steak.a")
    assert kit.refused(s, 1, "adjust steak.a 80 0 0 calm") == "FB-ADJ-2"
    kit.play(s, 0, "adjust lemon.a 30 0 0 calm", falls="lemon.a")
    kit.play(s, 0, "grab lemon.a")
    assert kit.mode(s, 0) == "stack"
    kit.place(s, 0, "lemon.a")
    assert kit.mode(s, 0) == "pick"


@pytest.mark.rule("FB-CHAR-15")
def test_30_tied_groups_count_once(kit: Any) -> None:
    plate = kit.draw(kit.state(2), 0, "lettuce.a broccoli.a lemon.a apple.a steak.a")
    assert bonus(plate, kit.character("B15")) == 4


@pytest.mark.rule("FB-SCORE-3", "FB-SCORE-4", "FB-SCORE-6", "FB-CHAR-16")
def test_34_a_whole_score(kit: Any) -> None:
    s = kit.state(3, version="dinner")
    pieces = "steak.b ribs.b egg.b mushroom.b banana.b lemon.b cupcake.b"
    touch = "steak.b-ribs.b steak.b-egg.b ribs.b-egg.b banana.b-lemon.b egg.b-mushroom.b"
    kit.draw(s, 0, pieces, touch, height=131)
    kit.draw(s, 1, "squid.b", height=131)
    kit.draw(s, 2, "grapes.b", height=90)
    s.chosen = [kit.character("A1"), kit.character("B11"), kit.character("B11")]
    assert [total(s, seat) for seat in range(3)] == [21 + 16 + 5, 3 + 5, 4 + 1]


@pytest.mark.rule("FB-TIE-1")
def test_35_a_taller_third_seat_does_not_matter(kit: Any) -> None:
    s = kit.state(3)
    kit.draw(s, 0, "egg.a apple.a", height=90)
    kit.draw(s, 1, "grapes.a mussel.a", height=88)
    kit.draw(s, 2, "steak.a", height=140)
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (8, 8, 7) and ended.winners == (0,)


@pytest.mark.rule("FB-PHYS-14")
@pytest.mark.parametrize(("top", "height"), [(118.50, 119), (118.49, 118)])
def test_37_height_is_rounded_half_up(top: float, height: int) -> None:
    rim = Silhouette([0.0, 10.0, 10.0], [0.0, 0.0, 300.0])  # the plate itself does not count
    food = Silhouette([0.0, 10.0, 10.0], [50.0, 50.0, top])
    assert in_mm(plane_height([rim, food])) == height and plane_height([rim]) == 0


@pytest.mark.rule("FB-PHYS-13")
@pytest.mark.parametrize(
    ("gap", "touch"), [(0.300, True), (0.301, False), (0.3004, True), (0.3006, False), (0.0, True)]
)
def test_38_touching(gap: float, touch: bool) -> None:
    one = Silhouette([0.0, 10.0, 10.0, 0.0], [0.0, 0.0, 10.0, 10.0])
    two = Silhouette([10.0 + gap, 20.0, 20.0, 10.0 + gap], [0.0, 0.0, 10.0, 10.0])
    assert touching(one, two, 0.30) is touch


@pytest.mark.rule("FB-SCORE-5", "FB-TIE-2")
def test_39_nothing_on_any_plate(kit: Any) -> None:
    s = kit.state(3)
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (0, 0, 0) and ended.winners == (0, 1, 2) and ended.rule == "FB-TIE-2"


@pytest.mark.rule("FB-COOP-2", "FB-COOP-3", "FB-COOP-5", "FB-COOP-20")
def test_40_to_42_playing_together(kit: Any) -> None:
    s = kit.state(3, "egg.a steak.b lemon.b ribs.a", version="all_you_can_eat", first_player="random")
    for seat, whom in enumerate((2, 2, 0)):
        kit.play(s, seat, f"vote {whom}")
    assert s.awaiting() == [2]
    two, one = s.copy(), s.copy()
    kit.turn(two, 2, "egg.a", "lemon.b")
    assert two.awaiting() == [0] and kit.refused(two, 0, "taketwo ribs.a steak.b") == "FB-COOP-5"
    kit.turn(one, 2, "egg.a")
    kit.turn(one, 0, "lemon.b")
    assert one.awaiting() == [1] and kit.legal(one, 1) == ["take steak.b", "take ribs.a", "taketwo ribs.a steak.b"]


@pytest.mark.rule("FB-HAND-2", "FB-HAND-5", "FB-HAND-3")
def test_46_47_sway(kit: Any) -> None:
    s = kit.state(2, hand="real")
    rng = Luck(Rng("calm"))
    for _ in range(200):
        off = sway(s, 0, CALM, draw_phases(rng))
        assert abs(off.dx) <= 1.65 and abs(math.degrees(off.da)) <= 2.5
    phases = [123, 456, 789] * 3
    for t, factor in ((8_000, 1.0), (20_000, 2.0)):
        assert sway(s, 0, t, phases).dx == pytest.approx(factor * 3.3 * wave(123, 456, 789, t))


@pytest.mark.rule("FB-FALL-4")
def test_49_the_order_of_falling_is_kept(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.b")
    kit.play(s, 0, "take egg.a")
    heard = kit.place(s, 0, "egg.a", falls="egg.a ribs.a steak.b")
    assert heard[0].fallen == ("egg.a", "ribs.a", "steak.b")


@pytest.mark.rule("FB-END-1")
def test_51_who_loses_everything_in_the_last_look_is_ready(kit: Any) -> None:
    s = kit.state(2, adjusts_per_turn=3)
    kit.serve(s, 0, "steak.a")
    kit.serve(s, 1, "ribs.a")
    kit.finish(s)
    s.last_look, s.turn, s.agenda = True, -1, [LastLook([0, 1])]
    kit.play(s, 0, "adjust steak.a 50 0 0 calm", falls="steak.a")
    kit.play(s, 0, "leave")
    assert s.ready == [1, 0] and s.awaiting() == [1]


@pytest.mark.rule("FB-PHYS-1")
def test_a_whole_game_with_the_real_world() -> None:
    from bunfight.physics import answer

    table = Table(GAME, ["solo"], "real", {"level": "snack"}, answer)
    rng = Rng("solo")
    while table.state.agenda:
        table.play(0, GAME.bots.policy(table.state, 0, rng))  # type: ignore[arg-type]
        GAME.audit(table.state)  # type: ignore[arg-type]
    assert table.outcome() is not None
    said = json.loads(str(next(one for one in table.record.entries[0].luck if isinstance(one, str))))
    assert said["backend"].startswith("pymunk") and abs(said["plate"][1] * RAD) < 1.4
