"""The application: table registry, live connections, API and static files behind the security middleware."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bunfight import games
from bunfight.protocol import ErrorBody
from bunfight.protocol.schema import game_schema, schema
from bunfight.server.bots import Workers
from bunfight.server.http.api import Api
from bunfight.server.http.catalogue import usable_books
from bunfight.server.http.coaching import Coaching
from bunfight.server.http.openapi import openapi
from bunfight.server.http.replays import ReplayApi
from bunfight.server.http.routing import TableLimit, answer, answer_constant, packed, route
from bunfight.server.http.static import StaticFiles, api_page
from bunfight.server.registry import TableRegistry
from bunfight.server.reminders import NoNotifier, Notifier
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import Store
from bunfight.server.storage.open import open_store
from bunfight.server.transport.endpoints import LiveEndpoint
from bunfight.server.transport.limits import ClientLimits
from bunfight.server.transport.middleware import SecurityMiddleware


def make_workers(settings: Settings) -> Workers:
    """Worker processes of this server, or those that all servers of this machine share."""
    from bunfight.server.workers.pool import WorkerPools
    from bunfight.server.workers.shared import SharedWorkers

    if settings.worker_socket:
        return SharedWorkers(settings.worker_socket)
    return WorkerPools(settings.bot_workers, settings.physics_workers, settings.bot_timeout)


def warm_up(offered: list[str]) -> None:
    """Load every game and write its texts before the first request, which would stall all others."""
    packed(schema())
    for book in usable_books(offered):
        packed(book)
        packed(game_schema(games.load(book.game.id)))


def notifier(settings: Settings) -> Notifier:
    """Sends reminders if the settings name a way to send them."""
    if not (settings.smtp or settings.webhook):
        return NoNotifier()
    from bunfight.server.transport.notifier import make_notifier

    return make_notifier(settings)


class App(SecurityMiddleware):
    """The ASGI application. Libraries that a browser lacks are imported only where they are used."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        workers: Workers | None = None,
        open_records: bool = False,
    ) -> None:
        self.registry = registry = TableRegistry(
            settings, store or open_store(settings.db), workers or make_workers(settings), notifier(settings)
        )
        self.limits = ClientLimits(settings)
        live = LiveEndpoint(registry, self.limits)
        registry.cluster.on_ban, self.limits.on_ban = self.limits.ban_here, registry.cluster.announce_ban
        limit, static = TableLimit(settings, registry.store), StaticFiles(settings.static, settings.offline)
        apis = (Api(registry, live, limit), ReplayApi(registry, limit, open_records), Coaching(registry))
        operations = [operation for api in apis for operation in api.operations()]
        described = cache(partial(openapi, operations))  # a browser never asks for it

        async def open_api(request: Request) -> Response:
            return answer_constant(described(), request)

        async def messages(request: Request) -> Response:
            return answer_constant(schema(), request)

        async def positions(request: Request) -> Response:
            if request.path_params["game"] not in registry.offered():
                return await not_found(request)
            return answer_constant(game_schema(games.load(request.path_params["game"])), request)

        async def listing(request: Request) -> Response:
            return HTMLResponse(api_page(operations))

        async def not_found(request: Request) -> Response:
            return answer(ErrorBody("not_found", "there is nothing at this address"), request, 404)

        routes = [
            *[route(operation) for operation in operations],
            Route("/openapi.json", open_api),
            Route("/api/schema.json", messages),
            Route("/api/schema/{game}.json", positions),
            Route("/api", listing),
            Route("/api/{path:path}", not_found, methods=["GET", "POST"]),
            Route("/brought/{game}/{file:path}", static.game_file),
            Route("/offline/{path:path}", static.offline_file),
            Route("/{path:path}", static.page),
        ]

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await registry.open()
            await asyncio.to_thread(warm_up, registry.offered())
            described()
            yield
            await registry.close()

        super().__init__(Starlette(routes=routes, lifespan=lifespan), live, settings)
