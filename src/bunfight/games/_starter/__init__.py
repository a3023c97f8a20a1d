"""Tea Time: serve a tea of your hand; if the same tea is on the table you drink both, else it stays there."""

from .game import GAME as GAME
