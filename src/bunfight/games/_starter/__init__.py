"""Tea Time: a small complete game to start your own from.

Serve a tea of your hand: if the same tea is on the table you drink both, else it stays there. TT-SETUP, TT-TURN, TT-END
and TT-SCORE are implemented in ``rules.py``; options, views and the outcome are in ``game.py``.
"""

from .game import GAME

__all__ = ["GAME"]
