"""Tea Time: a small complete game, the beginning of your own."""

from .game import GAME

__all__ = ["GAME"]
