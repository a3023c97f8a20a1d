"""Crumbs, a small complete toy: the copy-me of docs/new-game.md. Not listed to players."""

from bunfight.games._template.game import GAME

__all__ = ["GAME"]
