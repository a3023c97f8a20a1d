"""The stackers of Buffet Boss: legal and repeatable; how good they are is measured in benchmarks/stacking.py."""

from __future__ import annotations

import pytest

from bunfight.bots.make import make
from bunfight.bots.stacker import COARSE, EXACT, LEVELS, StackerBot, apart, imagined
from bunfight.games.buffet_boss import GAME, bots
from bunfight.games.buffet_boss.state import BuffetState
from bunfight.games.buffet_boss.state_plate import Plate
from bunfight.kernel import Luck, Rng, Talk, check


def stacking(seed: str) -> BuffetState:
    options = GAME.settle({"version": "lunch", "first_player": "0"}, 2)
    s = GAME.setup(options, 2, Luck(Rng(seed), GAME.rehearse), Talk(False))
    s.agenda[-1].take(s, 0, s.agenda[-1].legal(s, 0)[0], Luck(Rng(seed)), Talk(False))
    return s


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_level_plays_legal_moves_and_the_same_ones_again(level: str) -> None:
    bot = make(level, GAME)
    assert isinstance(bot, StackerBot) and bot.name == level
    s = stacking("legal")
    view = GAME.view(s, 0)
    text = bot.choose(view, Rng("mind"))
    check(s, 0, GAME.parse(text))
    assert bot.choose(view, Rng("mind")) == text and text.endswith("calm")
    first = GAME.setup(GAME.settle({}, 2), 2, Luck(Rng("x")), Talk(False))
    seat = first.awaiting()[0]
    assert bot.choose(GAME.view(first, seat), Rng("mind")).startswith("take")


def test_a_trial_is_asked_of_a_coarser_world() -> None:
    asked = imagined(Plate(0), 1, 0, 0, [0, 4000, 0])
    assert EXACT in asked and COARSE in asked.replace(EXACT, COARSE, 1) and '"hasty":true' in asked


def test_spots_that_are_nearly_the_same_are_tried_once() -> None:
    aims = [bots.Aim(0, x, 0, 0, -x) for x in (0, 1, 2, 10)]
    assert [aim.x for aim in apart(aims, 3)] == [0, 10]
