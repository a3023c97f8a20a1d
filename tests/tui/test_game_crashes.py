"""Code of a game that crashes during play ends the game with a sentence, and what was played stays saved."""

from __future__ import annotations

import io
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from terminal_harness import at

from bunfight import games
from bunfight.cli import main
from bunfight.engine import Table
from bunfight.games import blamed, crashed
from bunfight.games._starter import game as starter
from bunfight.games._starter import rules
from bunfight.tui.app import EndedByError
from bunfight.tui.saves import SaveFolder
from bunfight.tui.session import LocalSession, resume_session

PLACE = r"\(bunfight, rules\.py:\d+\)"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The starter is installed, as after ``bunfight new tea_time``."""
    points = {**games.found(), "tea_time": EntryPoint("tea_time", "bunfight.games._starter:GAME", games.GROUP)}
    monkeypatch.setattr(games, "found", lambda: points)


def started(bots: dict[int, str]) -> LocalSession:
    table = Table(starter.GAME, ["Ann", "Bob"], "1", {})
    return LocalSession(table, bots, saves=SaveFolder(), name="tea_time-1", thought="1")


def break_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "Turn", None)


async def test_a_crash_in_a_move_of_the_player_ends_the_screen_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EndedByError, match=f"Tea Time failed at decision 1: TypeError: .* {PLACE}; .* is saved"):
        async with at(started({1: "random"})) as person:
            assert await person.turn()
            break_next_turn(monkeypatch)
            person.screen.make(person.screen.presenter.view.moves[0])
            await person.until(lambda: not person.pilot.app.is_running)


async def test_a_crash_in_a_move_of_a_bot_ends_the_screen_and_the_game_goes_on_after_a_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = started({0: "random"})
    session.save()
    with monkeypatch.context() as broken, pytest.raises(EndedByError, match=f"at decision 1: .* {PLACE}"):
        break_next_turn(broken)
        async with at(session) as person:
            await person.until(lambda: not person.pilot.app.is_running)
    session.close()
    last = SaveFolder().last("tea_time")
    assert last is not None and len(SaveFolder().record(last[0]).entries) == 0
    async with at(resume_session(SaveFolder(), *last, "en")) as person:
        assert await person.turn()
        assert person.session.number == 1


def test_the_command_says_where_the_game_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    break_next_turn(monkeypatch)
    assert main(["play", "tea_time", "--plain", "--players", "2", "--seed", "1"]) == 2
    told = capsys.readouterr().err
    assert "bunfight play: the code of Tea Time failed at decision 1: TypeError" in told
    assert "rules.py:" in told and "Traceback" not in told and "bunfight play --continue" in told
    assert [name for _, _, files in os.walk(own_home) for name in files if name.startswith("tea_time")]


def test_an_error_outside_the_game_is_not_blamed_on_it() -> None:
    def ours() -> Any:
        raise RuntimeError("ours")

    with pytest.raises(RuntimeError) as caught:
        ours()
    assert crashed(starter.GAME, caught.value, "game_crashed") is None and blamed(caught.value) is None


def test_for_debugging_a_crash_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch, own_home: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    monkeypatch.setenv("BUNFIGHT_DEBUG", "1")
    break_next_turn(monkeypatch)
    with pytest.raises(TypeError, match="not callable") as caught:
        main(["play", "tea_time", "--plain", "--players", "2", "--seed", "1"])
    assert Path(str(caught.traceback[-1].path)).name == "rules.py"
