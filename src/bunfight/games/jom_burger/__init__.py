"""Jom Burger, for two to six players.

In six rounds everyone drafts dice from a common pool in a snake and places them on a burger card: the colour of a die
is its ingredient, its pips are its quality. The left column comes before the right one. Complete orders, unused action
cards and, as an option, salads score too; the highest total wins. The rulebook names no designer.

Where each rule section is implemented (``rules/`` unless another place is given):

JB-SETUP        steps_setup; which options go together: game.py
JB-ROUND JB-ROLL JB-PLACE JB-FRIDGE JB-ORDER JB-ES      actions
JB-ADD JB-MUL JB-SCORE      actions
JB-TURN JB-DRAFT JB-ACT JB-RR JB-SALAD JB-END       steps
JB-WIN          game.py, outcome
"""

from bunfight.games.jom_burger.game import JomBurger

GAME = JomBurger()
