"""The training examples run, and what they train beats random play."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


def test_a_small_agent_beats_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    sys.modules.pop("train_agent", None)
    train = import_module("train_agent").train

    assert train("_template", players=2, games=400, tests=200) > 0.55


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells, one after the other, with a small game and a few seconds of training."""
    pytest.importorskip("jax")
    monkeypatch.setenv("LEARN_GAME", "_template")
    monkeypatch.setenv("LEARN_MINUTES", "0.05")
    notebook = json.loads((Path(__file__).parents[2] / "examples" / "learn.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "the notebook is kept without results"
            exec("".join(cell["source"]), names)
    said = capsys.readouterr().out
    assert "decisions a second" in said and "its first move: pass" in said


def test_the_training_loop_in_one_file_learns() -> None:
    script = EXAMPLES / "reinforce.py"
    done = subprocess.run(
        [sys.executable, str(script), "_template", "3000"], capture_output=True, text=True, check=True
    ).stdout
    first, last = (int(share) for share in re.findall(r"(\d+)%", done))
    assert last > first, done


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda script: script.stem)
def test_an_example_is_short_and_described(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert script.stem in text and text.startswith('"""')


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **content: Any) -> None:
    """Put a module with this content where a library would be."""
    for end in [n for n, letter in enumerate(name) if letter == "."]:
        monkeypatch.setitem(sys.modules, name[:end], ModuleType(name[:end]))
    module = ModuleType(name)
    vars(module).update(content)
    monkeypatch.setitem(sys.modules, name, module)


def episode(env: Any, seed: int, mask: str, rng: np.random.Generator) -> float:
    """Play a game by the mask of the observation (or of the info), and check both against their space."""
    seen, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(seen)
        legal = seen[mask] if isinstance(seen, dict) else info[mask]
        action = int(rng.choice(np.flatnonzero(legal)))
        seen, reward, over, _, info = env.step(action)
        assert "illegal" not in info, "the mask allows only legal actions"
        if over:
            return float(reward)


def test_the_rllib_example_gives_the_library_what_it_expects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stand-in for RLlib: it makes the environment from its config and plays by the mask."""
    pytest.importorskip("gymnasium")
    made: dict[str, Any] = {}

    class PPOConfig:
        def environment(self, name: str, env_config: dict[str, str]) -> PPOConfig:
            self.env = made[name](env_config)
            assert set(self.env.observation_space) == {"observations", "action_mask"}, "what the module reads"
            return self

        def rl_module(self, rl_module_spec: tuple[str, str]) -> PPOConfig:
            assert rl_module_spec == ("spec", "masking")
            return self

        def build_algo(self) -> PPOConfig:
            return self

        def train(self) -> dict[str, dict[str, float]]:
            rng = np.random.default_rng(1)
            return {"env_runners": {"episode_return_mean": episode(self.env, 1, "action_mask", rng)}}

    masking = "ray.rllib.examples.rl_modules.classes.action_masking_rlm"
    stand_in(monkeypatch, "ray.rllib.algorithms.ppo", PPOConfig=PPOConfig)
    stand_in(
        monkeypatch, "ray.rllib.core.rl_module.rl_module", RLModuleSpec=lambda module_class: ("spec", module_class)
    )
    stand_in(monkeypatch, masking, ActionMaskingTorchRLModule="masking")
    stand_in(monkeypatch, "ray.tune.registry", register_env=made.__setitem__)
    monkeypatch.setattr(sys, "argv", ["rllib_ppo.py", "_template", "3"])
    runpy.run_path(str(EXAMPLES / "rllib_ppo.py"))
    assert len(capsys.readouterr().out.split()) == 3


def test_the_maskable_ppo_example_gives_the_library_what_it_expects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stand-in for sb3-contrib: it asks the environment for its mask, and answers by the mask that it is given."""
    pytest.importorskip("gymnasium")

    class MaskablePPO:
        def __init__(self, policy: str, env: Any, **settings: Any) -> None:
            assert policy == "MlpPolicy" and env.observation_space.shape is not None, "a plain vector"
            self.env, self.rng, self.games = env, np.random.default_rng(1), 0

        def learn(self, steps: int) -> None:
            for _ in range(3):
                episode(self.env, self.games, "action_mask", self.rng)
                self.games += 1
            self.env.reset(seed=1)
            assert self.env.action_masks().shape == (self.env.action_space.n,)

        def predict(self, seen: Any, action_masks: Any, deterministic: bool) -> tuple[int, None]:
            return int(self.rng.choice(np.flatnonzero(action_masks))), None

    stand_in(monkeypatch, "sb3_contrib", MaskablePPO=MaskablePPO)
    monkeypatch.setattr(sys, "argv", ["maskable_ppo.py", "_template", "64"])
    runpy.run_path(str(EXAMPLES / "maskable_ppo.py"))
    share = re.fullmatch(r"wins (\d+)% against the heuristic\n", capsys.readouterr().out)
    assert share and 0 < int(share[1]) < 100, "random play wins some games"


def test_maskable_ppo_example() -> None:
    pytest.importorskip("sb3_contrib")
    script = EXAMPLES / "maskable_ppo.py"
    command = [sys.executable, str(script), "_template", "4096"]
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "wins" in done


def test_ppo_over_the_legal_actions_learns() -> None:
    pytest.importorskip("torch")
    script = EXAMPLES / "cleanrl_ppo.py"
    command = [sys.executable, str(script), "_template", "12"]
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    shares = [int(share) for share in re.findall(r"wins (\d+)%", done)]
    assert len(shares) == 12 and shares[-1] > shares[0], done
