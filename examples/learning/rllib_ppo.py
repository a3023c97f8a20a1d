"""Train with RLlib (needs bunfight[learning], ray[rllib] and torch): python rllib_ppo.py GAME ROUNDS."""

import sys

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from bunfight.rl.gymnasium import make


class Renamed(gymnasium.ObservationWrapper):
    """Names the parts of an observation as RLlib's module for masked actions expects."""

    def __init__(self, env):
        super().__init__(env)
        space = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(
            observations=space["observation"], action_mask=space["action_mask"]
        )

    def observation(self, seen):
        return {"observations": seen["observation"], "action_mask": seen["action_mask"]}


register_env("bunfight", lambda config: Renamed(make(config["game"], opponents="heuristic")))
config = (
    PPOConfig()
    .environment("bunfight", env_config={"game": sys.argv[1] if len(sys.argv) > 1 else "jom_burger"})
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
)
algorithm = config.build_algo()
for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 20):
    print(algorithm.train()["env_runners"].get("episode_return_mean"))
