"""Stacking, the hand that sways, and adjusting."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, play
from bunfight.games.buffet_boss import GAME, cards
from bunfight.games.buffet_boss.hooks import catalogue_moves
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import question
from bunfight.games.buffet_boss.rules.hand import TURN, WIDE, draw_phases, pushed, released, sway, tired, wave
from bunfight.games.buffet_boss.rules.moves import CALM, Adjust, Place
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD, Plate
from bunfight.physics.geometry import clearance, stand
from bunfight.physics.pymunk_space import PymunkSpace
from bunfight.physics.world import build
from bunfight.server.rooms.clocks import NETWORK_ALLOWANCE
from bunfight.testing.rejects import rejects


def holding(kit: Any, piece: str = "egg.a", on: str = "ribs.a", **options: Any) -> Any:
    s = kit.state(2, f"{piece} lemon.b broccoli.b", **options)
    if on:
        kit.serve(s, 0, on)
    kit.play(s, 0, f"take {piece}")
    return s


def outline(food: str) -> tuple[tuple[float, float], ...]:
    return next(f.outline for f in cards.FOODS if f.id == food)


def asked(s: Any, text: str) -> dict[str, Any]:
    """What the simulation is asked when the move is made."""
    found: list[dict[str, Any]] = []

    def world(question: str) -> str:
        found.append(json.loads(question))
        return GAME.physics.estimate(question)

    play(s.copy(), 0, GAME.grammar.parse(text), Luck(Rng("sway"), world), EventLog(False))
    return found[0]


@pytest.mark.rule("FB-STACK-1")
def test_a_place_names_piece_spot_angle_side_and_moment(kit: Any) -> None:
    s = holding(kit)
    told = asked(s, "place egg.a -120 lower 900 back calm")
    assert (told["act"], told["piece"], told["flip"]) == ("place", "egg.a", 1)
    assert told["at"][0] == -1200 and told["at"][2] == round(math.pi / 2 / RAD)
    assert kit.refused(s, 0, "place lemon.b 0 lower 0 front calm") == "FB-STACK-1"


@pytest.mark.rule("FB-STACK-2")
@pytest.mark.parametrize(
    "text",
    [
        "place egg.a 1001 lower 0 front calm", "place egg.a -1001 lower 0 front calm",
        "place egg.a 0 6001 0 front calm", "place egg.a 0 -5 0 front calm", "place egg.a 0 lower 3600 front calm",
        "place egg.a 0 lower -1 front calm", "place egg.a 0 lower 0 front 120001", "place egg.a 0 lower 0 front -1",
    ],
)  # fmt: skip
def test_numbers_stay_in_their_ranges(kit: Any, text: str) -> None:
    assert kit.refused(holding(kit), 0, text) == "FB-STACK-2"


@pytest.mark.rule("FB-STACK-2", "FB-STACK-3", "FB-STACK-5")
@pytest.mark.parametrize("x", [-500, 0, 700])
@pytest.mark.parametrize("angle", [0, 1, 1800, 3599])
@pytest.mark.parametrize("side", ["front", "back"])
def test_every_angle_and_both_sides_are_allowed_over_the_plate(kit: Any, x: int, angle: int, side: str) -> None:
    assert kit.refused(holding(kit), 0, f"place egg.a {x} lower {angle} {side} calm") == ""


@pytest.mark.rule("FB-STACK-4")
def test_a_piece_has_two_sides_and_an_angle_and_nothing_else(kit: Any) -> None:
    for text in ("place egg.a 0 lower 0 flat calm", "place egg.a 0 lower 0 sideways calm"):
        with rejects("after place comes side"):
            GAME.grammar.parse(text)
    told = asked(holding(kit), "place egg.a 0 lower 0 front calm")
    assert len(told["at"]) == 3  # x, y and one angle: the plane of the plate


@pytest.mark.rule("FB-STACK-5")
@pytest.mark.parametrize(("x", "angle"), [(0, 0), (150, 450), (-300, 1234), (700, 0)])
def test_a_lowered_piece_is_let_go_a_millimetre_above(kit: Any, x: int, angle: int) -> None:
    s = holding(kit)
    at = asked(s, f"place egg.a {x} lower {angle} front calm")["at"]
    held = stand(shapes.side(shapes.NUMBER["egg.a"], 0), at[0] * MM, at[1] * MM, at[2] * RAD)
    room = min(held.low, *(clearance(held, outline) for outline in s.plates[0].outlines()))
    assert room == pytest.approx(1.0, abs=0.006)


@pytest.mark.rule("FB-STACK-6")
def test_a_piece_may_be_brought_in_under_an_overhang(kit: Any) -> None:
    s = holding(kit, on="")
    s.plates[0].add(shapes.NUMBER["steak.a"], 0, 0, 8000, 0)  # as if it bridged a gap
    assert kit.refused(s, 0, "place egg.a 0 400 0 front calm") == ""
    at = asked(s, "place egg.a 0 400 0 front calm")["at"]
    assert at == [0, 4000, 0]  # below the steak, not on it
    assert asked(s, "place egg.a 0 lower 0 front calm")["at"][1] > 9000


@pytest.mark.rule("FB-STACK-7")
def test_no_overlap(kit: Any) -> None:
    s = holding(kit)
    inside = s.plates[0].ys[0] // 10
    assert kit.refused(s, 0, f"place egg.a 0 {inside} 0 front calm") == "FB-STACK-7"
    assert kit.refused(s, 0, "place egg.a 600 280 0 front calm") == "FB-STACK-7"  # the plate's rim


@pytest.mark.rule("FB-STACK-8")
def test_clear_of_the_table(kit: Any) -> None:
    s = holding(kit)
    low = -shapes.FRONT[shapes.NUMBER["egg.a"] // 2].ys[15]
    assert kit.refused(s, 0, f"place egg.a 950 {int(low * 10) + 4} 0 front calm") == "FB-STACK-8"
    assert kit.refused(s, 0, f"place egg.a 950 {int(low * 10) + 6} 0 front calm") == "FB-HAND-20"


@pytest.mark.rule("FB-STACK-9")
def test_not_too_high(kit: Any) -> None:
    s = holding(kit)
    y = asked(s, "place egg.a 0 lower 0 front calm")["at"][1] / 10
    assert kit.refused(s, 0, f"place egg.a 0 {round(y) + 580} 0 front calm") == ""
    assert kit.refused(s, 0, f"place egg.a 0 {round(y) + 595} 0 front calm") == "FB-STACK-9"


@pytest.mark.rule("FB-STACK-10")
def test_a_piece_is_let_go_at_rest_and_falls_by_its_weight_alone(kit: Any) -> None:
    s = holding(kit, on="")
    at = asked(s, "place egg.a 0 600 0 front calm")["at"]
    world, _ = build(json.loads(question(s.plates[0], 1, shapes.PLATE, {"act": "rest"})))
    world.warm_up()
    assert isinstance(world.space, PymunkSpace)
    egg = world.space.bodies[world.add("egg.a", outline("egg"), 0, (at[0], at[1], at[2]))]
    assert (tuple(egg.velocity), egg.angular_velocity) == ((0.0, 0.0), 0.0)
    for _ in range(10):
        world.advance(1, 0)
    c, (vx, vy) = world.constants, egg.velocity
    assert vx == egg.angular_velocity == 0.0
    assert vy == pytest.approx(-c.gravity * 10 * c.step, rel=0.02)  # not thrown: only gravity has acted


@pytest.mark.rule("FB-STACK-10", "FB-HAND-7")
def test_a_swaying_hand_changes_the_pose_and_not_the_speed(kit: Any) -> None:
    s = holding(kit, hand="wild")
    told = asked(s, "place egg.a 0 lower 0 front 20000")
    assert told["at"][0] != 0 and set(told) == {
        "world", "plate", "radius", "outlines", "kind", "tilt", "hands", "pieces", "act", "piece", "shape", "flip", "at"
    }  # fmt: skip


@pytest.mark.rule("FB-STACK-11", "FB-STACK-14", "FB-INV-11")
def test_one_piece_on_ones_own_plate(kit: Any) -> None:
    s = holding(kit)
    kit.serve(s, 1, "steak.a")
    before = s.plates[1].copy()
    told = asked(s, "place egg.a 0 lower 0 front calm")
    assert [piece[0] for piece in told["pieces"]] == ["ribs.a"]  # nothing of the other plate is in the question
    kit.place(s, 0, "egg.a")
    assert (s.plates[1].xs, s.plates[1].ys, s.plates[1].a) == (before.xs, before.ys, before.a)
    kit.play(s, 1, "take lemon.b")
    assert kit.refused(s, 0, "place lemon.b 0 lower 0 front calm") == "FB-STACK-11"


@pytest.mark.rule("FB-STACK-12", "FB-FALL-5")
def test_clumsy_on_the_rim_is_legal_and_falls(kit: Any) -> None:
    s = holding(kit)
    kit.play(s, 0, "place egg.a 750 lower 0 front calm", world=GAME.physics.estimate)
    assert kit.names(s.fallen[0]) == "egg.a" and kit.mode(s, 0) == "rescue"


@pytest.mark.rule("FB-HAND-20")
@pytest.mark.parametrize(("x", "legal"), [(0, True), (690, True), (830, True), (845, False), (1000, False)])
@pytest.mark.parametrize("side", [1, -1])
def test_a_piece_that_would_meet_the_table_first_is_refused(kit: Any, x: int, legal: bool, side: int) -> None:
    s = holding(kit)
    text = f"place egg.a {side * x} lower 0 front calm"  # the egg is 28 mm wide, the plate 140
    assert kit.refused(s, 0, text) == ("" if legal else "FB-HAND-20")
    assert legal or kit.why(s, 0, text) == "table_first"


@pytest.mark.rule("FB-HAND-20")
def test_under_the_rim_is_the_table_too(kit: Any) -> None:
    s = holding(kit, on="")
    text = "place pea_pod.a 900 110 0 front calm"
    s.hands[0] = [shapes.NUMBER["pea_pod.a"]]
    held = stand(shapes.side(s.hands[0][0], 0), 90.0, 11.0, 0.0)
    assert held.left < s.plates[0].rim().right  # part of it is below the rim
    assert kit.refused(s, 0, text) == "FB-HAND-20"


@pytest.mark.rule("FB-HAND-20")
def test_whatever_is_offered_or_suggested_is_over_the_plate(kit: Any) -> None:
    s = holding(kit)
    s.plates[0].a = -2000  # it leans to the right
    rng = Rng("suggest")
    for _ in range(100):
        assert kit.refused(s, 0, s.agenda[-1].suggest(s, 0, rng).text) == ""
    assert all(kit.refused(s, 0, text) == "" for text in kit.legal(s, 0))
    fitting = set(catalogue_moves(s, 0))
    assert "place egg.a 0 lower 0 front calm" in fitting and "place egg.a -800 lower 0 front calm" not in fitting
    assert all(kit.refused(s, 0, text) == "" for text in sorted(fitting)[::50])


@pytest.mark.rule("FB-STACK-13", "FB-INV-6")
def test_what_floats_is_found_out(kit: Any) -> None:
    s = holding(kit)
    GAME.audit(kit.setup(2))
    s.plates[0].ys[0] += 200
    with pytest.raises(AssertionError, match="FB-INV-6"):
        GAME._audit_seat(s, 0)


# --- the hand -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FB-HAND-1")
def test_sway_is_three_waves() -> None:
    for p, t in (([0, 900, 1800], 0), ([100, 2000, 3333], 1234), ([3599, 1, 50], 119_999)):
        seconds = t / 1000
        f = sum(
            weight * math.sin(2 * math.pi * rate * seconds + math.radians(phase / 10))
            for weight, rate, phase in zip((0.55, 0.30, 0.15), (0.37, 0.83, 1.9), p, strict=True)
        )
        assert wave(p[0], p[1], p[2], t) == pytest.approx(f, abs=1e-9)


@pytest.mark.rule("FB-HAND-1", "FB-HAND-2")
@pytest.mark.parametrize(
    ("hand", "mm", "degrees"), [("steady", 0, 0), ("gentle", 1.65, 2.5), ("real", 3.3, 5), ("wild", 6.6, 10)]
)
def test_each_hand_has_its_amplitude(kit: Any, hand: str, mm: float, degrees: float) -> None:
    s = kit.state(2, hand=hand)
    off = sway(s, 0, 0, [900] * 9)  # all waves at their top
    assert [off.dx, off.dy, math.degrees(off.da)] == pytest.approx([mm, mm / 2, degrees])
    assert (WIDE[s.sway], TURN[s.sway]) == (mm, degrees)


@pytest.mark.rule("FB-HAND-3")
def test_the_hand_tires() -> None:
    assert [tired(t) for t in (0, 8000, 14_000, 20_000, 120_000)] == [1, 1, 1.5, 2, 2]


@pytest.mark.rule("FB-HAND-4", "FB-INV-13")
def test_phases_are_kept_for_the_next_act_and_only_their_owner_learns_them(kit: Any) -> None:
    s = holding(kit, hand="real")
    mine = s.phases[0][:]
    assert len(mine) == 9 and all(0 <= phase < 3600 for phase in mine)
    assert GAME.view(s, 0).phases == tuple(mine)
    assert GAME.view(s, 1).phases == tuple(s.phases[1]) != tuple(mine) and GAME.view(s, None).phases == ()
    text = "place egg.a 0 lower 0 front 2500"
    move = GAME.grammar.parse(text)
    assert isinstance(move, Place)
    assert asked(s, text)["at"] == released(s.plates[0], move, sway(s, 0, 2500, mine))
    kit.play(s, 0, text)
    assert s.phases[0] != mine and s.acts == [1, 0]


@pytest.mark.rule("FB-HAND-5")
def test_a_calm_release_draws_fresh_phases_and_halves_the_sway(kit: Any) -> None:
    s = holding(kit, hand="real")
    off = sway(s, 0, CALM, [900] * 9)
    assert off.dx == pytest.approx(1.65) and math.degrees(off.da) == pytest.approx(2.5)
    fresh = draw_phases(Luck(Rng("sway")))
    move = GAME.grammar.parse("place egg.a 0 lower 0 front calm")
    assert isinstance(move, Place)
    assert asked(s, move.text)["at"] == released(s.plates[0], move, sway(s, 0, CALM, fresh))


@pytest.mark.rule("FB-HAND-6")
def test_two_hands_halve_the_sway_and_brake_the_plate(kit: Any) -> None:
    s = holding(kit, hand="real", two_hands="0")
    assert sway(s, 0, 0, [900] * 9).dx == pytest.approx(1.65) and sway(s, 1, 0, [900] * 9).dx == pytest.approx(3.3)
    assert asked(s, "place egg.a 0 lower 0 front calm")["hands"] == 2
    assert asked(holding(kit), "place egg.a 0 lower 0 front calm")["hands"] == 1


@pytest.mark.rule("FB-HAND-7")
def test_a_swayed_piece_is_raised_until_it_fits(kit: Any) -> None:
    s = holding(kit, hand="wild")
    y = asked(kit.state(2) and holding(kit), "place egg.a 0 lower 0 front calm")["at"][1] // 10
    move = GAME.grammar.parse(f"place egg.a 0 {y} 0 front 0")
    assert isinstance(move, Place)
    down = sway(s, 0, 0, [2700] * 9)  # everything to the left and down
    at = released(s.plates[0], move, down)
    assert at[1] > (y / 10 + down.dy) / MM and at[0] == round(down.dx / MM)
    boxed = Plate(0)
    boxed.add(shapes.NUMBER["ribs.a"], 0, 0, 2400, 0)
    boxed.add(shapes.NUMBER["steak.a"], 0, 0, 5400, 0)
    stuck = GAME.grammar.parse("place egg.a 0 390 0 front 0")
    assert isinstance(stuck, Place)
    assert released(boxed, stuck, down)[:2] == [0, 3900]  # no room within 15 mm: as it was aimed


@pytest.mark.rule("FB-HAND-8")
def test_the_engine_checks_only_the_range_of_a_moment(kit: Any) -> None:
    s = holding(kit)
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front 120000") == ""
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front 120001") == "FB-STACK-2"


@pytest.mark.rule("FB-HAND-8")
@pytest.mark.parametrize(
    ("moment", "held", "good"),
    [("0", 0.0, True), ("500", 0.0, True), ("501", 0.0, False), ("8499", 8.0, True), ("8501", 8.0, False),
     ("120000", 119.6, True), ("120000", 119.4, False), ("calm", 0.0, True)],
)  # fmt: skip
def test_a_moment_that_has_not_come_yet_is_too_late(moment: str, held: float, good: bool) -> None:
    assert GAME.timing is not None
    for text in (f"place egg.a 0 lower 0 front {moment}", f"adjust egg.a 10 0 0 {moment}"):
        broken = GAME.timing.too_late(GAME.grammar.parse(text), held + NETWORK_ALLOWANCE)
        assert (broken is None) if good else (broken is not None and broken.rule == "FB-HAND-8")
    assert GAME.timing.too_late(GAME.grammar.parse("take egg.a"), 0.0) is None


@pytest.mark.rule("FB-HAND-9")
def test_a_calm_table_refuses_moments_and_tells_no_phases(kit: Any) -> None:
    s = holding(kit, release="calm")
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front 0") == "FB-HAND-9"
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 500") == "FB-HAND-9"
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front calm") == "" and GAME.view(s, 0).phases == ()


# --- adjusting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FB-ADJ-1", "FB-ADJ-5")
def test_only_ones_own_food(kit: Any) -> None:
    s = holding(kit)
    kit.serve(s, 1, "steak.a")
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == ""
    assert kit.refused(s, 0, "adjust steak.a 10 0 0 calm") == "FB-ADJ-1"
    assert kit.refused(s, 0, "adjust plate 10 0 0 calm") == "FB-ADJ-5"


@pytest.mark.rule("FB-ADJ-2")
def test_adjust_in_ones_own_turn_before_and_after_taking(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a")
    kit.serve(s, 1, "steak.a")
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == ""
    assert kit.refused(s, 1, "adjust steak.a 10 0 0 calm") == "FB-ADJ-2"
    kit.play(s, 0, "take egg.a")
    kit.play(s, 0, "adjust ribs.a 10 0 0 calm")
    assert kit.mode(s, 0) == "stack" and s.pushes == [1, 0]
    kit.place(s, 0, "egg.a", falls="egg.a")
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == "FB-RESC-1"


@pytest.mark.rule("FB-ADJ-3")
@pytest.mark.parametrize("push", ["101 0 0", "0 -101 0", "0 0 151", "0 0 0", "1 2 999999999"])
def test_a_push_is_small_and_not_nothing(kit: Any, push: str) -> None:
    assert kit.refused(holding(kit), 0, f"adjust ribs.a {push} calm") == "FB-ADJ-3"
    assert kit.refused(holding(kit), 0, "adjust ribs.a 100 0 -150 calm") == ""


@pytest.mark.rule("FB-ADJ-4")
def test_food_is_not_lifted_off(kit: Any) -> None:
    s = holding(kit, on="steak.a")
    assert kit.refused(s, 0, "adjust steak.a 0 100 0 calm") == "FB-ADJ-4"
    assert kit.refused(s, 0, "adjust steak.a 0 10 0 calm") == ""
    assert kit.refused(s, 0, "adjust steak.a 0 -100 0 calm") == ""  # pushing into the plate is pushing


@pytest.mark.rule("FB-ADJ-6")
def test_a_push_has_half_the_sway(kit: Any) -> None:
    s = holding(kit, hand="real")
    move = GAME.grammar.parse("adjust ribs.a 30 0 50 1000")
    assert isinstance(move, Adjust)
    off = sway(s, 0, 1000, [900] * 9)
    by = pushed(move, off)
    assert by[0] == round((3.0 + off.dx / 2) / MM) and by[1] == round(off.dy / 2 / MM)
    told = asked(s, "adjust ribs.a 30 0 50 calm")
    assert (
        told["act"] == "push" and abs(told["by"][0] - 300) <= 83 and abs(told["by"][2] * RAD - math.radians(5)) <= 0.022
    )
    assert told["world"]["adjust_force_N"] == 0.5 and told["world"]["adjust_torque_Nmm"] == 5.0


@pytest.mark.rule("FB-ADJ-7")
def test_adjustments_are_counted_by_turn(kit: Any) -> None:
    s = holding(kit, adjusts_per_turn=2)
    for _ in range(2):
        kit.play(s, 0, "adjust ribs.a 10 0 0 calm")
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == "FB-ADJ-7"
    kit.place(s, 0, "egg.a")
    kit.turn(s, 1, "lemon.b")
    kit.turn(s, 1, kit.names(s.line[:1]))
    assert s.awaiting() == [0] and kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == ""
    none = holding(kit, adjusts_per_turn=0)
    assert kit.refused(none, 0, "adjust ribs.a 10 0 0 calm") == "FB-ADJ-7"


@pytest.mark.rule("FB-ADJ-8", "FB-ADJ-9", "FB-RESC-12")
def test_what_falls_by_an_adjustment_can_be_saved(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a")
    kit.play(s, 0, "adjust steak.a 30 0 0 calm", falls="steak.a")
    assert kit.mode(s, 0) == "rescue" and s.quota[0] == 1
    kit.play(s, 0, "grab steak.a")
    assert kit.mode(s, 0) == "stack" and kit.refused(s, 0, "take egg.a") == "FB-RESC-12"
    kit.place(s, 0, "steak.a")
    assert kit.mode(s, 0) == "pick" and s.awaiting() == [0]
