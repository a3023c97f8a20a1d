"""A training loop in one file, in the style of CleanRL, over ``batch.legal()`` (NumPy): python reinforce.py GAME.

A linear softmax policy learns by REINFORCE: each decision of a finished game counts by its seat's reward.
"""

import sys

import numpy as np

from bunfight.rl.vector import Batch

GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
batch = Batch(sys.argv[1] if len(sys.argv) > 1 else "jom_burger", lanes=64, opponents="random", skips=True)
arrays = batch.reset(seed=1)
weights = np.zeros((batch.size, batch.actions), np.float32)
rng, made, results = np.random.default_rng(1), [[] for _ in range(64)], []
while len(results) < GAMES:
    flat, starts = batch.legal()  # only the legal actions, instead of a mask over the whole catalogue
    chosen = np.empty(64, np.int64)
    for lane in range(64):
        legal, seen = flat[starts[lane] : starts[lane + 1]], arrays.observations[lane].copy()
        scores = seen @ weights[:, legal]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        pick = rng.choice(len(legal), p=chances)
        made[lane].append((seen, legal, chances, pick))
        chosen[lane] = legal[pick]
    seats = arrays.seats.copy()
    arrays = batch.step(chosen)
    for lane in np.flatnonzero(arrays.ended):
        reward = float(arrays.rewards[lane, seats[lane]])
        for seen, legal, chances, pick in made[lane]:
            slope = -chances
            slope[pick] += 1
            weights[:, legal] += 0.01 * reward * np.outer(seen, slope)
        made[lane] = []
        results.append(reward > 0)
print(f"wins against random: first {np.mean(results[:500]):.0%}, last {np.mean(results[-500:]):.0%}")
