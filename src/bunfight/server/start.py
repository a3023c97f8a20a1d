"""The serve command: starts the server, and backs up, restores, checks or copies its store."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import segno
import uvicorn

from bunfight.bots.net import SHELF
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import error_text
from bunfight.server.app import App
from bunfight.server.observability import gc, logs
from bunfight.server.settings import Settings, settle
from bunfight.server.storage.backup import backup, examine, restore
from bunfight.server.storage.copy import copy
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import is_postgres, without_password
from bunfight.server.transport.http import MeteredHttp
from bunfight.server.transport.websocket import MeteredWebSocket

GIVEN: Final = ("host", "port", "db", "url", "static", "log", "workers", "webhook", "smtp", "mail_from")
DRAIN_SECONDS: Final = 3.0  # for pending requests when a server closes


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="bunfight serve", description="Start the table server.")
    made.add_argument("--host", help="address to listen on; 0.0.0.0 for everybody in your network (127.0.0.1)")
    made.add_argument("--port", type=int, help="port to listen on (8800; 0: any that is free)")
    made.add_argument("--db", help="where tables are stored: a file (bunfight.db), or postgresql://USER@HOST/DATABASE")
    made.add_argument("--workers", type=int, help="server processes on this machine (1); more need PostgreSQL")
    made.add_argument("--url", help="how people reach the server, if a proxy stands before it")
    made.add_argument("--webhook", metavar="URL", help="tell this address about turns in slow games")
    made.add_argument("--smtp", metavar="URL", help="mail about turns in slow games: smtps://USER:PASSWORD@HOST")
    made.add_argument("--mail-from", metavar="ADDRESS", help="the sender of that mail")
    made.add_argument("--static", help="folder of the built browser client")
    made.add_argument("--log", choices=("text", "json", "none"))
    made.add_argument("--config", default="", help="settings file (TOML)")
    made.add_argument("--lang", choices=languages.every(), default="en", help="language of error messages")
    made.add_argument("--print-config", action="store_true", help="print the effective settings and stop")
    made.add_argument("--no-qr", action="store_true", help="print no QR code")
    made.add_argument("--no-open", action="store_true", help="open no page in the browser of this machine")
    does = made.add_subparsers(dest="does", metavar="")
    keep = does.add_parser("backup", help="copy the store, also while the server runs")
    keep.add_argument("target")
    bring = does.add_parser("restore", help="put a backup in place of the store")
    bring.add_argument("source")
    bring.add_argument("--force", action="store_true", help="replace the store that is there")
    does.add_parser("check", help="say whether the store is sound")
    move = does.add_parser("copy", help="copy all tables from one store into another, empty one")
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://USER@HOST/DATABASE")
    move.add_argument("target", metavar="TO", help="a file, or postgresql://USER@HOST/DATABASE")
    return made


def main(argv: list[str]) -> int:
    arguments = parser().parse_args(argv)
    given = {key: getattr(arguments, key) for key in GIVEN}
    try:
        settings = settle(given, file=arguments.config)
        if arguments.print_config:
            sys.stdout.write(settings.shown())
        elif arguments.does == "backup":
            print(backup(settings.db, arguments.target))
        elif arguments.does == "restore":
            print(restore(arguments.source, settings.db, arguments.force))
        elif arguments.does == "copy":
            print(copy(arguments.source, arguments.target, lambda line: print(line, file=sys.stderr)))
        elif arguments.does == "check":
            summary, bad = examine(settings.db)
            print(f"{without_password(settings.db)}: {summary}")
            for table, why in sorted(bad.items()):
                print(f"{without_password(settings.db)}: table {table} cannot go on: {why}")
            return 1 if bad else 0
        else:
            return run(settings, not arguments.no_qr, not arguments.no_open)
    except (BunfightError, StoreBroken) as error:
        print(f"bunfight serve: {error_text(error, arguments.lang)}", file=sys.stderr)
        return 2
    return 0


class Server(uvicorn.Server):
    """Tells every client before connections are closed."""

    def __init__(self, config: uvicorn.Config, app: App, page: str = "") -> None:
        super().__init__(config)
        self.app = app
        self.page = page  # opened in a local browser as soon as it is served

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.page:
            await asyncio.to_thread(webbrowser.open, self.page)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A stop by signal is no failure: the exit code is 0."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def stop_with_parent(self, parent: int) -> None:
        """Stop when the supervisor is gone."""
        while os.getppid() == parent:
            await asyncio.sleep(1.0)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # no new connections; open ones are told to leave
        await self.app.registry.drain(DRAIN_SECONDS)
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def listener(host: str, port: int, shared: bool = False) -> socket.socket:
    """A socket bound to an address; InvalidInput says what to choose instead."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InvalidInput("cannot_listen", host=host, port=port, why=why) from error
    return made


def run_supervisor(settings: Settings) -> int:
    """Several processes behind one port."""
    if not is_postgres(settings.db):
        raise InvalidInput("workers_sqlite")
    if not hasattr(socket, "SO_REUSEPORT"):
        raise InvalidInput("workers_system")
    from bunfight.server import supervisor

    logs.configure(settings.log)
    with listener(settings.host, settings.port, shared=True) as held:
        port = held.getsockname()[1]
        return supervisor.run(settings, settings.url or address(settings.host, port), port)


def run(settings: Settings, qr: bool = False, open_page: bool = False) -> int:
    if settings.nets:
        os.environ[SHELF] = settings.nets  # for worker processes, too
    if settings.workers > 1:
        return run_supervisor(settings)
    listening = [listener(settings.host, settings.port, settings.share_port)]
    if settings.internal_port:
        listening.append(listener("127.0.0.1", settings.internal_port))
    app = App(settings)
    logs.configure(settings.log)
    sys.setswitchinterval(0.001)  # the thread that writes to disk must not wait long
    gc.take_over()
    allow_many_files()
    url = settings.url or address(settings.host, listening[0].getsockname()[1])
    chosen = config(app, settings)

    async def serve() -> None:
        await app.registry.open()  # before the address is printed
        print(f"Bunfight is served at {url}", flush=True)
        if qr and not is_local(settings.host):
            segno.make(url, error="l").terminal(compact=True)
        server = Server(chosen, app, url if open_page and is_local(settings.host) and has_screen() else "")
        following = asyncio.create_task(server.stop_with_parent(os.getppid())) if settings.worker_socket else None
        await server.serve(listening)
        if following is not None:
            following.cancel()

    with asyncio.Runner(loop_factory=chosen.get_loop_factory()) as runner:
        runner.run(serve())
    return 0


def allow_many_files() -> None:
    """Every connection is an open file."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def config(app: App, settings: Settings) -> uvicorn.Config:
    asgi: Any = app
    http: Any = partial(MeteredHttp, app.limits)
    ws: Any = partial(MeteredWebSocket, app.limits)
    return uvicorn.Config(
        asgi,
        loop="auto",
        http=http,
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=settings.body,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )


def has_screen() -> bool:
    """Whether this machine probably has a user with a browser."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")
    return bool(shown) and sys.stdout.isatty()


def is_local(host: str) -> bool:
    return host in ("127.0.0.1", "::1", "localhost")


def address(host: str, port: int) -> str:
    """The URL for other devices."""
    if host in ("0.0.0.0", "::"):  # noqa: S104
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("10.255.255.255", 1))  # sends nothing; only selects the route
                host = str(probe.getsockname()[0])
            except OSError:
                host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
