"""Batches of games: what is in their arrays, what they refuse, and that parts make the same whole."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from bunfight.engine.encoding import encoded
from bunfight.engine.errors import InvalidInput
from bunfight.games import names

np = pytest.importorskip("numpy")

from bunfight.rl.env import IllegalAction  # noqa: E402  # needs numpy
from bunfight.rl.vector import Arrays, Batch  # noqa: E402

FAST = ["_template", *(name for name in names() if name != "buffet_boss")]


@pytest.mark.parametrize("game", FAST)
@pytest.mark.parametrize("opponents", ["self", "random", "heuristic"])
def test_arrays_describe_the_question_of_each_lane(game: str, opponents: str) -> None:
    batch = Batch(game, 5, opponents=opponents)
    arrays = batch.reset(3)
    for _ in range(12):
        for lane, state in enumerate(batch.inner.states):
            seat = int(arrays.seats[lane])
            assert seat in state.awaiting()
            seen = np.zeros(batch.size, np.float32)
            for place, value in encoded(batch.core.encoder, state, seat).items():
                seen[place] = value
            assert (seen == arrays.observations[lane]).all()
            texts = {move.text for move in state.agenda[-1].legal(state, seat)}
            assert {batch.core.texts[n] for n in np.flatnonzero(arrays.masks[lane])} == texts
        assert arrays.masks[np.arange(5), arrays.suggested].all()
        arrays = batch.step(arrays.suggested)


def test_games_end_with_rewards_and_begin_anew() -> None:
    batch = Batch("_template", 8, players=3)
    arrays, ended = batch.reset(1), 0
    for _ in range(80):
        arrays = batch.step(arrays.suggested)
        ended += int(arrays.ended.sum())
        assert arrays.rewards.sum() == pytest.approx(0, abs=1e-5)
        assert (arrays.rewards[~arrays.ended] == 0).all() and (arrays.rewards[arrays.ended].max(axis=1) > 0).all()
        assert arrays.masks.any(axis=1).all()
        for lane in np.flatnonzero(arrays.ended):
            assert arrays.final[lane].any() and not arrays.final[lane][: batch.core.encoder.fields[0].size].any()
    assert ended > 8


def test_the_grid_of_a_large_catalogue_is_a_batch_too() -> None:
    batch = Batch("buffet_boss", 2, players=1, options={"level": "snack"})
    arrays = batch.reset(0)
    for _ in range(4):
        assert arrays.masks.sum(axis=1).min() >= 1
        arrays = batch.step(arrays.suggested)


def test_a_lane_is_the_same_game_in_any_batch() -> None:
    whole, parts = Batch("jom_burger", 4), [Batch("jom_burger", 2, first=first) for first in (0, 2)]
    one, two = whole.reset(9), [part.reset(9) for part in parts]
    for _ in range(40):
        for field in Arrays.__annotations__:
            if field != "final":
                assert (getattr(one, field) == np.concatenate([getattr(part, field) for part in two])).all(), field
        one, two = whole.step(one.suggested), [part.step(part.arrays.suggested) for part in parts]


def test_two_processes_fill_the_same_arrays() -> None:
    from bunfight.rl.workers import ParallelBatch

    alone = Batch("_template", 6)
    with ParallelBatch("_template", 6, processes=2) as parallel:
        one, two = alone.reset(2), parallel.reset(2)
        for _ in range(30):
            for field in Arrays.__annotations__:
                assert (getattr(one, field) == getattr(two, field)).all() or field == "final", field
            one, two = alone.step(one.suggested), parallel.step(two.suggested.copy())
        with pytest.raises(IllegalAction, match="lane 0: action -1"):
            parallel.step(np.full(6, -1))
        assert (parallel.arrays.observations == alone.arrays.observations).all()
        del two


def test_a_policy_may_sit_in_the_other_seats() -> None:
    asked = []

    def first(seen: Any, masks: Any) -> Any:
        asked.append(seen.shape)
        return masks.argmax(axis=1)

    batch = Batch("_template", 3, players=2, opponents=first, seat=1)
    arrays = batch.reset(0)
    for _ in range(6):
        assert (arrays.seats == 1).all()
        arrays = batch.step(arrays.suggested)
    assert asked and asked[0] == (1, batch.size)
    wrong = Batch("_template", 1, opponents=lambda seen, masks: np.array([-1]), seat=1)
    with pytest.raises(IllegalAction, match="the policy of the other seats chose action -1"):
        for _ in range(5):
            wrong.reset(0)
            wrong.step(wrong.arrays.suggested)


def test_questions_with_one_answer_can_be_spared() -> None:
    batch = Batch("burger_war", 8, skips=True)
    arrays = batch.reset(0)
    for _ in range(60):
        assert (arrays.masks.sum(axis=1) > 1).all()
        arrays = batch.step(arrays.suggested)


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    batch = Batch("_template", 3)
    with pytest.raises(ValueError, match="reset the batch"):
        batch.step(np.zeros(3, np.int64))
    arrays = batch.reset(0)
    before = arrays.observations.copy()
    for wrong in (np.zeros(2, np.int64), np.zeros((3, 1), np.int64), np.zeros(3), ["eat"] * 3):
        with pytest.raises(ValueError, match="expected 3 whole numbers"):
            batch.step(wrong)  # type: ignore[arg-type]
    illegal = arrays.suggested.copy()
    illegal[2] = int(np.flatnonzero(arrays.masks[2] == 0)[0])
    with pytest.raises(IllegalAction, match=r"lane 2: action \d+ \('.*'\) is not legal for seat 0 now"):
        batch.step(illegal)
    with pytest.raises(IllegalAction, match="none of the 23 actions"):
        batch.step(np.full(3, 999))
    assert (batch.arrays.observations == before).all()
    for given in (
        {"lanes": 0},
        {"lanes": 2, "seat": 7},
        {"lanes": 2, "players": 9},
        {"lanes": 2, "opponents": "nobody"},
    ):
        with pytest.raises((ValueError, InvalidInput), match="at least 1 lane|seat 7|other_seats|unknown_bot"):
            Batch("_template", **given)


@pytest.mark.parametrize("game", FAST)
def test_the_vector_environment_follows_gymnasiums_interface(game: str) -> None:
    """The library has no checker for vectors: each row is held against its checks for one environment."""
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.passive_env_checker import check_obs, check_space
    from gymnasium.vector import AutoresetMode

    from bunfight.rl.gymnasium import BunfightVectorEnv

    env = BunfightVectorEnv(game, num_envs=4, opponents="random")
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_space(env.single_observation_space, "observation", lambda *_: None)
    one, _ = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    other, _ = env.reset(seed=6)
    assert (one["observation"] == again["observation"]).all() and (one["observation"] != other["observation"]).any()
    assert env.observation_space.contains(other)
    ended = 0
    for _ in range(60):
        seen, rewards, terminated, truncated, infos = env.step(env.batch.arrays.suggested)
        assert env.observation_space.contains(seen) and rewards.dtype == np.float64 and not truncated.any()
        assert (infos["seat"] >= 0).all()
        check_obs({name: part[0] for name, part in seen.items()}, env.single_observation_space, "step")
        for lane in np.flatnonzero(terminated):
            assert env.single_observation_space.contains(infos["final_obs"][lane])
            assert infos["final_obs"][lane]["action_mask"].all()
            ended += 1
    assert ended or game in ("burger_up", "burger_boss")
    kept = seen["observation"].copy()
    _, rewards, terminated, _, _ = env.step(np.full(4, -1))
    assert terminated.all() and (rewards == -1).all() and (seen["observation"] == kept).all()
    env.close()


def test_gymnasiums_own_wrapper_counts_the_games() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import BunfightVectorEnv

    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(BunfightVectorEnv("_template", num_envs=4, processes=2))
    env.reset(seed=1)
    for _ in range(60):
        env.step(env.env.batch.arrays.suggested.copy())
    assert env.episode_count > 4 and set(np.unique(env.return_queue)) <= {-1.0, 0.0, 1.0}
    env.close()


def test_masks_are_never_empty_in_a_plain_vector_environment() -> None:
    """Gymnasium's own vector environments ask for an action after the end of a game, and ignore it."""
    gymnasium = pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import make

    many = gymnasium.vector.SyncVectorEnv([lambda: make("_template", opponents="random")] * 3)
    seen, _ = many.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    while ended < 6:
        assert (seen["action_mask"].sum(1) > 0).all()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, _, over, _, _ = many.step(actions)
        ended += int(over.sum())
    many.close()


def test_the_mask_may_be_left_out_of_the_observation() -> None:
    pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import make

    env, plain = make("_template"), make("_template", masked=False)
    both, _ = env.reset(seed=4)
    seen, info = plain.reset(seed=4)
    assert plain.observation_space.contains(seen) and (seen == both["observation"]).all()
    assert (info["action_mask"] == both["action_mask"]).all() and (plain.action_masks() == info["action_mask"]).all()


def test_the_masks_of_many_games_may_be_left_out_too() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bunfight.rl.gymnasium  # noqa: F401  # importing registers

    many = gymnasium.make_vec("bunfight/_template-v0", num_envs=4, opponents="random", masked=False)
    seen, infos = many.reset(seed=2)
    ended = 0
    while ended < 5:
        assert many.observation_space.contains(seen) and (infos["action_mask"].sum(1) > 0).all()
        actions = np.array([np.flatnonzero(mask)[-1] for mask in infos["action_mask"]])
        seen, rewards, over, _, infos = many.step(actions)
        assert (rewards[~over] == 0).all()
        for lane in np.flatnonzero(over):
            assert many.single_observation_space.contains(infos["final_obs"][lane])
            ended += 1
    many.close()
