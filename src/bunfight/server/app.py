"""The application: hub, live lines, API and pages put together behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bunfight import games
from bunfight.protocol import ErrorBody
from bunfight.protocol.schema import game_schema, schema
from bunfight.server.http.api import Api
from bunfight.server.http.coaching import Coaching
from bunfight.server.http.openapi import openapi
from bunfight.server.http.replay_cache import Rewatch
from bunfight.server.http.routing import Makers, answer, route
from bunfight.server.http.static import Pages, api_page
from bunfight.server.registry import Hub
from bunfight.server.rooms.bots import Minds
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import Store
from bunfight.server.storage.open import open_store
from bunfight.server.transport.endpoints import Live
from bunfight.server.transport.limits import Gate
from bunfight.server.transport.middleware import Guard
from bunfight.server.transport.notifier import post
from bunfight.server.workers.pool import Pools
from bunfight.server.workers.shared import SharedMinds


class App(Guard):
    """An ASGI application; ``hub`` is its heart."""

    @staticmethod
    def minds(settings: Settings) -> Minds:
        """Processes of our own, or those that all servers of this machine share."""
        if settings.minds:
            return SharedMinds(settings.minds)
        return Pools(settings.bot_workers, settings.nature_workers, settings.patience)

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.hub = Hub(settings, store or open_store(settings.db), self.minds(settings), post(settings))
        self.gate = Gate(settings)
        live = Live(self.hub, self.gate)
        self.hub.peers.shut_out, self.gate.told = self.gate.shut, self.hub.peers.tell_shut
        makers, pages = Makers(settings, self.hub.store), Pages(settings.static)
        doors = [*Api(self.hub, live, makers).doors(), *Rewatch(self.hub, makers).doors(), *Coaching(self.hub).doors()]
        described = openapi(doors)

        async def open_api(request: Request) -> Response:
            return answer(described, request, cache="no-cache")

        async def messages(request: Request) -> Response:
            return answer(schema(), request, cache="no-cache")

        async def positions(request: Request) -> Response:
            if request.path_params["game"] not in self.hub.offered():
                return await nothing(request)
            return answer(game_schema(games.load(request.path_params["game"])), request, cache="no-cache")

        async def listing(request: Request) -> Response:
            return HTMLResponse(api_page(doors))

        async def nothing(request: Request) -> Response:
            return answer(ErrorBody("not_found", "there is nothing at this address"), request, 404)

        routes = [
            *[route(door) for door in doors],
            Route("/openapi.json", open_api),
            Route("/api/schema.json", messages),
            Route("/api/schema/{game}.json", positions),
            Route("/api", listing),
            Route("/api/{path:path}", nothing, methods=["GET", "POST"]),
            Route("/brought/{game}/{file}", pages.brought),
            Route("/{path:path}", pages.page),
        ]

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await self.hub.open()
            yield
            await self.hub.close()

        super().__init__(Starlette(routes=routes, lifespan=lifespan), live, settings)
