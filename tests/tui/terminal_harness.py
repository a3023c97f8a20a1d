"""A table on a screen without a terminal, and a person who plays at it with the keys or the mouse that are shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from bunfight import games
from bunfight.engine import Rng, Table, simulator
from bunfight.tui.app import Bunfight
from bunfight.tui.coach import Coach
from bunfight.tui.ending import EndScreen
from bunfight.tui.saves import Settings
from bunfight.tui.session import LocalSession, Session
from bunfight.tui.table import TableScreen

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]
PATIENCE = 120.0  # seconds, for busy machines


def local(
    game: str, seed: str = "7", bots: dict[int, str] | None = None, players: int = 2, lang: str = "en", **more: Any
) -> LocalSession:
    """A table of this machine with quick bots."""
    options = more.pop("options", {})
    rules = games.load(game)
    table = Table(rules, NAMES[:players], seed, options, simulator(rules))
    seated = dict.fromkeys(range(1, players), "random") if bots is None else bots
    return LocalSession(table, seated, lang, thought=seed, **more)


@asynccontextmanager
async def at(session: Session, size: tuple[int, int] = (80, 24), coach: Coach | None = None) -> AsyncIterator[Person]:
    screen = TableScreen(session, coach)
    async with shown(screen, size) as pilot:
        yield Person(pilot, screen)


@asynccontextmanager
async def shown(
    screen: Any, size: tuple[int, int] = (80, 24), settings: Settings | None = None
) -> AsyncIterator[Pilot[None]]:
    app = Bunfight(screen, settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


class Person:
    """A player at the screen, who decides at random, but always in the same way."""

    def __init__(self, pilot: Pilot[None], screen: TableScreen) -> None:
        self.pilot, self.screen = pilot, screen
        self.dice = Rng("person", "keys")

    @property
    def session(self) -> Session:
        return self.screen.session

    async def until(self, test: Callable[[], Any]) -> None:
        """Wait for a condition, however busy the machine is."""

        async def met() -> None:
            while not test():
                await asyncio.sleep(0.005)

        await asyncio.wait_for(met(), PATIENCE)

    def ready(self) -> bool:
        """Whether the screen shows the question that is open, or the end."""
        return self.over() or (self.session.asked is not None and self.screen.presenter.may)

    def over(self) -> bool:
        return self.screen.presenter.view.over and isinstance(self.pilot.app.screen, EndScreen)

    async def turn(self) -> bool:
        """Wait until something is asked; False when the game is over."""
        await self.until(self.ready)
        return not self.over()

    async def keys(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def decide(self) -> None:
        """One decision: by the numbers of what is lit on the board, or by the menu."""
        number = self.session.number
        if self.dice.below(2) and self.screen.board.numbered:
            for _ in range(4):
                self.screen.board.focus()
                lit = len(self.screen.board.numbered)
                if not lit:
                    break
                await self.keys(str(self.dice.below(min(lit, 9)) + 1))
                if self.session.number > number or not self.screen.presenter.may:
                    return
            await self.keys("escape")
        await self.from_menu()

    async def from_menu(self) -> None:
        number, choices = self.session.number, self.screen.choices
        for _ in range(3):
            while not choices.has_focus:
                await self.keys("shift+tab" if self.dice.below(2) else "tab")
            rows = [row for row in choices.rows if row.move or row.verbs]
            at = int(self.dice.below(len(rows)))
            if at < 9:
                await self.keys(str(at + 1))
            else:
                await self.keys("home", *["down"] * at, "enter")
            await self.pilot.pause()
            if self.session.number > number or not self.screen.presenter.may:
                return
        raise AssertionError(f"no decision was made: {choices.rows}")
