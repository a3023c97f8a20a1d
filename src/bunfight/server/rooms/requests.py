"""Handles the requests of players: each once, one at a time, when everything before it is stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bunfight import protocol
from bunfight.coach import daily
from bunfight.engine import BunfightError, View
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.selection import unknown_noun, why_not
from bunfight.server import policies, tokens
from bunfight.server.bots import BotFailed, checked_bot
from bunfight.server.errors import RequestRejected
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import limited
from bunfight.server.reminders import MAIL_ADDRESS, Reminder
from bunfight.server.rooms import apply, broadcast, seating
from bunfight.server.rooms.chat import chat_message
from bunfight.server.rooms.connection import Viewer
from bunfight.server.rooms.room import NOT_SAVED, TRIES, Room
from bunfight.server.storage.interface import Conflict

MAX_PENDING_HINTS: Final = 3  # of one client
MANY: Final = "too many messages; wait a moment"

Send = Callable[[protocol.FromServer], None]
Handler = Callable[[Room, Viewer, Any, str], Awaitable[protocol.FromServer | None]]


def _ignore(_: protocol.FromServer) -> None:
    """Drop a message."""


async def handle(
    room: Room, viewer: Viewer, request: protocol.Request, client: str = "", send: Send = _ignore
) -> protocol.FromServer:
    """Handle a request once and reply; a repeated request gets the same reply.

    The reply is made between two changes, so that it never mentions a version that is not stored.
    """
    started = time.perf_counter()
    if not await room.registry.turns.take(client):
        send(busy := protocol.RequestError(id=request.id, error="too_many", why=MANY))
        return busy
    room.last_used = time.monotonic()
    key, own = f"{request.seat}:{request.id}", request.seat in viewer.seats
    if own and (earlier := room.replies.find(key)) is not None:
        repeated = await asyncio.shield(earlier)
        send(repeated)
        return repeated
    answer = room.replies.new(key if own and not isinstance(request, protocol.Why) else "")
    reply: protocol.FromServer = protocol.RequestError(
        id=request.id, error="server", why="the server made a mistake; try again"
    )
    view: View | None = None
    try:
        async with room.lock:
            if room.closed:
                reply = protocol.RequestError(id=request.id, error="gone", why="the table is reloading; try again")
            elif not own:
                raise RequestRejected("TABLE-SEAT", "seat_not_held")
            elif isinstance(request, protocol.Hint):
                view = view_for_hint(room, request)
            else:
                for _ in range(TRIES):
                    if room.session.was_handled(key):
                        reply = protocol.Ok(id=request.id, version=room.session.version)
                        break
                    try:
                        own_reply = await HANDLERS[type(request)](room, viewer, request, key)
                        reply = own_reply or protocol.Ok(id=request.id, version=room.session.version)
                        break
                    except Conflict:  # another server was faster
                        await room.catch_up(reload=True)
                else:
                    raise Conflict(room.id)
        if view is not None and isinstance(request, protocol.Hint):
            reply = await hint(room, request, view, client)
    except BunfightError as error:
        reply = rejected = broadcast.rejected(room.session, request.id, error)
        METRICS.rejected.add(rejected.rule)
    except NOT_SAVED as error:
        why = "your change could not be saved, so nothing happened; try again"
        reply = protocol.RequestError(id=request.id, error="store", why=why)
        room.close(error)
    finally:
        answer.set_result(reply)
        send(reply)
    if isinstance(request, protocol.Play) and isinstance(reply, protocol.Ok):
        METRICS.latency.observe(time.perf_counter() - started)
    return reply


async def play(room: Room, _: Viewer, request: protocol.Play, key: str) -> None:
    session, seat = room.session, request.seat
    session.require_table()
    if session.head.seats[seat].bot:
        raise RequestRejected("TABLE-BOT", "bot_plays")
    if room.clocks.is_stale(seat, request.version):
        raise RequestRejected("TABLE-STALE", "stale", stale=True)
    room.clocks.check_moment(seat, request.move)
    await apply.decide(room, seat, request.move, "person", key)


async def why(room: Room, _: Viewer, request: protocol.Why, key: str) -> protocol.Explanation:
    session = room.session
    try:
        if request.about:
            table = session.require_table()
            if (kind := unknown_noun(session.game, request.about)) is not None:
                raise MoveSyntaxError("no_kind", kind=kind)
            if broken := why_not(session.game, table.state, request.seat, request.about):
                raise broken
        else:
            session.check_move(request.seat, request.move)
    except BunfightError as error:
        rule, message = broadcast.explanation(session, error)
        text = policies.rule_text(session.head.game, rule)
        return protocol.Explanation(id=request.id, legal=False, rule=rule, why=message["en"], text=text, told=message)
    return protocol.Explanation(id=request.id, legal=True)


async def send_chat(room: Room, _: Viewer, request: protocol.SendChat, key: str) -> None:
    name = room.session.seats[request.seat].name
    line = room.chat.compose(request.seat, name, request.text, request.emote)
    room.session.running.said = line.count
    await room.commit(lines=[line], key=key)
    room.chat.add(line)
    room.presence.send_all(chat_message(line))


def view_for_hint(room: Room, request: protocol.Hint) -> View:
    """Return the view that a bot gets: only what is stored."""
    room.session.require_table()
    if request.seat not in room.session.awaiting():
        raise RequestRejected("TABLE-HINT", "no_hint_now")
    if any(daily.is_open(chapter.seed) for chapter in room.session.head.chapters):
        raise RequestRejected("TABLE-HINT", "no_hint_daily")
    return room.session.view(request.seat)


async def hint(room: Room, request: protocol.Hint, view: View, client: str) -> protocol.FromServer:
    """Ask a bot what it would do; the table goes on meanwhile."""
    session = room.session
    bot = checked_bot(request.bot, session.head.game, len(session.seats))
    if room.registry.workers.pending_hints(client) >= MAX_PENDING_HINTS:
        limited("hints")
        raise RequestRejected("TABLE-HINT", "many_hints")
    try:
        stream = f"{room.id}/{session.number}"
        advice = await room.registry.workers.explain(session.source(), view, bot, "hint", stream, client)
    except BotFailed as error:
        return protocol.RequestError(id=request.id, error="bot_failed", why=str(error))
    return protocol.HintResult(id=request.id, seat=request.seat, move=advice.move, bot=bot, choices=advice.choices)


async def undo(room: Room, viewer: Viewer, request: protocol.Undo, key: str) -> None:
    """Undo at once as far as the seat has learned nothing since; beyond that everybody must agree."""
    session, seat = room.session, request.seat
    session.require_table()
    if room.window.unseal(seat):
        await room.commit(key=key)
        room.broadcast.seat_view(seat)
        room.schedule.plan()
        return
    keep = room.undo.target(seat, request.keep)
    learned_since = keep < session.require_table().undo_point(seat)
    others = [n for n in session.people() if n not in viewer.seats]  # no bot consents for an absent person
    if learned_since and session.head.undo != "free" and others:
        room.undo.request(seat, keep, others)
        await room.commit(key=key)
        room.broadcast.table(room.info())
        return
    if learned_since:  # allowed among bots, but what was seen cannot be forgotten
        session.head.casual = True
    await _cut(room, keep, key, agreed=learned_since)


async def answer_undo(room: Room, _: Viewer, request: protocol.UndoAnswer, key: str) -> None:
    keep = room.undo.answer(request.seat, request.request, request.yes)
    if keep is not None:
        await _cut(room, keep, key, agreed=True)
        return
    await room.commit(key=key)
    room.broadcast.table(room.info())


async def _cut(room: Room, keep: int, key: str, agreed: bool) -> None:
    room.undo.cut(keep, agreed)
    await room.commit(head=True, cut=keep, key=key)
    room.broadcast.table(room.info())
    room.broadcast.views(-1, reset=True)
    room.schedule.plan()


async def set_pace(room: Room, _: Viewer, request: protocol.SetPace, key: str) -> None:
    """Set how fast bots act. With other people at the table that stays; each browser has a speed of its own."""
    room.session.require_table()
    if not room.session.single_player():
        raise RequestRejected("TABLE-PACE", "others_sit")
    room.session.head.pace = request.pace
    await room.save_seats(key=key)


async def set_reminder(room: Room, _: Viewer, request: protocol.SetReminder, key: str) -> None:
    """Store how to remind a player, or stop that. Nobody else sees it."""
    notifier, place = room.registry.notifier, room.session.seats[request.seat]
    if (request.mail or request.hook) and room.session.head.clock.kind != "days":
        raise RequestRejected("TABLE-REMIND", "not_slow")
    if (request.mail and not notifier.mails) or (request.hook and not notifier.hooks):
        raise RequestRejected("TABLE-REMIND", "no_reminders")
    if request.mail and not MAIL_ADDRESS.fullmatch(request.mail):
        raise RequestRejected("TABLE-REMIND", "no_mail_address")
    if request.mail and request.mail != place.mail:
        place.mail_code, place.mail_waits = tokens.new_token(), True
    place.mail, place.hook, place.language = request.mail, request.hook, request.language
    await room.commit(head=True, key=key)
    if place.mail and place.mail_waits:
        about = (room.id, room.session.head.game, request.seat, place.name, place.mail, False, place.language)
        notifier.remind(Reminder(*about, place.mail_code, confirm=True))


HANDLERS: Final[dict[type, Handler]] = {  # without a reply of its own a request is answered with Ok
    protocol.Why: why,
    protocol.SendChat: send_chat,
    protocol.Play: play,
    protocol.Undo: undo,
    protocol.UndoAnswer: answer_undo,
    protocol.StandIn: seating.stand_in,
    protocol.ReclaimSeat: seating.reclaim,
    protocol.Resign: seating.resign,
    protocol.SetPace: set_pace,
    protocol.Choose: seating.choose,
    protocol.SetReminder: set_reminder,
}
