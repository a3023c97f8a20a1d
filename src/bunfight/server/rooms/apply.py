"""Deciding: a decision, from whatever hand, is put on the table, kept on disk, and only then told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from bunfight.engine import SimulationNeeded, require_legal
from bunfight.engine.errors import BunfightError
from bunfight.engine.table import Table
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import broadcast, clocks, reminders
from bunfight.server.rooms.bots import BotFailed
from bunfight.server.rooms.policies import Refusal
from bunfight.server.storage.interface import Attachment, Sealed

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room


async def decide(room: Room, seat: int, text: str, by: str, key: str = "") -> None:
    """Into the window's box if one is open, else onto the table."""
    match = room.match
    table = match.playing()
    if not clocks.is_window(table):
        await advance(room, [(seat, text)], by, key)
        return
    require_legal(table.state, seat, match.game.grammar.parse(text))
    match.live.sealed[seat] = Sealed(text, time.time())
    answered = all(other in match.live.sealed for other in table.state.awaiting())
    if answered and time.time() >= room.pulse.window_ends():
        await open_window(room, by, key)
        return
    await room.commit(key=key)
    broadcast.one_seat(room, seat)
    room.pulse.plan()


async def open_window(room: Room, by: str, key: str = "") -> None:
    """All answers are in: open them together, in the order of the seats."""
    match = room.match
    answers = [(seat, match.live.sealed[seat].move) for seat in match.playing().state.awaiting()]
    match.live.sealed = {}
    await advance(room, answers, by, key)


async def advance(room: Room, answers: list[tuple[int, str]], by: str, key: str) -> None:
    """Put these answers on the table one after the other, keep what came of it, then tell it."""
    match, films = room.match, {}
    table = match.playing()
    before, step = match.number, clocks.question(table)
    waited = {seat: clocks.mode(table, seat)[0] for seat in table.state.awaiting()}
    try:
        for place, (seat, text) in enumerate(answers):
            if place and seat not in table.state.awaiting():
                continue  # an answer before this one has closed the question
            try:
                table.play(seat, text)
            except SimulationNeeded as needed:
                if film := await _with_nature(room, table, seat, text, needed.question):
                    films[len(table.record.entries)] = film
            used = time.time() - match.live.asked.get(seat, time.time())
            match.live.banks[seat] = clocks.spent(match.head, match.live.banks.get(seat, 0.0), used)
    except BunfightError as error:
        if len(table.record.entries) != before or len(answers) > 1:
            room.lost(error)  # some of it was done, and is kept nowhere
        raise
    made = table.record.entries[before:]
    match.number, match.version, match.live.request = before + len(made), match.version + 1, None
    match.live.declined = None
    match.live.streams = table.streams
    if film_time := max(broadcast.film_seconds(entry) for entry in made):
        if by == "bot":
            film_time = clocks.film_time(film_time, room.pulse.left(made[-1].seat))
        match.live.showing = time.time() + film_time
    match.ask(step, waited, [seat for seat, _ in answers])
    over = table.record.end is not None
    if over:
        match.state, match.head.outcome = "over", table.record.end
        reminders.forget(room)
    attachments = [Attachment(number, "film", film) for number, film in films.items()]
    await room.commit(head=over, entries=made, attachments=attachments, key=key)
    METRICS.moves.add(by, len(answers))
    broadcast.films(room, films)
    broadcast.views(room, before)
    if over:
        broadcast.table(room)
        note("game over", table=room.id, game=match.head.game, decisions=match.number)
    room.pulse.plan()


async def _with_nature(room: Room, table: Table, seat: int, text: str, question: str) -> str:
    """The world outside must answer first: ask it in another process, and play again.

    Returns the film of it, which is only for the eye: it is large, so neither the record nor memory holds it.
    """
    answers: dict[str, str] = {}

    def world(question: str) -> str:
        if question not in answers:
            raise SimulationNeeded(question)
        return answers[question]

    while True:
        try:
            told = await room.minds.observe(room.match.rulebook(), question, room.id)
            answers[question], film = film_apart(told)
        except (BotFailed, BunfightError) as error:
            raise Refusal("TABLE-NATURE", "not_simulated") from error
        table.simulator = world
        try:
            table.play(seat, text)
            return film
        except SimulationNeeded as needed:
            question = needed.question
        finally:
            table.simulator = None


def film_apart(answer: str) -> tuple[str, str]:
    """An answer of nature, and the film that came with it as JSON ("" if none did)."""
    told = msgspec.json.decode(answer)
    film = told.pop("film", None) if isinstance(told, dict) else None
    if film is None:
        return answer, ""
    return msgspec.json.encode(told).decode(), msgspec.json.encode(film).decode()
