"""Home, new tables, saved games, replays, settings; and what is typed at the shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from terminal_harness import Person, local, shown

from bunfight import games
from bunfight.cli import main
from bunfight.cli.play import full_screen
from bunfight.engine import Rng, Table
from bunfight.engine.record import load
from bunfight.tui.dialogs import PromptDialog, TextDialog
from bunfight.tui.home import Home, Pick, SettingsScreen, Setup
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.table import TableScreen


def played(game: str, saves: SaveFolder, decisions: int = 12) -> str:
    """A game on the shelf; its name."""
    rules = games.load(game)
    session = local(game, saves=saves, name=saves.new(game))
    dice = Rng("shelf", "moves")
    while session.table.state.agenda and session.number < decisions:
        seat = session.table.state.awaiting()[0]
        session.table.play(seat, rules.bots.policy(session.table.state, seat, dice))
    session.save()
    session.close()
    return session.saved_as


async def until(pilot: object, kind: type) -> None:
    import asyncio

    for _ in range(2000):
        if isinstance(pilot.app.screen, kind):  # type: ignore[attr-defined]
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no {kind.__name__}, but {pilot.app.screen}")  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_from_home_to_a_table_in_a_few_keys(language: str) -> None:
    settings = Settings(language=language, motion=False, name="Tess")
    async with shown(Home(settings, SaveFolder()), settings=settings) as pilot:
        assert pilot.app.screen.query_one("#items").option_count >= len(games.names()) + 6  # type: ignore[attr-defined]
        row = list(games.names()).index("jom_burger")
        await pilot.press(*["down"] * row, "enter")
        await until(pilot, Setup)
        await pilot.press("enter")
        await until(pilot, TableScreen)
        person = Person(pilot, pilot.app.screen)  # type: ignore[arg-type]
        assert await person.turn()
        assert person.session.names[0] == "Tess" and person.screen.presenter.t.language == language
        await person.decide()
        await pilot.press("q", "enter")
        await until(pilot, Home)
        assert SaveFolder().last() is not None, "it can go on"


async def test_options_that_do_not_go_together_are_refused_with_a_reason() -> None:
    settings = Settings(language="en", motion=False)
    async with shown(Setup(games.load("jom_burger"), settings, SaveFolder())) as pilot:
        pilot.app.screen.query_one("#players").value = 4  # type: ignore[attr-defined]
        pilot.app.screen.query_one("#option-supply").value = "advanced2"  # type: ignore[attr-defined]
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, TextDialog)
        assert "two players" in str(pilot.app.screen.body) or "2" in str(pilot.app.screen.body)  # type: ignore[attr-defined]


async def test_a_saved_game_goes_on_and_a_replay_steps_explains_and_branches() -> None:
    saves = SaveFolder()
    name = played("burger_up", saves, 10_000)
    record = saves.record(name)
    settings = Settings(language="en", motion=False)
    async with shown(ReplayScreen(games.load("burger_up"), record, settings, saves)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen) and screen.at == len(record.entries)
        await pilot.press("left", "left", "home")
        assert screen.at == 0
        await pilot.press("right", "right", "right", "2")
        assert screen.at == 3 and screen.seat == 1
        await pilot.press("0")
        assert screen.seat is None
        await pilot.press("1", "w")
        await until(pilot, TextDialog)
        assert "Choice:" in str(pilot.app.screen.body)  # type: ignore[attr-defined]
        await pilot.press("escape", "b")
        await until(pilot, TableScreen)
        person = Person(pilot, pilot.app.screen)  # type: ignore[arg-type]
        assert await person.turn()
        assert (
            [entry.move for entry in person.session.table.record.entries[:3]]
            == [  # type: ignore[attr-defined]
                entry.move for entry in record.entries[:3]
            ]
        )


async def test_settings_are_kept() -> None:
    settings = Settings(language="en")
    async with shown(SettingsScreen(settings), settings=settings) as pilot:
        pilot.app.screen.query_one("#theme").value = "light"  # type: ignore[attr-defined]
        pilot.app.screen.query_one("#name").value = "Tess"  # type: ignore[attr-defined]
        pilot.app.screen.query_one("#keep").press()  # type: ignore[attr-defined]
        await pilot.pause()
        assert pilot.app.theme == "light"
    assert Settings.read().theme == "light" and Settings.read().name == "Tess"


async def test_what_cannot_be_read_is_said_and_nothing_breaks(own_home: Path, tmp_path: Path) -> None:
    saves = SaveFolder()
    name = played("jom_burger", saves)
    (saves.folder / f"{name}.jsonl").write_text("noise")
    (saves.folder / "other.json").write_text("{")
    (own_home / "settings.json").write_text("[1")
    assert Settings.read() == Settings() and [one for one, _ in saves.listed()] == [name]
    settings = Settings(language="en", motion=False)
    home = Home(settings, saves)
    async with shown(home) as pilot:
        home.do_continue()
        await until(pilot, TextDialog)
        assert "line 1" in str(pilot.app.screen.body)  # type: ignore[attr-defined]
        await pilot.press("escape")
        home.do_replay()
        await until(pilot, Pick)
        await pilot.press("end", "enter")
        await until(pilot, PromptDialog)
        await pilot.press(*"/nowhere.jsonl", "enter")
        await until(pilot, TextDialog)


def test_old_games_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = SaveFolder()
    for _ in range(3):
        played("jom_burger", folder, 1)
    monkeypatch.setattr("bunfight.tui.saves.KEPT", 2)
    assert len(folder.listed()) == 3
    folder.new("jom_burger")
    assert len(folder.listed()) == 1


def test_a_killed_terminal_goes_on_with_continue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    saves = SaveFolder()
    name = played("burger_up", saves)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--continue"]) == 0
    assert "Burger Up" in capsys.readouterr().out
    saves.drop(name)
    assert main(["play", "--continue"]) == 2
    assert "there is no saved game" in capsys.readouterr().err


def test_in_a_pipe_and_without_colours_letters_or_library_it_is_played_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert not full_screen(False), "a test has no terminal"
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert full_screen(False) and not full_screen(True)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not full_screen(False)
    assert "pip install 'bunfight[terminal]'" in capsys.readouterr().err
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "BUNFIGHT_HOME": str(tmp_path), "BUNFIGHT_PURE": "1"}
    typed = "1\naid\nrules bakery\nquit\n"
    command = [sys.executable, "-m", "bunfight", "play", "burger_boss", "--plain", "--seed", "3"]
    run = subprocess.run(command, input=typed, capture_output=True, text=True, env=env, check=False)
    assert run.returncode == 0, run.stderr
    assert "BB-BAKERY-1" in run.stdout and "The goal" in run.stdout and "Player 1 (you)" in run.stdout
    assert "seat 0" not in run.stdout and "[place" not in run.stdout


def test_the_plain_way_speaks_chinese_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io
    import re

    monkeypatch.setattr("sys.stdin", io.StringIO("help\n99\nundo\nquit\n"))
    assert main(["play", "jom_burger", "--plain", "--lang", "zh", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert "1 号玩家" in out and "放入汉堡卡" in out and "请输入 1 到" in out
    known = r"help|why|hint|undo|aid|rules|save|quit|bunfight|play|--continue|--resume|plain|notation|Jom Burger|HOUSE-UNDO|JB-"
    words = re.findall(r"[A-Za-z]{5,}", re.sub(known, "", out))
    assert not words, words


def test_notation_is_shown_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "jom_burger", "--plain", "--notation", "--seed", "5"]) == 0
    assert "[burger " in capsys.readouterr().out


def test_a_table_for_friends_is_hosted_and_its_links_are_printed(tmp_path: Path) -> None:
    env = {**os.environ, "BUNFIGHT_HOME": str(tmp_path), "BUNFIGHT_PURE": "1"}
    command = [sys.executable, "-m", "bunfight", "host", "jom_burger", "--players", "3", "--bots", "easy", "--no-play"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as run:
        assert run.stdout is not None and run.stderr is not None
        lines = [run.stdout.readline() for _ in range(3)]
        run.send_signal(2)
        run.wait(60)
        link = lines[0].split()[-1]
        assert link.startswith("http://127.0.0.1:") and f"bunfight join {link}" in lines[1] and f"{link}#" in lines[2]
    kept = json.loads((tmp_path / "seats.json").read_text())
    assert link in kept


@pytest.mark.parametrize("line", ["host pizza", "host jom_burger --seed 7", "host jom_burger --players 99"])
def test_a_table_that_cannot_be_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert capsys.readouterr().err.startswith("bunfight host: ")


def test_the_record_of_a_terminal_game_verifies(tmp_path: Path) -> None:
    table = Table(games.load("jom_burger"), ["Ann", "Bob"], "7")
    assert load(table.record.text()).seats == ["Ann", "Bob"]
