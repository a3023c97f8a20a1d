"""Deciding: a decision, from whatever hand, is put on the table, kept on disk, and only then told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from bunfight.kernel import NatureNeeded, RuleBreak, check
from bunfight.kernel.table import Table
from bunfight.serve import clocks, tell
from bunfight.serve.house import Refusal
from bunfight.serve.logs import note
from bunfight.serve.metrics import METRICS
from bunfight.serve.minds import Puzzled
from bunfight.serve.store import Sealed

if TYPE_CHECKING:
    from bunfight.serve.room import Room


async def decide(room: Room, seat: int, text: str, by: str, key: str = "") -> None:
    """Into the window's box if one is open, else onto the table."""
    match = room.match
    table = match.playing()
    if not clocks.is_window(table):
        await _advance(room, [(seat, text)], by, key)
        return
    check(table.state, seat, match.game.parse(text))
    match.live.sealed[seat] = Sealed(text, time.time())
    answered = all(other in match.live.sealed for other in table.state.awaiting())
    if answered and time.time() >= room.pulse.window_ends():
        await open_window(room, by, key)
        return
    await room.commit(key=key)
    tell.one_seat(room, seat)
    room.pulse.plan()


async def open_window(room: Room, by: str, key: str = "") -> None:
    """All answers are in: open them together, in the order of the seats."""
    match = room.match
    answers = [(seat, match.live.sealed[seat].move) for seat in match.playing().state.awaiting()]
    match.live.sealed = {}
    await _advance(room, answers, by, key)


async def _advance(room: Room, answers: list[tuple[int, str]], by: str, key: str) -> None:
    match = room.match
    table = match.playing()
    before, step = match.number, clocks.question(table)
    waited = {seat: clocks.mode(table, seat)[0] for seat in table.state.awaiting()}
    try:
        films = await _put(room, table, answers)
    except (RuleBreak, Refusal, ValueError) as error:
        if len(table.record.entries) != before or len(answers) > 1:
            room.lost(error)  # some of it was done, and is kept nowhere
        raise
    made = table.record.entries[before:]
    match.number, match.version, match.live.request = before + len(made), match.version + 1, None
    match.live.streams = table.streams
    if film := max(tell.film_seconds(entry) for entry in made):
        match.live.showing = time.time() + film
    match.ask(step, waited, [seat for seat, _ in answers])
    over = table.record.end is not None
    if over:
        match.state, match.head.outcome = "over", table.record.end
    await room.commit(head=over, entries=made, films=films, key=key)
    METRICS.moves.add(by, len(answers))
    tell.films(room, films)
    tell.views(room, before)
    if over:
        tell.table(room)
        note("game over", table=room.id, game=match.head.game, decisions=match.number)
    room.pulse.plan()


async def _put(room: Room, table: Table, answers: list[tuple[int, str]]) -> dict[int, str]:
    """Play these answers one after the other; the films of it, by the number of their decision."""
    match, films = room.match, {}
    for place, (seat, text) in enumerate(answers):
        if place and seat not in table.state.awaiting():
            continue  # an answer before this one has closed the question
        film = await _play_with_nature(room, table, seat, text)
        if film:
            films[len(table.record.entries)] = film
        used = time.time() - match.live.asked.get(seat, time.time())
        match.live.banks[seat] = clocks.spent(match.head, match.live.banks.get(seat, 0.0), used)
    return films


async def _play_with_nature(room: Room, table: Table, seat: int, text: str) -> str:
    """Play; where the world outside must answer first, ask it in another process and play again.

    Returns the film of it, which is only for the eye: it is large, so neither the record nor memory holds it.
    """
    answers: dict[str, str] = {}
    film = ""

    def world(question: str) -> str:
        if question not in answers:
            raise NatureNeeded(question)
        return answers[question]

    table.world = world if room.match.game.nature else None
    while True:
        try:
            table.play(seat, text)
            return film
        except NatureNeeded as needed:
            question = needed.question
        try:
            told = await room.minds.observe(room.match.rulebook(), question, room.id)
            answers[question], film = without_film(told)
        except (Puzzled, ValueError) as error:
            raise Refusal("TABLE-NATURE", "the plate could not be simulated; try again") from error


def without_film(answer: str) -> tuple[str, str]:
    """An answer of nature, and the film that came with it as JSON ("" if none did)."""
    told = msgspec.json.decode(answer)
    film = told.pop("film", None) if isinstance(told, dict) else None
    if film is None:
        return answer, ""
    return msgspec.json.encode(told).decode(), msgspec.json.encode(film).decode()
