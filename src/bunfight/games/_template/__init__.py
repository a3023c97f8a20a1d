"""Crumbs, designed for this project: a small complete game to copy (docs/new-game.md). Not listed for players.

Buns of sizes 1 to 5 are dealt, passed to the left, begged for and eaten; three of one size give bellyache. A large bun
may be snatched before it is eaten.

Where the rules are implemented:

- CR-SETUP: ``rules/steps.py`` (``begin``)
- CR-PASS, CR-TURN, CR-SNATCH: ``rules/steps.py`` (``PassLeft``, ``Turn``, ``MustGive``, ``MustEat``, ``MaySnatch``)
- CR-END: ``rules/steps.py`` (``end_turn``)
- CR-SCORE: ``rules/actions.py`` (``score``), ``game.py`` (``outcome``)
- CR-LIST: ``cards.toml``, ``cards.py``
"""

from bunfight.games._template.game import GAME

__all__ = ["GAME"]
