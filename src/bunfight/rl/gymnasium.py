"""Provides Gymnasium environments: one seat learns and bots play the others, in one game or many at once.

Importing this module registers every game: ``gymnasium.make("bunfight/GAME-v0", opponents="heuristic")`` and
``gymnasium.make_vec("bunfight/GAME-v0", num_envs=64)``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from bunfight import games
from bunfight.bots import Guarded, OpenBot
from bunfight.bots import make as make_bot
from bunfight.engine import Rng
from bunfight.engine.position_text import describe_position
from bunfight.engine.table import AnyGame
from bunfight.rl.env import LIMIT, EnvCore, Mask
from bunfight.rl.vector import Array, Batch
from bunfight.rl.workers import ParallelBatch

ILLEGAL = -1.0  # what an illegal action costs; it also ends the game
MODES = ("ansi", "human")


def seen_by(core: EnvCore, extra: int = 0) -> spaces.Dict:
    """Return the observation space of a seat: its observation, and a mask of the legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (int(core.encoder.size),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(core.texts) + extra,), np.int8),
        }
    )


def make(
    game: str | AnyGame,
    players: int | None = None,
    opponents: str = "heuristic",
    seat: int | None = None,
    render_mode: str | None = "ansi",
    masked: bool = True,
    **options: Any,
) -> BunfightGym:
    """Create an environment of one game.

    ``opponents``: one bot, or several with commas, in seat order. ``seat``: the learner's (None: random, each game).

    ``masked``: whether the mask is part of the observation. If not, ``info["action_mask"]`` has it.
    """
    return BunfightGym(game, players, opponents, seat, render_mode, options, masked)


class BunfightGym(gymnasium.Env[Any, np.int64]):
    """One game with one learner; the reward is its utility at the end (1 to win, less than 0 to lose)."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as the library wants it

    def __init__(
        self,
        game: str | AnyGame,
        players: int | None,
        opponents: str,
        seat: int | None,
        render_mode: str | None,
        options: dict[str, Any],
        masked: bool = True,
    ) -> None:
        self.core = EnvCore(game, players, options)
        self.masked = masked
        if seat is not None and not 0 <= seat < self.core.seats:
            raise ValueError(f"seat {seat} is not at a table of {self.core.seats}")
        self.render_mode = known_mode(render_mode)
        self.fixed = seat
        self.seat = seat or 0
        self.specs = opponents.split(",")
        for spec in self.specs:
            make_bot(spec, self.core.game).close()
        self.bots: list[Guarded] = []
        self.rng = Rng("gymnasium")
        self.action_space = spaces.Discrete(len(self.core.texts))
        space = seen_by(self.core)
        self.observation_space: spaces.Space[Any] = space if masked else space["observation"]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**31))
        self.core.reset(start)
        self.rng = Rng("gymnasium", str(start))
        self.seat = int(self.rng.below(self.core.seats)) if self.fixed is None else self.fixed
        self._seat_bots()
        self._others()
        return self._look(), self._info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.core.play(self.seat, int(action)):
            return self._look(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self._others()
        over = not self.core.state.agenda
        reward = self.core.utilities()[self.seat] if over else 0.0
        return self._look(), reward, over, False, self._info()

    def action_masks(self) -> Mask:
        """Return which actions are legal now; sb3-contrib's MaskablePPO calls this.

        After the end all are allowed: vector environments ask for one more action there and ignore it.
        """
        mask = self.core.mask(self.seat)
        if not self.core.state.agenda:
            mask[:] = 1
        return mask

    def render(self) -> str | None:
        return rendered(self.core, self.seat, self.render_mode)

    def close(self) -> None:
        for bot in self.bots:
            bot.close()
        self.bots = []

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the bots, which are created again."""
        rng = self.rng
        return {**vars(self), "bots": [], "rng": (rng.seed, rng.stream, rng.a, rng.b, rng.c, rng.d)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed, stream, a, b, c, d = state["rng"]
        rng = Rng(seed, stream)
        rng.a, rng.b, rng.c, rng.d = a, b, c, d
        vars(self).update(state, rng=rng)
        self._seat_bots()

    def _seat_bots(self) -> None:
        self.close()
        others = [self.specs[n % len(self.specs)] for n in range(self.core.seats)]
        self.bots = [Guarded(make_bot(spec, self.core.game)) for spec in others]

    def _others(self) -> None:
        """Let the bots play until the learner is asked or the game is over."""
        core = self.core
        while core.state.agenda and self.seat not in core.state.awaiting():
            seat = core.state.awaiting()[0]
            bot = self.bots[seat]
            if isinstance(bot.bot, OpenBot):
                text = bot.bot.decide(core.state, seat, self.rng)
            else:
                text = bot.choose(core.view(seat), self.rng)
            core.say(seat, text)

    def _look(self) -> Any:
        seen = self.core.observe(self.seat)
        return {"observation": seen, "action_mask": self.action_masks()} if self.masked else seen

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat} if self.masked else {"seat": self.seat, "action_mask": self.action_masks()}


def known_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode {mode!r}: choose one of {', '.join(MODES)}, or none")
    return mode


def rendered(core: EnvCore, seat: int | None, mode: str | None) -> str | None:
    """Render the table as text: returned (ansi) or printed (human)."""
    if mode is None:
        return None
    text = describe_position(core.game.view(core.state, seat))
    if mode == "human":
        print(text)
        return None
    return text


class BunfightVectorEnv(gymnasium.vector.VectorEnv[Any, Array, Array]):
    """Many games at once. A game that ends restarts in the same step; its last observation is in the infos.

    ``opponents`` is one bot for all other seats; "self": every seat learns, infos name the seat to act ("seat"), and
    the reward of a row is that of the seat that acted. An illegal action loses its game.

    ``masked``: whether the masks are part of the observations. If not, ``infos["action_mask"]`` has them.
    """

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str = "heuristic",
        seat: int | None = None,
        processes: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        masked: bool = True,
        **options: Any,
    ) -> None:
        self.masked = masked
        self.batch: Batch | ParallelBatch = (
            Batch(game, num_envs, players, opponents, seat, options=options)
            if processes == 1
            else ParallelBatch(game, num_envs, processes, players, opponents, seat, options)
        )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = render_mode
        self.num_envs, self.copy = num_envs, copy
        space = seen_by(self.batch.core)
        self.single_observation_space: spaces.Space[Any] = space if masked else space["observation"]
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, list):
            seed = seed[0]
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        self.batch.reset(int(self.np_random.integers(2**31)))
        return self._look(), self._infos()

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        arrays = self.batch.arrays
        moved = arrays.seats.copy()
        self.batch.step(actions, lenient=True)
        rewards = arrays.rewards[self._rows, moved].astype(np.float64)
        ended = arrays.ended.copy()
        infos = self._infos()
        if ended.any():
            infos["final_obs"] = np.array([None] * self.num_envs, object)
            for lane in np.flatnonzero(ended):
                last = arrays.final[lane].copy()
                mask = np.ones(self.batch.actions, np.int8)  # no question is open; zeros would break a softmax
                infos["final_obs"][lane] = {"observation": last, "action_mask": mask} if self.masked else last
            infos["_final_obs"] = ended.copy()
            infos["rewards"] = arrays.rewards.copy()  # of all seats
            infos["final_info"] = {"seat": moved, "_seat": ended.copy()}
            infos["_final_info"] = ended.copy()
        return self._look(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Array:
        """Return which actions are legal now, a row for each game."""
        return self.batch.arrays.masks.copy()

    def close_extras(self, **kwargs: Any) -> None:
        if isinstance(self.batch, ParallelBatch):
            self.batch.close()

    def _look(self) -> Any:
        seen = self.batch.arrays.observations
        seen = seen.copy() if self.copy else seen
        return {"observation": seen, "action_mask": self._masks()} if self.masked else seen

    def _infos(self) -> dict[str, Any]:
        infos = {"seat": self.batch.arrays.seats.copy()}
        return infos if self.masked else {**infos, "action_mask": self._masks()}

    def _masks(self) -> Array:
        masks = self.batch.arrays.masks
        return masks.copy() if self.copy else masks


def register() -> None:
    """Register every game under its own name."""
    for name in (*games.names(), "_template"):
        known = f"bunfight/{name}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="bunfight.rl.gymnasium:make",
                vector_entry_point="bunfight.rl.gymnasium:BunfightVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,
            )


register()
