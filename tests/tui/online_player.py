"""Joins a table by its link and plays the game with the keys of the terminal; the browser tests run it, too."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from terminal_harness import PATIENCE, Person, shown

from bunfight.tui.lobby import Lobby
from bunfight.tui.online import open_session
from bunfight.tui.table import TableScreen


async def seated(person_of: object, pilot: object) -> Person:
    """The person at the table, once the game has begun."""
    app = pilot.app  # type: ignore[attr-defined]

    async def begun() -> TableScreen:
        while not isinstance(app.screen, TableScreen) or not app.screen.query("#board"):
            await asyncio.sleep(0.01)
        return app.screen

    return Person(pilot, await asyncio.wait_for(begun(), PATIENCE))  # type: ignore[arg-type]


async def play(link: str, name: str = "Terminal") -> list[str]:
    """Play to the end; what the end screen says."""
    session = await open_session(link, name, "en")
    async with shown(Lobby(session, motion=False)) as pilot:
        person = await seated(None, pilot)
        while await person.turn():
            number = session.number
            await person.decide()
            # The same question may be open again: the position can change on the way without a decision.
            await person.until(
                lambda number=number: (
                    session.number > number
                    or person.over()
                    or person.screen.presenter.begun
                    or person.screen.presenter.may
                )
            )
        outcome = session.outcome()
        assert outcome is not None
        session.close()
        return [session.names[seat] for seat in outcome.winners]


if __name__ == "__main__":
    print("winners:", ", ".join(asyncio.run(play(sys.argv[1]))))
