"""Burger Up: two burgers, three open orders, and the type that must come next."""

from bunfight.games.burger_up.game import GAME

__all__ = ["GAME"]
