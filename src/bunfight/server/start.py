"""The serve command: starts the server, and backs up, restores, checks or copies its store."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import segno
import uvicorn

from bunfight.bots.net import SHELF
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.i18n.arguments import CommandParser, actions_of, add_json, add_language, add_whole, language_of
from bunfight.i18n.words import error_text
from bunfight.server.app import App
from bunfight.server.observability import gc, logs
from bunfight.server.settings import Settings, add_database, settle
from bunfight.server.storage.backup import backup, examine, restore, rotate
from bunfight.server.storage.copy import copy
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import is_postgres, without_password
from bunfight.server.transport.http import MeteredHttp
from bunfight.server.transport.websocket import MeteredWebSocket

GIVEN: Final = ("host", "port", "db", "url", "static", "offline", "log", "workers", "webhook", "smtp", "mail_from")
DRAIN_SECONDS: Final = 3.0  # for pending requests when a server closes


def parser() -> CommandParser:
    made = CommandParser(prog="bunfight serve", description="Run the server, or look after its database.")
    made.add_argument(
        "--host",
        metavar="ADDRESS",
        help="address to listen on; 0.0.0.0 for everyone in your network (default: 127.0.0.1)",
    )
    add_whole(made, "--port", 0, 65535, metavar="PORT", help="port to listen on (default: 8800; 0: any free one)")
    add_database(made)
    add_whole(made, "--workers", 1, help="server processes on this machine (default: 1; more need PostgreSQL)")
    made.add_argument("--url", metavar="URL", help="the server's public address, when it is behind a proxy")
    made.add_argument("--webhook", metavar="URL", help="address to notify about turns in slow games: https://HOST/PATH")
    made.add_argument("--smtp", metavar="URL", help="mail server for turns in slow games: smtps://USER:PASSWORD@HOST")
    made.add_argument("--mail-from", metavar="ADDRESS", help="the sender of that mail")
    made.add_argument("--static", metavar="FOLDER", help="the built browser client (default: the one in the package)")
    made.add_argument(
        "--offline", metavar="FOLDER", help="also serve the site in this folder (made by make site), at /offline/"
    )
    made.add_argument("--log", choices=("text", "json", "none"), help="format of the log on stderr (default: text)")
    made.add_argument("--print-config", action="store_true", help="print the effective settings and stop")
    made.add_argument("--no-qr", action="store_true", help="do not print a QR code")
    made.add_argument("--no-open", action="store_true", help="do not open a browser")
    add_language(made)
    does = actions_of(made)
    keep = does.add_parser("backup", help="copy the database, also while the server runs")
    keep.add_argument("target", metavar="TARGET", help="the new file; with --keep, a folder")
    keep.add_argument("--force", action="store_true", help="replace TARGET if it exists")
    add_whole(keep, "--keep", 1, help="write to the folder TARGET under the date and time, and keep the newest N")
    bring = does.add_parser("restore", help="replace the database with a backup")
    bring.add_argument("source", metavar="SOURCE", help="a file that 'backup' has written")
    bring.add_argument("--force", action="store_true", help="replace a database that exists")
    check = does.add_parser("check", help="check the database for damage")
    add_json(check)
    move = does.add_parser("copy", help="copy all tables into another, empty database")
    move.add_argument("source", metavar="SOURCE", help="a file, or postgresql://USER@HOST/DATABASE")
    move.add_argument("target", metavar="TARGET", help="a file, or postgresql://USER@HOST/DATABASE")
    for action in (keep, bring, check):
        add_database(action, inherited=True)
    for action in (keep, bring, check, move):
        add_language(action, inherited=True)
    return made


def main(argv: list[str]) -> int:
    try:
        arguments = parser().parse_args(argv)
        settings = settle({key: getattr(arguments, key) for key in GIVEN}, file=arguments.config)
        if arguments.print_config:
            sys.stdout.write(settings.shown())
        elif arguments.action is not None:
            return maintain(settings.db, arguments)
        else:
            return run(settings, not arguments.no_qr, not arguments.no_open)
    except (BunfightError, StoreBroken, OSError) as error:
        print(f"bunfight serve: {error_text(error, language_of(argv))}", file=sys.stderr)
        return 2
    return 0


def maintain(db: str, arguments: argparse.Namespace) -> int:
    """Back up, restore, check or copy a database."""
    if arguments.action == "backup":
        if arguments.keep:
            print(rotate(db, arguments.target, arguments.keep))
        else:
            print(backup(db, arguments.target, arguments.force))
        return 0
    if arguments.action == "restore":
        print(restore(arguments.source, db, arguments.force))
        return 0
    if arguments.action == "copy":
        print(copy(arguments.source, arguments.target, lambda line: print(line, file=sys.stderr)))
        return 0
    summary, bad = examine(db)
    if arguments.json:
        print(json.dumps({"db": without_password(db), "summary": summary, "damaged": bad}))
        return 1 if bad else 0
    print(f"{without_password(db)}: {summary}")
    for table, why in sorted(bad.items()):
        print(f"{without_password(db)}: table {table} cannot go on: {why}")
    return 1 if bad else 0


class Server(uvicorn.Server):
    """A uvicorn server that notifies every client before it closes connections."""

    def __init__(
        self, config: uvicorn.Config, app: App, page: str = "", announce: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self.app = app
        self.announce = announce  # called once it listens
        self.page = page  # opened in a local browser as soon as it is served

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.announce is not None and self.started:
            self.announce()
        if self.page:
            await asyncio.to_thread(webbrowser.open, self.page)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on signals with exit code 0: that is no failure."""
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
        raise InvalidInput("cannot_listen", host=host, port=port, why=error) from error
    return made


def run_supervisor(settings: Settings) -> int:
    """Run several processes behind one port."""
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
    for name in ("static", "offline", "nets"):
        if (folder := getattr(settings, name)) and not Path(folder).is_dir():
            raise InvalidInput("setting_folder", setting=name, folder=folder)
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

    def announce() -> None:
        print(f"Bunfight is served at {url}", flush=True)
        if qr and not is_local(settings.host):
            segno.make(url, error="l").terminal(compact=True)

    async def serve() -> None:
        await app.registry.open()
        page = url if open_page and is_local(settings.host) and has_screen() else ""
        server = Server(chosen, app, page, announce)
        following = asyncio.create_task(server.stop_with_parent(os.getppid())) if settings.worker_socket else None
        await server.serve(listening)
        if following is not None:
            following.cancel()

    with asyncio.Runner(loop_factory=chosen.get_loop_factory()) as runner:
        runner.run(serve())
    return 0


def allow_many_files() -> None:
    """Raise the limit on open files, because every connection is one."""
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
    """Return whether this machine probably has a user with a browser."""
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
