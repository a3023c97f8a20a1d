"""The stacking simulation: ``answer`` takes a question and returns an answer, both JSON texts.

It keeps no state between questions. ``bunfight.physics.world`` describes the format.
"""

from __future__ import annotations

from typing import Protocol


class Backend(Protocol):
    """What a second simulation has to provide; ``bunfight.physics.world`` is the one there is.

    The rules read poses, falls, contacts and the height from an answer, never the motion. So a back end may use any
    rigid-body engine that offers convex shapes with friction and collision categories, a circle, a torque, a kinematic
    body with two joints of limited force, and the poses and velocities of all bodies after each step. The constants of
    ``bunfight.physics.constants`` come with the question; ``bunfight.physics.geometry`` measures the result.
    """

    BACKEND: str  # name and version, written into every answer

    def act(self, question: str) -> str:
        """Build the world of a question, carry out its act and describe the outcome."""


def answer(question: str) -> str:
    """Return what happens on a plate when a piece is released or pushed.

    The engine is loaded only here, so that replays and rule tests do not need it.
    """
    from bunfight.physics import world

    backend: Backend = world
    return backend.act(question)
