"""Intergalactic Burger War, for two to six players.

Alien chefs draw cards and lay ingredients on any plate, their own or a rival's. NUKE, TRANSMOG, RECYCLER and DEFLECTOR
change what lies there; a WAR lets everyone steal. As soon as every chef has a finished burger the best plate wins.
The rulebook names no designer.

Where each rule section is implemented (``rules/`` unless another place is given):

IW-CARD         cards.toml, moves.Book
IW-LIST         cards.py
IW-SETUP        steps.begin
IW-TURN IW-PLACE IW-CON IW-NUKE IW-TRANS IW-RECY    steps.TakeAction
IW-DEFL IW-REACT IW-HIT     steps.AnswerAttack, shoot, hit
IW-WAR          steps_war
IW-HAND IW-SETTLE IW-END IW-GUARD    steps_settle
IW-DRAW IW-BURGER IW-SPEC IW-MOD IW-REOPEN, the ten special cards    actions
IW-SCORE        game.py, outcome
"""

from bunfight.games.burger_war.game import GAME

__all__ = ["GAME"]
