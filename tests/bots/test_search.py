"""The search: racing, memory, budgets, and equal results compiled and from source."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from bunfight.bots import make
from bunfight.bots.search import Arm, Node, Search, Settings, best_arm, better_half, question, settled, without_twins
from bunfight.bots.search_bot import SearchBot, suited
from bunfight.engine import EventLog, Luck, Move, Rng, State, advance
from bunfight.games import load, names
from bunfight.testing.rejects import rejects

GAME = load("_template")


def arm(name: str, *results: float) -> Arm:
    made = Arm(Move(name))
    made.results = list(results)
    made.total = sum(results)
    return made


def test_the_policy_is_overruled_only_by_more_than_chance() -> None:
    policy = arm("policy", 0.5, 0.4, 0.6, 0.5)
    assert best_arm([policy, arm("better", 0.7, 0.6, 0.8, 0.6)], 0, 1.5) == 1
    assert best_arm([policy, arm("lucky", 0.9, 0.2, 0.9, 0.2)], 0, 1.5) == 0
    gone = arm("gone", 0.9, 0.9)
    gone.racing = False
    assert best_arm([policy, gone], 0, 1.5) == 0


def test_halving_keeps_the_better_half_and_the_policy() -> None:
    arms = [arm("a", 0.1), arm("b", 0.9), arm("c", 0.5), arm("d", 0.2), arm("e", 0.8)]
    assert better_half(arms, [0, 1, 2, 3, 4], 0) == [1, 2, 4, 0]
    assert [one.racing for one in arms] == [True, True, True, False, True]


def test_moves_that_come_to_the_same_race_once() -> None:
    arms = [arm("a", 0.1, 0.2), arm("b", 0.1, 0.2), arm("c", 0.1, 0.3)]
    assert without_twins(arms, [0, 1, 2], 1) == [1, 2]
    assert [one.racing for one in arms] == [False, True, True]


def test_a_node_first_trusts_the_policy_then_its_results() -> None:
    node = Node([Move("a"), Move("b"), Move("c")], 1)
    assert node.pick(0.6) == 1
    for _ in range(200):
        chosen = node.pick(0.6)
        node.learn(chosen, 0.9 if chosen == 2 else 0.1)
    assert node.visits[2] > 150 and all(node.visits)


def test_questions_with_other_choices_are_other_questions() -> None:
    assert question("Turn", [Move("a")]) != question("Turn", [Move("b")]) != question("Other", [Move("b")])


def test_the_tree_is_kept_for_the_next_decision() -> None:
    bot, luck = make("search:300", GAME), Luck(Rng("kept"))
    assert isinstance(bot, SearchBot)
    s: State = GAME.setup(GAME.settle({}, 2), 2, luck, EventLog(False))
    kept = 0
    while s.agenda:
        seat = s.awaiting()[0]
        view = GAME.view(s, seat)
        if seat == 0:
            before = bot.search.own if bot.search is not None else None
            key = (
                "" if bot.search is None else f"{bot.search.answer}{question(view.step, [Move(t) for t in view.moves])}"
            )
            text = bot.choose(view, Rng("kept", "choose"))
            if before is not None and key in before.after:
                kept += 1
        else:
            text = make("heuristic", GAME).choose(view, Rng("kept", "other"))
        advance(s, seat, GAME.grammar.parse(text), luck, EventLog(False))
    assert kept


@pytest.mark.parametrize("spec", ["search:50ms", "search:1s"])
def test_a_budget_in_time_is_kept(spec: str) -> None:
    s = GAME.setup(GAME.settle({"hand": 3}, 4), 4, Luck(Rng("time")), EventLog(False))
    began = time.thread_time()
    make(spec, GAME).choose(GAME.view(s, 0), Rng("time"))
    assert time.thread_time() - began < 1.5


CHOICES = """
from bunfight.bots import make
from bunfight.games import load, names
from bunfight.engine import Luck, Rng, EventLog, advance
game, luck = load("_template"), Luck(Rng("alike"))
s = game.setup(game.settle({}, 3), 3, luck, EventLog(False))
bots = [make("search:60", game) for _ in range(3)]
while s.agenda:
    seat = s.awaiting()[0]
    text = bots[seat].choose(game.view(s, seat), Rng("alike", str(seat)))
    print(text)
    advance(s, seat, game.grammar.parse(text), luck, EventLog(False))
"""


def test_compiled_and_plain_python_think_alike() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", CHOICES], env={**os.environ, **pure}, capture_output=True, text=True, check=True
        ).stdout
        for pure in ({"BUNFIGHT_PURE": "1"}, {"BUNFIGHT_PURE": ""})
    ]
    assert said[0] == said[1] and len(said[0].splitlines()) > 10


def test_the_policys_move_is_not_dropped_for_a_run_of_luck() -> None:
    arms = [arm("policy", *[0.2, 0.5, 0.8] * 3), arm("lucky", *[0.7] * 9), arm("poor", *[0.1, 0.4, 0.7] * 3)]
    search = Search(GAME, 0, 2, Settings())
    assert search.still_racing(arms, [0, 1, 2], 0) == [0, 1]
    assert search.still_racing(arms, [0, 1, 2], 2) == [1, 2]
    assert search.still_racing(arms, [0, 1, 2], 1) == [1]


def test_the_search_stops_when_hardly_anything_could_change_the_choice() -> None:
    policy, poor, close = (
        arm("policy", *[0.4, 0.6] * 8),
        arm("poor", *[0.3, 0.5, 0.4] * 6),
        arm("close", *[0.45, 0.6] * 8),
    )
    usual = Settings()
    poor.results, poor.total = poor.results[:16], sum(poor.results[:16])
    assert settled([policy, poor], [0, 1], 0, usual, 100)
    assert not settled([policy, close], [0, 1], 0, usual, 100)
    equal = arm("equal", *[0.6, 0.4] * 8)
    assert not settled([policy, equal], [0, 1], 0, usual, 100)
    assert settled([policy, equal], [0, 1], 0, usual, 0), "no time is left to show that it is better"
    assert not settled([policy, poor], [1], 0, usual, 100), "without the policy's move the others still race"
    tiny = arm("tiny", *[0.405, 0.605] * 7, 0.4, 0.6)
    assert settled([policy, tiny], [0, 1], 0, usual, 100), "a better chance of half a percent is not worth the time"


@pytest.mark.parametrize("name", [name for name in names() if load(name).bots.search])
def test_more_time_reaches_farther(name: str) -> None:
    game = load(name)
    usual, short, long = suited(game, 0.3), suited(game, 0.1), suited(game, 1.2)
    assert usual == short == suited(game, 0.0), "a budget in playouts and less time change nothing"
    assert usual.items() >= game.bots.search.items()
    assert long["turns"] == 2 * usual["turns"] and long["horizon"] == 2 * usual["horizon"]
    assert long["worthwhile"] == usual["worthwhile"] / 2
    bot = make("search:1200ms;turns=3", game)
    assert isinstance(bot, SearchBot)
    assert (bot.settings.turns, bot.settings.horizon) == (3, long["horizon"]), "what one asks for is taken as it is"


def test_time_that_is_left_over_is_saved_for_later_decisions() -> None:
    s = GAME.setup(GAME.settle({"hand": 3}, 4), 4, Luck(Rng("time")), EventLog(False))
    saving, spending = make("search:2s;saving=1;worthwhile=1", GAME), make("search:2s;worthwhile=1", GAME)
    assert isinstance(saving, SearchBot) and isinstance(spending, SearchBot)
    for _ in range(3):  # nothing is worth the time, so every decision is quick
        saving.choose(GAME.view(s, 0), Rng("time"))
        spending.choose(GAME.view(s, 0), Rng("time"))
    assert 1.0 < saving.saved <= 2.0 and spending.saved == 0.0
    saved = saving.saved
    saving.explain(GAME.view(s, 0), Rng("time"))
    assert saving.saved == saved, "a question spends nothing of the game's time"


def test_hard_and_master_take_another_time() -> None:
    hard, master = make("hard:100ms", GAME), make("master:200", GAME)
    assert isinstance(hard, SearchBot) and hard.budget.seconds == 0.1
    assert isinstance(master, SearchBot) and master.budget.iterations == 200
    with rejects("does not take '100ms'"):
        make("easy:100ms", GAME)
    with rejects("does not take '100ms'"):
        make("master:100ms", load("buffet_boss"))
