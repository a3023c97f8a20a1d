"""Keys that arrive together: no screen dies of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from key_bursts import ONLINE, SCREENS, burst, torment
from server_harness import run_server
from terminal_harness import local, shown

from bunfight.tui.lobby import Lobby
from bunfight.tui.online import open_session
from bunfight.tui.table import TableScreen


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # records are saved here


@pytest.mark.parametrize("name", [*SCREENS, *ONLINE])
async def test_no_burst_of_keys_leaves_a_blank_screen(name: str) -> None:
    assert await torment(name, 12, "suite") >= 1


async def test_two_keys_at_once_close_a_dialog_and_not_the_table() -> None:
    screen = TableScreen(local("burger_up"))
    async with shown(screen) as pilot:
        await burst(pilot, ["a"])
        await burst(pilot, ["x", "x"])
        assert pilot.app.screen is screen


async def test_leaving_an_online_table_ends_the_app(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "random", game="jom_burger", start=True)
        link = f"http://127.0.0.1:{server.port}/t/{made['table']['id']}#{made['seats'][0]['token']}"
        session = await open_session(link, "Ann", "en")
        async with shown(Lobby(session, motion=False)) as pilot:
            while not isinstance(pilot.app.screen, TableScreen):
                await pilot.pause(0.01)
            await pilot.press("q")
            await pilot.press("enter")
            assert pilot.app.return_code == 0


async def test_a_line_of_the_menu_that_is_gone_makes_no_move() -> None:
    """Enter arrives twice: the second one was meant for a menu that the first one has changed."""
    session = local("jom_burger")
    screen = TableScreen(session)
    async with shown(screen) as pilot:
        while not (session.asked == 0 and screen.presenter.may):
            await pilot.pause(0.01)
        option = screen.choices.get_option_at_index(screen.choices.option_count - 1)
        screen.choices.fill([], "", [])
        message = screen.choices.OptionSelected(screen.choices, option, 0)
        screen.on_option_list_option_selected(message)
        await pilot.pause()
        assert session.number == 0 or session.asked == 0
