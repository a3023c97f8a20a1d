"""The adapters pass the conformance suites of the libraries they adapt to."""

from __future__ import annotations

import pickle
import warnings

import pytest

from bunfight.engine.errors import InvalidInput
from bunfight.games import names

np = pytest.importorskip("numpy")

FAST = ["_template", *(name for name in names() if name != "buffet_boss")]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("game", FAST)
@pytest.mark.parametrize("players", [2, 3])
def test_every_game_passes_the_tests_of_pettingzoo(game: str, players: int) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

    from bunfight.rl import pettingzoo

    api_test(pettingzoo.env(game, players=players), num_cycles=60)
    seed_test(lambda: pettingzoo.env(game, players=players), num_cycles=40)
    parallel_api_test(pettingzoo.parallel_env(game, players=players), num_cycles=60)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game, players=players), num_cycles=40)


@pytest.mark.parametrize("game", FAST)
def test_every_game_passes_the_check_of_gymnasium(game: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from bunfight.rl.gymnasium import make

    env = make(game, players=3, opponents="random")
    assert isinstance(env, gymnasium.Env)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env)


@pytest.mark.parametrize("game", FAST)
def test_every_game_passes_the_simulation_test_of_openspiel(game: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from bunfight.rl.openspiel import load as load_openspiel

    pyspiel.random_sim_test(load_openspiel(game, players=2), num_sims=1, serialize=False, verbose=False)


def test_pettingzoo_stacks() -> None:
    """Placing and pushing go through the grid of the catalogue; every act asks the stacking world."""
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from bunfight.rl import pettingzoo

    api_test(pettingzoo.env("buffet_boss", players=2, version="lunch"), num_cycles=30)
    seed_test(lambda: pettingzoo.env("buffet_boss", players=3, version="lunch"), num_cycles=12)
    parallel_api_test(pettingzoo.parallel_env("buffet_boss", players=2, version="lunch"), num_cycles=20)


def test_gymnasium_stacks() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from bunfight.rl.gymnasium import make

    env = make("buffet_boss", players=1, level="snack")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    seen, _ = env.reset(seed=1)
    over = False
    while not over:  # the middle of the grid: 0 mm, upright
        legal = [int(n) for n in np.flatnonzero(seen["action_mask"])]
        calm = [n for n in legal if " 0 lower 0 front calm" in env.unwrapped.core.texts[n]]  # type: ignore[attr-defined]
        seen, reward, over, _, info = env.step(np.int64((calm or legal)[0]))
        assert not info.get("illegal")
    assert float(reward) in (-1.0, 1.0)  # all food is on the plate, or some has fallen


def test_openspiel_stacks() -> None:
    """Every act has eighteen chance nodes, each with 3600 outcomes: the phases of the swaying hand."""
    pyspiel = pytest.importorskip("pyspiel")
    from bunfight.engine import Rng
    from bunfight.rl.openspiel import load as load_openspiel

    game = load_openspiel("buffet_boss", players=1, level="snack")
    state, rng, acts = game.new_initial_state(), Rng("openspiel"), 0
    while not state.is_terminal() and acts < 2:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert len(outcomes) <= game.max_chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(outcomes[int(rng.below(len(outcomes)))][0])
            continue
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and max(legal) < game.num_distinct_actions()
        twin = state.clone()
        chosen = legal[int(rng.below(len(legal)))]
        text = state.action_to_string(state.current_player(), chosen)
        twin.apply_action(chosen)
        state.apply_action(chosen)
        acts += text.startswith(("place", "adjust"))
        assert str(twin) == str(state)
    assert acts
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_the_grid_of_a_large_catalogue_is_what_may_be_played() -> None:
    from bunfight.rl.env import EnvCore

    core = EnvCore("buffet_boss", 2, {"version": "lunch", "first_player": "0"})
    core.reset(1)
    core.play(0, core.legal(0)[0])
    legal = set(core.legal(0))
    assert len(legal) == 33 * 24 * 2
    for number in range(0, len(core.texts), 97):
        assert (number in legal) == core.fits(0, core.texts[number]), core.texts[number]
    core.play(0, core.numbers[f"place {core.game.view(core.state, 0).players[0].hand[0].id} 0 lower 0 front calm"])
    for _ in range(2):
        seat = core.state.awaiting()[0]
        core.play(seat, core.legal(seat)[-1] if seat else core.legal(seat)[0])
    adjusts = [n for n in core.legal(core.state.awaiting()[0]) if core.texts[n].startswith("adjust")]
    assert all(core.fits(core.state.awaiting()[0], core.texts[n]) for n in adjusts)


def test_whole_games_through_every_adapter() -> None:
    pytest.importorskip("pettingzoo")
    from bunfight.rl import gymnasium, pettingzoo

    env = pettingzoo.env("_template", players=3, snatching="no")
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0

    single = gymnasium.make("_template", players=2, opponents="heuristic")
    total = 0.0
    for seed in range(5):
        seen, _ = single.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = single.step(np.flatnonzero(seen["action_mask"])[0])
            total += float(reward)
    assert -5 <= total <= 5


def test_an_illegal_action_loses_at_once() -> None:
    pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import make

    env = make("_template", players=2)
    seen, _ = env.reset(seed=3)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(np.int64(wrong))
    assert reward == -1.0 and over and info["illegal"]


def test_parallel_seats_answer_at_once() -> None:
    pytest.importorskip("pettingzoo")
    from bunfight.rl.pettingzoo import parallel_env

    env = parallel_env("_template", players=3)
    seen, _ = env.reset(seed=5)
    assert all(one["action_mask"][env.wait] == 0 for one in seen.values())  # the first question is put to all
    actions = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    seen, *_ = env.step(actions)
    assert sum(int(one["action_mask"][env.wait]) for one in seen.values()) == 2


def test_environments_are_carried_from_process_to_process() -> None:
    pytest.importorskip("pettingzoo")
    from bunfight.rl import gymnasium, pettingzoo

    single = gymnasium.make("jom_burger", players=3, opponents="heuristic")
    seen, _ = single.reset(seed=4)
    for _ in range(5):
        seen, *_ = single.step(np.int64(np.flatnonzero(seen["action_mask"])[-1]))
    twin = pickle.loads(pickle.dumps(single))
    for _ in range(20):
        action = np.int64(np.flatnonzero(seen["action_mask"])[0])
        seen, reward, over, _, _ = single.step(action)
        again, too, ended, _, _ = twin.step(action)
        assert (seen["observation"] == again["observation"]).all() and (reward, over) == (too, ended)
        if over:
            break

    env = pettingzoo.env("burger_boss", players=2)
    env.reset(seed=1)
    for _ in range(30):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    copy = pickle.loads(pickle.dumps(env))
    assert copy.agent_selection == env.agent_selection
    assert (copy.last()[0]["observation"] == env.last()[0]["observation"]).all()


def test_gymnasium_finds_the_games_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bunfight.rl.gymnasium  # noqa: F401  # importing registers

    env = gymnasium.make("bunfight/jom_burger-v0", players=3, opponents="random,heuristic")
    seen, _ = env.reset(seed=1)
    assert (env.unwrapped.action_masks() == seen["action_mask"]).all() and seen["action_mask"].any()
    many = gymnasium.make_vec("bunfight/burger_war-v0", num_envs=3, players=2, opponents="random")
    assert many.reset(seed=1)[0]["observation"].shape == (3, many.single_observation_space["observation"].shape[0])


def test_pettingzoo_renders() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import render_test

    from bunfight.rl.pettingzoo import env, parallel_env

    render_test(lambda render_mode: env("_template", players=2, render_mode=render_mode))
    many = parallel_env("_template", players=2, render_mode="ansi")
    many.reset(seed=1)
    assert "basket size: " in many.render()
    for make in (env, parallel_env):
        with pytest.raises(ValueError, match="render_mode 'video'"):
            make("_template", render_mode="video")


def test_maskable_agents_train() -> None:
    """sb3-contrib's MaskablePPO takes the environment as it is."""
    contrib = pytest.importorskip("sb3_contrib")
    pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import make

    env = make("_template", players=2, opponents="random")
    agent = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    agent.learn(128)
    seen, _ = env.reset(seed=1)
    action, _ = agent.predict(seen, action_masks=env.action_masks())
    assert seen["action_mask"][int(action)]


def test_wrong_arguments_are_explained() -> None:
    pytest.importorskip("gymnasium")
    from bunfight.rl.gymnasium import make

    for wrong in ({"players": 9}, {"opponents": "nobody"}, {"seat": 5}, {"colour": "red"}):
        with pytest.raises((ValueError, InvalidInput), match=r"other_seats|unknown|seat"):
            make("_template", **wrong)
