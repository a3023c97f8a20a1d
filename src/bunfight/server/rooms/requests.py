"""Wishes: what people at a table ask for; each is looked at when everything before it is done and kept."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from bunfight import protocol
from bunfight.engine import require_legal
from bunfight.engine.errors import BunfightError
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.selection import unknown_noun, why_not
from bunfight.server.rate_limit import limited
from bunfight.server.rooms import apply, broadcast, clocks, reminders, seating, undo
from bunfight.server.rooms.bots import BotFailed, settled_bot
from bunfight.server.rooms.connection import Who
from bunfight.server.rooms.policies import Refusal

if TYPE_CHECKING:
    from bunfight.engine import View
    from bunfight.server.rooms.room import Room

HINTS_WAITING: Final = 3  # of one client


async def because(room: Room, _: Who, wish: protocol.Why, key: str) -> protocol.Explanation:
    match = room.match
    try:
        table = match.playing()
        if wish.about:
            if (kind := unknown_noun(match.game, wish.about)) is not None:
                raise MoveSyntaxError("no_kind", kind=kind)
            if broken := why_not(match.game, table.state, wish.seat, wish.about):
                raise broken
        else:
            require_legal(table.state, wish.seat, match.game.grammar.parse(wish.move))
    except BunfightError as error:
        rule, why, told = broadcast.forbidden(room, error)
        text = broadcast.rule_text(room, rule)
        return protocol.Explanation(id=wish.id, legal=False, rule=rule, why=why, text=text, told=told)
    return protocol.Explanation(id=wish.id, legal=True)


async def say(room: Room, _: Who, wish: protocol.SendChat, key: str) -> None:
    line = room.chat.spoken(wish.seat, room.match.head.seats[wish.seat].name, wish.text, wish.emote)
    room.match.live.said = line.count
    await room.commit(lines=[line], key=key)
    room.chat.add(line)
    broadcast.everyone(room, broadcast.spoke(line))


async def play(room: Room, _: Who, wish: protocol.Play, key: str) -> None:
    match = room.match
    match.playing()
    if match.head.seats[wish.seat].bot:
        raise Refusal("TABLE-BOT", "bot_plays")
    if wish.seat in match.live.fresh and wish.version < match.live.fresh[wish.seat]:
        raise Refusal("TABLE-STALE", "stale", stale=True)
    held = time.time() - match.live.able.get(wish.seat, 0.0)
    clocks.check_moment(match.game, match.game.grammar.parse(wish.move), held)
    await apply.decide(room, wish.seat, wish.move, "person", key)


def view_for_hint(room: Room, wish: protocol.Hint) -> View:
    """What a bot is shown: of what is kept, not of what may still fail."""
    table = room.match.playing()
    if wish.seat not in table.state.awaiting():
        raise Refusal("TABLE-HINT", "no_hint_now")
    view: View = room.match.game.view(table.state, wish.seat)
    return view


async def hint(room: Room, wish: protocol.Hint, view: View, client: str) -> protocol.FromServer:
    """What a bot would do; the table goes on meanwhile."""
    bot = settled_bot(wish.bot, room.match.head.game, len(room.match.head.seats))
    if room.minds.hints_wanted(client) >= HINTS_WAITING:
        limited("hints")
        raise Refusal("TABLE-HINT", "many_hints")
    try:
        stream = f"{room.id}/{room.match.number}"
        thought = await room.minds.explain(room.match.rulebook(), view, bot, "hint", stream, client)
    except BotFailed as error:
        return protocol.RequestError(id=wish.id, error="puzzled", why=str(error))
    return protocol.HintResult(id=wish.id, seat=wish.seat, move=thought.move, bot=bot, choices=thought.choices)


GRANT: Final[dict[type, Callable[[Room, Who, Any, str], Awaitable[protocol.FromServer | None]]]] = {
    protocol.Why: because,
    protocol.SendChat: say,
    protocol.Play: play,
    protocol.Undo: undo.undo,
    protocol.UndoAnswer: undo.answer,
    protocol.StandIn: seating.stand_in,
    protocol.ReclaimSeat: seating.back,
    protocol.Resign: seating.resign,
    protocol.SetPace: seating.pace,
    protocol.SetReminder: reminders.remind,
}  # what is done for each wish while nothing else happens at the table; without an answer of its own it is Ok
