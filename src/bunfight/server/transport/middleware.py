"""Checks every request first (host name, origin, size, rate) and adds security headers to every response."""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from bunfight.server.errors import HttpError, error_body
from bunfight.server.observability.metrics import METRICS
from bunfight.server.observability.stalls import watched
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.settings import Settings
from bunfight.server.transport.endpoints import LiveEndpoint
from bunfight.server.transport.limits import EXTENSION, block_of

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; "
    "manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
ENGINE: Final = (
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
)  # under /offline/ the engine is WebAssembly
SAFE: Final = ("GET", "HEAD", "OPTIONS")
FILES: Final = 10  # times as many requests for files, which are cheap, as to the API


def header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def client_of(scope: Any, proxy: bool) -> str:
    """Return the client that limits apply to. Our proxy adds only the last address of the last X-Forwarded-For line."""
    if proxy:
        lines = [value for key, value in scope["headers"] if key == b"x-forwarded-for"]
        if lines and (last := lines[-1].decode("latin-1").rpartition(",")[2].strip()):
            return block_of(last[:64])
    client = scope.get("client")
    return block_of(client[0]) if client else ""


class SecurityMiddleware:
    """The outermost ASGI application: checks requests and passes them to the routes or to the live endpoint."""

    def __init__(self, app: Any, live: LiveEndpoint, settings: Settings) -> None:
        self.app, self.live, self.settings = app, live, settings
        rate = settings.requests_per_second
        self.api_rate, self.file_rate = Buckets(rate, 10 * rate), Buckets(FILES * rate, 10 * FILES * rate)
        self.names = own_names(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = client_of(scope, self.settings.proxy)
        if scope["type"] == "websocket":
            socket = scope.get("extensions", {}).get(EXTENSION)
            known = self.known_name(scope) or limited("host")
            allowed = known and (self.same_origin(scope) or limited("origin"))
            if socket is None or scope["path"] != "/ws" or not allowed:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "not allowed"})
                return
            await self.live.websocket(client, receive, send, socket)
            return

        async def send_checked(message: Any) -> None:
            if message["type"] == "http.response.start":
                METRICS.requests.add(str(message["status"]))
                policy = POLICY.replace(*ENGINE) if scope["path"].startswith("/offline/") else POLICY
                rules = (b"content-security-policy", policy.encode())
                message["headers"] = [*message.get("headers", ()), rules, *HEADERS]
            await send(message)

        api = scope["path"].startswith("/api/")
        if not (self.api_rate if api else self.file_rate).take(client):
            limited("requests" if api else "pages")
            await reject(send_checked, HttpError(429, "too_many", "many_requests"))
        elif not self.known_name(scope):
            limited("host")
            await reject(send_checked, HttpError(421, "host", "other_name"))
        elif scope["method"] not in SAFE and not self.same_origin(scope):
            limited("origin")
            await reject(send_checked, HttpError(403, "origin", "other_page"))
        elif int(header(scope, b"content-length") or 0) > self.settings.body:
            limited("body")
            await reject(send_checked, HttpError(413, "too_large", "many_bytes", n=self.settings.body))
        elif not await self.live.registry.turns.take(client):
            await reject(send_checked, HttpError(429, "too_many", "many_requests"))
        else:
            work = self.app(scope, self.limit_body(receive), send_checked)
            await watched(lambda: getattr(scope.get("endpoint"), "__name__", "unknown"), work)

    def limit_body(self, receive: Any) -> Any:
        """End a body that exceeds the limit without announcing it, as if the client had disconnected."""
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
        """Return whether a request comes from an allowed page; programs other than browsers send no origin."""
        origin = header(scope, b"origin")
        if not origin or origin in self.settings.origins:
            return True
        own = urlsplit(self.settings.url).netloc if self.settings.url else header(scope, b"host")
        return netloc(origin) == own

    def known_name(self, scope: Any) -> bool:
        """Return whether the Host header names this server: anybody can point a domain of their own at any address."""
        host = header(scope, b"host")
        name = (netloc_name(f"//{host}") if host else "") or ""
        return not host or name in self.names or is_address(name)


def netloc(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def netloc_name(url: str) -> str:
    """The host of a URL in lower case."""
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
    """The names of this server, in addition to all IP addresses."""
    hosts = [netloc_name(one) for one in (settings.url, *settings.origins)]
    machine = gethostname().lower()
    named = [settings.host.lower(), *[one.lower() for one in settings.hosts]]
    return frozenset([*filter(None, hosts), *named, "localhost", machine, f"{machine.partition('.')[0]}.local"])


async def reject(send: Any, error: HttpError) -> None:
    body = msgspec.json.encode(error_body(error.code, error))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
