"""The end screen stays and offers a rematch, a review, a replay, the record and the dice; daily deal and puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest
from key_bursts import nearly_over
from layout import SIZES, faults
from server_harness import run_server
from terminal_harness import Person, local, shown
from textual.widgets import OptionList, Static

from bunfight import games
from bunfight.coach import daily
from bunfight.coach.puzzles import puzzles
from bunfight.engine.record import load
from bunfight.tui.app import Bunfight
from bunfight.tui.daily import DailySession
from bunfight.tui.dialogs import PromptDialog, TextDialog
from bunfight.tui.ending import ACTIONS, EndScreen
from bunfight.tui.lobby import Lobby
from bunfight.tui.online import RemoteSession, open_session
from bunfight.tui.puzzles import PuzzleScreen, PuzzleSession
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder
from bunfight.tui.session import LocalSession
from bunfight.tui.table import TableScreen


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def over(session: LocalSession) -> LocalSession:
    """The same game, played to its end."""
    dice = session.order
    while session.table.state.agenda:
        seat = session.table.state.awaiting()[0]
        session.table.play(seat, session.game.bots.policy(session.table.state, seat, dice))
    return session


async def at_end(pilot: object) -> EndScreen:
    person = Person(pilot, pilot.app.screen_stack[1])  # type: ignore[attr-defined, arg-type]
    await person.until(lambda: isinstance(pilot.app.screen, EndScreen) and pilot.app.screen.listens)  # type: ignore[attr-defined]
    await pilot.pause()  # type: ignore[attr-defined]
    return pilot.app.screen  # type: ignore[attr-defined, no-any-return]


async def test_the_end_screen_stays_and_leads_everywhere() -> None:
    session = over(nearly_over())
    async with shown(TableScreen(session)) as pilot:
        end = await at_end(pilot)
        person = Person(pilot, pilot.app.screen_stack[1])  # type: ignore[arg-type]
        result = str(end.query_one("#result", Static).content)
        assert "Ann" in result and "Bob" in result
        assert end.query_one(OptionList).option_count == len(ACTIONS)
        await pilot.press("x", "z", "1")
        assert pilot.app.screen is end, "other keys do not close it"
        await pilot.press("s")
        await person.until(lambda: isinstance(pilot.app.screen, PromptDialog))
        await pilot.press("enter")
        await person.until(lambda: Path("jom_burger.jsonl").exists())
        assert load(Path("jom_burger.jsonl").read_text()).end is not None
        await pilot.press("c")
        await person.until(lambda: isinstance(pilot.app.screen, TextDialog))
        assert "random numbers" in str(pilot.app.screen.body) and "✓" in str(pilot.app.screen.body)  # type: ignore[attr-defined]
        await pilot.press("enter", "p")
        await person.until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("q", "escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("e", "q")
        assert pilot.app.return_code == 0 and "Jom Burger" in pilot.app.parting and "Ann" in pilot.app.parting  # type: ignore[attr-defined]


async def test_keys_meant_for_the_table_start_no_rematch() -> None:
    async with shown(TableScreen(over(nearly_over()))) as pilot:
        person = Person(pilot, pilot.app.screen_stack[1])  # type: ignore[arg-type]
        await person.until(lambda: isinstance(pilot.app.screen, EndScreen) and pilot.app.screen.query("#end-menu"))
        end = pilot.app.screen
        assert isinstance(end, EndScreen)
        end.listens = False  # however long this took
        end._listen = lambda: None  # type: ignore[method-assign]
        await pilot.press("down", "enter", "n", "s")
        await pilot.pause()
        assert pilot.app.screen is end and end.again is None
        end.listens = True
        await pilot.press("s")
        await person.until(lambda: isinstance(pilot.app.screen, PromptDialog))


async def test_a_rematch_is_a_new_game_with_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bunfight.tui.saves.time.strftime", lambda _: "2026-01-01-120000")  # both within a second
    saves = SaveFolder()
    session = over(local("burger_up", saves=saves, name=saves.new("burger_up"), options={"stall_rounds": "5"}))
    async with shown(TableScreen(session)) as pilot:
        await at_end(pilot)
        person = Person(pilot, pilot.app.screen_stack[1])  # type: ignore[arg-type]
        await pilot.press("n")
        await person.until(lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen is not person.screen)
        again = pilot.app.screen.session  # type: ignore[attr-defined]
        assert again.names == session.names and again.bots == session.bots
        assert again.table.record.options == session.table.record.options and again.table.seed != session.table.seed
        assert again.saved_as and again.saved_as != session.saved_as
        again.close()


async def test_a_review_is_shown_on_the_end_screen() -> None:
    session = over(local("_template", players=2, bots={1: "random"}))
    async with shown(TableScreen(session)) as pilot:
        end = await at_end(pilot)
        person = Person(pilot, pilot.app.screen_stack[1])  # type: ignore[arg-type]
        await pilot.press("v")
        await person.until(lambda: bool(end.lines))
        await person.until(lambda: "Ann" in str(end.query_one("#review", Static).content))


async def test_an_online_game_ends_with_its_record_and_a_rematch(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "random", game="jom_burger", start=True)
        link = f"http://127.0.0.1:{server.port}/t/{made['table']['id']}#{made['seats'][0]['token']}"
        session = await open_session(link, "Ann", "en")
        async with shown(Lobby(session, motion=False)) as pilot:
            while not isinstance(pilot.app.screen, TableScreen):
                await pilot.pause(0.01)
            person = Person(pilot, pilot.app.screen)
            while await person.turn():
                number = session.number
                refused = await session.play(0, session.view(0).moves[0])
                assert refused is None
                await person.until(lambda number=number: session.number > number or person.over())
            await at_end(pilot)
            await pilot.press("p")
            await person.until(lambda: isinstance(pilot.app.screen, ReplayScreen))
            await pilot.press("q", "n")
            await person.until(
                lambda: isinstance(pilot.app.screen, Lobby | TableScreen) and pilot.app.screen is not person.screen
            )
            again = pilot.app.screen.session  # type: ignore[attr-defined]
            assert isinstance(again, RemoteSession) and again.connection.table != session.connection.table
            again.close()


async def test_the_daily_deal_is_the_same_for_everybody_full_screen() -> None:
    game = games.load("jom_burger")
    deal = daily.deal("jom_burger", "2026-11-17")
    moves = []
    for _ in range(2):
        session = DailySession(game, deal, "en")
        async with shown(TableScreen(session)) as pilot:
            person = Person(pilot, pilot.app.screen)  # type: ignore[arg-type]
            for _ in range(4):
                assert await person.turn()
                number = session.number
                person.screen.make(person.screen.presenter.view.moves[0])
                await person.until(lambda number=number, session=session: session.number > number)
            await person.turn()
            moves.append([entry.move for entry in session.table.record.entries])
            session.close()
    assert moves[0] == moves[1]


@pytest.mark.parametrize("size", SIZES[::2], ids=str)
async def test_puzzles_opened_from_the_command_line_look_like_a_table(size: tuple[int, int]) -> None:
    """No table was open before, so nothing else has loaded the styles of one."""
    async with shown(PuzzleScreen(puzzles("burger_war"), "en"), size) as pilot:
        await pilot.press("x")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert faults(screen) == []
        assert screen.board.size.height > size[1] // 2
        assert all(screen.region.contains_region(child.region) for child in screen.children if child.display)


async def test_puzzles_are_asked_one_after_the_other_full_screen() -> None:
    found = puzzles("jom_burger")[:2]
    screen = PuzzleScreen(found, "en")
    app = Bunfight(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Person(pilot, screen)
        for number, puzzle in enumerate(found):
            await person.until(lambda: isinstance(app.screen, TextDialog))
            await pilot.press("enter")
            await person.until(
                lambda number=number: isinstance(app.screen, PuzzleScreen) and app.screen.place == number
            )
            shown_now = app.screen
            assert isinstance(shown_now, PuzzleScreen) and isinstance(shown_now.session, PuzzleSession)
            shown_now.make(puzzle.choices[0].moves[0])
            await person.until(lambda: isinstance(app.screen, TextDialog))
            assert "Right" in str(app.screen.body)  # type: ignore[attr-defined]
            await pilot.press("enter")
        await person.until(lambda: app.return_code is not None)
        assert app.parting == "2 of 2 solved."
