"""The stacking world of Buffet Boss behind a port: JSON text in, JSON text out, nothing remembered."""

from __future__ import annotations


def answer(question: str) -> str:
    """What happens on a plate when a piece is let go or pushed; see ``bunfight.physics.world``.

    The engine is loaded only here, so that replays and rule tests need none.
    """
    from bunfight.physics.world import act

    return act(question)
