"""The stacking simulation: ``answer`` takes a question and returns an answer, both JSON texts.

It keeps no state between questions. ``bunfight.physics.world`` describes the format.
"""

from __future__ import annotations

from typing import Protocol


class Backend(Protocol):
    """What another simulation has to provide.

    Rules read poses, falls, contacts and the height of an answer, never the motion. ``bunfight.physics.world``
    is the one there is; the rigid-body engine below it can be exchanged too, see ``bunfight.physics.space``.
    """

    def act(self, question: str) -> str:
        """Build the world of a question, carry out its act and describe the outcome."""


def answer(question: str) -> str:
    """Return what happens on a plate when a piece is released or pushed.

    The engine is loaded only here, so that replays and rule tests do not need it.
    """
    from bunfight.physics import world

    backend: Backend = world
    return backend.act(question)
