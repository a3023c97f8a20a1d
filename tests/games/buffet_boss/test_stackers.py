"""The stackers of Buffet Boss: legal and repeatable; how good they are is measured in benchmarks/stacking.py."""

from __future__ import annotations

import json
from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from msgspec.structs import asdict

from bunfight.bots.factory import make
from bunfight.bots.simple import GameBot
from bunfight.engine import EventLog, Luck, Rng, require_legal
from bunfight.games.buffet_boss import GAME, cards
from bunfight.games.buffet_boss.bots import policy, stacker
from bunfight.games.buffet_boss.bots.stacker import EXACT, LEVELS, Stacker, apart, by_eye, high, question_for, written
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS, Adjust
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import Plate, grid_length, lowered, measure
from bunfight.games.buffet_boss.rules.steps import LastLook
from bunfight.physics import answer


def player(level: str) -> Stacker:
    return Stacker(level, answer, process_time)


def stacking(seed: str) -> BuffetState:
    options = GAME.settle({"version": "lunch", "first_player": "0"}, 2)
    s = GAME.setup(options, 2, Luck(Rng(seed), GAME.physics.estimate), EventLog(False))
    s.agenda[-1].take(s, 0, s.agenda[-1].legal(s, 0)[0], Luck(Rng(seed)), EventLog(False))
    return s


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_level_plays_legal_moves_and_the_same_ones_again(level: str) -> None:
    bot = make(level, GAME)
    assert isinstance(bot, GameBot) and isinstance(bot.player, Stacker) and bot.name == level
    s = stacking("legal")
    view = GAME.view(s, 0)
    text = bot.choose(view, Rng("mind"))
    require_legal(s, 0, GAME.grammar.parse(text))
    assert bot.choose(view, Rng("mind")) == text and text.endswith("calm")
    first = GAME.setup(GAME.settle({}, 2), 2, Luck(Rng("x")), EventLog(False))
    seat = first.awaiting()[0]
    assert bot.choose(GAME.view(first, seat), Rng("mind")).startswith("take")


@pytest.mark.parametrize("changed", [stacker.ROUGH, stacker.QUICK, stacker.CLOSE])
def test_a_trial_is_asked_of_a_coarser_world(changed: dict[str, Any]) -> None:
    asked = question_for(Plate(0), 1, 0, 0, [0, 4000, 0], written(changed))
    assert EXACT not in asked and json.loads(asked)["world"] == asdict(cards.PHYSICS) | changed
    assert json.loads(answer(asked))["film"]["frames"] == []  # nobody looks on


def held(s: BuffetState, *served: str) -> int:
    plate, food = s.plates[0], s.hands[0][0]
    for name in served:
        piece = shapes.NUMBER[name]
        plate.add(piece, 0, 0, grid_length(lowered(plate.outlines(), piece, 0, 0.0, 0.0, 0.01)), 0)
    measure(plate)
    return food


def test_the_best_by_eye_are_low_and_never_beside_the_plate() -> None:
    s = stacking("eye")
    food = held(s, "ribs.a", "steak.b")
    found = by_eye(s.plates[0], [policy.Aim(food, x, 0, 0, 0.0) for x in (100, 0)])
    assert [aim.x for aim in found] == [0, 100]  # the table last
    tart = shapes.NUMBER["custard_tart.a"]
    low = by_eye(s.plates[0], [policy.Aim(tart, 0, 0, 0, 0.0), policy.Aim(tart, 50, 150, 0, 0.0)])
    assert [aim.x for aim in low] == [50, 0]  # beside the tower of two, along the rim, not on it


def test_what_falls_costs_more_the_more_is_lost() -> None:
    s = stacking("cost")
    food = held(s, "ribs.a")
    bot = player("hard")
    good = bot._cost(s, 0, policy.Aim(food, 0, 0, 0, 0.0), None, EXACT)
    table = bot._cost(s, 0, policy.Aim(food, 100, 0, 0, 0.0), None, EXACT)
    assert table > good + stacker.FELL / 2
    assert high(s.plates[0], food, 9000) > high(s.plates[0], food, 5000)


def test_a_stacker_decides_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    s = stacking("late")
    held(s, "ribs.a")
    trials: list[int] = []
    real = Stacker._cost

    def counted(*args: Any) -> float:
        trials.append(1)
        return real(*args)

    monkeypatch.setattr(Stacker, "_cost", counted)
    monkeypatch.setitem(LEVELS, "hard", replace(LEVELS["hard"], patience=-1.0))
    text = player("hard").decide(s, 0, Rng("late"))
    require_legal(s, 0, GAME.grammar.parse(text))
    assert len(trials) == 1  # one spot was tried, and that is the one


def test_spots_that_are_nearly_the_same_are_tried_once() -> None:
    aims = [policy.Aim(0, x, 0, 0, -x) for x in (0, 1, 2, 10)]
    assert [aim.x for aim in apart(aims, 3)] == [0, 10]
    turned = [policy.Aim(0, 0, a10, 0, 0.0) for a10 in range(0, 900, 100)] + [policy.Aim(0, 20, 0, 0, 0.0)]
    assert [aim.x for aim in apart(turned, 8)] == [0, 0, 0, 0, 20]  # and never all in one place


def looking(character: str, version: str = "dinner") -> BuffetState:
    """Seat 0 looks at its plate for the last time."""
    s = GAME.setup(GAME.settle({"version": version}, 2), 2, Luck(Rng("look"), GAME.physics.estimate), EventLog(False))
    s.hands[0] = [shapes.NUMBER["egg.a"]]
    held(s, "ribs.a", "steak.a")
    s.hands[0], s.rows[0] = [], s.plates[0].ids[:]
    s.characters[0] = [CHARACTER_IDS.index(character)] if version == "dinner" else []
    s.turn, s.last_look, s.agenda = -1, True, [LastLook([0, 1])]
    return s


def test_in_the_last_look_a_push_is_made_if_a_character_gains_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    s, bot = looking("A1"), player("hard")
    now = stacker.stars_in(s.plates[0], s.characters[0])
    wanted = stacker.pushes(s, 0, Rng("any"))[0].text

    def foreseen(self: Stacker, s: BuffetState, seat: int, push: Any, phases: Any, world: str) -> float:
        return now + (4.0 if push.text == wanted else 0.0)

    monkeypatch.setattr(Stacker, "_gain", foreseen)
    assert bot.decide(s, 0, Rng("look")) == wanted
    require_legal(s, 0, GAME.grammar.parse(wanted))
    for level in ("easy", "medium"):
        assert player(level).decide(s, 0, Rng("look")) == "ready"
    s.pushes[0] = stacker.MOST_PUSHES
    assert bot.decide(s, 0, Rng("look")) == "ready"
    monkeypatch.setattr(Stacker, "_gain", lambda *_: now - 2.0)
    assert bot.decide(looking("A1"), 0, Rng("look")) == "ready"
    assert not stacker.worth_a_push(looking("B1"), 0) and not stacker.worth_a_push(looking("A1", "lunch"), 0)


def test_what_a_push_gains_is_asked_of_the_world() -> None:
    s, bot = looking("A1"), player("hard")
    push = GAME.grammar.parse("adjust steak.a 10 0 0 calm")
    assert isinstance(push, Adjust)
    kept = bot._gain(s, 0, push, None, EXACT)
    assert kept == stacker.stars_in(s.plates[0], s.characters[0])  # a millimetre, and they touch as before
    assert kept == 2 + 2 + 4 and s.plates[0].ids == s.rows[0]  # only simulated


def test_where_all_play_together_a_fall_is_the_end() -> None:
    s = GAME.setup(
        GAME.settle({"version": "all_you_can_eat"}, 2), 2, Luck(Rng("co"), GAME.physics.estimate), EventLog(False)
    )
    food = s.line[0]
    cost = player("hard")._cost(s, 0, policy.Aim(food, 100, 0, 0, 0.0), None, EXACT)
    assert cost > stacker.DEFEAT


@pytest.mark.parametrize("level", list(LEVELS))
def test_nobody_drops_the_same_piece_four_times(level: str) -> None:
    s = stacking("again")
    piece = s.hands[0][0]
    s.rescued[0] = [piece]
    s.saves[0][piece] = 1
    assert player(level).decide(s, 0, Rng("mind")).startswith("place")
    s.saves[0][piece] = 2
    text = player(level).decide(s, 0, Rng("mind"))
    assert text == f"bin {shapes.IDS[piece]}"
    require_legal(s, 0, GAME.grammar.parse(text))
