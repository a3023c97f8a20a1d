"""Train a small agent against random play, in a few minutes, with nothing but numpy.

    pip install 'bunfight[learning]'
    python examples/train_agent.py --game jom_burger --games 3000

The agent is a linear policy: one score for each action of the game's catalogue, from the observation; actions are drawn
from the softmax of the legal ones. It learns by policy gradient (REINFORCE) with a running mean as baseline.
"""

from __future__ import annotations

import argparse
import math
from typing import Any

import numpy as np

from bunfight.rl.gymnasium import BunfightGym, make

RATE = 0.01
SHRINK = 0.999  # of old evidence in the scale of each weight


class Agent:
    """A linear softmax policy with steps scaled by weight (RMSProp)."""

    def __init__(self, env: BunfightGym, seed: int) -> None:
        size = env.observation_space["observation"].shape[0]
        actions = int(env.action_space.n)
        self.weights = np.zeros((actions, size + 1), np.float32)
        self.scale = np.full_like(self.weights, 1e-3)
        self.chance = np.random.default_rng(seed)
        self.usual = 0.0

    def policy(self, seen: dict[str, Any]) -> tuple[Any, Any, Any]:
        """The legal actions, their chances, and the observation with a constant in front."""
        legal = np.flatnonzero(seen["action_mask"])
        facts = np.concatenate(([1.0], seen["observation"])).astype(np.float32)
        scores = self.weights[legal] @ facts
        chances = np.exp(scores - scores.max())
        return legal, chances / chances.sum(), facts

    def act(self, seen: dict[str, Any]) -> int:
        legal, chances, _ = self.policy(seen)
        return int(self.chance.choice(legal, p=chances))

    def best(self, seen: dict[str, Any]) -> int:
        legal, chances, _ = self.policy(seen)
        return int(legal[chances.argmax()])

    def learn(self, episode: list[tuple[dict[str, Any], int]], result: float) -> None:
        advantage = result - self.usual
        self.usual += 0.02 * advantage
        for seen, action in episode:
            legal, chances, facts = self.policy(seen)
            pull = -chances
            pull[np.flatnonzero(legal == action)] += 1.0
            change = advantage * pull[:, None] * facts[None, :]
            self.scale[legal] = SHRINK * self.scale[legal] + (1 - SHRINK) * change**2
            self.weights[legal] += RATE * change / (np.sqrt(self.scale[legal]) + 1e-3)


def play(env: BunfightGym, agent: Agent, seed: int, learning: bool) -> float:
    """One game; gives the reward at its end."""
    seen, _ = env.reset(seed=seed)
    episode, over, reward = [], False, 0.0
    while not over:
        action = agent.act(seen) if learning else agent.best(seen)
        episode.append((seen, action))
        seen, reward, over, _, _ = env.step(np.int64(action))
    if learning:
        agent.learn(episode, reward)
    return reward


def train(game: str, players: int, games: int, tests: int, seed: int = 0) -> float:
    """Train, then say which share of ``tests`` new games against random play the agent wins."""
    env = make(game, players=players, opponents="random")
    agent = Agent(env, seed)
    for number in range(games):
        play(env, agent, seed * 1_000_000 + number, learning=True)
        if (number + 1) % 500 == 0:
            print(f"{number + 1} games, mean reward of late {agent.usual:+.2f}")
    results = [play(env, agent, 900_000_000 + number, learning=False) for number in range(tests)]
    share = sum((result * (players - 1) + 1) / players for result in results) / tests
    error = 1.96 * math.sqrt(share * (1 - share) / tests)
    print(f"{game}, {players} players: wins {share:.1%} (± {error:.1%}) of {tests} games against random play")
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a small agent against random play.")
    parser.add_argument("--game", default="jom_burger")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--tests", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    train(args.game, args.players, args.games, args.tests, args.seed)
