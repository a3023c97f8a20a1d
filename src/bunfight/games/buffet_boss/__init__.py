"""Buffet Boss: food is stacked on a rocking plate."""

from bunfight.games.buffet_boss.game import GAME

__all__ = ["GAME"]
