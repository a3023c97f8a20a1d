"""The space of the stacking simulation with pymunk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import pymunk
from pymunk._chipmunk_cffi import lib as engine  # its C functions: called a thousand times per act, wrappers are slow

from bunfight.physics.constants import Constants
from bunfight.physics.space import TABLE, Limits, Meets, Surface

NAME: Final = f"pymunk {pymunk.version}"


class PymunkSpace:
    """See :class:`bunfight.physics.space.Space`."""

    def __init__(self, constants: Constants) -> None:
        c = constants
        self.chipmunk = space = pymunk.Space()
        space.gravity = (0.0, -c.gravity)
        space.iterations = c.solver_iterations
        space.collision_slop = c.collision_slop
        space.collision_bias = c.collision_bias
        space.collision_persistence = c.collision_persistence
        space.damping = c.velocity_kept_per_second
        self.bodies: list[pymunk.Body] = []
        self._shapes: list[pymunk.Shape] = []
        self._handles: list[Any] = []  # the bodies as the engine knows them
        self._reach: list[float] = []
        self._numbers: dict[pymunk.Body, int] = {}
        self._ignored: set[int] = set()
        self._hits: list[int] = []
        self._held: list[Any] = []  # the hand and its joints
        self._step = c.step
        self._speed = c.settle_speed
        self._calm = 0
        self._mover = 0  # who moved last is asked first

    def add_body(self, mass: float, moment: float, x: float, y: float, angle: float, reach: float) -> int:
        body = pymunk.Body(mass, moment)
        body.position = (x, y)
        body.angle = angle
        self.chipmunk.add(body)
        self._numbers[body] = len(self.bodies)
        self.bodies.append(body)
        self._handles.append(body._body)
        self._reach.append(reach)
        return len(self.bodies) - 1

    def add_polygon(self, body: int, points: Sequence[tuple[float, float]], surface: Surface, meets: Meets) -> int:
        return self._add(pymunk.Poly(self._body(body), points), surface, meets)

    def add_circle(self, body: int, radius: float, centre: tuple[float, float], surface: Surface, meets: Meets) -> int:
        return self._add(pymunk.Circle(self._body(body), radius, centre), surface, meets)

    def _body(self, body: int) -> pymunk.Body:
        return self.chipmunk.static_body if body == TABLE else self.bodies[body]

    def _add(self, shape: pymunk.Shape, surface: Surface, meets: Meets) -> int:
        shape.friction, shape.elasticity = surface
        self._shapes.append(shape)
        self.set_filter(len(self._shapes) - 1, meets)
        self.chipmunk.add(shape)
        return len(self._shapes) - 1

    def set_filter(self, shape: int, meets: Meets) -> None:
        self._shapes[shape].collision_type = meets.kind
        self._shapes[shape].filter = pymunk.ShapeFilter(categories=meets.categories, mask=meets.mask)

    def watch_contacts(self, one: int, other: int) -> None:
        self.chipmunk.on_collision(one, other, post_solve=self._met)

    def _met(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        for shape in arbiter.shapes:
            body = self._numbers.get(shape.body) if shape.body is not None else None
            if body is not None and body not in self._hits:
                self._hits.append(body)

    def stop_watching(self, body: int) -> None:
        self._ignored.add(body)

    def stop_motion(self) -> None:
        for handle in self._handles:
            engine.cpBodySetVelocity(handle, (0.0, 0.0))
            engine.cpBodySetAngularVelocity(handle, 0.0)

    def warm_up(self, steps: int) -> None:
        for _ in range(steps):
            engine.cpSpaceStep(self.chipmunk._space, self._step)
            self.stop_motion()
        self._hits.clear()

    def hold(self, body: int, force: float, torque: float) -> None:
        held = self.bodies[body]
        hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        hand.position = held.position
        hand.angle = held.angle
        grip = pymunk.PivotJoint(hand, held, (0.0, 0.0), (0.0, 0.0))
        grip.max_force = force
        wrist = pymunk.GearJoint(hand, held, 0.0, 1.0)
        wrist.max_force = torque
        self._held = [hand, grip, wrist]
        self.chipmunk.add(*self._held)

    def move_hand(self, vx: float, vy: float, turn: float) -> None:
        self._held[0].velocity = (vx, vy)
        self._held[0].angular_velocity = turn

    def release(self) -> None:
        self.chipmunk.remove(*self._held)

    def advance(self, steps: int, limits: Limits) -> tuple[int, bool]:
        plate, space, step = self._handles[0], self.chipmunk._space, self._step
        brake, tip, on_tip, too_far, calm = limits
        for done in range(1, steps + 1):
            engine.cpBodySetTorque(plate, brake * engine.cpBodyGetAngularVelocity(plate))
            engine.cpSpaceStep(space, step)
            tilt = abs(engine.cpBodyGetAngle(plate))
            if self._hits or (tilt > tip) != on_tip or tilt > too_far:
                return done, False
            if calm and self.count_calm() >= calm:
                return done, True
        return steps, False

    def count_calm(self) -> int:
        if not self._moves(self._mover):
            for n in range(len(self._handles)):
                if n != self._mover and self._moves(n):
                    self._mover = n
                    break
            else:
                self._calm += 1
                return self._calm
        self._calm = 0
        return 0

    def _moves(self, n: int) -> bool:
        handle = self._handles[n]
        speed: float = abs(engine.cpBodyGetAngularVelocity(handle)) * self._reach[n]
        if speed < self._speed:
            v = engine.cpBodyGetVelocity(handle)
            speed += math.hypot(v.x, v.y)
        return speed >= self._speed and n not in self._ignored

    def hits(self) -> list[int]:
        found, self._hits = self._hits, []
        return found

    def poses(self) -> list[tuple[float, float, float]]:
        found = []
        for handle in self._handles:
            at = engine.cpBodyGetPosition(handle)
            found.append((at.x, at.y, engine.cpBodyGetAngle(handle)))
        return found

    def close(self) -> None:
        """Nothing to do: pymunk frees a space that nobody uses."""
