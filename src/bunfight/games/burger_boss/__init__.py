"""Burger Boss (Legend Express, 2015): dice as workers, a hungry queue, and food that does not wait."""

from bunfight.games.burger_boss.game import GAME

__all__ = ["GAME"]
