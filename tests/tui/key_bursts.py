"""Feeds random bursts of keys to every screen: none may end in a blank screen, an error or a damaged record.

``python tests/tui/key_bursts.py 10000`` runs 10,000 bursts over all screens; the suite runs a short form. With
``1/3`` as the second argument, only the first third of the screens, for running several processes at once.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from server_harness import run_server
from terminal_harness import local
from textual import events
from textual.pilot import Pilot

from bunfight import games
from bunfight.coach import daily
from bunfight.coach.puzzles import puzzles
from bunfight.engine import Rng, replay
from bunfight.engine.record import load
from bunfight.tui.app import Bunfight
from bunfight.tui.daily import DailySession
from bunfight.tui.dialogs import ChoiceDialog, HandOverScreen, PromptDialog, RulesDialog, TextDialog
from bunfight.tui.home import Home, Pick, SettingsScreen, Setup, lesson
from bunfight.tui.lobby import Lobby
from bunfight.tui.messages import Messages
from bunfight.tui.online import open_session
from bunfight.tui.puzzles import PuzzleScreen
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.session import LocalSession
from bunfight.tui.table import TableScreen

KEYS = [
    *["enter", "space", "escape", "tab", "shift+tab", "up", "down", "left", "right", "pageup", "pagedown", "home"],
    *["end", "backspace", "f1", "question_mark", "ctrl+c", *"abcdefhilnopqrstuvwxyz", *"0123456789"],
    *["enter", "escape", "a", "q", "enter", "escape", "q"],
]
LONGEST = 6  # keys of a burst
T = Messages("en")


def settings() -> Settings:
    return Settings(language="en", motion=False)


def nearly_over(game: str = "jom_burger") -> LocalSession:
    """A table at which few decisions are left."""
    whole = local(game)
    dice = Rng("bursts", "moves")
    while whole.table.state.agenda:
        seat = whole.table.state.awaiting()[0]
        whole.table.play(seat, whole.game.bots.policy(whole.table.state, seat, dice))
    session = local(game)
    entries = whole.table.record.entries
    for entry in entries[:-2]:
        session.table.play(entry.seat, entry.move)
    return session


def ended() -> LocalSession:
    session, dice = nearly_over(), Rng("bursts", "end")
    while session.table.state.agenda:
        seat = session.table.state.awaiting()[0]
        session.table.play(seat, session.game.bots.policy(session.table.state, seat, dice))
    return session


def replayed() -> ReplayScreen:
    session = nearly_over()
    record = load(session.table.record.text())
    return ReplayScreen(session.game, record, settings(), SaveFolder())


def table(game: str, **more: Any) -> TableScreen:
    saves = SaveFolder()
    return TableScreen(local(game, saves=saves, name=saves.new(game), **more))


def taught(game: str) -> TableScreen:
    return lesson(game, settings(), T)


SCREENS: dict[str, Callable[[], Any]] = {
    "home": lambda: Home(settings(), SaveFolder()),
    **{f"table {game}": partial(table, game) for game in games.names()},
    **{f"lesson {game}": partial(taught, game) for game in ("burger_up", "jom_burger")},
    "hot seat": lambda: table("burger_up", bots={}),
    "end": lambda: TableScreen(ended()),
    "puzzle": lambda: PuzzleScreen(puzzles("jom_burger")[:3], "en"),
    "daily": lambda: TableScreen(DailySession(games.load("burger_up"), daily.deal("burger_up", "2026-11-17"), "en")),
    "last move": lambda: TableScreen(nearly_over()),
    "setup": lambda: Setup(games.load("burger_up"), settings(), SaveFolder()),
    "settings": lambda: SettingsScreen(settings()),
    "replay": replayed,
    "pick": lambda: Pick("Pick", [("a", "Apple"), ("b", "Bun")], T),
    "text": lambda: TextDialog(T, "Title", "text\n" * 80),
    "choice": lambda: ChoiceDialog("Really?", [("yes", "yes"), ("no", "no")]),
    "prompt": lambda: PromptDialog("Name"),
    "rules": lambda: RulesDialog(T, local("burger_up").words),
    "hand over": lambda: HandOverScreen("It is your turn"),
}
ONLINE = ("lobby", "online")


async def online_screen(stack: AsyncExitStack, started: bool) -> Lobby:
    """A table on a server of its own, with a bot."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    server = await stack.enter_async_context(run_server(folder))
    made = await server.make("me", "random", game="jom_burger", start=started)
    link = f"http://127.0.0.1:{server.port}/t/{made['table']['id']}#{made['seats'][0]['token']}"
    return Lobby(await open_session(link, "Ann", "en"), motion=False)


def blank(app: Bunfight) -> bool:
    """Whether nothing is shown although the app runs."""
    if app.return_code is not None:
        return False
    strips = app.screen._compositor.render_strips()
    return len(app.screen_stack) < 2 or not any(strip.text.strip() for strip in strips)


async def burst(pilot: Pilot[None], keys: list[str]) -> None:
    """Keys that arrive together, then time to handle them."""
    for key in keys:
        character = key if len(key) == 1 else {"space": " ", "question_mark": "?"}.get(key)
        pilot.app.post_message(events.Key(key, character))
    for _ in range(2):  # handling a key may send more messages
        handled = asyncio.ensure_future(pilot._wait_for_screen())
        while not (await asyncio.wait([handled], timeout=0.1))[0]:
            if pilot.app.return_code is not None:  # the keys ended the app, which handles nothing more
                handled.cancel()
                return
        handled.result()


async def torment(name: str, bursts: int, seed: str) -> int:
    """Feed bursts to one screen and to what it leads to; the number of times that the app was left."""
    dice, left, sent = Rng(seed, name), 0, 0
    while sent < bursts:
        async with AsyncExitStack() as stack:
            screen = await online_screen(stack, name == "online") if name in ONLINE else SCREENS[name]()
            app = Bunfight(screen, settings())
            pilot = await stack.enter_async_context(app.run_test(size=(80, 24)))
            await pilot.pause()
            trail: list[list[str]] = []
            while sent < bursts and app.return_code is None:
                keys = [KEYS[dice.below(len(KEYS))] for _ in range(1 + dice.below(LONGEST))]
                sent += 1
                trail.append(keys)
                await burst(pilot, keys)
                if blank(app):
                    await pilot.pause(0.5)  # a screen may be about to be drawn
                    assert not blank(app), f"{name}: blank after {trail[-5:]}, {app.screen_stack}"
            left += 1
            session = getattr(screen, "session", None)
            if session is not None:
                session.close()
            if isinstance(session, LocalSession):
                await asyncio.gather(session._playing or asyncio.sleep(0), return_exceptions=True)
                replay(session.game, session.table.record)  # no move was made twice, or on a position that was gone
    return left


def main(bursts: int, part: str = "1/1", seed: str = "bursts") -> None:
    first, parts = (int(number) for number in part.split("/"))
    each = -(-bursts // len([*SCREENS, *ONLINE]))
    names = [*SCREENS, *ONLINE][first - 1 :: parts]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["BUNFIGHT_HOME"] = folder
        for name in names:
            left = asyncio.run(torment(name, each, seed))
            print(f"{name}: {each} bursts, left {left} times, never blank", flush=True)
    print(f"{each * len(names)} bursts")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, *sys.argv[2:4])
