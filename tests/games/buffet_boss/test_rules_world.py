"""The physical world and falling, as the rules see them: the real world is asked in a few acts."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from msgspec.structs import asdict

from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.cards import FOODS, PHYSICS, PLATES
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import question, vet
from bunfight.games.buffet_boss.rules.estimate import plate_of
from bunfight.games.buffet_boss.rules.state_plate import (
    MM,
    RAD,
    Plate,
    grid_angle,
    grid_length,
    height_of,
    touching_pairs,
)
from bunfight.games.buffet_boss.rules.vetting import vetted
from bunfight.physics import answer
from bunfight.physics.convex import parts
from bunfight.physics.geometry import Outline, touching
from bunfight.physics.pymunk_space import PymunkSpace
from bunfight.physics.world import Constants, World, build  # type: ignore[attr-defined]
from bunfight.testing.rejects import rejects


def ask(plate: Plate, placed: str = "", at: tuple[int, int, int] = (0, 0, 0), **more: Any) -> dict[str, Any]:
    act: dict[str, Any] = {"act": "rest"}
    number = shapes.PLATE
    if placed:
        number = shapes.NUMBER[placed]
        act = {"act": "place", "piece": placed, "shape": placed.split(".")[0], "flip": 0, "at": list(at)}
    said: dict[str, Any] = json.loads(answer(question(plate, 1, number, act | more)))
    return said


def bodies(world: World) -> list[Any]:
    assert isinstance(world.space, PymunkSpace)
    return world.space.bodies


def world_of(plate: Plate) -> World:
    return build(json.loads(question(plate, 1, shapes.PLATE, {"act": "rest"})))[0]


@pytest.mark.rule("FB-PHYS-1", "FB-LOG-4")
def test_moves_carry_intentions_and_the_simulation_is_asked(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.play(s, 0, "take egg.a")
    asked: list[str] = []

    def world(text: str) -> str:
        asked.append(text)
        return str(kit.physics("")(text))

    kit.play(s, 0, "place egg.a 100 lower 0 front calm", world=world)
    assert len(asked) == 1 and json.loads(asked[0])["piece"] == "egg.a"


@pytest.mark.rule("FB-PHYS-2", "FB-PHYS-17")
def test_the_question_holds_the_stored_plate_in_the_order_of_ids(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "steak.b egg.a ribs.a")
    asked = json.loads(question(s.plates[0], 1, shapes.PLATE, {"act": "rest"}))
    assert [piece[0] for piece in asked["pieces"]] == ["egg.a", "ribs.a", "steak.b"]
    again = plate_of(asked)
    assert (again.ids, again.xs, again.ys, again.turns) == (
        s.plates[0].ids, s.plates[0].xs, s.plates[0].ys, s.plates[0].turns,
    )  # fmt: skip
    assert build(asked)[0].names == ["plate", "egg.a", "ribs.a", "steak.b"]


@pytest.mark.rule("FB-PHYS-3", "FB-PHYS-4")
def test_bodies_are_uniform_and_cut_without_changing_the_outline() -> None:
    for food in FOODS:
        outline = Outline([x for x, _ in food.outline], [y for _, y in food.outline])
        cut = parts(list(zip(outline.xs, outline.ys, strict=True)))
        pieces = [Outline([x for x, _ in part], [y for _, y in part]) for part in cut]
        assert sum(piece.area for piece in pieces) == pytest.approx(outline.area)
        moment = sum(p.second + p.area * (p.drawn_x**2 + p.drawn_y**2) for p in pieces)
        assert moment == pytest.approx(outline.second)
    world = world_of(Plate(0))
    assert bodies(world)[0].mass == pytest.approx(1311.9 * 0.0098, rel=1e-4)
    assert Constants(**asdict(PHYSICS)).table_half_width == 600


@pytest.mark.rule("FB-PHYS-5")
def test_the_warm_up_moves_nothing_by_itself(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a steak.b")
    world = world_of(s.plates[0])
    before = [tuple(body.position) for body in bodies(world)]
    world.warm_up()
    assert world.steps == 0 and world.fallen == []
    for (x, y), body in zip(before, bodies(world), strict=True):
        assert math.hypot(body.position.x - x, body.position.y - y) < 0.1 and body.velocity.length == 0


@pytest.mark.rule("FB-PHYS-6")
def test_an_act_ends_after_four_tenths_of_a_second_of_rest() -> None:
    world = world_of(Plate(0))
    world.settle()
    assert world.settled and 160 <= world.steps < 200  # the plate sinks by a hair first


@pytest.mark.rule("FB-PHYS-7")
def test_a_world_that_does_not_rest_is_frozen_after_eight_seconds() -> None:
    world = world_of(Plate(0))
    world.space.count_calm = lambda: 0  # type: ignore[method-assign]  # a plate that never comes to rest
    world.settle()
    assert not world.settled and world.steps == 3200
    assert world.outcome({})["sim_ms"] == 8000


@pytest.mark.rule("FB-PHYS-8", "FB-FALL-1")
def test_what_met_the_table_has_fallen_and_carries_nothing() -> None:
    said = ask(Plate(0), "pea_pod.a", (9000, 2000, 12000))
    assert said["fallen"] == ["pea_pod.a"] and said["pieces"] == {}
    world = world_of(Plate(0))
    world.add("pea_pod.a", FOODS[shapes.NUMBER["pea_pod.a"] // 2].outline, 0, (9000, 2000, 12000))
    world.settle()
    assert all(shape.filter.mask == 1 for shape in bodies(world)[1].shapes)


@pytest.mark.rule("FB-PHYS-9", "FB-FALL-3")
def test_an_overturned_plate_is_put_back_empty(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a steak.b")
    world = world_of(s.plates[0])
    bodies(world)[0].angle = math.radians(-80)
    world.settle()
    said = world.outcome({})
    assert said["overturned"] and sorted(said["fallen"]) == ["ribs.a", "steak.b"] and said["plate"] == [1056, 0]


@pytest.mark.rule("FB-PHYS-10")
def test_the_plate_stands_in_the_middle_again() -> None:
    world = world_of(Plate(0))
    world.add("ribs.a", FOODS[shapes.NUMBER["ribs.a"] // 2].outline, 0, (1000, 2600, 0))
    for body in bodies(world):
        body.position = (body.position.x + 30, body.position.y)
    world.settle()
    assert abs(world.outcome({})["pieces"]["ribs.a"][0] - 1000) < 100


@pytest.mark.rule("FB-PHYS-11")
def test_poses_are_kept_on_a_grid() -> None:
    assert [grid_length(mm) for mm in (1.234, 1.235, -1.234)] == [123, 124, -123]
    assert grid_angle(math.pi) == 31416 and grid_angle(-math.pi) == 31416 and grid_angle(3 * math.pi / 2) == -15708
    said = ask(Plate(0), "steak.b", (0, 3000, 0))
    assert all(isinstance(n, int) for n in said["plate"] + said["pieces"]["steak.b"])


@pytest.mark.rule("FB-PHYS-12")
def test_too_small_a_change_is_none(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a")
    world = world_of(s.plates[0])
    old = (s.plates[0].xs[0], s.plates[0].ys[0], s.plates[0].turns[0])
    x, y = old[0] * MM, old[1] * MM
    assert world._pose((x + 0.09, y, 0.0), 0.0, old) == old
    assert world._pose((x + 0.11, y, 0.0), 0.0, old)[0] == old[0] + 11
    assert world._pose((x, y, math.radians(0.11)), 0.0, old) != old
    assert world._pose((x, y, math.radians(0.11)), 0.0, None) == (old[0], old[1], grid_angle(math.radians(0.11)))


@pytest.mark.rule("FB-PHYS-13", "FB-PHYS-14", "FB-INV-7", "FB-FALL-2")
def test_touching_height_and_connection_follow_from_poses() -> None:
    plate = Plate(0)
    plate.add(shapes.NUMBER["ribs.a"], 0, 0, 10000, 0)
    low = plate.piece(0).high
    plate.add(shapes.NUMBER["steak.a"], 0, 0, 10000 + grid_length(low - 100) + 1417, 0)
    gap = plate.piece(1).low - plate.piece(0).high
    plate.ys[1] -= grid_length(gap - 0.30)
    assert touching(plate.piece(0), plate.piece(1), 0.30) or plate.piece(1).low - plate.piece(0).high > 0.30
    assert height_of(plate) == math.floor(plate.piece(1).high * 100 + 0.5)
    plate.touch, plate.height = touching_pairs(plate), height_of(plate)
    with pytest.raises(Exception, match="FB-LOG-3"):
        vet(plate)  # it floats: nothing connects it to the plate


@pytest.mark.rule("FB-PHYS-15", "FB-INV-11")
def test_between_acts_nothing_moves(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a")
    kit.serve(s, 1, "steak.a")
    poses = [(plate.xs[:], plate.ys[:], plate.turns[:]) for plate in s.plates]
    kit.play(s, 0, "take egg.a")
    assert [(plate.xs, plate.ys, plate.turns) for plate in s.plates] == poses


@pytest.mark.rule("FB-PHYS-16")
def test_the_order_of_one_act(kit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("warm_up", "add", "push", "settle", "outcome"):
        real = getattr(World, name)

        def spy(self: World, *args: Any, real: Any = real, name: str = name) -> Any:
            done.append(name)
            return real(self, *args)

        monkeypatch.setattr(World, name, spy)
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a")
    ask(s.plates[0], "egg.a", (0, 6000, 0))
    assert done == ["add", "add", "warm_up", "add", "settle", "outcome"]
    done.clear()
    answer(question(s.plates[0], 1, shapes.PLATE, {"act": "push", "piece": "ribs.a", "by": [100, 0, 0]}))
    assert done == ["add", "add", "warm_up", "push", "settle", "outcome"]


@pytest.mark.rule("FB-PHYS-17")
def test_the_same_act_has_the_same_result(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a steak.b")
    assert ask(s.plates[0], "egg.a", (200, 9000, 100)) == ask(s.plates[0], "egg.a", (200, 9000, 100))


@pytest.mark.rule("FB-FALL-1")
def test_at_rest_a_tenth_of_a_millimetre_above_the_table_is_fallen() -> None:
    world = world_of(Plate(0))
    body = bodies(world)[world.add("egg.a", FOODS[shapes.NUMBER["egg.a"] // 2].outline, 0, (0, 0, 0))]
    low = -min(shapes.FRONT[shapes.NUMBER["egg.a"] // 2].ys)
    body.position = (80, low + 0.10)
    said = world.outcome({})
    assert said["fallen"] == ["egg.a"]


@pytest.mark.rule("FB-FALL-2", "FB-FALL-4")
def test_floating_pieces_fall_last_and_by_id() -> None:
    world = world_of(Plate(0))
    for n, name in enumerate(("steak.b", "egg.a", "ribs.a")):
        world.add(name, FOODS[shapes.NUMBER[name] // 2].outline, 0, (0, 9000 + 6000 * n, 0))
    world.fallen.append("steak.b")
    assert world.outcome({})["fallen"] == ["steak.b", "egg.a", "ribs.a"]


@pytest.mark.rule("FB-FALL-4")
def test_pieces_of_the_same_step_fall_by_id() -> None:
    world = world_of(Plate(0))
    world.add("ribs.a", FOODS[shapes.NUMBER["ribs.a"] // 2].outline, 0, (20000, 3000, 0))
    world.add("egg.a", FOODS[shapes.NUMBER["egg.a"] // 2].outline, 0, (30000, 3000, 0))
    world.space.hits = lambda: [1, 2]  # type: ignore[method-assign]
    world.advance(1, 0)
    assert world.fallen == ["egg.a", "ribs.a"]


@pytest.mark.rule("FB-FALL-5", "FB-FALL-6")
def test_the_placed_piece_counts_and_the_hand_does_not(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.turn(s, 0, "egg.a")
    kit.serve(s, 1, "ribs.a")
    kit.play(s, 1, "taketwo broccoli.b lemon.b")
    kit.place(s, 1, "lemon.b", falls="lemon.b ribs.a")
    assert kit.names(s.fallen[1]) == "lemon.b ribs.a" and kit.names(s.hands[1]) == "broccoli.b" and s.quota[1] == 1


@pytest.mark.rule("FB-LOG-3", "FB-INV-6")
@pytest.mark.parametrize("plate", [0, 1])
def test_p12_every_outcome_of_the_real_world_passes(plate: int) -> None:
    here = Plate(plate)
    for n, piece in enumerate(("ribs.a", "egg.a", "steak.b", "banana.b")):
        said = ask(here, piece, (-1500 + 1000 * n, 9000, 3000 * n))
        after = Plate(plate)
        after.y, after.a = said["plate"]
        for text, pose in said["pieces"].items():
            after.add(shapes.NUMBER[text], 0, *pose)
        names = [shapes.PLATE_IDS[plate], *after.ids]
        assert len(names) and sorted(list(said["pieces"]) + said["fallen"]) == sorted(
            [shapes.IDS[p] for p in here.ids] + [piece]
        )
        after.touch, after.height = touching_pairs(after), said["height"]
        vet(after)
        here = after


def lying(said: str, **lies: Any) -> str:
    return json.dumps(json.loads(said) | lies)


@pytest.mark.rule("FB-LOG-3")
def test_a_new_outcome_is_vetted_before_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    plate = Plate(0)
    act = {"act": "place", "piece": "ribs.a", "shape": "ribs", "flip": 0, "at": [0, 3000, 0]}
    asked = question(plate, 1, shapes.NUMBER["ribs.a"], act)
    said = answer(asked)
    x, y, a = json.loads(said)["pieces"]["ribs.a"]
    believed = GAME.physics.answer
    assert believed(asked) == said == vetted(asked, said)
    for lies in (
        {"touch": []},  # it does touch the plate
        {"height": json.loads(said)["height"] + 1},
        {"pieces": {}},  # lost
        {"fallen": ["ribs.a"]},  # doubled
        {"pieces": {"ribs.a": [x, y, a], "egg.a": [0, 9000, 0]}},  # out of nothing
        {"pieces": {"ribs.a": [x, y + 5000, a]}, "touch": [], "height": 84},  # it floats
        {"pieces": {"ribs.a": [20000, 1075, 0]}, "touch": []},  # it stands on the table
        {"pieces": {"ribs.a": [x]}},
        {"pieces": []},
        {"plate": 7},
    ):
        with rejects("FB-LOG-3"):
            vetted(asked, lying(said, **lies))
    with rejects("FB-LOG-3"):
        vetted(asked, "nonsense")
    monkeypatch.setattr("bunfight.physics.answer", lambda text: lying(answer(text), height=999))
    with rejects("FB-LOG-3"):
        believed(asked)  # every live table asks through this door


@pytest.mark.rule("FB-LOG-3")
def test_a_push_is_vetted_too(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a")
    asked = question(s.plates[0], 1, shapes.PLATE, {"act": "push", "piece": "ribs.a", "by": [300, 0, 0]})
    said = answer(asked)
    assert vetted(asked, said) == said and json.loads(said)["fallen"] == []
    with rejects("FB-LOG-3"):
        vetted(asked, lying(said, height=1))


@pytest.mark.rule("FB-LOG-5")
def test_constants_and_outlines_are_part_of_the_data_version() -> None:
    asked = json.loads(question(Plate(1), 1, shapes.PLATE, {"act": "rest"}))
    assert asked["world"] == asdict(PHYSICS) and asked["plate"] == [list(point) for point in PLATES[1].outline]
    assert len(GAME.cards_digest) == 64
    assert RAD == 0.0001
