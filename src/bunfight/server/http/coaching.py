"""The coach over HTTP: reviews of finished games, puzzles, and the daily deal with its leaderboard."""

from __future__ import annotations

import asyncio
import hashlib
import time
from contextlib import suppress
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bunfight.coach import daily
from bunfight.coach.puzzles import Puzzle, puzzle_of, puzzles, verdict
from bunfight.coach.review import Review
from bunfight.engine import IllegalMove
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.protocol import coaching
from bunfight.protocol.errors import HttpError
from bunfight.server.http.routing import TABLE, Door, answer, body, find_room, tokens
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.registry import Hub
from bunfight.server.rooms import policies
from bunfight.server.rooms.bots import BotFailed
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.transport.middleware import client_of

WHOLE: Final = "review"  # the finished review of a table
PART: Final = "progress"  # an unfinished one, so that it continues after a restart
WHERE: Final = "maker"  # the server that makes it
SILENT: Final = 300.0  # seconds without another slice after which that server is believed no more
CAREFUL: Final = 90  # slices of a review that are made with care; the rest is made in a hurry
BOARD: Final = 100  # scores of a day that are told
REVIEWS_AN_HOUR: Final = 30.0  # of one client
PUZZLES_A_MINUTE: Final = 60.0


class Making(msgspec.Struct):
    """A review that is being made: where, how far it is, and when that was."""

    server: int
    done: int
    at: float


class Coaching:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._making: dict[str, asyncio.Task[None]] = {}
        self._done: dict[str, tuple[int, int]] = {}
        self._failed: set[str] = set()
        self._reviews = Buckets(REVIEWS_AN_HOUR / 3600, 10.0)
        self._answers = Buckets(PUZZLES_A_MINUTE / 60, 30.0)

    def doors(self) -> list[Door]:
        t, p = TABLE, "/api/puzzles"
        return [
            Door("GET", t + "/review", self.review, "The review of a finished game", None, coaching.ReviewStatus),
            Door("POST", t + "/review", self.ask, "Ask for a review", None, coaching.ReviewStatus, "seat"),
            Door("GET", p, self.puzzles, "All puzzles (?game=)", None, list[coaching.PuzzleInfo]),
            Door("GET", p + "/{puzzle}", self.puzzle, "A puzzle", None, coaching.PuzzlePosition),
            Door("POST", p + "/{puzzle}", self.solve, "Answer it", coaching.PuzzleAnswer, coaching.PuzzleResult),
            Door("GET", "/api/daily/{game}", self.daily, "The daily deal (?date=)", None, coaching.DailyDeal),
            Door("POST", "/api/daily/{game}", self.enter, "Enter a score", coaching.DailyEntry, coaching.DailyDeal),
        ]  # fmt: skip

    # Reviews

    async def finished(self, request: Request) -> Room:
        room = await find_room(self.hub, request)
        if room.match.state != "over":
            raise HttpError(409, "running", "not_over")
        return room

    async def review(self, request: Request) -> Response:
        return answer(await self.told(await self.finished(request)), request)

    async def told(self, room: Room) -> coaching.ReviewStatus:
        total = room.match.number
        kept = await self.hub.store.reviews(room.id)
        if text := kept.get(WHOLE, ""):
            return coaching.ReviewStatus("done", total, total, msgspec.Raw(text.encode()))
        if room.id in self._making:
            return coaching.ReviewStatus("making", *self._done.get(room.id, (0, total)))
        if text := kept.get(WHERE, ""):
            there = msgspec.json.decode(text, type=Making)
            if there.server in self.hub.store.others and time.time() - there.at < SILENT:
                return coaching.ReviewStatus("making", there.done, total)
        return coaching.ReviewStatus("failed" if room.id in self._failed else "none", 0, total)

    async def ask(self, request: Request) -> Response:
        """Any player may ask, when the game is over; who only watched may read what there is."""
        room = await self.finished(request)
        who = room.company.who(room.match.head, tokens(request))
        if not who.seats and not who.host:
            raise HttpError(403, "not_seated", "review_for_players")
        told = await self.told(room)
        if told.state in ("none", "failed"):
            client = client_of(request.scope, self.hub.settings.proxy)
            if not self._reviews.take(client):
                limited("hints")
                raise HttpError(429, "too_many", "many_reviews")
            self._failed.discard(room.id)
            self._done[room.id] = (0, told.total)
            task = asyncio.create_task(self.make(room, client))
            self._making[room.id] = task
            task.add_done_callback(lambda _: self._making.pop(room.id, None))
            told = coaching.ReviewStatus("making", 0, told.total)
        return answer(told, request, 202 if told.state == "making" else 200)

    async def make(self, room: Room, client: str) -> None:
        """Slice by slice in a worker process, until the review is whole; each slice is kept."""
        store, slices, judged = self.hub.store, 0, 0
        try:
            text = room.match.record(await store.entries(room.id)).text()
            done = (await store.reviews(room.id)).get(PART, "").encode()
            while True:
                slices += 1
                if store.shared:
                    here = Making(store.server, judged, time.time())
                    await store.save_review(room.id, WHERE, msgspec.json.encode(here).decode())
                part = await self.hub.minds.look_back(room.match.rulebook(), text, done, slices > CAREFUL, client)
                done, judged = part.moments, part.done
                self._done[room.id] = (judged, room.match.number)
                if part.review:
                    await store.save_review(room.id, WHOLE, part.review.decode())
                    await store.save_review(room.id, PART, "")
                    return
                await store.save_review(room.id, PART, done.decode())
        except (BotFailed, BunfightError, StoreBroken):
            self._failed.add(room.id)
            with suppress(StoreBroken):
                await store.save_review(room.id, WHERE, "")
        finally:
            self._done.pop(room.id, None)

    # Puzzles

    async def puzzles(self, request: Request) -> Response:
        wanted = request.query_params.get("game", "")[:40]
        games = [game for game in self.hub.offered() if wanted in ("", game)]
        found = [about(one) for game in games for one in await asyncio.to_thread(puzzles, game)]
        return answer(found, request, cache="no-cache")

    async def find(self, request: Request) -> Puzzle:
        try:
            one = await asyncio.to_thread(puzzle_of, request.path_params["puzzle"][:60])
        except InvalidInput as error:
            raise HttpError(404, "puzzle", "no_puzzle") from error
        if one.outdated or one.game not in self.hub.offered():
            raise HttpError(410, "outdated", "old_puzzle")
        return one

    async def puzzle(self, request: Request) -> Response:
        one = await self.find(request)
        view = await asyncio.to_thread(one.view)
        names = [f"P{seat + 1}" for seat in range(one.seats)]
        moves = sorted(text for choice in one.choices for text in choice.moves)
        return answer(coaching.PuzzlePosition(about(one), one.seat, names, view, moves), request, cache="no-cache")

    async def solve(self, request: Request) -> Response:
        one, given = await self.find(request), await body(request, coaching.PuzzleAnswer)
        if not self._answers.take(client_of(request.scope, self.hub.settings.proxy)):
            limited("hints")
            raise HttpError(429, "too_many", "many_answers")
        try:
            found = await asyncio.to_thread(verdict, one, given.move)
        except IllegalMove as refused:
            raise HttpError(400, "not_allowed", "puzzle_barred", rule=refused.rule) from refused
        told = coaching.PuzzleResult(
            found.right,
            given.move,
            found.chance,
            found.move,
            found.best,
            one.thought,
            [coaching.PuzzleChoice(each.moves, each.chance, each.low, each.high) for each in one.choices],
            [coaching.PuzzleReason(term, value) for term, value in one.reasons],
        )
        return answer(told, request)

    # The daily deal

    def game(self, request: Request) -> str:
        game: str = request.path_params["game"]
        if game not in self.hub.offered():
            raise HttpError(404, "unknown_game", "game_not_here")
        return game

    async def daily(self, request: Request) -> Response:
        asked = request.query_params.get("date", "")[:10]
        return answer(await self.deal(self.game(request), daily.dated(asked) if asked else daily.today()), request)

    async def deal(self, game: str, date: str) -> coaching.DailyDeal:
        one = daily.deal(game, date)
        kept = await self.hub.store.scores(board_of(one))
        scores = []
        for text in kept.values():
            with suppress(msgspec.DecodeError):  # of another version
                scores.append(msgspec.json.decode(text, type=coaching.DailyScore))
        scores.sort(key=lambda each: (-each.adjusted, -each.skill, each.at))
        return coaching.DailyDeal(game, date, one.seed, one.seats, one.bot, scores[:BOARD])

    async def enter(self, request: Request) -> Response:
        """A score counts if the game was played as dealt, by whoever holds its first seat, and was reviewed."""
        game, given = self.game(request), await body(request, coaching.DailyEntry)
        room = await self.hub.room(given.table)
        if room is None or room.match.state != "over":
            raise HttpError(409, "running", "not_over")
        one = daily.deal(game, daily.today())
        head = room.match.head
        if daily.YOU not in room.company.who(head, tokens(request)).seats:
            raise HttpError(403, "not_yours", "seat_not_held")
        bots = [seat for number, seat in enumerate(head.seats) if number != daily.YOU]
        fair = head.game == game and head.practice and not head.own_cards and len(head.seats) == one.seats
        fair = fair and [chapter.seed for chapter in head.chapters] == [one.seed] and head.undo == "off"
        fair = fair and all(seat.kind == "bot" and seat.bot == one.bot for seat in bots)
        if not fair or head.options != room.match.game.settle({}, one.seats):
            raise HttpError(409, "not_daily", "not_daily")
        text = (await self.hub.store.reviews(room.id)).get(WHOLE, "")
        if not text:
            raise HttpError(409, "not_reviewed", "review_first")
        review: Review = msgspec.json.decode(text, type=Review)
        record = room.match.record(await self.hub.store.entries(room.id))
        found = daily.score(review, record)
        line = coaching.DailyScore(
            policies.clean(given.name, 24),
            found.result,
            round(found.luck, 4),
            round(found.adjusted, 4),
            round(found.skill, 4),
            found.place,
            time.time(),
        )
        player = int(hashlib.sha256(given.browser.encode()).hexdigest()[:7], 16)
        kept = msgspec.json.encode(line).decode()  # the first game of the day counts, wherever it is handed in
        await self.hub.store.save_score(board_of(one), player, kept)
        return answer(await self.deal(game, one.date), request)


def board_of(one: daily.Deal) -> str:
    return f"{one.seed}/{one.seats}"


def about(one: Puzzle) -> coaching.PuzzleInfo:
    choices = sum(len(each.moves) for each in one.choices)
    return coaching.PuzzleInfo(one.id, one.game, one.level, one.seats, choices, one.stacking)  # type: ignore[arg-type]
