"""Room: one live table. What is wished is granted one at a time, kept on disk, and only then told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bunfight import games
from bunfight.grammar import Misread
from bunfight.kernel import NatureNeeded, RuleBreak, check
from bunfight.kernel.record import Chapter, Entry, Record, RecordError
from bunfight.kernel.table import AnyGame, Table
from bunfight.pointing import why_not
from bunfight.serve import clocks, house, seating, seats, tell, undo, wire
from bunfight.serve.house import Refusal
from bunfight.serve.limits import Bucket
from bunfight.serve.logs import LOG, note
from bunfight.serve.metrics import METRICS
from bunfight.serve.minds import Puzzled, Rulebook, settled_bot
from bunfight.serve.pipes import Pipe, Who
from bunfight.serve.pulse import Pulse
from bunfight.serve.store import Change, Conflict, Kept, KeptChapter, Line, Sealed, StoreBroken

if TYPE_CHECKING:
    from bunfight.serve.hub import Hub

REMEMBERED: Final = 16  # granted wishes that outlive a restart
REPLIES: Final = 64
CHAT_SHOWN: Final = 50
CHAT_RATE: Final = (0.5, 5)  # lines a second, and at once
ENTRY: Final = msgspec.json.Decoder(Entry)


class Room:
    """A table in memory; it can be dropped at any moment and read again from the store."""

    def __init__(self, hub: Hub, kept: Kept, chat: list[Line]) -> None:
        self.hub = hub
        self.id, self.state, self.version, self.number = kept.id, kept.state, kept.version, kept.number
        self.made, self.changed = kept.made, kept.changed
        self.head, self.live = kept.head, kept.live
        self.table: Table | None = None
        self.frozen = False
        self.chat = chat
        self.spoken = chat[-1].count if chat else 0
        self.voices: dict[int, Bucket] = {}
        self.pipes: set[Pipe] = set()
        self.request: wire.Request | None = None
        self.fresh: dict[int, int] = {}  # since which version each asked seat's question is the same
        self.touched = time.monotonic()
        self.dead = False
        self._lock = asyncio.Lock()  # first come, first served
        self._loop = asyncio.get_running_loop()
        self._replies: dict[str, asyncio.Future[wire.FromServer]] = {}
        self.pulse = Pulse(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    # Coming into being

    @cached_property
    def game(self) -> AnyGame:
        """The game with the table's own cards; if those cannot be read any more, the table is frozen."""
        try:
            return games.load(self.head.game, self.head.own_cards)
        except ValueError as error:
            self.frozen = True
            note("table frozen", logging.WARNING, table=self.id, why=str(error))
            return games.load(self.head.game)

    def wake(self, entries: list[bytes]) -> None:
        """Replay the game that is on record; if the rules have changed since, the table is frozen."""
        game = self.game
        if self.head.deal is None or self.frozen:
            return
        try:
            self.table = Table.resume(game, self.record(entries), self.head.chapters[-1].seed)
        except RecordError as error:
            self.frozen = True
            note("table frozen", logging.WARNING, table=self.id, why=str(error))
            return
        self.table.streams = max(self.table.streams, self.live.streams)
        if self.head.clock.kind != "days":
            self.live.asked = dict.fromkeys(self.live.asked, time.time())  # no time runs while the server is down
        self.fresh = dict.fromkeys(self.table.state.awaiting(), self.version)

    def record(self, entries: list[bytes]) -> Record:
        """The record as the store has it."""
        head = self.head
        assert head.deal is not None
        told = [Chapter(one.start, one.commit, one.seed) for one in head.chapters]
        made = [ENTRY.decode(entry) for entry in entries]
        first = Entry(**head.deal)
        return Record(head.game, head.rules, head.options, head.cards, head.names, told, first, made, head.outcome)

    def begin(self) -> None:
        """Deal the cards."""
        names = [seat.name for seat in self.head.seats]
        seed = self.head.chapters[0].seed if self.head.practice else seats.new_seed()
        self.sit(Table(self.game, names, seed, self.head.options))

    def sit(self, table: Table) -> None:
        """Make ``table`` what is played here."""
        self.table, self.state, self.number = table, "playing", len(table.record.entries)
        self.head.options, self.head.names = table.options, table.record.seats
        self.head.rules, self.head.cards = self.game.rules_version, self.game.cards_digest
        self.head.deal = vars(table.record.deal)
        self.live.banks = dict.fromkeys(range(len(self.head.seats)), clocks.BANK[self.head.clock.kind])
        self.keep_chapters()
        self.ask()

    def keep_chapters(self) -> None:
        assert self.table is not None
        told = self.table.record.chapters
        self.head.chapters = [KeptChapter(one.start, one.commit, str(one.seed)) for one in told]

    # Who is here

    def who(self, tokens: list[str]) -> Who:
        """What these tokens open."""
        digests = [seats.digest(token) for token in tokens]
        held = {n for n, seat in enumerate(self.head.seats) for digest in digests if seats.opens(digest, seat.token)}
        return Who(frozenset(held), sum(seats.opens(digest, self.head.host) for digest in digests) > 0)

    def shown_state(self) -> wire.TableState:
        return "frozen" if self.frozen and self.state == "playing" else self.state  # type: ignore[return-value]

    def rule_text(self, rule: str) -> wire.Words:
        return house.rule_text(self.head.game, rule)

    async def enter(self, pipe: Pipe, who: Who, hello: wire.Hello) -> None:
        """Let a connection in and tell it what it has missed: between two changes, when all that is told is kept."""
        async with self._lock:
            if self.dead:
                pipe.close("gone", "the table is read again from the store", 300)
            elif not pipe.closed:
                self._enter(pipe, who, hello)

    def _enter(self, pipe: Pipe, who: Who, hello: wire.Hello) -> None:
        pipe.who, pipe.room = who, self
        self.pipes.add(pipe)
        told = [self.spoke(line) for line in self.chat]
        pipe.send(
            wire.Welcome(
                protocol=wire.PROTOCOL,
                server=self.hub.version,
                table=tell.info(self),
                seats=sorted(who.seats),
                host=who.host,
                chat=told,
                now=time.time(),
            )
        )
        if self.table is not None:
            caught_up = hello.version >= 0 and hello.version >= self.live.undone and -1 <= hello.number <= self.number
            since = hello.number if caught_up else -1
            for seat in who.eyes():
                pipe.send(tell.view(self, seat, since, not caught_up or since < 0))
            pipe.send(tell.clock(self))
        tell.who_is_here(self, pipe)
        self.touched = time.monotonic()

    def exit(self, pipe: Pipe) -> None:
        self.pipes.discard(pipe)
        self.touched = time.monotonic()
        tell.who_is_here(self, pipe)

    def spoke(self, line: Line) -> wire.Spoke:
        return wire.Spoke(**msgspec.structs.asdict(line))

    # Wishes

    async def grant(self, who: Who, wish: wire.Wish) -> wire.FromServer:
        """Do what was wished, once, and say how it went."""
        self.touched = time.monotonic()
        if self.dead:
            return wire.Trouble(id=wish.id, error="gone", why="the table is read again from the store; try again")
        if wish.seat not in who.seats:
            return tell.refused(self, wish.id, "TABLE-SEAT", "you do not hold that seat")
        if isinstance(wish, wire.Why):
            return self._because(wish)
        key = f"{wish.seat}:{wish.id}"
        known = self._replies.get(key)
        if known is not None:
            return await asyncio.shield(known)
        if key in self.live.done:
            return wire.Ok(id=wish.id, version=self.version)
        known = self._replies[key] = self._loop.create_future()
        if len(self._replies) > REPLIES:
            self._replies.pop(next(iter(self._replies)))
        reply: wire.FromServer = wire.Trouble(id=wish.id, error="server", why="the server made a mistake; try again")
        try:
            reply = await self._reply(who, wish, key)
        finally:
            known.set_result(reply)
        return reply

    async def _reply(self, who: Who, wish: wire.Wish, key: str) -> wire.FromServer:
        reply: wire.FromServer
        try:
            reply = await self._granted(who, wish, key)
        except (RuleBreak, Misread) as error:
            reply = tell.broken(self, wish.id, error)
        except Refusal as error:
            reply = tell.refused(self, wish.id, error.rule, error.why, error.stale)
        except ValueError as error:
            reply = tell.refused(self, wish.id, "HOUSE-CHOICE", str(error))
        except (Conflict, StoreBroken) as error:
            reply = wire.Trouble(id=wish.id, error="store", why="it could not be kept, so it was not done; try again")
            self.lost(error)
        if isinstance(reply, wire.Refused):
            METRICS.refused.add(reply.rule)
        return reply

    async def _granted(self, who: Who, wish: wire.Wish, key: str) -> wire.FromServer:
        if isinstance(wish, wire.Say):
            return await self._say(wish)
        if isinstance(wish, wire.Hint):
            return await self._hint(wish)
        async with self._lock:
            if isinstance(wish, wire.Play):
                await self._play(wish, key)
            elif isinstance(wish, wire.Undo):
                await undo.undo(self, who, wish, key)
            elif isinstance(wish, wire.Answer):
                await undo.answer(self, wish, key)
            elif isinstance(wish, wire.StandIn):
                await seating.stand_in(self, wish)
            elif isinstance(wish, wire.Back):
                await seating.back(self, wish.seat)
            elif isinstance(wish, wire.Resign):
                await seating.resign(self, wish.seat)
            return wire.Ok(id=wish.id, version=self.version)

    async def alone(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Do something about the table while nothing else happens there; a lost table is read again next time."""
        async with self._lock:
            try:
                return await call()
            except (Conflict, StoreBroken) as error:
                self.lost(error)
                raise

    def rulebook(self) -> Rulebook:
        """What other processes must know to load the game."""
        return self.head.game, self.head.own_cards

    def playing(self) -> Table:
        if self.frozen:
            raise Refusal("TABLE-FROZEN", "this game was begun under other rules and cannot go on")
        if self.table is None:
            raise Refusal("TABLE-WAIT", "the game has not begun yet")
        return self.table

    def _because(self, wish: wire.Why) -> wire.FromServer:
        try:
            table = self.playing()
            if wish.about:
                if broken := why_not(self.game, table.state, wish.seat, wish.about):
                    raise broken
            else:
                check(table.state, wish.seat, self.game.parse(wish.move))
        except (RuleBreak, Misread) as error:
            rule, told = tell.forbidden(self, error)
            text = self.rule_text(rule)
            return wire.Because(id=wish.id, legal=False, rule=rule, why=told["en"], text=text, told=told)
        except Refusal as error:
            text = self.rule_text(error.rule)
            return wire.Because(id=wish.id, legal=False, rule=error.rule, why=error.why, text=text)
        except ValueError as error:
            rule = "HOUSE-CHOICE"
            return wire.Because(id=wish.id, legal=False, rule=rule, why=str(error), text=self.rule_text(rule))
        return wire.Because(id=wish.id, legal=True)

    async def _say(self, wish: wire.Say) -> wire.FromServer:
        text = house.clean(wish.text, 200)
        if not text and wish.emote is None:
            raise Refusal("TABLE-CHAT", "there is nothing in it")
        if not self.voices.setdefault(wish.seat, Bucket(*CHAT_RATE)).take():
            raise Refusal("TABLE-CHAT", "not so fast")
        self.spoken += 1
        line = Line(self.spoken, wish.seat, self.head.seats[wish.seat].name, text, wish.emote or "", time.time())
        await self.hub.store.speak(self.id, line)
        self.chat = [*self.chat[1 - CHAT_SHOWN :], line]
        tell.everyone(self, self.spoke(line))
        return wire.Ok(id=wish.id, version=self.version)

    async def _hint(self, wish: wire.Hint) -> wire.FromServer:
        bot = settled_bot(wish.bot)
        async with self._lock:  # of what is kept, not of what may still fail
            table, stream = self.playing(), f"{self.id}/{self.number}"
            if wish.seat not in table.state.awaiting():
                raise Refusal("TABLE-HINT", "you are not asked just now")
            view = self.game.view(table.state, wish.seat)
        try:
            thought = await self.hub.minds.explain(self.rulebook(), view, bot, "hint", stream)
        except Puzzled as error:
            return wire.Trouble(id=wish.id, error="puzzled", why=str(error))
        return wire.Hinted(id=wish.id, seat=wish.seat, move=thought.move, bot=bot, choices=thought.choices)

    # Decisions

    async def _play(self, wish: wire.Play, key: str) -> None:
        self.playing()
        if self.head.seats[wish.seat].bot:
            raise Refusal("TABLE-BOT", "a bot plays for you; take your seat back first")
        if wish.seat in self.fresh and wish.version < self.fresh[wish.seat]:
            raise Refusal("TABLE-STALE", "the table has changed since you decided; look again", stale=True)
        if self.game.nature:
            clocks.check_moment(self.game.parse(wish.move), time.time() - self.live.able.get(wish.seat, 0.0))
        await self.decide(wish.seat, wish.move, "person", key)

    async def decide(self, seat: int, text: str, by: str, key: str = "") -> None:
        """A decision from whatever hand: into the window's box if one is open, else onto the table."""
        table = self.playing()
        if not clocks.is_window(table):
            await self._advance([(seat, text)], by, key)
            return
        check(table.state, seat, self.game.parse(text))
        self.live.sealed[seat] = Sealed(text, time.time())
        answered = all(other in self.live.sealed for other in table.state.awaiting())
        if answered and time.time() >= self.pulse.window_ends():
            await self.open_window(by, key)
            return
        await self.commit(key=key)
        tell.one_seat(self, seat)
        self.pulse.plan()

    async def open_window(self, by: str, key: str = "") -> None:
        """All answers are in: open them together, in the order of the seats."""
        answers = [(seat, self.live.sealed[seat].move) for seat in self.playing().state.awaiting()]
        self.live.sealed = {}
        await self._advance(answers, by, key)

    async def _advance(self, answers: list[tuple[int, str]], by: str, key: str = "") -> None:
        table = self.playing()
        before, step = self.number, clocks.question(table)
        waited = {seat: clocks.mode(table, seat)[0] for seat in table.state.awaiting()}
        films: dict[int, str] = {}
        for place, (seat, text) in enumerate(answers):
            if place and seat not in table.state.awaiting():
                continue  # an answer before this one has closed the question
            film = await self._play_with_nature(table, seat, text)
            if film:
                films[len(table.record.entries)] = film
            used = time.time() - self.live.asked.get(seat, time.time())
            self.live.banks[seat] = clocks.spent(self.head, self.live.banks.get(seat, 0.0), used)
        made = table.record.entries[before:]
        self.number, self.version, self.request = before + len(made), self.version + 1, None
        self.live.streams = table.streams
        if self.game.nature:
            self.live.showing = time.time() + max(tell.film_seconds(entry) for entry in made)
        self.ask(step, waited, [seat for seat, _ in answers])
        over = table.record.end is not None
        if over:
            self.state, self.head.outcome = "over", table.record.end
        await self.commit(head=over, entries=made, films=films, key=key, expect=self.version - 1)
        METRICS.moves.add(by, len(answers))
        tell.films(self, films)
        tell.views(self, before)
        if over:
            tell.table(self)
            note("game over", table=self.id, game=self.head.game, decisions=self.number)
        self.pulse.plan()

    async def _play_with_nature(self, table: Table, seat: int, text: str) -> str:
        """Play; where the world outside must answer first, ask it in another process and play again.

        Returns the film of it, which is only for the eye: it is large, so neither the record nor memory holds it.
        """
        answers: dict[str, str] = {}
        film = ""

        def world(question: str) -> str:
            if question not in answers:
                raise NatureNeeded(question)
            return answers[question]

        table.world = world if self.game.nature else None
        while True:
            try:
                table.play(seat, text)
                return film
            except NatureNeeded as needed:
                question = needed.question
            try:
                answers[question], film = without_film(await self.hub.minds.observe(self.rulebook(), question))
            except (Puzzled, ValueError) as error:
                raise Refusal("TABLE-NATURE", "the plate could not be simulated; try again") from error

    def ask(self, step: str = "", waited: dict[int, str] | None = None, movers: list[int] | None = None) -> None:
        """Note who is asked since when; a seat whose question is still the same keeps its time and its freshness."""
        table = self.playing()
        now = max(time.time(), self.live.showing)
        same = step == clocks.question(table)
        asked, fresh, able = {}, {}, {}
        for seat in table.state.awaiting():
            kept = same and seat in (waited or ()) and seat not in (movers or ())
            picking_up = (waited or {}).get(seat) == "rescue" == clocks.mode(table, seat)[0]
            asked[seat] = self.live.asked.get(seat, now) if kept or picking_up else now
            fresh[seat] = self.fresh.get(seat, self.version) if kept else self.version
            able[seat] = self.live.able.get(seat, 0.0) if kept else time.time()
        if all(version == self.version for version in fresh.values()):
            self.live.opened = now
        self.live.asked, self.live.able, self.fresh = asked, able, fresh

    def showing(self) -> float:
        """Seconds for which the last act is still to be seen, if this table takes the time to look."""
        return 0.0 if self.head.pace == "instant" else max(0.0, self.live.showing - time.time())

    def ticking(self) -> bool:
        return self.head.clock.kind != "none" or bool(self.game.nature)

    # Keeping

    async def commit(
        self,
        *,
        head: bool = False,
        entries: list[Entry] | None = None,
        cut: int | None = None,
        films: dict[int, str] | None = None,
        key: str = "",
        expect: int | None = None,
    ) -> None:
        """Put what changed on disk. Raises Conflict or StoreBroken; then this room is not to be trusted any more."""
        if key:
            self.live.done = [*self.live.done[1 - REMEMBERED :], key]
        if head or entries or cut is not None:
            self.changed = time.time()
        await self.hub.store.commit(
            Change(
                id=self.id,
                expect=self.version if expect is None else expect,
                state=self.state,
                version=self.version,
                number=self.number,
                changed=self.changed,
                live=msgspec.json.encode(self.live),
                due=self.pulse.due(),
                head=msgspec.json.encode(self.head) if head else None,
                public=self.head.public,
                game=self.head.game,
                cut=cut,
                entries=[msgspec.json.encode(vars(entry)) for entry in entries or ()],
                films=films or {},
            )
        )
        if head:
            self.hub.lobby_changed = True

    def lost(self, error: Exception) -> None:
        """What is in memory is not what is on disk: forget it; clients come back and find the table as it was kept."""
        note("table lost", logging.ERROR, table=self.id, why=f"{type(error).__name__}: {error}")
        self.leave_memory()
        self._loop.call_later(0.05, self._send_away)  # after the answers to what was not done

    def _send_away(self) -> None:
        for pipe in list(self.pipes):
            pipe.close("gone", "the table is read again from the store", 300)

    def leave_memory(self) -> None:
        self.dead = True
        self.hub.drop(self)
        self.pulse.stop()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (Conflict, StoreBroken)):
            trouble(self.id, error)

    def idle(self, seconds: float) -> bool:
        """Whether nobody would miss this room in memory."""
        if self.pipes or self._tasks or self._lock.locked() or time.monotonic() - self.touched < seconds:
            return False
        due = self.pulse.due()
        return due is None or due > time.time() + 2 * seconds


def trouble(table: str, error: BaseException) -> None:
    """A mistake of ours, with its trace; the table goes on as it was."""
    LOG.error("a mistake of ours", exc_info=error, extra={"facts": {"table": table, "error": repr(error)}})


def without_film(answer: str) -> tuple[str, str]:
    """An answer of nature, and the film that came with it as JSON ("" if none did)."""
    told = msgspec.json.decode(answer)
    film = told.pop("film", None) if isinstance(told, dict) else None
    if film is None:
        return answer, ""
    return msgspec.json.encode(told).decode(), msgspec.json.encode(film).decode()
