"""The estimator, and the law for hints with planted faults."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from bunfight.bots import estimate
from bunfight.bots.estimate import Budget, Choice, Estimate, Judge, Race, alike, interval, standing, weigh, weigh_known
from bunfight.bots.explain import hint
from bunfight.bots.hint_checks import HINTS
from bunfight.bots.search_playout import Played
from bunfight.engine import EventLog, Luck, Rng, advance, estimator
from bunfight.engine.table import AnyGame
from bunfight.games import load, names
from bunfight.testing.laws import LawBroken, cases, hold

TEMPLATE = load("_template")


def position(game: AnyGame, decisions: int, seats: int = 2) -> Any:
    rng = Rng("position", game.id)
    luck = Luck(rng, estimator(game))
    s = game.setup(game.settle({}, seats), seats, luck, EventLog(False))
    for _ in range(decisions):
        seat = s.awaiting()[0]
        advance(s, seat, game.bots.policy(s, seat, rng), luck, EventLog(False))
    return s


@pytest.mark.parametrize("name", ["_template", *names()])
def test_hints_obey_their_law(name: str) -> None:
    for case in cases(load(name), 1)[:1]:
        hold(case, book=dict(HINTS))


@pytest.mark.parametrize("name", names())
def test_a_hint_weighs_every_choice_and_recommends_the_best(name: str) -> None:
    game = load(name)
    s = position(game, 9)
    seat = s.awaiting()[0]
    view = game.view(s, seat)
    found = hint(game, view, Rng("hint"), Budget(playouts=150))
    assert found.choice == found.alternatives[0].move
    assert found.alternatives[0].low == max(one.low for one in found.alternatives)
    again = hint(game, view, Rng("hint"), Budget(playouts=150))
    assert again.choice == found.choice and again.alternatives == found.alternatives


def test_a_choice_that_was_lucky_in_few_tries_is_looked_at_again() -> None:
    """Whoever leads by luck after two rounds catches up before it is believed."""
    how = Judge(TEMPLATE, 2)

    class Way:
        seats = 2

        def play(self, s: Any, seat: int, move: Any, dice: Rng, policy_rng: Rng) -> Played:
            chance = dice.chance()
            won = float(chance < (0.3 if move.text == "bad" else 0.6))
            return Played([won, 1 - won], [0.0, 0.0], "")

    how.way = Way()  # type: ignore[assignment]  # one whose truth is known
    s = position(TEMPLATE, 0)
    moves = [[TEMPLATE.grammar.parse("let")] for _ in range(3)]
    race = Race(how, lambda _: s, 0, moves, Rng("race"))
    race.choices[1].moves[0] = type("Bad", (), {"text": "bad"})()
    race.run(Budget(playouts=300))
    found = race.estimate()
    assert found.best.moves[0] == "let" and found.choices[-1].moves[0] == "bad"
    assert found.choices[-1].tries < found.best.tries
    assert found.lost("bad")[0] > 0.15


def test_luck_is_subtracted_by_as_much_as_it_explains() -> None:
    race = Race(Judge(TEMPLATE, 2), lambda _: position(TEMPLATE, 0), 0, [[]], Rng("luck"))
    rng, choice = Rng("luck", "draws"), race.choices[0]
    for _ in range(400):
        luck, rest = rng.chance() - 0.5, 0.1 * (rng.chance() - 0.5)
        choice.add(Played([0.5 + 2 * luck + rest, 0.0], [luck, 0.0], ""))
    assert race.weight(0) == pytest.approx(2.0, abs=0.05) and race.weight(1) == 0.0
    values = choice.adjusted(0, race.weight(0))
    assert max(values) - min(values) < 0.15 and sum(values) / 400 == pytest.approx(0.5, abs=0.01)


def test_luck_has_mean_zero() -> None:
    """Draws are held against other draws that could have come, so that no choice is helped by what is subtracted."""
    game = load("jom_burger")
    s, way = position(game, 8), Judge(game, 2).way
    luck = [way.play(s.copy(), s.awaiting()[0], None, Rng("d", str(n)), Rng("m", str(n))).luck[0] for n in range(300)]
    mean = sum(luck) / len(luck)
    error = math.sqrt(sum((one - mean) ** 2 for one in luck) / len(luck) / len(luck))
    assert error > 0.0 and abs(mean) < 4 * error


def test_intervals_are_never_nothing_and_never_beyond_a_chance() -> None:
    low, high = interval([1.0] * 10, 0.0)
    assert low == pytest.approx(1 - 3 / 13) and high == 1.0
    low, high = interval([0.0, 1.0], 0.25)
    assert low == 0.0 and high == 1.0
    wide, narrow = interval([0.4, 0.6] * 5, 0.0), interval([0.4, 0.6] * 50, 0.0)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_choices_that_lead_to_the_same_position_are_one() -> None:
    s = position(TEMPLATE, 0)
    seat = s.awaiting()[0]
    moves = s.agenda[-1].legal(s, seat)
    kinds = alike(Judge(TEMPLATE, 2), lambda _: s, seat, [*moves, *moves[:1]])
    assert [len(kind) for kind in kinds] == [2, *[1] * (len(moves) - 1)]


def test_choices_that_differ_at_once_are_not_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("burger_war")
    s = position(game, 9)
    seat, seen = s.awaiting()[0], []
    moves = s.agenda[-1].legal(s, seat)
    monkeypatch.setattr(estimate, "freeze", lambda state: seen.append(state) or len(seen))
    assert alike(Judge(game, 2), lambda _: s, seat, moves) == [[move] for move in moves]
    assert len(seen) == len(moves) > 2


def test_every_choice_is_tried_as_often_as_a_budget_asks() -> None:
    game = load("burger_war")
    s = position(game, 9)
    seat = s.awaiting()[0]
    found = weigh(game, game.view(s, seat), Budget(playouts=1500, each=30), Rng("each"))
    assert len(found.choices) > 2 and min(one.tries for one in found.choices) >= 30


def test_the_chances_of_all_seats_add_up() -> None:
    for name in ("burger_boss", "jom_burger"):
        game = load(name)
        chances, errors = standing(game, position(game, 12), 2, 30, Rng("stand"))
        assert sum(chances) == pytest.approx(1.0, abs=0.02) and all(0 < one < 0.2 for one in errors)


BUGS = {
    "recommends what is worse": ("estimate", lambda found: replace(found, choices=found.choices[::-1])),
    "cuts choices off": ("estimate", lambda found: replace(found, choices=found.choices[:1])),
    "weighs a move twice": ("estimate", lambda found: replace(found, choices=(*found.choices, found.choices[-1]))),
}


@pytest.mark.parametrize("bug", BUGS)
def test_the_law_catches_planted_bugs(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, spoil = Race.estimate, BUGS[bug][1]
    monkeypatch.setattr(Race, "estimate", lambda race: spoil(whole(race)))
    with pytest.raises(LawBroken, match="a_hint_is_sound"):
        for case in cases(TEMPLATE, 12):
            hold(case, book=dict(HINTS))


def test_the_law_catches_a_hint_that_peeks(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(game: AnyGame, s: Any, seat: int) -> Estimate:
        return weigh_known(game, s, seat, s.seats, Budget(playouts=90), Rng("law"))

    monkeypatch.setattr("bunfight.bots.hint_checks.weighed", peeking)
    with pytest.raises(LawBroken, match="may not know"):
        for case in cases(TEMPLATE, 12):
            hold(case, book=dict(HINTS))


def test_the_law_catches_choices_that_are_thrown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "alike", lambda how, dream, seat, moves: [moves])
    with pytest.raises(LawBroken, match="count as one choice"):
        for case in cases(TEMPLATE, 12):
            hold(case, book=dict(HINTS))


def test_a_single_choice_is_weighed_too() -> None:
    choice = Choice([TEMPLATE.grammar.parse("let")])
    choice.add(Played([0.5, 0.5], [0.0, 0.0], ""))
    assert choice.adjusted(0, 1.0) == [0.5]
    s = position(TEMPLATE, 0)
    assert weigh(TEMPLATE, TEMPLATE.view(s, s.awaiting()[0]), Budget(playouts=20), Rng("x")).playouts <= 21
