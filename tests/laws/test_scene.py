"""Scenes notice what is wrong with a game, whatever the test looks at."""

import importlib.util
from pathlib import Path

import pytest

from bunfight import games
from bunfight.engine import IllegalMove, Rng
from bunfight.engine.hooks import Oracles
from bunfight.games._template import GAME
from bunfight.testing.scene import Kit, Scene

ROOMS = Path(__file__).parents[1] / "games"


def table() -> Scene:  # type: ignore[type-arg]
    kit = Kit(GAME)
    return Scene(kit, kit.setup(2))


def test_a_refusal_that_is_not_so_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table()
    seat = scene.asked[0]
    check = scene.refusal(seat, "let")
    assert isinstance(check, IllegalMove) and check.rule
    wrong = {**GAME.oracles.rejections, check.key: lambda view, facts: False}
    monkeypatch.setattr(type(GAME), "oracles", Oracles(wrong, GAME.oracles.previews))
    with pytest.raises(AssertionError, match="is not true"):
        scene.refusal(seat, "let")


def test_a_move_that_must_be_refused_and_is_not_is_noticed() -> None:
    scene = table()
    seat = scene.asked[0]
    with pytest.raises(AssertionError, match="is allowed"):
        scene.refusal(seat, scene.listed(seat)[0])


def test_a_lost_thing_is_noticed_where_the_scene_is_sound() -> None:
    scene = table()
    scene.s.crumbs[0] += 1
    seat = scene.asked[0]
    move = scene.listed(seat)[0]
    other = Scene(scene.kit, scene.s.copy())
    with pytest.raises(AssertionError):
        scene.say(seat, move)
    other.sound = False
    assert other.say(seat, move).said is not None and other.logs


def test_a_move_emits_events_and_the_end_is_reported() -> None:
    scene = table()
    rng = Rng("end")
    while not scene.over:
        seat = scene.asked[0]
        assert scene.step and scene.view(seat).step == scene.step
        scene.say(seat, scene.s.agenda[-1].suggest(scene.s, seat, rng).text)
    assert scene.step == "" and scene.listed(0) == [] and scene.kit.ended(scene.s).ranks
    assert any(scene.heard_by(None, back) for back in range(1, len(scene.logs) + 1))
    with pytest.raises(AssertionError):
        scene.having(no_such_thing=1)


@pytest.mark.parametrize("game", games.names())
def test_every_game_draws_its_positions_on_the_same_base(game: str) -> None:
    room = ROOMS / game
    file = next(path for path in (room / "boss_scene.py", room / "conftest.py") if path.exists())
    spec = importlib.util.spec_from_file_location(f"scene_of_{game}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert any(isinstance(one, type) and issubclass(one, (Kit, Scene)) and one.__module__ == module.__name__ for one in vars(module).values())  # fmt: skip
