"""Applies decisions, whoever makes them: to the table, to storage, then to everybody's view."""

from __future__ import annotations

from bunfight.engine import BunfightError, SimulationNeeded
from bunfight.engine.table import Table
from bunfight.server import attachments
from bunfight.server.bots import BotFailed
from bunfight.server.errors import RequestRejected
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms.room import Room


async def decide(room: Room, seat: int, text: str, by: str, key: str = "") -> None:
    """Apply a decision, or seal it while a window is open."""
    session = room.session
    session.require_table()
    if not session.in_window():
        await advance(room, [(seat, text)], by, key)
        return
    session.check_move(seat, text)
    session.seal(seat, text)
    if session.window_is_due():
        await open_window(room, by, key)
        return
    await room.commit(key=key)
    room.send_seat_view(seat)
    room.schedule.plan()


async def open_window(room: Room, by: str, key: str = "") -> None:
    """Apply all sealed answers together, in the order of the seats."""
    await advance(room, room.session.take_sealed(), by, key)


async def advance(room: Room, answers: list[tuple[int, str]], by: str, key: str) -> None:
    """Apply these answers one after the other, store the result, then broadcast it."""
    session, bodies = room.session, dict[int, str]()
    table, before = session.require_table(), session.question()
    try:
        for place, (seat, text) in enumerate(answers):
            if place and seat not in session.awaiting():
                continue  # an earlier answer has closed the question
            try:
                table.play(seat, text)
            except SimulationNeeded as needed:
                if body := await _play_with_simulation(room, table, seat, text, needed.question):
                    bodies[len(table.record.entries)] = body
            session.charge_clock(seat)
    except BunfightError as error:
        if len(table.record.entries) != before.number or len(answers) > 1:
            room.discard(error)  # a part was applied and is stored nowhere
        raise
    made = session.finish_decisions(before, [seat for seat, _ in answers], by == "bot")
    over = session.state == "over"
    await room.commit(head=over, entries=made, bodies=bodies, key=key)
    METRICS.moves.add(by, len(answers))
    if bodies:
        room.broadcast_attachments(bodies)
    room.broadcast_views(before.number)
    if over:
        room.broadcast_table()
        note("game over", table=room.id, game=session.head.game, decisions=session.number)
    room.schedule.plan()


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
            answer = await room.workers.simulate(room.session.source(), question, room.id)
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
