"""Hot Plate: hand somebody a covered dish and say what it is; whoever is fooled, or fails to fool, eats it."""

from .game import GAME as GAME
