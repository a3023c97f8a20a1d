"""A rigid-body simulation of one plate, built from stored poses for every act.

It knows nothing about food or rules. A question is JSON with

- ``world``: the constants (class Constants), ``outlines``: the outlines by shape;
- ``plate``: the plate's outline, as drawn, with its lowest point at (0, 0); its lower side is drawn as facets of an arc
  of the ``radius``, on which it rocks;
- ``tilt``: the plate's pose ``[y, a]``, ``hands``: 1 or 2 (a second finger brakes the plate);
- ``pieces``: ``[id, shape, flip, x, y, a]`` of everything on the plate, in the order of the ids;
- ``act``: ``place`` with ``piece``, ``shape``, ``flip`` and ``at`` = ``[x, y, a]``, let go at rest; or ``push`` with
  ``piece`` and ``by`` = ``[dx, dy, da]``, the way a hand of limited force tries to take it; or ``rest``;
- ``blind``: true to leave out the film (for planning, not for play).

Lengths are hundredths of a millimetre, angles ten-thousandths of a radian (FB-PHYS-11). The answer is the Outcome of
FB-LOG-2 and a ``film``: absolute poses in tenths of a millimetre and of a degree, every 13th step, only what moved.
"""

from __future__ import annotations

import functools
import json
import math
from typing import Any, Final

from bunfight.physics import geometry
from bunfight.physics.constants import Constants
from bunfight.physics.convex import parts
from bunfight.physics.geometry import Outline, Silhouette
from bunfight.physics.space import TABLE, Limits, Meets, Surface, engine_name, open_space

WORLD: Final = 2  # raised when the same question could get another answer; in 2 the plate rocks on a true arc
PLATE: Final = "plate"
ON_TABLE: Final = Meets(1, 1)
STANDING: Final = Meets(3, 2)
LYING: Final = Meets(4, 4, 1)  # fallen: meets only the table (FB-PHYS-8)
ON_TIP: Final = Meets(2, 2)  # the plate's facets, while it stands on its tip
ROCKING: Final = Meets(2, 2, ~1 & 0xFFFFFFFF)  # the plate's facets, while the arc carries it
ARC: Final = Meets(2, 8, 1)  # the arc below the plate meets only the table
WHOLE: Final = Meets(2, 0xFFFFFFFF)  # the arc of a plate that has always leant over its end
LIFTED: Final = Meets(2, 8, 0)  # the plate stands on its tip
NEWTON: Final = 1.0e6  # g mm/s2 in a newton; also g mm2/s2 in a newton millimetre
FILM_STEPS: Final = 13
MM: Final = 0.01
RAD: Final = 0.0001

Points = tuple[tuple[float, float], ...]
Cut = tuple[Points, ...]  # the convex parts of an outline


@functools.lru_cache(maxsize=256)
def shape_of(points: Points, flip: int) -> tuple[Outline, Cut]:
    """An outline about its centroid and its convex parts (FB-PHYS-4); flipped it is mirrored before turning."""
    outline = Outline([x for x, _ in points], [y for _, y in points])
    if flip:
        _, cut = shape_of(points, 0)
        return outline.mirrored(), tuple(tuple((-x, y) for x, y in reversed(part)) for part in cut)
    return outline, tuple(tuple(part) for part in parts(list(zip(outline.xs, outline.ys, strict=True))))


@functools.cache
def arcsine(of: float) -> float:
    """By halving, without the C library."""
    low, high = 0.0, geometry.HALF_PI
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (middle, high) if geometry.sine(middle) < of else (low, middle)
    return low


class World:
    """One plate with its food on a table, for one act."""

    def __init__(
        self, constants: Constants, plate: Points, radius: float, tilt: tuple[int, int], hands: int = 1
    ) -> None:
        """FB-PHYS-2, FB-PHYS-17: the table and the plate; pieces are added in the order of their ids."""
        self.constants = c = constants
        self.space = space = open_space(c)
        self.mu_food = math.sqrt(c.mu_food_food)
        wide = c.table_half_width
        corners = [(-wide, -50.0), (wide, -50.0), (wide, 0.0), (-wide, 0.0)]
        space.add_polygon(TABLE, corners, Surface(c.mu_food_table / self.mu_food, 0.0), ON_TABLE)
        self.names: list[str] = []
        self.outlines: list[Outline] = []
        self.masses: list[float] = []
        self.shapes: list[list[int]] = []  # of each body
        self.fallen: list[str] = []
        self.steps = 0
        self.overturned = False
        self.settled = False
        self.blind = False
        self._too_far = math.radians(c.overturn_deg)
        self.first: list[list[int]] = []
        self.shown: list[list[int]] = []
        self.frames: list[list[int]] = []
        self.level = geometry.grid(shape_of(plate, 0)[0].drawn_y, MM)
        self._damping = c.two_hands_angular_damping if hands == 2 else c.plate_angular_damping
        body = self.add(PLATE, plate, 0, (0, tilt[0], tilt[1]))
        centre = (0.0, radius - self.outlines[0].drawn_y)
        self.arc = space.add_circle(body, radius, centre, Surface(c.mu_food_plate / self.mu_food, c.elasticity), WHOLE)
        self.tip = arcsine(max(x for x, _ in plate) / radius)  # the tilt at which the arc ends
        self.on_tip = True
        self._rock()
        space.watch_contacts(ON_TABLE.kind, STANDING.kind)

    def add(self, name: str, points: Points, flip: int, pose: tuple[int, int, int]) -> int:
        """FB-PHYS-3: a uniform body about its centroid, at rest."""
        outline, cut = shape_of(points, flip)
        c = self.constants
        plate = name == PLATE
        density = c.areal_density_plate if plate else c.areal_density_food
        mass, moment = outline.area * density, outline.second * density
        body = self.space.add_body(mass, moment, pose[0] * MM, pose[1] * MM, pose[2] * RAD, outline.reach)
        surface = Surface(c.mu_food_plate / self.mu_food if plate else self.mu_food, c.elasticity)
        meets = ON_TIP if plate else STANDING
        self.shapes.append([self.space.add_polygon(body, part, surface, meets) for part in cut])
        self.names.append(name)
        self.masses.append(mass)
        self.outlines.append(outline)
        self._weigh()
        return body

    def _weigh(self) -> None:
        """Rolling costs the more the plate carries: the brake, a torque against its spin, grows with all that stands.

        It takes from the spin what damping has left of it, as FB-HAND-6 wants it.
        """
        c = self.constants
        standing = sum(mass for mass, name in zip(self.masses, self.names, strict=True) if name not in self.fallen)
        load = standing / self.masses[0]
        moment = self.outlines[0].second * c.areal_density_plate
        self._brake = -(c.velocity_kept_per_second**c.step) * self._damping * load * moment

    def _rock(self) -> None:
        """The plate rocks on its arc; leaning over its end it stands on its tip."""
        on_tip = abs(self.space.poses()[0][2]) > self.tip
        if on_tip != self.on_tip:
            self.on_tip = on_tip
            for shape in self.shapes[0]:
                self.space.set_filter(shape, ON_TIP if on_tip else ROCKING)
            self.space.set_filter(self.arc, LIFTED if on_tip else ARC)

    def warm_up(self) -> None:
        """FB-PHYS-5: contact forces grow while nothing moves."""
        self.space.warm_up(self.constants.warmup_steps)

    def push(self, name: str, dx: int, dy: int, da: int) -> None:
        """FB-ADJ-6: a kinematic hand on the piece's centroid, of limited force."""
        c = self.constants
        self.space.hold(self.names.index(name), c.adjust_force_N * NEWTON, c.adjust_torque_Nmm * NEWTON)
        moving = round(c.adjust_move_s / c.step)
        self._film()
        for n in range(moving + round(c.adjust_hold_s / c.step)):
            u0, u1 = min(n / moving, 1.0), min((n + 1) / moving, 1.0)
            pace = (u1 * u1 * (3.0 - 2.0 * u1) - u0 * u0 * (3.0 - 2.0 * u0)) / c.step
            self.space.move_hand(dx * MM * pace, dy * MM * pace, da * RAD * pace)
            self.advance(1, 0)
            if self.overturned:
                return
        self.space.release()
        self.space.stop_motion()

    def advance(self, most: int, calm: int) -> tuple[int, bool]:
        """Make steps, with what follows each at once (FB-PHYS-16 (4)): how many, and whether all is at rest."""
        if not self.blind:
            most = min(most, FILM_STEPS - self.steps % FILM_STEPS)
        limits = Limits(self._brake, self.tip, self.on_tip, self._too_far, calm)
        done, resting = self.space.advance(most, limits)
        self.steps += done
        hit = self.space.hits()
        if hit:
            self._spill(hit)
        if self.steps % FILM_STEPS == 0 and not self.blind:
            self._film()
        tilt = abs(self.space.poses()[0][2])
        turned = (tilt > self.tip) != self.on_tip
        if turned:
            self._rock()
        self.overturned = tilt > self._too_far
        if (hit or turned) and calm and not self.overturned:
            resting = self.space.count_calm() >= calm
        return done, resting

    def _spill(self, hit: list[int]) -> None:
        """FB-PHYS-8: whatever met the table has fallen and meets nothing else from now on."""
        for name, body in sorted((self.names[body], body) for body in hit):
            if name not in self.fallen:
                self.fallen.append(name)
                self.space.stop_watching(body)
                for shape in self.shapes[body]:
                    self.space.set_filter(shape, LYING)
        self._weigh()

    def settle(self) -> None:
        """FB-PHYS-6, FB-PHYS-7: until nothing that stands has moved for 0.4 s, at most 8 s."""
        if self.overturned:
            return
        if not self.first:
            self._film()
        c = self.constants
        enough, left = round(c.settle_time / c.step), round(c.freeze_after / c.step)
        while left > 0 and not self.settled and not self.overturned:
            done, self.settled = self.advance(left, enough)
            left -= done

    def _film(self) -> None:
        """Whatever moved since the last picture, in tenths of a millimetre and of a degree."""
        poses = [[round(x * 10), round(y * 10), round(math.degrees(a) * 10)] for x, y, a in self.space.poses()]
        if not self.first:
            self.first, self.shown = poses, [pose[:] for pose in poses]
            return
        frame: list[int] = []
        for n, pose in enumerate(poses):
            if pose != self.shown[n] and pose[1] > -600:  # not what has fallen off the table
                self.shown[n] = pose
                frame += [n, *pose]
        self.frames.append(frame)

    def film(self) -> dict[str, Any]:
        """The motion, for display only; no rule reads it."""
        frames = self.frames[:]
        while frames and not frames[-1]:
            frames.pop()
        film = {"ms": FILM_STEPS * self.constants.step * 1000, "bodies": self.names, "first": self.first}
        return film | {"frames": frames, "shift": round(self.space.poses()[0][0] * 10)}

    def outcome(self, before: dict[str, tuple[int, int, int]]) -> dict[str, Any]:
        """FB-PHYS-16 (5) to (7): shift, round, keep; sort out what lies or floats; measure."""
        c = self.constants
        tilt = [self.level, 0]
        poses: dict[str, tuple[int, int, int]] = {}
        if self.overturned:
            self.fallen += sorted(name for name in self.names[1:] if name not in self.fallen)
        else:
            found = self.space.poses()
            tilt = [geometry.grid(found[0][1], MM), geometry.grid_turn(found[0][2], RAD)]
            poses = {
                name: self._pose(found[n], found[0][0], before.get(name))
                for n, name in enumerate(self.names)
                if name not in self.fallen
            }
            poses = {name: poses[name] for name in sorted(poses) if name != PLATE}
        self._drop(poses, geometry.grounded(self._stand(tilt, poses), c.table_clear_mm))
        self._drop(poses, geometry.loose(self._stand(tilt, poses), c.connected_mm))
        outlines = self._stand(tilt, poses)
        names = [PLATE, *poses]
        return {
            "plate": tilt,
            "pieces": {name: list(pose) for name, pose in poses.items()},
            "fallen": self.fallen,
            "touch": [[names[one], names[two]] for one, two in geometry.touching_pairs(outlines, c.touch_mm)],
            "height": geometry.height(outlines),
            "overturned": self.overturned,
            "settled": self.settled,
            "sim_ms": round(self.steps * c.step * 1000),
        }

    def _drop(self, poses: dict[str, tuple[int, int, int]], places: list[int]) -> None:
        """FB-FALL-4: those who fell without meeting the table come last, by id."""
        names = list(poses)
        for at in places:
            self.fallen.append(names[at - 1])
            del poses[names[at - 1]]

    def _pose(
        self, found: tuple[float, float, float], plate_x: float, old: tuple[int, int, int] | None
    ) -> tuple[int, int, int]:
        """FB-PHYS-10 to -12: seen from the plate, on the grid; a change too small to count is none."""
        x = geometry.grid(found[0] - plate_x, MM)
        y = geometry.grid(found[1], MM)
        a = geometry.grid_turn(found[2], RAD)
        if old is None:
            return (x, y, a)
        turn = abs(a - old[2]) * RAD
        turn = math.degrees(min(turn, abs(2.0 * math.pi - turn)))
        moved = math.hypot(x - old[0], y - old[1]) * MM
        return old if moved < self.constants.keep_pose_mm and turn < self.constants.keep_pose_deg else (x, y, a)

    def _stand(self, tilt: list[int], poses: dict[str, tuple[int, int, int]]) -> list[Silhouette]:
        """The outlines at their stored poses, the plate's first."""
        found = [geometry.stand(self.outlines[0], 0.0, tilt[0] * MM, tilt[1] * RAD)]
        for name, (x, y, a) in poses.items():
            found.append(geometry.stand(self.outlines[self.names.index(name)], x * MM, y * MM, a * RAD))
        return found


def as_points(listed: list[list[float]]) -> Points:
    return tuple((float(x), float(y)) for x, y in listed)


def build(asked: dict[str, Any]) -> tuple[World, dict[str, tuple[int, int, int]]]:
    """The world of a question before its act, and the stored poses."""
    tilt = asked["tilt"]
    constants, plate = Constants(**asked["world"]), as_points(asked["plate"])
    world = World(constants, plate, asked["radius"], (tilt[0], tilt[1]), asked["hands"])
    outlines = {shape: as_points(listed) for shape, listed in asked["outlines"].items()}
    before = {}
    for name, shape, flip, x, y, a in asked["pieces"]:
        world.add(name, outlines[shape], flip, (x, y, a))
        before[name] = (x, y, a)
    return world, before


def act(question: str) -> str:
    """FB-PHYS-16: one act from question to outcome."""
    asked = json.loads(question)
    world, before = build(asked)
    world.blind = asked.get("blind", False)
    world.warm_up()
    kind, released = asked["act"], None
    if kind == "place":
        released = asked["at"]
        points = as_points(asked["outlines"][asked["shape"]])
        world.add(asked["piece"], points, asked["flip"], (released[0], released[1], released[2]))
    elif kind == "push":
        world.push(asked["piece"], *asked["by"])
    elif kind != "rest":
        raise ValueError(f"the world knows no act {kind!r}")
    world.settle()
    outcome = world.outcome(before)
    outcome |= {"backend": f"{engine_name()}, world {WORLD}", "released": released, "film": world.film()}
    world.space.close()
    return json.dumps(outcome, separators=(",", ":"))
