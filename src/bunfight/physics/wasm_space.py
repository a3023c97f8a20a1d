"""The space of the stacking simulation inside a browser: Chipmunk compiled to WebAssembly, called from Pyodide.

``tools/physics/build.py`` compiles ``space.wasm`` from the source of pymunk and ``tools/physics/space.c``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from bunfight.physics.constants import Constants
from bunfight.physics.space import Limits, Meets, Surface

MODULE: Final = "space.wasm"
PYMUNK: Final = "7.3.1"  # whose source it is compiled from
NAME: Final = f"pymunk {PYMUNK} for WebAssembly"


@functools.cache
def _exports() -> Any:
    """The functions of the module; one instance serves all spaces."""
    import js
    from pyodide.ffi import to_js

    module = js.WebAssembly.Module.new(to_js((files("bunfight.physics") / MODULE).read_bytes()))
    exports = js.WebAssembly.Instance.new(module).exports
    exports._initialize()
    return exports


class WasmSpace:
    """See :class:`bunfight.physics.space.Space`."""

    def __init__(self, constants: Constants) -> None:
        c = constants
        self._c = _exports()
        self._advance = self._c.advance
        self._poses = self._c.poses
        self._bodies = 0
        self._space: int = self._c.open_space(
            c.gravity,
            c.solver_iterations,
            c.collision_slop,
            c.collision_bias,
            c.collision_persistence,
            c.velocity_kept_per_second,
            c.step,
            c.settle_speed,
        )

    def add_body(self, mass: float, moment: float, x: float, y: float, angle: float, reach: float) -> int:
        self._bodies += 1
        return int(self._c.add_body(self._space, mass, moment, x, y, angle, reach))

    def add_polygon(self, body: int, points: Sequence[tuple[float, float]], surface: Surface, meets: Meets) -> int:
        add_point = self._c.add_point
        for x, y in points:
            add_point(self._space, x, y)
        return int(self._c.add_polygon(self._space, body, *surface, *meets))

    def add_circle(self, body: int, radius: float, centre: tuple[float, float], surface: Surface, meets: Meets) -> int:
        return int(self._c.add_circle(self._space, body, radius, *centre, *surface, *meets))

    def set_filter(self, shape: int, meets: Meets) -> None:
        self._c.set_filter(self._space, shape, *meets)

    def watch_contacts(self, one: int, other: int) -> None:
        self._c.watch_contacts(self._space, one, other)

    def stop_watching(self, body: int) -> None:
        self._c.stop_watching(self._space, body)

    def stop_motion(self) -> None:
        self._c.stop_motion(self._space)

    def warm_up(self, steps: int) -> None:
        self._c.warm_up(self._space, steps)

    def hold(self, body: int, force: float, torque: float) -> None:
        self._c.hold(self._space, body, force, torque)

    def move_hand(self, vx: float, vy: float, turn: float) -> None:
        self._c.move_hand(self._space, vx, vy, turn)

    def release(self) -> None:
        self._c.release(self._space)

    def advance(self, steps: int, limits: Limits) -> tuple[int, bool]:
        made = int(self._advance(self._space, steps, *limits))
        return abs(made), made < 0

    def count_calm(self) -> int:
        return int(self._c.count_calm(self._space))

    def hits(self) -> list[int]:
        return [int(self._c.take_hit(self._space)) for _ in range(self._c.hit_count(self._space))]

    def poses(self) -> list[tuple[float, float, float]]:
        import js

        at = self._poses(self._space)  # before the memory is looked at: it may have grown
        flat = js.Float64Array.new(self._c.memory.buffer, at, 3 * self._bodies).to_py().tolist()
        return [(flat[n], flat[n + 1], flat[n + 2]) for n in range(0, len(flat), 3)]

    def close(self) -> None:
        self._c.close_space(self._space)
