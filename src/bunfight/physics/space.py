"""The port between the stacking simulation and a rigid-body engine.

There are two back ends, both Chipmunk in the version that pymunk brings: ``pymunk_space`` and, inside a browser,
``wasm_space``. ``open_space`` chooses. The same question gives the same answer within the tolerances of the rules, not
the same bits: the C libraries differ.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bunfight.physics.constants import Constants

TABLE = -1
"""The number of the body that never moves."""


class Meets(NamedTuple):
    """What a shape is and which shapes it collides with: those whose mask has its category, and the other way round."""

    kind: int
    categories: int
    mask: int = 0xFFFFFFFF


class Surface(NamedTuple):
    friction: float
    elasticity: float


class Limits(NamedTuple):
    """When ``advance`` stops before its last step."""

    brake: float  # torque on the first body per radian a second; no limit, but needed for each step
    tip: float
    on_tip: bool  # stop when this is no longer whether the first body leans more than ``tip``
    too_far: float  # stop when it leans more than this
    calm: int  # stop after so many calm steps in a row; 0: never


class Space(Protocol):
    """A world of rigid bodies; bodies and shapes are numbered from 0 in the order in which they were added."""

    def add_body(self, mass: float, moment: float, x: float, y: float, angle: float, reach: float) -> int:
        """Add a body at rest; no point of it is farther from its centroid than ``reach``."""

    def add_polygon(self, body: int, points: Sequence[tuple[float, float]], surface: Surface, meets: Meets) -> int:
        """Give a body a convex shape, about its centroid."""

    def add_circle(
        self, body: int, radius: float, centre: tuple[float, float], surface: Surface, meets: Meets
    ) -> int: ...

    def set_filter(self, shape: int, meets: Meets) -> None: ...

    def watch_contacts(self, one: int, other: int) -> None:
        """Report the bodies with shapes of these two kinds when they meet."""

    def stop_watching(self, body: int) -> None:
        """The motion of this body no longer matters for rest."""

    def stop_motion(self) -> None:
        """Set all velocities to 0."""

    def warm_up(self, steps: int) -> None:
        """Let contact forces grow while nothing moves, and forget all contacts."""

    def hold(self, body: int, force: float, torque: float) -> None:
        """Take a body at its centroid with a hand of limited strength."""

    def move_hand(self, vx: float, vy: float, turn: float) -> None:
        """Set the velocity of the hand."""

    def release(self) -> None:
        """Take the hand away."""

    def advance(self, steps: int, limits: Limits) -> tuple[int, bool]:
        """Make steps until there was a contact or a limit is reached: how many, and whether all is calm.

        A step that ends with a contact or a tilt beyond the limits is not counted as calm or restless: call
        ``count_calm`` when that is dealt with.
        """

    def count_calm(self) -> int:
        """Count a step in which nothing watched is fast, or start again; how many there were in a row."""

    def hits(self) -> list[int]:
        """The bodies that met the table since the last call."""

    def poses(self) -> list[tuple[float, float, float]]:
        """The place and the angle of every body."""

    def close(self) -> None:
        """Free its memory; nothing else may be called afterwards."""


def open_space(constants: Constants) -> Space:
    """An empty space."""
    if sys.platform == "emscripten":
        from bunfight.physics.wasm_space import WasmSpace

        return WasmSpace(constants)
    from bunfight.physics.pymunk_space import PymunkSpace

    return PymunkSpace(constants)


def engine_name() -> str:
    """The engine and its version."""
    if sys.platform == "emscripten":
        from bunfight.physics.wasm_space import NAME

        return NAME
    from bunfight.physics import pymunk_space

    return pymunk_space.NAME
