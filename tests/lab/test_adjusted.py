"""Luck-adjusted results: without bias, and never less sure than plain ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games import load
from bunfight.lab.adjusted import Ledger, LuckAdjuster
from bunfight.lab.plan import plan_for
from bunfight.lab.run import adjusted, run, summary


def test_whoever_plays_by_the_policy_changes_nothing() -> None:
    game = load("_template")
    adjuster = LuckAdjuster(game, 2)
    account = Ledger(adjuster, "books")
    s = game.setup(game.settle({}, 2), 2, Luck(Rng("x")), EventLog(False))
    seat = s.awaiting()[0]
    adjuster.measure_decision(account, s, seat, game.bots.policy(s, seat, Rng("p")), Rng("books"))
    assert account.changed == [0.0, 0.0] and account.playouts == 0


def test_the_luck_of_a_draw_is_what_it_brings_against_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("burger_up")
    monkeypatch.setattr(type(game), "bots", replace(game.bots, coach={"luck": 8.0}))
    adjuster = LuckAdjuster(game, 2)
    account = Ledger(adjuster, "books")
    deals = [game.setup(game.settle({}, 2), 2, Luck(Rng(str(n))), EventLog(False)) for n in range(2)]
    adjuster.measure_draw(account, deals[0], lambda rng: deals[0].copy(), Rng("same"))
    assert account.luck == pytest.approx([0.0, 0.0]), "the same again is no luck"
    adjuster.measure_draw(account, deals[0], lambda rng: deals[1].copy(), Rng("other"))
    assert sum(account.luck) == pytest.approx(0.0) and account.luck[0] != 0.0 and account.playouts == 32
    assert adjuster.start(game.settle({}, 2)) == [0.0, 0.0]


@pytest.mark.parametrize("luck", [0.0, 6.0])
def test_adjusted_results_agree_with_plain_ones_and_are_surer(luck: float, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("burger_war")
    monkeypatch.setattr(type(game), "bots", replace(game.bots, coach={**game.bots.coach, "luck": luck}))
    plan = plan_for(game, 2, ["greedy", "heuristic"], 40, {}, "adjusted", adjusted=True)
    result = run(plan, 1, store=None)
    found, told = adjusted(result), summary(result)
    for bot, one in found.items():
        plain = told["wins_by_bot"][bot] / told["seats_by_bot"][bot]
        assert one["low"] - 0.15 < plain < one["high"] + 0.15
        assert one["times"] >= 1.0 and one["low"] <= one["rate"] <= one["high"]
    assert told["adjusted_by_bot"] == found
