"""Games that go on: what a replay may show, which save is continued, locks, and seats on one computer."""

from __future__ import annotations

import asyncio
import io
from argparse import Namespace
from pathlib import Path

import pytest
from server_harness import run_server
from terminal_harness import local, shown
from test_home import played

from bunfight import games
from bunfight.cli import main
from bunfight.cli.join import which_seat
from bunfight.cli.play import new_session
from bunfight.cli.screen import Screen
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.words import error_text
from bunfight.tui.online import open_session
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.session import resume_session
from bunfight.tui.table import TableScreen


async def test_a_replay_of_a_running_game_shows_only_ones_own_seat() -> None:
    saves = SaveFolder()
    record = saves.record(played("burger_boss", saves, 20))
    game = games.load("burger_boss")
    async with shown(ReplayScreen(game, record, Settings(language="en"), saves, mine=[0])) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen) and screen.seat == 0
        await pilot.press("2")
        assert screen.seat == 0, "a bot's mission stays secret"
        await pilot.press("0", "2")
        assert screen.seat is None
        while record.entries[screen.at - 1].seat != 1:
            await pilot.press("left")
        await pilot.press("w", "b")
        await pilot.pause()
        assert pilot.app.screen is screen, "neither reasons of a bot nor a game dealt from what is hidden"


@pytest.mark.parametrize("people", [[], [0, 1]])
def test_a_file_or_a_hot_seat_game_that_goes_on_is_shown_as_to_a_spectator(people: list[int]) -> None:
    saves = SaveFolder()
    record = saves.record(played("burger_boss", saves, 20))
    screen = ReplayScreen(games.load("burger_boss"), record, Settings(language="en"), saves, mine=people)
    assert screen.perspectives == [None] and screen.seat is None


def wanted(**given: object) -> Namespace:
    usual = {"game": None, "go_on": False, "resume": None, "at": None, "cards": None, "players": None, "option": []}
    return Namespace(**usual | {"bots": None, "seed": None} | given)


def test_continue_and_resume_respect_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves, settings = SaveFolder(), Settings(language="en")
    played("burger_up", saves)
    later = played("jom_burger", saves)
    session = new_session(wanted(game="burger_up", go_on=True), settings, saves)
    assert session.game.id == "burger_up"
    session.close()
    with pytest.raises(InvalidInput, match="nothing_saved_of"):
        new_session(wanted(game="burger_war", go_on=True), settings, saves)
    with pytest.raises(InvalidInput, match="unknown_game|no_game"):
        new_session(wanted(game="chess", go_on=True), settings, saves)
    file = tmp_path / "game.jsonl"
    file.write_text(saves.record(later).text(), encoding="utf-8")
    assert main(["play", "burger_up", "--resume", str(file), "--plain"]) == 2
    assert "is a game of jom_burger, not of burger_up" in capsys.readouterr().err


def test_a_save_is_locked_while_it_is_open() -> None:
    saves = SaveFolder()
    first = local("burger_up", saves=saves, name=saves.new("burger_up"))
    first.save()
    name, saved = next(iter(saves.listed()))
    with pytest.raises(InvalidInput) as refused:
        resume_session(saves, name, saved, "en")
    assert "open in another terminal" in error_text(refused.value, "en")
    first.close()
    resume_session(saves, name, saved, "en").close()


async def test_joining_from_the_same_computer_asks_before_taking_the_hosts_seat(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open")
        link = f"http://127.0.0.1:{server.port}/t/{made['table']['id']}"
        host = await open_session(f"{link}#{made['seats'][0]['token']}", "Ann", "en")
        asked: list[list[str]] = []

        def answer(key: str):  # type: ignore[no-untyped-def]
            async def which(answers: list[tuple[str, str]]) -> str:
                asked.append([one for one, _ in answers])
                return key

            return which

        same = await open_session(link, "Ann", "en", answer("watch"))
        assert not asked and same.connection.tokens == host.connection.tokens, "nobody sits there: one comes back"
        host.start()

        async def seated() -> None:
            while (await server.get(f"/api/tables/{made['table']['id']}"))["seats"][0]["presence"] != "here":
                await asyncio.sleep(0.02)

        await asyncio.wait_for(seated(), 60)
        watching = await open_session(link, "Bob", "en", answer("watch"))
        assert asked == [["mine", "new", "watch"]] and watching.connection.tokens == []
        second = await open_session(link, "Bob", "en", answer("new"))
        assert second.connection.tokens and second.connection.tokens != host.connection.tokens
        back = await open_session(link, "Bob", "en", answer("second"))
        assert asked[-1] == ["mine", "second", "watch"] and back.connection.tokens == second.connection.tokens
        over = await open_session(link, "Ann", "en", answer("mine"))
        assert over.connection.tokens == host.connection.tokens
        host.close()


async def test_the_question_about_the_seat_is_asked_line_by_line() -> None:
    out = io.StringIO()
    ask = which_seat(Screen(io.StringIO("7\n2\n"), out), "en")
    assert await ask([("mine", "Take over that seat"), ("watch", "Only watch")]) == "watch"
    assert "already has a seat" in out.getvalue() and "from 1 to 2" in out.getvalue()


async def test_a_bot_that_fails_is_named_and_replaced(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, view, rng):\n        return view.nothing\n")
    session = local("jom_burger", bots=dict.fromkeys((0, 1), f"{broken}:Broken"))
    async with shown(TableScreen(session), (120, 40)) as pilot:
        while not session.note:
            await pilot.pause(0.01)
        assert "made a mistake" in session.note and "has no attribute 'nothing'" in session.note
        while session.number == 0:
            await pilot.pause(0.01)
