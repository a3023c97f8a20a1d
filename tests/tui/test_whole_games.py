"""A person plays whole games of every title on the screen: by keys alone, and by mouse."""

from __future__ import annotations

import pytest
from terminal_harness import Person, at, local

from bunfight.engine import replay
from bunfight.engine.verify import verify
from bunfight.tui.ending import end_text

GAMES = {
    "jom_burger": {},
    "burger_up": {"stall_rounds": "5"},
    "burger_war": {"max_rounds": "20"},
    "burger_boss": {"special_windows": "quick", "queue_fill": "early"},
}


async def finished(person: Person) -> None:
    """The end says who won; the record of what was pressed is a legal game."""
    session = person.session
    outcome = session.outcome()
    assert outcome is not None
    told = end_text(person.screen.presenter, True).plain
    assert all(name in told for name in session.names) and outcome.rule in told
    record = session.table.record  # type: ignore[attr-defined]
    replay(session.game, record)
    assert verify(session.game, record)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_by_keys(game: str) -> None:
    session = local(game, options=GAMES[game], lang="zh" if game == "burger_up" else "en")
    async with at(session) as person:
        while await person.turn():
            await person.decide()
        await finished(person)


async def test_a_whole_game_of_stacking_is_played_by_keys() -> None:
    session = local("buffet_boss", options={"version": "lunch", "rescue_seconds": "untimed"})
    async with at(session) as person:
        board, hands = person.screen.board, 0
        while await person.turn():
            board.focus()
            hand = person.screen.presenter.motion.hand
            if not hand.piece:
                await person.decide()
                continue
            hands += 1
            await person.keys(*(["right", "up", "f", "left"] if hands == 1 else []), "1")
            assert hand.x == person.screen.presenter.view.spots[0].x or hands == 1  # type: ignore[attr-defined]
            number = session.number
            await person.keys("c" if hands % 2 else "enter")
            await person.until(lambda number=number: session.number > number or person.over())
        assert hands >= 5
        await finished(person)


async def test_a_whole_game_is_played_by_mouse() -> None:
    session = local("jom_burger", seed="mouse")
    async with at(session, (120, 40)) as person:
        board = person.screen.board
        while await person.turn():
            number = session.number
            for _ in range(6):
                spots = [spot for spot in board.numbered if spot.thing not in person.screen.presenter.selection.at]
                if not spots or session.number > number:
                    break
                spot = spots[int(person.dice.below(len(spots)))]
                x, y = (
                    spot.x + spot.width // 2 - board.scroll_offset.x,
                    spot.y + spot.height // 2 - board.scroll_offset.y,
                )
                await person.pilot.click(board, offset=(x, y))
            if session.number == number:
                await person.keys("escape")
                await person.pilot.click(
                    person.screen.choices, offset=(8, 0 if person.screen.choices.rows[0].move else 1)
                )
            await person.until(
                lambda number=number: session.number > number or person.screen.presenter.begun or person.over()
            )
        await finished(person)
