"""Applies the decisions of people and bots: to the table, to storage, then to all views."""

from __future__ import annotations

from bunfight.engine import BunfightError, SimulationNeeded
from bunfight.engine.record import Entry
from bunfight.engine.table import Table
from bunfight.games import crashed
from bunfight.server import attachments
from bunfight.server.bots import BotFailed
from bunfight.server.errors import RequestRejected
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms.connection import waiting
from bunfight.server.rooms.room import Room, log_error


async def decide(room: Room, seat: int, text: str, by: str, key: str = "") -> None:
    """Apply a decision, or seal it while a window is open."""
    session = room.session
    session.require_table()
    if not room.window.is_open():
        await advance(room, [(seat, text)], by, key)
        return
    session.check_move(seat, text)
    room.window.seal(seat, text)
    if room.window.is_due():
        await open_window(room, by, key)
        return
    await room.commit(key=key)
    room.broadcast.seat_view(seat)
    room.schedule.plan()


async def open_window(room: Room, by: str, key: str = "") -> None:
    """Apply all sealed answers together, in the order of the seats."""
    await advance(room, room.window.take(), by, key)


async def advance(room: Room, answers: list[tuple[int, str]], by: str, key: str) -> None:
    """Apply these answers one after the other, store the result, then broadcast it."""
    session, bodies = room.session, dict[int, str]()
    table, before, since = session.require_table(), room.clocks.question(), session.number
    try:
        for place, (seat, text) in enumerate(answers):
            if place and seat not in session.awaiting():
                continue  # an earlier answer has closed the question
            try:
                table.play(seat, text)
            except SimulationNeeded as needed:
                if body := await _play_with_simulation(room, table, seat, text, needed.question):
                    bodies[len(table.record.entries)] = body
            except Exception as error:
                crash = crashed(session.game, error, "game_crashed_table", n=len(table.record.entries) + 1)
                if crash is None:
                    raise
                log_error(room.id, error)
                raise crash from None
            room.clocks.charge(seat, len(table.record.entries) - 1)
    except BunfightError as error:
        if len(table.record.entries) != since or len(answers) > 1:
            room.close(error)  # a part was applied and is stored nowhere
        raise
    made = _note_decisions(room, by == "bot")
    room.clocks.ask(before, [seat for seat, _ in answers])
    over = session.state == "over"
    await room.commit(head=over, entries=made, bodies=bodies, key=key)
    METRICS.moves.add(by, len(answers))
    if bodies:
        room.broadcast.attachments(bodies)
    room.broadcast.views(since)
    if over:
        room.broadcast.table(room.info())
        note("game over", table=room.id, game=session.head.game, decisions=session.number)
    room.schedule.plan()


def _note_decisions(room: Room, by_bot: bool) -> list[Entry]:
    """Update what follows from the decisions just made, and return them."""
    session, running = room.session, room.session.running
    table = session.require_table()
    made = table.record.entries[session.number :]
    session.number, session.version = session.number + len(made), session.version + 1
    running.request = running.declined = None
    session.crash = None
    running.streams = table.streams
    shown = attachments.has_attachments(session.game)
    if shown and (seconds := max(attachments.show_seconds(session.game, entry) for entry in made)):
        room.clocks.show(seconds, made[-1].seat if by_bot else None)
    if table.record.end is not None:
        session.state, session.head.outcome = "over", table.record.end
        for seat in session.seats:
            seat.mail, seat.hook = "", False
    return made


async def _play_with_simulation(room: Room, table: Table, seat: int, text: str, question: str) -> str:
    """Ask the simulation in a worker process and play the move again with its answer.

    Returns the attachment that came with the answer. It is large, so neither the record nor memory holds it.
    """
    answers: dict[str, str] = {}

    def simulator(question: str) -> str:
        if question not in answers:
            raise SimulationNeeded(question)
        return answers[question]

    while True:
        try:
            with waiting(room.presence) as owner:
                answer = await room.registry.workers.simulate(room.session.source(), question, owner)
        except (BotFailed, BunfightError) as error:
            raise RequestRejected("TABLE-PHYSICS", "not_simulated") from error
        answers[question], body = attachments.split(room.session.game, answer)
        table.simulator = simulator
        try:
            table.play(seat, text)
            return body
        except SimulationNeeded as needed:
            question = needed.question
        finally:
            table.simulator = None
