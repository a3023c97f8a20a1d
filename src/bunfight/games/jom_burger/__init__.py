"""Jom Burger: draft dice in a snake, build one burger, mind the left column."""

from bunfight.games.jom_burger.game import JomBurger

GAME = JomBurger()
