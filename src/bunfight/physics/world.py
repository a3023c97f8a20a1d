"""The world itself: a rigid-body simulation of one plate, built afresh from stored poses for every act.

Question: ``{"act", "plate", "tilt", "hands", "pieces", ...}`` with the plate's kind, its pose ``[y, a]``, one or two
hands, and per piece ``[id, flip, x, y, a]`` in the order of the ids. The acts:

- ``place``: ``piece``, ``flip`` and ``at`` = ``[x, y, a]``, the pose in which the piece is let go, at rest;
- ``push``: ``piece`` and ``by`` = ``[dx, dy, da]``, the way a hand of limited force tries to take it;
- ``rest``: nothing is done.

Lengths are hundredths of a millimetre, angles ten-thousandths of a radian (FB-PHYS-11). The answer is the Outcome of
FB-LOG-2 and a ``film``: absolute poses in tenths of a millimetre and of a degree, every 13th step, only what moved.
"""

from __future__ import annotations

import functools
import json
import math
from typing import Any, Final

import pymunk

from bunfight.games.buffet_boss import state_plate as plates
from bunfight.games.buffet_boss import state_shapes as shapes
from bunfight.games.buffet_boss.cards import PHYSICS
from bunfight.games.buffet_boss.state_plate import MM, RAD, Plate
from bunfight.games.buffet_boss.verbs_plane import Outline
from bunfight.games.buffet_boss.verbs_rehearsal import outcome, plate_of
from bunfight.physics.convex import parts

BACKEND: Final = f"pymunk {pymunk.version}"
TABLE, RIM, FOOD, SPILT = 1, 2, 3, 4  # collision types
LYING: Final = pymunk.ShapeFilter(categories=4, mask=1)  # fallen: meets only the table (FB-PHYS-8)
ON_TABLE: Final = pymunk.ShapeFilter(categories=1)
STANDING: Final = pymunk.ShapeFilter(categories=2)
MU_FOOD: Final = math.sqrt(PHYSICS.mu_food_food)
MU_PLATE: Final = PHYSICS.mu_food_plate / MU_FOOD
MU_TABLE: Final = PHYSICS.mu_food_table / MU_FOOD
NEWTON: Final = 1.0e6  # g mm/s2 in a newton; also g mm2/s2 in a newton millimetre
FILM_STEPS: Final = 13
OVERTURN: Final = math.radians(PHYSICS.overturn_deg)
STEP: Final = PHYSICS.step


Cut = tuple[tuple[tuple[float, float], ...], ...]  # the convex parts of an outline


@functools.cache
def _cut(piece: int, flip: int, kind: int) -> Cut:
    """Convex parts of a piece, or of a plate if ``piece`` is shapes.PLATE."""
    if piece != shapes.PLATE and flip:
        return tuple(tuple((-x, y) for x, y in reversed(part)) for part in _cut(piece, 0, kind))
    outline = shapes.RIMS[kind] if piece == shapes.PLATE else shapes.side(piece, 0)
    return tuple(tuple(part) for part in parts(list(zip(outline.xs, outline.ys, strict=True))))


class World:
    """One plate with its food on a table, for one act."""

    def __init__(self, plate: Plate, hands: int = 1, lean: float = 0.0) -> None:
        """FB-PHYS-2, FB-PHYS-17. ``lean`` (radians) tilts gravity, for those who want to know how safe a pile is."""
        self.plate = plate
        self.space = space = pymunk.Space()
        space.gravity = (PHYSICS.gravity * math.sin(lean), -PHYSICS.gravity * math.cos(lean))
        space.iterations = PHYSICS.solver_iterations
        space.collision_slop = PHYSICS.collision_slop
        space.collision_bias = PHYSICS.collision_bias
        space.collision_persistence = PHYSICS.collision_persistence
        space.damping = PHYSICS.velocity_kept_per_second
        wide = PHYSICS.table_half_width
        table = pymunk.Poly(space.static_body, [(-wide, -50), (wide, -50), (wide, 0), (-wide, 0)])
        table.friction, table.collision_type, table.filter = MU_TABLE, TABLE, ON_TABLE
        space.add(table)
        self.ids: list[int] = []
        self.bodies: list[pymunk.Body] = []
        self.reach: list[float] = []
        self.owner: dict[pymunk.Body, int] = {}
        self._add(shapes.PLATE, 0, 0.0, plate.y * MM, plate.a * RAD)
        brake = PHYSICS.two_hands_angular_damping if hands == 2 else PHYSICS.plate_angular_damping
        # this torque takes from the spin what damping has left of it, as FB-HAND-6 wants it
        self.brake = -(space.damping**STEP) * brake * self.bodies[0].moment
        for at, piece in enumerate(plate.ids):
            self._add(piece, plate.flips[at], plate.xs[at] * MM, plate.ys[at] * MM, plate.turns[at] * RAD)
        self.hit: list[int] = []
        self.fallen: list[int] = []
        self.steps = 0
        self.overturned = False
        self.settled = False
        self.first: list[list[int]] = []
        self.frames: list[list[int]] = []
        space.on_collision(TABLE, FOOD, post_solve=self._on_table)

    def _add(self, piece: int, flip: int, x: float, y: float, a: float) -> None:
        plate = piece == shapes.PLATE
        outline = shapes.RIMS[self.plate.kind] if plate else shapes.side(piece, flip)
        cut = _cut(piece, 0, self.plate.kind) if plate else _cut(piece & ~1, flip, 0)
        self.body(piece, outline, cut, x, y, a)

    def body(self, piece: int, outline: Outline, cut: Cut, x: float, y: float, a: float) -> pymunk.Body:
        """FB-PHYS-3: a uniform body about its centroid, of plate or of food."""
        plate = piece == shapes.PLATE
        density = PHYSICS.areal_density_plate if plate else PHYSICS.areal_density_food
        body = pymunk.Body(outline.area * density, outline.second * density)
        body.position = (x, y)
        body.angle = a
        made = []
        for part in cut:
            shape = pymunk.Poly(body, part)
            shape.friction = MU_PLATE if plate else MU_FOOD
            shape.collision_type = RIM if plate else FOOD
            shape.elasticity = PHYSICS.elasticity
            shape.filter = STANDING
            made.append(shape)
        self.space.add(body, *made)
        self.ids.append(piece)
        self.bodies.append(body)
        self.reach.append(outline.reach)
        self.owner[body] = piece
        return body

    def _on_table(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        for shape in arbiter.shapes:
            piece = self.owner.get(shape.body) if shape.body is not None else None
            if piece is not None and piece not in self.hit:
                self.hit.append(piece)

    def warm_up(self) -> None:
        """FB-PHYS-5: contact forces grow while nothing moves."""
        for _ in range(PHYSICS.warmup_steps):
            self.space.step(STEP)  # at rest there is no spin to brake
            self._still()
        self.hit.clear()

    def _still(self) -> None:
        for body in self.bodies:
            body.velocity = (0.0, 0.0)
            body.angular_velocity = 0.0

    def place(self, piece: int, flip: int, x: int, y: int, a: int) -> None:
        """FB-PHYS-16 (3): the piece enters last and at rest."""
        self._add(piece, flip, x * MM, y * MM, a * RAD)

    def push(self, piece: int, dx: int, dy: int, da: int) -> None:
        """FB-ADJ-6: a kinematic hand on the piece's centroid, of limited force."""
        body = self.bodies[self.ids.index(piece)]
        hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        hand.position = body.position
        hand.angle = body.angle
        grip = pymunk.PivotJoint(hand, body, (0.0, 0.0), (0.0, 0.0))
        grip.max_force = PHYSICS.adjust_force_N * NEWTON
        wrist = pymunk.GearJoint(hand, body, 0.0, 1.0)
        wrist.max_force = PHYSICS.adjust_torque_Nmm * NEWTON
        self.space.add(hand, grip, wrist)
        moving = round(PHYSICS.adjust_move_s / STEP)
        self._film()
        for n in range(moving + round(PHYSICS.adjust_hold_s / STEP)):
            u0, u1 = min(n / moving, 1.0), min((n + 1) / moving, 1.0)
            pace = (u1 * u1 * (3.0 - 2.0 * u1) - u0 * u0 * (3.0 - 2.0 * u0)) / STEP
            hand.velocity = (dx * MM * pace, dy * MM * pace)
            hand.angular_velocity = da * RAD * pace
            if self._step():
                return
        self.space.remove(hand, grip, wrist)
        self._still()

    def _step(self) -> bool:
        """One step and what follows at once (FB-PHYS-16 (4)); whether the plate has overturned."""
        plate = self.bodies[0]
        plate.torque = self.brake * plate.angular_velocity
        self.space.step(STEP)
        self.steps += 1
        if self.hit:
            for piece in sorted(self.hit):
                if piece not in self.fallen:
                    self.fallen.append(piece)
                    for shape in self.bodies[self.ids.index(piece)].shapes:
                        shape.filter = LYING
                        shape.collision_type = SPILT
            self.hit.clear()
        if self.steps % FILM_STEPS == 0:
            self._film()
        self.overturned = abs(plate.angle) > OVERTURN
        return self.overturned

    def settle(self) -> None:
        """FB-PHYS-6, FB-PHYS-7: until nothing that stands has moved for 0.4 s, at most 8 s."""
        if self.overturned:
            return
        if not self.frames and not self.first:
            self._film()
        calm = 0
        enough = round(PHYSICS.settle_time / STEP)
        culprit = 0  # who moved last is asked first
        for _ in range(round(PHYSICS.freeze_after / STEP)):
            if self._step():
                return
            culprit = self._mover(culprit)
            calm = calm + 1 if culprit < 0 else 0
            if calm >= enough:
                self.settled = True
                return

    def _mover(self, asked: int) -> int:
        """A standing body whose fastest point moves at 0.5 mm/s or more; -1 if there is none."""
        limit = PHYSICS.settle_speed
        if asked >= 0 and self.ids[asked] not in self.fallen and self._speed(asked) >= limit:
            return asked
        for n, piece in enumerate(self.ids):
            if n != asked and piece not in self.fallen and self._speed(n) >= limit:
                return n
        return -1

    def _speed(self, n: int) -> float:
        body = self.bodies[n]
        return math.hypot(*body.velocity) + abs(body.angular_velocity) * self.reach[n]

    def _film(self) -> None:
        """Whatever moved since the last picture, in tenths of a millimetre and of a degree."""
        fresh = not self.first
        frame: list[int] = []
        for n, body in enumerate(self.bodies):
            x, y = body.position
            pose = [round(x * 10), round(y * 10), round(math.degrees(body.angle) * 10)]
            if fresh:
                self.first.append(pose)
                self._shown = [p[:] for p in self.first]
            elif pose != self._shown[n] and y > -60:
                self._shown[n] = pose
                frame += [n, *pose]
        if not fresh:
            self.frames.append(frame)

    def film(self) -> dict[str, Any]:
        """The trajectory for people's eyes; no rule reads it."""
        frames = self.frames[:]
        while frames and not frames[-1]:
            frames.pop()
        bodies = ["plate", *(shapes.IDS[piece] for piece in self.ids[1:])]
        shift = round(self.bodies[0].position.x * 10)
        return {"ms": FILM_STEPS * STEP * 1000, "bodies": bodies, "first": self.first, "frames": frames, "shift": shift}

    def rest(self, placed: int = shapes.PLATE, flip: int = 0) -> Plate:
        """FB-PHYS-16 (5), (6): the plate as it is kept; pieces without table contact may join the fallen."""
        old = self.plate
        new = Plate(old.kind)
        if self.overturned:
            self.fallen += [piece for piece in sorted(self.ids) if piece != shapes.PLATE and piece not in self.fallen]
            return new
        middle = self.bodies[0].position.x
        new.y = plates.grid_length(self.bodies[0].position.y)
        new.a = plates.grid_angle(self.bodies[0].angle)
        for piece, body in zip(self.ids, self.bodies, strict=True):
            if piece == shapes.PLATE or piece in self.fallen:
                continue
            x = plates.grid_length(body.position.x - middle)
            y = plates.grid_length(body.position.y)
            a = plates.grid_angle(body.angle)
            if piece == placed:
                new.add(piece, flip, x, y, a)
                continue
            at = old.ids.index(piece)
            if _kept(x - old.xs[at], y - old.ys[at], a - old.turns[at]):
                x, y, a = old.xs[at], old.ys[at], old.turns[at]
            new.add(piece, old.flips[at], x, y, a)
        for piece in plates.grounded(new):
            new.remove(piece)
            self.fallen.append(piece)
        for piece in plates.loose(new):
            new.remove(piece)
            self.fallen.append(piece)
        plates.measure(new)
        return new


def _kept(dx: int, dy: int, da: int) -> bool:
    """FB-PHYS-12: so small a change is none."""
    turn = abs(da) * RAD
    turn = min(turn, abs(2.0 * math.pi - turn))
    return math.hypot(dx, dy) * MM < PHYSICS.keep_pose_mm and math.degrees(turn) < PHYSICS.keep_pose_deg


def act(question: str) -> str:
    """FB-PHYS-16: one act from question to outcome."""
    asked = json.loads(question)
    plate = plate_of(asked)
    world = World(plate, asked["hands"])
    world.warm_up()
    kind = asked["act"]
    placed, flip, released = shapes.PLATE, 0, None
    if kind == "place":
        placed, flip, released = shapes.NUMBER[asked["piece"]], asked["flip"], asked["at"]
        world.place(placed, flip, *released)
    elif kind == "push":
        world.push(shapes.NUMBER[asked["piece"]], *asked["by"])
    elif kind != "rest":
        raise ValueError(f"the world knows no act '{kind}'")
    world.settle()
    after = world.rest(placed, flip)
    said = outcome(after, world.fallen)
    said["released"] = released
    said["backend"] = BACKEND
    said["overturned"] = world.overturned
    said["settled"] = world.settled
    said["sim_ms"] = round(world.steps * STEP * 1000)
    said["film"] = world.film()
    return json.dumps(said, separators=(",", ":"))
