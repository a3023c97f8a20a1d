"""Pig, a dice game that everybody may play: roll as long as you dare."""

from .game import GAME

__all__ = ["GAME"]
