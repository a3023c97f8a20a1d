"""Pig, a traditional dice game: roll as long as you dare. PI-TURN and PI-END are implemented in ``rules.py``."""

from .game import GAME

__all__ = ["GAME"]
