"""Burger Boss by Legend Express (2015), for two to five players.

Run a burger shack: roll workers in secret, send them for ingredients, cook exactly what the queue wants, and sell while
the customers still wait. When the last customer is gone the richest boss wins.

Where each rule section is implemented (``rules/`` unless another place is given):

BB-SETUP        game.py, setup; state.lay_out
BB-ROUND BB-ENDR    steps.Round
BB-QUEUE BB-OVER BB-MISSION     actions
BB-ORDER        steps.RevealWorkers, actions
BB-PLACE and the game cards     steps_place
BB-STORE BB-SUPER BB-COOK       steps_kitchen
BB-WIN BB-FIRST     steps.AnswerWindow
BB-SELL BB-TIP      steps.SellFood
"""

from bunfight.games.burger_boss.game import GAME

__all__ = ["GAME"]
