"""The stacking simulation agrees with known piles and theory and is reproducible bit by bit."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from typing import Any

import pytest

from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.cards import PHYSICS
from bunfight.games.buffet_boss.rules import state_plate as plates
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import question as ask
from bunfight.games.buffet_boss.rules.spots import spots
from bunfight.games.buffet_boss.rules.state_plate import RAD, Plate, grid_angle, grid_length
from bunfight.physics import answer
from bunfight.physics.convex import parts
from bunfight.physics.geometry import PI, Outline, gap, stand
from bunfight.physics.pymunk_space import PymunkSpace
from bunfight.physics.world import PLATE, World, arcsine, build

AddressedEvent = dict[str, Any]
STEP = PHYSICS.step


def question(plate: Plate, hands: int = 1, **act: Any) -> str:
    placed = shapes.NUMBER[act["piece"]] if act["act"] == "place" else shapes.PLATE
    if placed != shapes.PLATE:
        act["shape"] = shapes.FOOD_IDS[placed // 2]
    return ask(plate, hands, placed, act)


def world_of(plate: Plate) -> World:
    return build(json.loads(question(plate, act="rest")))[0]


def chipmunk(world: World) -> PymunkSpace:
    assert isinstance(world.space, PymunkSpace)
    return world.space


def bodies(world: World) -> list[Any]:
    return chipmunk(world).bodies


def after(plate: Plate, said: AddressedEvent, piece: str = "", flip: int = 0) -> Plate:
    new = Plate(plate.kind)
    new.y, new.a = said["plate"]
    for text, (x, y, a) in said["pieces"].items():
        number = shapes.NUMBER[text]
        new.add(number, flip if text == piece else plate.flips[plate.ids.index(number)], x, y, a)
    return new


def lower(plate: Plate, piece: str, x: float, degrees: float = 0.0, flip: int = 0, hands: int = 1) -> AddressedEvent:
    number, a = shapes.NUMBER[piece], degrees * PI / 180
    y = plates.lowered(plate.outlines(), number, flip, x, a, 1.0)
    at = [grid_length(x), grid_length(y), grid_angle(a)]
    said: AddressedEvent = json.loads(answer(question(plate, act="place", piece=piece, flip=flip, at=at, hands=hands)))
    return said


def pile(*acts: tuple[str, float, float]) -> tuple[Plate, AddressedEvent]:
    plate, said = Plate(0), {}
    for piece, x, degrees in acts:
        said = lower(plate, piece, x, degrees)
        plate = after(plate, said, piece)
    return plate, said


def lean(said: AddressedEvent) -> float:
    return math.degrees(said["plate"][1] * RAD)


P7 = (("custard_tart.a", -22.0, 0.0), ("custard_tart.b", 22.0, 0.0), ("steak.a", 0.0, 0.0))
P8 = (
    ("ribs.a", 0.0, 0.0), ("steak.a", 0.0, 0.0), ("custard_tart.a", 0.0, 0.0),
    ("lettuce.a", 0.0, 0.0), ("pea_pod.a", 0.0, 180.0),
)  # fmt: skip


@pytest.mark.parametrize("degrees", [10, 25])
def test_p1_an_empty_plate_rocks_back(degrees: int) -> None:
    plate = Plate(0)
    a = math.radians(degrees)
    plate.a = grid_angle(a)
    plate.y = grid_length(-min(stand(shapes.RIMS[0], 0.0, 0.0, a).ys))
    world = world_of(plate)
    world.settle()
    assert world.settled and world.steps * STEP < 4
    assert abs(math.degrees(bodies(world)[0].angle)) < 2


def test_p2_a_tart_in_the_middle_stays() -> None:
    said = lower(Plate(0), "custard_tart.a", 0)
    assert said["fallen"] == [] and said["touch"] == [["plate", "custard_tart.a"]]
    assert 3250 <= said["height"] <= 3550 and abs(lean(said)) < 1


@pytest.mark.parametrize(("x", "least", "most"), [(40, 4, 9), (60, 6, 13), (-40, -9, -4)])
def test_p3_p4_the_plate_leans_to_the_heavier_side(x: float, least: float, most: float) -> None:
    said = lower(Plate(0), "custard_tart.a", x)
    assert said["fallen"] == [] and least <= -lean(said) <= most


@pytest.mark.parametrize("x", [3, 8, 13, 19, 26, 34, -11, -29, 45])
def test_the_plate_rocks_on_an_arc_and_not_on_its_facets(x: float) -> None:
    """At rest the common centre of gravity is right above the one point where the arc meets the table."""
    said = lower(Plate(0), "custard_tart.a", x)
    plate = after(Plate(0), said, "custard_tart.a")
    middle = -math.sin(plate.a * RAD) * (shapes.RADIUS[0] - shapes.RIMS[0].drawn_y)  # of the arc, from the centroid
    assert said["fallen"] == [] and plates.balance_x(plate) == pytest.approx(middle, abs=0.05)


def test_beyond_the_end_of_its_arc_the_plate_stands_on_its_tip() -> None:
    assert arcsine(0.5) == pytest.approx(math.pi / 6, abs=1e-12) and arcsine(1.0) == pytest.approx(math.pi / 2)
    for degrees, on_tip in ((37, False), (39, True)):
        plate, a = Plate(0), math.radians(degrees)
        plate.a = grid_angle(a)
        plate.y = grid_length(-min(stand(shapes.RIMS[0], 0.0, 0.0, a).ys))
        world = world_of(plate)
        assert world.on_tip is on_tip and math.degrees(world.tip) == pytest.approx(37.85, abs=0.1)
        world.settle()
        assert world.settled and not world.on_tip and abs(math.degrees(bodies(world)[0].angle)) < 0.5


@pytest.mark.parametrize("piece", ["custard_tart.a", "steak.a", "ribs.a", "lettuce.a", "sausage.a"])
def test_the_lean_of_a_spot_is_predicted(piece: str) -> None:
    plate, _ = pile(("custard_tart.b", 18.0, 0.0))  # it leans already
    off = []
    for spot in spots(plate, shapes.NUMBER[piece]):
        said = lower(plate, piece, spot.x, spot.move.a10 / 10, spot.move.flip)
        off += [] if said["fallen"] else [abs(-lean(said) - spot.lean10 / 10)]
    assert len(off) >= 4 and sorted(off)[len(off) // 2] < 0.5


def test_p5_beside_the_plate_is_the_table() -> None:
    said = lower(Plate(0), "custard_tart.a", 95)
    assert said["fallen"] == ["custard_tart.a"] and abs(lean(said)) < 2 and said["height"] == 0


def test_p6_an_egg_lies_down() -> None:
    said = lower(Plate(0), "egg.a", 0)
    assert abs(said["pieces"]["egg.a"][2] * RAD) > math.radians(45) and 3750 <= said["height"] <= 4650


def test_p7_a_bridge_touches_its_piers_and_not_the_plate() -> None:
    _, said = pile(*P7)
    assert said["fallen"] == [] and 5750 <= said["height"] <= 6550
    assert ["custard_tart.a", "steak.a"] in said["touch"] and ["custard_tart.b", "steak.a"] in said["touch"]
    assert ["plate", "steak.a"] not in said["touch"]


def test_p8_a_tower_of_five() -> None:
    _, said = pile(*P8)
    assert said["fallen"] == [] and 12750 <= said["height"] <= 13750
    for one, two in (("ribs.a", "steak.a"), ("custard_tart.a", "steak.a"), ("custard_tart.a", "lettuce.a")):
        assert [one, two] in said["touch"]
    assert ["lettuce.a", "pea_pod.a"] in said["touch"] and ["plate", "ribs.a"] in said["touch"]


def test_p9_a_push_goes_part_of_the_way() -> None:
    plate, _ = pile(("ribs.a", 0.0, 0.0))
    said = json.loads(answer(question(plate, act="push", piece="ribs.a", by=[500, 0, 0])))
    assert said["fallen"] == [] and said["released"] is None
    assert 100 <= said["pieces"]["ribs.a"][0] - plate.xs[0] <= 500
    assert said["sim_ms"] > 800  # the push itself takes 0.8 s


def test_p10_the_same_act_gives_the_same_bits_in_another_process() -> None:
    plate, _ = pile(*P7)
    asked = question(plate, act="place", piece="apple.a", flip=1, at=[-600, 9000, 4000])
    code = "import sys; from bunfight.physics import answer; sys.stdout.write(answer(sys.argv[1]))"
    other = subprocess.run([sys.executable, "-c", code, asked], capture_output=True, text=True, check=True, timeout=60)
    assert other.stdout == answer(asked) == answer(asked)


@pytest.mark.parametrize("acts", [P7, P8, (("custard_tart.a", 40.0, 0.0),), (("custard_tart.a", 60.0, 0.0),)])
def test_p11_a_stored_plate_rests(acts: tuple[tuple[str, float, float], ...]) -> None:
    plate, _ = pile(*acts)
    said = json.loads(answer(question(plate, act="rest")))
    assert said["fallen"] == []
    for at, number in enumerate(plate.ids):
        x, y, _ = said["pieces"][shapes.IDS[number]]
        assert math.hypot(x - plate.xs[at], y - plate.ys[at]) <= 60


def test_a_tower_stands_for_a_minute() -> None:
    plate, _ = pile(*P8)
    world = world_of(plate)
    world.warm_up()
    world.settle()
    before = [(b.position.x, b.position.y) for b in bodies(world)]
    for _ in range(round(60 / STEP)):
        chipmunk(world).chipmunk.step(STEP)
    for (x, y), body in zip(before, bodies(world), strict=True):
        assert math.hypot(body.position.x - x, body.position.y - y) < 0.1


def outline(food: str) -> tuple[tuple[float, float], ...]:
    return next(f.outline for f in cards.FOODS if f.id == food)


def box(width: float, height: float) -> tuple[tuple[float, float], ...]:
    w, h = width / 2, height / 2
    return ((-w, -h), (w, -h), (w, h), (-w, h))


def tips_over(length: float, over: float) -> bool:
    """Whether a plank that sticks out over the edge of a block by ``over`` of its length falls."""
    world = world_of(Plate(0))
    block = world.add(PLATE, box(80, 40), 0, (30000, 2000, 0))
    bodies(world)[block].mass, bodies(world)[block].moment = 1e6, 1e9
    world.add("plank", box(length, 8), 0, (round(34000 + (over - 0.5) * length * 100), 4405, 0))
    world.settle()
    return bool(world.fallen)


def test_an_overhang_tips_at_half_its_length() -> None:
    low, high = 0.3, 0.7
    while high - low > 0.004:
        middle = (low + high) / 2
        low, high = (low, middle) if tips_over(50.0, middle) else (middle, high)
    assert low == pytest.approx(0.5, rel=0.03)


def energy(world: World) -> float:
    """Kinetic and potential energy, in g mm2/s2, with the speed in the middle of a step, as the integrator moves."""
    total = 0.0
    for body in bodies(world):
        vx, vy = body.velocity
        vy += PHYSICS.gravity * STEP / 2
        total += body.mass * ((vx * vx + vy * vy) / 2 + PHYSICS.gravity * body.position.y)
        total += body.moment * body.angular_velocity**2 / 2
    return total


def test_energy_never_grows() -> None:
    plate, _ = pile(*P7)
    world = world_of(plate)
    world.warm_up()
    world.add("apple.a", outline("apple"), 0, (-600, 9500, 3000))
    weight = sum(body.mass for body in bodies(world)) * PHYSICS.gravity
    before = energy(world)
    for _ in range(1200):
        chipmunk(world).chipmunk.step(STEP)
        assert energy(world) <= before + 0.02 * weight  # the solver lifts overlaps by hundredths of a millimetre
        before = min(before, energy(world))


def test_the_touching_graph_of_a_known_pile() -> None:
    plate = Plate(0)
    top = 12.5 + 0.5
    first = stand(shapes.FRONT[shapes.NUMBER["ribs.a"] // 2], 0.0, 0.0, 0.0)
    plate.add(shapes.NUMBER["ribs.a"], 0, 0, grid_length(20 - first.low), 0)
    low = plate.piece(0).high
    second = stand(shapes.FRONT[shapes.NUMBER["steak.a"] // 2], 0.0, 0.0, 0.0)
    plate.add(shapes.NUMBER["steak.a"], 0, 0, grid_length(low - second.low + 0.28), 0)
    assert top < 20 and plates.touching_pairs(plate) == [plates.pair(*plate.ids)]
    plate.ys[1] += 4
    assert plates.touching_pairs(plate) == []
    assert gap(plate.piece(0), plate.piece(1), 5.0) == pytest.approx(0.32, abs=0.011)


def test_two_hands_brake_the_rocking() -> None:
    one, two = lower(Plate(0), "custard_tart.a", 50), lower(Plate(0), "custard_tart.a", 50, hands=2)
    assert one["fallen"] == two["fallen"] == [] and len(two["film"]["frames"]) != len(one["film"]["frames"])


def test_an_overturned_plate_loses_everything() -> None:
    plate, _ = pile(*P7)
    world = world_of(plate)
    bodies(world)[0].angle = math.radians(76)
    world.settle()
    said = world.outcome({})
    assert said["overturned"] and said["fallen"] == ["custard_tart.a", "custard_tart.b", "steak.a"]
    assert said["plate"] == [shapes.LEVEL[0], 0] and said["pieces"] == {}


def test_the_film_starts_and_ends_where_the_pieces_do() -> None:
    plate, _ = pile(*P7)
    said = lower(plate, "egg.a", -10, 30)
    film = said["film"]
    last = [pose[:] for pose in film["first"]]
    for frame in film["frames"]:
        for i in range(0, len(frame), 4):
            last[frame[i]] = frame[i + 1 : i + 4]
    assert film["bodies"][0] == "plate"
    assert film["first"][-1][:2] == [-100, pytest.approx(said["released"][1] / 10, abs=1)]
    for text, (x, y, _) in said["pieces"].items():
        shown = last[film["bodies"].index(text)]
        assert abs(shown[0] - film["shift"] - x / 10) < 4 and abs(shown[1] - y / 10) < 4


def test_cutting_keeps_the_area() -> None:
    for one in [*shapes.FRONT, *shapes.RIMS]:
        cut = parts(list(zip(one.xs, one.ys, strict=True)))
        total = sum(Outline([x for x, _ in part], [y for _, y in part]).area for part in cut)
        assert total == pytest.approx(one.area, abs=1e-6)


def test_masses_are_those_of_the_wood() -> None:
    world = world_of(pile(("egg.a", 0.0, 90.0))[0])
    assert bodies(world)[0].mass == pytest.approx(12.86, abs=0.01) and bodies(world)[1].mass == pytest.approx(
        5.02, abs=0.01
    )
    assert PHYSICS.step == 1 / 400
