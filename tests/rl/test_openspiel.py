"""OpenSpiel takes the games by name, and its own tools work on them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def registered() -> None:
    import bunfight.rl.openspiel  # noqa: F401  # importing registers


def walk(state: Any, decisions: int) -> Any:
    """So many decisions later: the last action each time, the first outcome of chance."""
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
        else:
            decisions -= 1
            state.apply_action(state.legal_actions()[-1])
    return state


def test_games_are_loaded_by_name_with_their_options() -> None:
    game = pyspiel.load_game("bunfight_burger_war(players=3,max_rounds=20)")
    assert game.num_players() == 3 and game.get_parameters()["max_rounds"] == 20
    assert "bunfight_jom_burger" in pyspiel.registered_names()
    assert pyspiel.load_game("bunfight_jom_burger").num_players() == 2


def test_states_are_carried_as_their_history() -> None:
    state = walk(pyspiel.load_game("bunfight_burger_boss(players=2)").new_initial_state(), 12)
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state) and twin.legal_actions() == state.legal_actions()


def test_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    state = pyspiel.load_game("bunfight__template(players=2)").new_initial_state()
    with pytest.raises(ValueError, match="chance draws from 0 to"):
        state.apply_action(10_000)
    state = walk(state, 2)
    illegal = next(number for number in range(1000) if number not in state.legal_actions())
    before = state.history()
    for action, told in ((illegal, "is not legal for seat"), (10_000, "is none of the 23 actions")):
        with pytest.raises(ValueError, match=told):
            state.apply_action(action)
    assert state.history() == before and state.legal_actions()


def test_an_information_state_holds_what_was_heard_and_no_more() -> None:
    game = pyspiel.load_game("bunfight__template(players=2)")
    one, two = game.new_initial_state(), game.new_initial_state()
    for state, last in ((one, 0), (two, 17)):  # the fourth bun of the deal is seat 1's
        for _ in range(3):
            state.apply_action(0)
        state.apply_action(min(last, len(state.chance_outcomes()) - 1))
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.information_state_string(1) != two.information_state_string(1)
    before = one.information_state_string(0)
    one.apply_action(one.legal_actions()[0])
    assert one.information_state_string(0) != before


def test_observations_have_named_fields() -> None:
    game = pyspiel.load_game("bunfight_jom_burger")
    state = walk(game.new_initial_state(), 3)
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    assert observer.dict["asked"][0] == 1.0 and observer.dict["pool"].sum() > 0
    assert observer.tensor.size == sum(field.size for field in observer.dict.values())


def test_regret_is_minimised_on_the_end_of_a_game() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = pyspiel.load_game("bunfight__template(players=2,late=8,snatching=False)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(6):
        solver.iteration()
    state = game.new_initial_state()
    state.apply_action(1)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions()) and sum(chances.values()) == pytest.approx(1)


def test_counterfactual_regret_on_a_very_small_variant() -> None:
    from open_spiel.python.algorithms import cfr

    game = pyspiel.load_game("bunfight__template(players=2,late=15,snatching=False)")
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert solver.average_policy().states


def test_a_late_beginning_has_its_limits() -> None:
    from bunfight.rl.openspiel import load

    with pytest.raises(ValueError, match="late: from 0 to"):
        load("_template", late=-1)
