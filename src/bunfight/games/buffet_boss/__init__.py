"""Buffet Boss by Daryl Chow, for one to five players.

Take food from a common line and stack the wooden pieces on a plate that rocks on its foot. What falls may be picked up
while the clock runs; the rest goes to the Waste Bin. In Lunch and Dinner the most stars win: for food that stayed on
the plate, for the tallest plate and, in Dinner, for what a character likes. In All-You-Can-Eat the players cooperate,
and nothing may fall. A simulation in ``bunfight.physics`` decides how the pieces come to rest.

Where each rule section is implemented (``rules/`` unless another place is given):

FB-VER FB-SETUP     game.py, setup
FB-ROUND        steps.begin_round, steps.begin_turn, steps.end_round
FB-PICK         steps.MustPick
FB-STACK FB-HAND    steps.MustStack, hand, actions.place_piece
FB-PHYS FB-FALL     state_plate; bunfight.physics
FB-RESC         steps.MaySave, actions
FB-ADJ          hand, actions.adjust_piece
FB-END          steps.LastLook
FB-SCORE FB-CHAR    steps.MustChoose, scoring
FB-TIE          game.py, outcome
FB-COOP         steps.MustVote, steps.MustShare, steps.go_on
FB-TIME         hooks.py, fallback and time_limit
FB-LOG          actions.settle, vetting
FB-ACC          spots; terminal.py
FB-INV          game.py, audit
"""

from bunfight.games.buffet_boss.game import GAME

__all__ = ["GAME"]
