"""The application: hub, live lines, API and pages put together behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bunfight import games
from bunfight.serve.api import Api
from bunfight.serve.doors import Makers, answer, route
from bunfight.serve.guard import Guard
from bunfight.serve.hub import Hub
from bunfight.serve.limits import Gate
from bunfight.serve.live import Live
from bunfight.serve.minds import Minds
from bunfight.serve.openapi import openapi
from bunfight.serve.pages import Pages, api_page
from bunfight.serve.rewatch import Rewatch
from bunfight.serve.schema import game_schema, schema
from bunfight.serve.settings import Settings
from bunfight.serve.sqlite import SqliteStore
from bunfight.serve.store import Store
from bunfight.serve.wire import Mistake


class App(Guard):
    """An ASGI application; ``hub`` is its heart."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        minds = Minds(settings.bot_workers, settings.nature_workers, settings.patience)
        self.hub = Hub(settings, store or SqliteStore(settings.db), minds)
        self.gate = Gate(settings)
        live = Live(self.hub, self.gate)
        makers, pages = Makers(settings), Pages(settings.static)
        doors = [*Api(self.hub, live, makers).doors(), *Rewatch(self.hub, makers).doors()]
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
            return answer(Mistake("not_found", "there is nothing at this address"), request, 404)

        routes = [
            *[route(door) for door in doors],
            Route("/openapi.json", open_api),
            Route("/api/schema.json", messages),
            Route("/api/schema/{game}.json", positions),
            Route("/api", listing),
            Route("/api/{path:path}", nothing, methods=["GET", "POST"]),
            Route("/{path:path}", pages.page),
        ]

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await self.hub.open()
            yield
            await self.hub.close()

        super().__init__(Starlette(routes=routes, lifespan=lifespan), live, settings)
