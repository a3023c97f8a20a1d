"""The coach over HTTP: reviews of finished games, puzzles, and the daily deal with its leaderboard."""

from __future__ import annotations

import asyncio
import hashlib
import time
from contextlib import suppress
from functools import lru_cache
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bunfight.coach import daily
from bunfight.coach.puzzles import Puzzle, puzzle_of, puzzles
from bunfight.coach.review import Review
from bunfight.engine import IllegalMove, InvalidInput
from bunfight.protocol import coaching
from bunfight.server import policies
from bunfight.server.bots import BotFailed, ReviewSlice
from bunfight.server.errors import HttpError
from bunfight.server.http.routing import (
    TABLE,
    Operation,
    Packed,
    Query,
    answer,
    answer_packed,
    body,
    find_room,
    pack,
    require_watching,
    tokens,
)
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import Damaged, StoreBroken, StoredScore
from bunfight.server.transport.middleware import client_of

REVIEW: Final = "review"  # the finished review of a table
PARTIAL: Final = "progress"  # the judged decisions of an unfinished one, so that it continues after a restart
LOOKS: Final = "looks"  # its closer looks
PROGRESS: Final = "maker"  # which server is making it, and how far it is
STALLED_SECONDS: Final = 300.0  # without another slice after which that server is presumed dead
FULL_SLICES: Final = 90  # of a review; the rest is made briefly
MAX_FAILED: Final = 1000  # failed reviews that are remembered
LEADERBOARD: Final = 100  # scores of a day that are listed
REVIEWS_PER_HOUR: Final = 30.0  # of one client
PUZZLES_PER_MINUTE: Final = 60.0


class ReviewProgress(msgspec.Struct):
    """A review that is being made: by which server, how far it is, and when that was stored."""

    server: int
    done: int
    at: float


class Coaching:
    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._making: dict[str, asyncio.Task[None]] = {}
        self._done: dict[str, tuple[int, int]] = {}
        self._failed: dict[str, None] = {}  # the last tables whose review failed
        self._reviews = Buckets(REVIEWS_PER_HOUR / 3600, 10.0)
        self._answers = Buckets(PUZZLES_PER_MINUTE / 60, 30.0)

    def operations(self) -> list[Operation]:
        t, p, c = TABLE, "/api/puzzles", coaching
        game, date = (
            Query("game", "only puzzles of this game"),
            Query("date", "a day such as 2026-11-17; today if absent"),
        )
        return [
            Operation("GET", t + "/review", self.review, "The review of a finished game", None, c.ReviewStatus),
            Operation("POST", t + "/review", self.ask, "Ask for a review", None, c.ReviewStatus, "seat"),
            Operation("GET", p, self.puzzles, "All puzzles", None, list[c.PuzzleInfo], query=(game,)),
            Operation("GET", p + "/{puzzle}", self.puzzle, "A puzzle", None, c.PuzzlePosition),
            Operation("POST", p + "/{puzzle}", self.solve, "Answer a puzzle", c.PuzzleAnswer, c.PuzzleResult),
            Operation("GET", "/api/daily/{game}", self.daily, "The daily deal", None, c.DailyDeal, query=(date,)),
            Operation("POST", "/api/daily/{game}", self.enter, "Enter a score", c.DailyEntry, c.DailyDeal),
        ]

    # Reviews

    async def _finished(self, request: Request) -> Room:
        room = await find_room(self.registry, request)
        if room.session.state != "over":
            raise HttpError(409, "running", "not_over")
        require_watching(room, request)
        return room

    async def review(self, request: Request) -> Response:
        return answer(await self._status(await self._finished(request)), request)

    async def _status(self, room: Room) -> coaching.ReviewStatus:
        total = room.session.number
        stored = await self.registry.store.reviews(room.id)
        if text := stored.get(REVIEW, ""):
            return coaching.ReviewStatus("done", total, total, msgspec.Raw(text.encode()))
        moments = msgspec.Raw((stored.get(PARTIAL) or "[]").encode())
        if room.id in self._making:
            return coaching.ReviewStatus("making", *self._done.get(room.id, (0, total)), moments=moments)
        if text := stored.get(PROGRESS, ""):
            there = msgspec.json.decode(text, type=ReviewProgress)
            if there.server in self.registry.store.others and time.time() - there.at < STALLED_SECONDS:
                return coaching.ReviewStatus("making", there.done, total, moments=moments)
        return coaching.ReviewStatus("failed" if room.id in self._failed else "none", 0, total)

    async def ask(self, request: Request) -> Response:
        """Any player may ask for a review when the game is over; spectators can read it."""
        room = await self._finished(request)
        viewer = room.viewer(tokens(request))
        if not viewer.seats and not viewer.host:
            raise HttpError(403, "not_seated", "review_for_players")
        status = await self._status(room)
        if status.state in ("none", "failed"):
            client = client_of(request.scope, self.registry.settings.proxy)
            if not self._reviews.take(client):
                limited("hints")
                raise HttpError(429, "too_many", "many_reviews")
            self._failed.pop(room.id, None)
            self._done[room.id] = (0, status.total)
            task = asyncio.create_task(self._make(room, client))
            self._making[room.id] = task
            task.add_done_callback(lambda _: self._making.pop(room.id, None))
            status = coaching.ReviewStatus("making", 0, status.total)
        return answer(status, request, 202 if status.state == "making" else 200)

    async def _make(self, room: Room, client: str) -> None:
        """Make a review slice by slice in a worker process; each slice is stored."""
        store, slices, judged = self.registry.store, 0, 0
        try:
            text = room.session.record(await store.entries(room.id)).text()
            stored = await store.reviews(room.id)
            part = ReviewSlice(stored.get(PARTIAL, "").encode(), stored.get(LOOKS, "").encode())
            while True:
                slices += 1
                if store.shared:
                    here = ReviewProgress(store.server, judged, time.time())
                    await store.save_review(room.id, PROGRESS, msgspec.json.encode(here).decode())
                part = await self.registry.workers.review(
                    room.session.source(), text, part, slices > FULL_SLICES, client
                )
                judged = part.done
                self._done[room.id] = (judged, room.session.number)
                if part.review:
                    await store.save_review(room.id, REVIEW, part.review.decode())
                    await store.save_review(room.id, PARTIAL, "")
                    await store.save_review(room.id, LOOKS, "")
                    return
                await store.save_review(room.id, PARTIAL, part.moments.decode())
                await store.save_review(room.id, LOOKS, part.looks.decode())
        except (BotFailed, Damaged, StoreBroken):
            self._failed[room.id] = None
            if len(self._failed) > MAX_FAILED:
                del self._failed[next(iter(self._failed))]
            with suppress(StoreBroken):
                await store.save_review(room.id, PROGRESS, "")
        finally:
            self._done.pop(room.id, None)

    # Puzzles

    async def puzzles(self, request: Request) -> Response:
        wanted = request.query_params.get("game", "")[:40]
        games = [game for game in self.registry.offered() if wanted in ("", game)]
        found = [about(one) for game in games for one in await asyncio.to_thread(puzzles, game)]
        return answer(found, request, cache="no-cache")

    async def _find(self, request: Request) -> Puzzle:
        try:
            one = await asyncio.to_thread(puzzle_of, request.path_params["puzzle"][:60])
        except InvalidInput as error:
            raise HttpError(404, "puzzle", "no_puzzle") from error
        if one.outdated or one.game not in self.registry.offered():
            raise HttpError(410, "outdated", "old_puzzle")
        return one

    async def puzzle(self, request: Request) -> Response:
        one = await self._find(request)
        return answer_packed(await asyncio.to_thread(position, one.id), request)

    async def solve(self, request: Request) -> Response:
        one, given = await self._find(request), await body(request, coaching.PuzzleAnswer)
        client = client_of(request.scope, self.registry.settings.proxy)
        if not self._answers.take(client):
            limited("hints")
            raise HttpError(429, "too_many", "many_answers")
        try:
            found = await self.registry.workers.judge(one.id, given.move, client)
        except BotFailed as error:
            raise HttpError(503, "bot_failed", "puzzle_not_judged") from error
        except IllegalMove as error:
            raise HttpError(400, "not_allowed", "puzzle_illegal", rule=error.rule) from error
        result = coaching.PuzzleResult(
            found.right,
            given.move,
            found.chance,
            found.move,
            found.best,
            one.thought,
            [coaching.PuzzleChoice(each.moves, each.chance, each.low, each.high) for each in one.choices],
            [coaching.PuzzleReason(term, value) for term, value in one.reasons],
            msgspec.json.decode(found.shown, type=coaching.PuzzleTrial) if found.shown else None,
            one.prospects,
        )
        return answer(result, request)

    # The daily deal

    def _game(self, request: Request) -> str:
        game: str = request.path_params["game"]
        if game not in self.registry.offered():
            raise HttpError(404, "unknown_game", "game_not_here")
        return game

    async def daily(self, request: Request) -> Response:
        asked = request.query_params.get("date", "")[:10]
        return answer(await self._deal(self._game(request), daily.dated(asked) if asked else daily.today()), request)

    async def _deal(self, game: str, date: str) -> coaching.DailyDeal:
        one = daily.deal(game, date)
        stored = await self.registry.store.scores(board_of(one), LEADERBOARD)
        scores = []
        for text in stored.values():
            with suppress(msgspec.DecodeError):  # of another version
                scores.append(msgspec.json.decode(text, type=coaching.DailyScore))
        return coaching.DailyDeal(game, date, one.seed, one.seats, one.bot, scores)

    async def enter(self, request: Request) -> Response:
        """A score counts if the game was played as dealt, by the player of the first seat, and was reviewed.

        A table is entered once, whatever ids its player invents; of the tables of a browser the first one counts.
        """
        game, given = self._game(request), await body(request, coaching.DailyEntry)
        room = await self.registry.room(given.table)
        if room is None or room.session.state != "over":
            raise HttpError(409, "running", "not_over")
        one = daily.deal(game, daily.today())
        head = room.session.head
        if daily.YOU not in room.viewer(tokens(request)).seats:
            raise HttpError(403, "not_yours", "seat_not_held")
        bots = [seat for number, seat in enumerate(head.seats) if number != daily.YOU]
        fair = head.game == game and head.practice and not head.own_cards and len(head.seats) == one.seats
        fair = fair and [chapter.seed for chapter in head.chapters] == [one.seed] and head.undo == "off"
        fair = fair and all(seat.kind == "bot" and seat.bot == one.bot for seat in bots)
        if not fair or head.options != room.session.game.settle({}, one.seats):
            raise HttpError(409, "not_daily", "not_daily")
        text = (await self.registry.store.reviews(room.id)).get(REVIEW, "")
        if not text:
            raise HttpError(409, "not_reviewed", "review_first")
        review: Review = msgspec.json.decode(text, type=Review)
        record = room.session.record(await self.registry.store.entries(room.id))
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
        encoded = msgspec.json.encode(line).decode()
        stored = StoredScore(room.id, player, line.adjusted, line.skill, line.at, encoded)
        await self.registry.store.save_score(board_of(one), stored)
        return answer(await self._deal(game, one.date), request)


def board_of(one: daily.Deal) -> str:
    return f"{one.seed}/{one.seats}"


@lru_cache(maxsize=500)  # more than there are
def position(puzzle: str) -> Packed:
    """A puzzle as its solvers see it. Its decisions have to be replayed, which takes up to 60 ms."""
    one = puzzle_of(puzzle)
    names = [f"P{seat + 1}" for seat in range(one.seats)]
    moves = sorted(text for choice in one.choices for text in choice.moves)
    return pack(coaching.PuzzlePosition(about(one), one.seat, names, one.view(), moves))


def about(one: Puzzle) -> coaching.PuzzleInfo:
    choices = sum(len(each.moves) for each in one.choices)
    return coaching.PuzzleInfo(one.id, one.game, one.level, one.seats, choices, one.stacking)  # type: ignore[arg-type]
