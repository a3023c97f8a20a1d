"""Burger Up, designed by Matt Parkes: build two burgers card by card and serve them for three open orders.

Each half of a card shows an ingredient and the type that must come next. In a turn you may buy from the market, place
cards, use the Spatula once or twice a game, and serve one burger for a pending Top Bun; then you clean up and draw.

Where the rules are implemented:

- BU-SETUP, BU-SCORE: ``game.py`` (``setup``, ``outcome``)
- BU-TURN, BU-MKT, BU-BUILD, BU-BUN, BU-SPAT, BU-UP: ``rules/steps.py`` (``TakeTurn``)
- BU-COL, BU-CLEAN: ``rules/steps.py`` (``ChooseReward``, ``CleanUp``, ``end_turn``)
- BU-REQ, BU-PAY, BU-DECK, BU-END, BU-STALL: ``rules/actions.py`` (``holds``, ``serve``, ``draw``, ``over``)
- what is illegal, and the rule that says so: ``rules/checks.py``
- BU-CARD, BU-TB, BU-DATA: ``cards.toml``, ``cards.py``
"""

from bunfight.games.burger_up.game import GAME

__all__ = ["GAME"]
