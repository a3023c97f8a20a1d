"""Train with sb3-contrib's MaskablePPO (install bunfight[learning], sb3-contrib): python maskable_ppo.py GAME STEPS."""

import sys

from sb3_contrib import MaskablePPO

from bunfight.rl.gymnasium import make

env = make(sys.argv[1] if len(sys.argv) > 1 else "jom_burger", opponents="heuristic", masked=False)
model = MaskablePPO("MlpPolicy", env, n_steps=2048, batch_size=256, verbose=1)  # it asks env.action_masks()
model.learn(int(sys.argv[2]) if len(sys.argv) > 2 else 200_000)

won = 0.0
for game in range(200):
    seen, info = env.reset(seed=game)
    over, reward = False, 0.0
    while not over:
        action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        seen, reward, over, _, info = env.step(action)
    won += reward > 0
print(f"wins {won / 200:.0%} against the heuristic")
