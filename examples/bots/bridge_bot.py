"""A bot that talks JSON lines over stdin and stdout; any language can do this.

bunfight sim burger_up --bots "exec:python examples/bots/bridge_bot.py,random"
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    if "bunfight" in question:  # the greeting: {"bunfight": 1, "game": "burger_up"}
        answer = {"name": "bridge example"}
    else:  # {"id": 1, "seat": 0, "seed": 17, "moves": [...], "view": {...}}
        choice = random.Random(question["seed"]).choice(question["moves"])
        answer = {"id": question["id"], "move": choice}
    print(json.dumps(answer), flush=True)
