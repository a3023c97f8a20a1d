"""Guard: what every request passes before anything else: name, origin, size, rate; and the headers of every answer."""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from bunfight.engine.errors import InvalidInput
from bunfight.protocol.errors import error_body
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.settings import Settings
from bunfight.server.transport.endpoints import Live
from bunfight.server.transport.limits import block_of
from bunfight.server.transport.websocket import LINE

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; "
    "manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
SAFE: Final = ("GET", "HEAD", "OPTIONS")
PAGES: Final = 10  # times as many requests for files, which are cheap, as to the API


def header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def client_of(scope: Any, proxy: bool) -> str:
    """Who is asking, as far as limits are concerned."""
    if proxy and (told := header(scope, b"x-forwarded-for")):
        return block_of(told.rpartition(",")[2].strip()[:64])
    client = scope.get("client")
    return block_of(client[0]) if client else ""


class Guard:
    """The outermost layer: an ASGI application around the routes, with the live socket beside them."""

    def __init__(self, app: Any, live: Live, settings: Settings) -> None:
        self.app, self.live, self.settings = app, live, settings
        rate = settings.requests_per_second
        self.rates, self.pages = Buckets(rate, 10 * rate), Buckets(PAGES * rate, 10 * PAGES * rate)
        self.names = own_names(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = client_of(scope, self.settings.proxy)
        if scope["type"] == "websocket":
            line = scope.get("extensions", {}).get(LINE)
            known = self.known_name(scope) or limited("host")
            if (
                line is None
                or scope["path"] != "/ws"
                or not known
                or not (self.same_origin(scope) or limited("origin"))
            ):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "not allowed"})
                return
            await self.live.socket(client, receive, send, line)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                METRICS.requests.add(str(message["status"]))
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        api = scope["path"].startswith("/api/")
        if not (self.rates if api else self.pages).take(client):
            limited("requests" if api else "pages")
            await refuse(guarded, 429, "too_many", "many_requests")
        elif not self.known_name(scope):
            limited("host")
            await refuse(guarded, 421, "host", "other_name")
        elif scope["method"] not in SAFE and not self.same_origin(scope):
            limited("origin")
            await refuse(guarded, 403, "origin", "this page may not talk to this server")
        elif int(header(scope, b"content-length") or 0) > self.settings.body:
            limited("body")
            await refuse(guarded, 413, "too_large", "many_bytes", n=self.settings.body)
        else:
            await self.app(scope, self.bounded(receive), guarded)

    def bounded(self, receive: Any) -> Any:
        """A body that grows beyond the limit without having said so ends as if the client had gone."""
        size = 0

        async def bounded() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.settings.body:
                limited("body")
                return {"type": "http.disconnect"}
            return message

        return bounded

    def same_origin(self, scope: Any) -> bool:
        """Browsers say from which site a script talks; other programs say nothing."""
        origin = header(scope, b"origin")
        if not origin or origin in self.settings.origins:
            return True
        own = urlsplit(self.settings.url).netloc if self.settings.url else header(scope, b"host")
        return netloc(origin) == own

    def known_name(self, scope: Any) -> bool:
        """Whether the server was asked for by a name of its own: a stranger's name may be pointed at any address."""
        host = header(scope, b"host")
        name = (netloc_name(f"//{host}") if host else "") or ""
        return not host or name in self.names or is_address(name)


def netloc(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def netloc_name(url: str) -> str:
    """The host that an address names, in small letters."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def own_names(settings: Settings) -> frozenset[str]:
    """The names that a server may be asked for by, beside all addresses."""
    told = [netloc_name(one) for one in (settings.url, *settings.origins)]
    machine = gethostname().lower()
    named = [settings.host.lower(), *[one.lower() for one in settings.hosts]]
    return frozenset([*filter(None, told), *named, "localhost", machine, f"{machine.partition('.')[0]}.local"])


async def refuse(send: Any, status: int, error: str, why: str, **facts: Any) -> None:
    body = msgspec.json.encode(error_body(error, InvalidInput(why, **facts)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
