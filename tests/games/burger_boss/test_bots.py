"""The heuristic of Burger Boss: it wins against chance, fetches before it cooks, and never peeks."""

from __future__ import annotations

import pytest
from boss_scene import Scene

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.burger_boss.bots.planning import Errand, beyond, lacking, preferred
from bunfight.games.burger_boss.bots.policy import value, weight
from bunfight.games.burger_boss.game import GAME
from bunfight.games.burger_boss.rules.state import BUN, CHEESE, KINDS, PATTY, die, held, unit


def chosen(scene: Scene, seat: int) -> str:
    return GAME.bots.policy(scene.s, seat, Rng("bot")).text


def test_it_beats_two_random_players() -> None:
    wins = 0
    for number in range(6):
        rng = Rng(f"bot {number}")
        s = GAME.setup(GAME.settle({}, 3), 3, Luck(rng), EventLog(False))
        while s.agenda:
            seat = s.awaiting()[0]
            step = s.agenda[-1]
            move = GAME.bots.policy(s, seat, rng) if seat == number % 3 else step.suggest(s, seat, rng)
            step.take(s, seat, move, Luck(rng), EventLog(False))
        outcome = GAME.outcome(s)
        assert outcome is not None
        wins += outcome.winners == (number % 3,)
    assert wins >= 5


def test_it_fetches_before_it_cooks() -> None:
    scene = Scene().store(0, "2b").dice(0, 6, 2).queue("classic - | - - | - -").placing(0)
    assert chosen(scene, 0).startswith("place butchers")
    scene.play(0, "place butchers 2")
    assert chosen(scene, 0) == "place kitchen 6"
    scene.play(0, "place kitchen 6")
    while scene.step == "CookFood":
        scene.play(0, chosen(scene, 0))
    assert scene.on_grill(0) == "2b 1p" and chosen(scene, 0) == "sell 1 1 s1"


def test_bags_are_compared_kind_by_kind() -> None:
    rng = Rng("bags")
    for _ in range(2000):
        one = [rng.below(13) for _ in range(KINDS)]
        other = [max(0, count - rng.below(3)) if rng.below(2) else rng.below(30) for count in one]
        want, item = (sum(unit(kind) * count for kind, count in enumerate(bag)) for bag in (one, other))
        fits = all(a >= b for a, b in zip(one, other, strict=True))
        assert lacking(want, item) == (want - item if fits else -1)
        if max(other) < 16:
            short = beyond(want, item)
            assert [held(short, kind) for kind in range(KINDS)] == [
                max(0, a - b) for a, b in zip(one, other, strict=True)
            ]


def test_errands_use_the_dice_that_are_liked_best() -> None:
    assert [preferred(die(2) + die(5), preferences) for preferences in (0o52, 0o25, 0o31, 0)] == [2, 5, 0, 0]
    scene = Scene().dice(0, 1, 4, 4).placing(0)
    errand = Errand(scene.s)
    errand.run(2 * unit(BUN) + unit(CHEESE), die(1) + 2 * die(4))
    assert (errand.dice, errand.trips) == (die(4), 0)  # a four brings both buns, the one brings the cheese
    errand.run(3 * unit(PATTY), die(1) + die(4))
    assert (errand.dice, errand.trips) == (die(1), 1)  # the four brings one patty; a one is no use at the butcher's


def test_it_takes_a_free_worker_early_but_not_at_the_end() -> None:
    early = Scene(round=2).dice(0, 3, 3).queue("- - | - - | deluxe -").placing(0)
    assert chosen(early, 0) == "pair workers 3"
    late = Scene(round=15).dice(0, 3, 3).queue("classic - | - - | - -").deck(0).placing(0)
    assert not chosen(late, 0).startswith("pair")


def test_it_tips_two_sales_and_jumps_for_a_contested_customer() -> None:
    scene = Scene().hand(0, "tip").grill(0, "2b 1p").grill(0, "2b 2p", 2).queue("classic double | - - | - -").selling()
    assert chosen(scene, 0) == "tip"
    scene = Scene().hand(1, "first").grill(0, "2b 1p").grill(1, "2b 1p").queue("classic - | - - | - -").window(True)
    assert chosen(scene, 1) == "first"


@pytest.mark.rule("BB-OVER-9")
def test_values_are_shares() -> None:
    scene = Scene(2).mission(0, "say_cheese").mission(1, "big_business").deck(0)
    assert sum(value(scene.s)) == pytest.approx(1.0)
    scene.ending_round()
    assert value(scene.s) == [0.5, 0.5]
    assert weight(0.0) == 1.0 and weight(-1.0) == pytest.approx(0.3679, abs=0.01) and weight(-99.0) == 1e-9
    assert [name for name, _ in GAME.bots.terms(scene.s, 0)] == [
        "cash",
        "grills",
        "larder",
        "staff",
        "specials",
        "goal",
    ]
