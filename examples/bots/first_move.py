"""The smallest bot of your own: one class with one method.

bunfight sim burger_up --bots examples/bots/first_move.py:FirstMove,random
"""


class FirstMove:
    """Plays the first legal move that is not a pass, if there is one."""

    def choose(self, view, rng):
        """``view`` is all that the seat may know; ``rng`` is your source of chance: ``rng.below(6)``."""
        for text in view.moves:
            if not text.startswith(("pass", "skip", "done", "end")):
                return text
        return view.moves[0]
