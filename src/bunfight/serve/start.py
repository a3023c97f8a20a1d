"""The serve command: starts the server and says where it is; backs its store up and restores it."""

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
from typing import Any

import segno
import uvicorn

from bunfight.serve import garbage, logs
from bunfight.serve.app import App
from bunfight.serve.httplines import HttpLine
from bunfight.serve.lines import Line
from bunfight.serve.settings import Settings, settle
from bunfight.serve.store import StoreBroken
from bunfight.serve.vault import backup, examine, restore


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="bunfight serve", description="Start the table server.")
    made.add_argument("--host", help="address to listen on; 0.0.0.0 for everybody in your network (127.0.0.1)")
    made.add_argument("--port", type=int, help="port to listen on (8800; 0: any that is free)")
    made.add_argument("--db", help="file that keeps the tables (bunfight.db)")
    made.add_argument("--url", help="how people reach the server, if a proxy stands before it")
    made.add_argument("--static", help="folder of the built browser client")
    made.add_argument("--log", choices=("text", "json", "none"))
    made.add_argument("--config", default="", help="settings file (TOML)")
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
    return made


def main(argv: list[str]) -> int:
    told = parser().parse_args(argv)
    given = {key: getattr(told, key) for key in ("host", "port", "db", "url", "static", "log")}
    try:
        settings = settle(given, file=told.config)
        if told.print_config:
            sys.stdout.write(settings.shown())
        elif told.does == "backup":
            print(backup(settings.db, told.target))
        elif told.does == "restore":
            print(restore(told.source, settings.db, told.force))
        elif told.does == "check":
            summary, bad = examine(settings.db)
            print(f"{settings.db}: {summary}")
            for table, why in sorted(bad.items()):
                print(f"{settings.db}: table {table} cannot go on: {why}")
            return 1 if bad else 0
        else:
            return run(settings, not told.no_qr, not told.no_open)
    except (ValueError, StoreBroken) as error:
        print(f"bunfight serve: {error}", file=sys.stderr)
        return 2
    return 0


class Server(uvicorn.Server):
    """Says goodbye to everybody before the lines are cut."""

    def __init__(self, config: uvicorn.Config, app: App, page: str = "") -> None:
        super().__init__(config)
        self.app = app
        self.page = page  # what is opened in a browser here as soon as it is served

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.page:
            await asyncio.to_thread(webbrowser.open, self.page)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A polite end is no failure: the exit code is 0."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.hub.farewell()
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def run(settings: Settings, qr: bool = False, open_page: bool = False) -> int:
    listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        why = f"cannot listen on {settings.host}:{settings.port} ({reason}); choose another --port or --host"
        raise ValueError(why) from error
    app = App(settings)
    app.hub.store.open()  # before anybody is told to come
    logs.begin(settings.log)
    sys.setswitchinterval(0.001)  # the thread that writes to disk must not wait long for its turn
    garbage.begin()
    allow_many_files()
    url = settings.url or address(settings.host, listening.getsockname()[1])
    print(f"Bunfight is served at {url}", flush=True)
    if qr and not near(settings.host):
        segno.make(url, error="l").terminal(compact=True)
    Server(config(app, settings), app, url if open_page and near(settings.host) and seen() else "").run([listening])
    return 0


def allow_many_files() -> None:
    """Every connection is an open file."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def config(app: App, settings: Settings) -> uvicorn.Config:
    asgi: Any = app
    http: Any = partial(HttpLine, app.gate)
    ws: Any = partial(Line, app.gate)
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


def seen() -> bool:
    """Whether somebody sits in front of a screen of this machine."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")
    return bool(shown) and sys.stdout.isatty()


def near(host: str) -> bool:
    return host in ("127.0.0.1", "::1", "localhost")


def address(host: str, port: int) -> str:
    """How another device would say it."""
    if host in ("0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("10.255.255.255", 1))  # sends nothing; only asks which way it would go
                host = str(probe.getsockname()[0])
            except OSError:
                host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
