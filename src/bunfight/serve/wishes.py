"""Wishes: what people at a table ask for; each is looked at when everything before it is done and kept."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from bunfight.grammar import Misread
from bunfight.kernel import RuleBreak, check
from bunfight.pointing import why_not
from bunfight.serve import clocks, deciding, seating, tell, undo, wire
from bunfight.serve.house import Refusal
from bunfight.serve.limits import limited
from bunfight.serve.minds import Puzzled, settled_bot
from bunfight.serve.pipes import Who

if TYPE_CHECKING:
    from bunfight.kernel import View
    from bunfight.serve.room import Room

HINTS_WAITING: Final = 3  # of one client


async def grant(room: Room, who: Who, wish: wire.Wish, key: str) -> wire.FromServer:
    """Do what was wished; nothing else happens at the table meanwhile."""
    if isinstance(wish, wire.Why):
        return because(room, wish)
    if isinstance(wish, wire.Say):
        await say(room, wish, key)
    elif isinstance(wish, wire.Play):
        await play(room, wish, key)
    elif isinstance(wish, wire.Undo):
        await undo.undo(room, who, wish, key)
    elif isinstance(wish, wire.Answer):
        await undo.answer(room, wish, key)
    elif isinstance(wish, wire.StandIn):
        await seating.stand_in(room, wish, key)
    elif isinstance(wish, wire.Back):
        await seating.back(room, wish.seat, key)
    elif isinstance(wish, wire.Resign):
        await seating.resign(room, wish.seat, key)
    return wire.Ok(id=wish.id, version=room.match.version)


def because(room: Room, wish: wire.Why) -> wire.Because:
    match = room.match
    try:
        table = match.playing()
        if wish.about:
            if broken := why_not(match.game, table.state, wish.seat, wish.about):
                raise broken
        else:
            check(table.state, wish.seat, match.game.parse(wish.move))
    except (RuleBreak, Misread) as error:
        rule, told = tell.forbidden(room, error)
        text = tell.rule_text(room, rule)
        return wire.Because(id=wish.id, legal=False, rule=rule, why=told["en"], text=text, told=told)
    except Refusal as error:
        text = tell.rule_text(room, error.rule)
        return wire.Because(id=wish.id, legal=False, rule=error.rule, why=error.why, text=text)
    except ValueError as error:
        rule = "HOUSE-CHOICE"
        return wire.Because(id=wish.id, legal=False, rule=rule, why=str(error), text=tell.rule_text(room, rule))
    return wire.Because(id=wish.id, legal=True)


async def say(room: Room, wish: wire.Say, key: str) -> None:
    line = room.chat.spoken(wish.seat, room.match.head.seats[wish.seat].name, wish.text, wish.emote)
    await room.commit(lines=[line], key=key)
    room.chat.add(line)
    tell.everyone(room, tell.spoke(line))


async def play(room: Room, wish: wire.Play, key: str) -> None:
    match = room.match
    match.playing()
    if match.head.seats[wish.seat].bot:
        raise Refusal("TABLE-BOT", "a bot plays for you; take your seat back first")
    if wish.seat in match.fresh and wish.version < match.fresh[wish.seat]:
        raise Refusal("TABLE-STALE", "the table has changed since you decided; look again", stale=True)
    held = time.time() - match.live.able.get(wish.seat, 0.0)
    clocks.check_moment(match.game, match.game.parse(wish.move), held)
    await deciding.decide(room, wish.seat, wish.move, "person", key)


def view_for_hint(room: Room, wish: wire.Hint) -> View:
    """What a bot is shown: of what is kept, not of what may still fail."""
    table = room.match.playing()
    if wish.seat not in table.state.awaiting():
        raise Refusal("TABLE-HINT", "you are not asked just now")
    view: View = room.match.game.view(table.state, wish.seat)
    return view


async def hint(room: Room, wish: wire.Hint, view: View, client: str) -> wire.FromServer:
    """What a bot would do; the table goes on meanwhile."""
    bot = settled_bot(wish.bot)
    if room.minds.hints_wanted(client) >= HINTS_WAITING:
        limited("hints")
        raise Refusal("TABLE-HINT", "wait for the hints you have asked for")
    try:
        stream = f"{room.id}/{room.match.number}"
        thought = await room.minds.explain(room.match.rulebook(), view, bot, "hint", stream, client)
    except Puzzled as error:
        return wire.Trouble(id=wish.id, error="puzzled", why=str(error))
    return wire.Hinted(id=wish.id, seat=wish.seat, move=thought.move, bot=bot, choices=thought.choices)
