"""Intergalactic Burger War: alien chefs build burgers, and ruin those of others."""

from bunfight.games.burger_war.game import GAME

__all__ = ["GAME"]
