"""``bunfight host``: starts a server with a table, prints its links, and takes a seat."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import time
from typing import Any

import msgspec

from bunfight.cli.arguments import add_game, add_table, options_of, parser_of, players_of
from bunfight.cli.join import require_screen, show
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_language, add_whole, game_of, read_text
from bunfight.tui.messages import Messages
from bunfight.tui.names import seating
from bunfight.tui.saves import Settings, home

SERVED = "Bunfight is served at "
PATIENCE = 30.0  # seconds for the server to start


def parser(command: str = "host") -> CommandParser:
    made = parser_of(command, "Start a server with a table, print the links for your friends, and join it.")
    add_game(made)
    add_table(made)
    made.add_argument("--bots", default="", metavar="BOT,...", help="bots for the last seats (default: none)")
    made.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on; use 0.0.0.0 to let others on your network join (default: 127.0.0.1)",
    )
    add_whole(made, "--port", 0, 65535, default=0, metavar="PORT", help="port to listen on (default: any free one)")
    made.add_argument("--name", metavar="NAME", help="your name at the table")
    made.add_argument("--no-play", action="store_true", help="only run the server; stop it with Ctrl-C")
    add_language(made, None)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    settings = Settings.read()
    settings.language = args.lang or settings.language or "en"
    request = new_table_request(args, args.name or settings.name)
    if not args.no_play:
        require_screen()
    server = serve(args.host, args.port)
    try:
        return open_table(server, request, settings, args.no_play)
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:  # every move is already on disk
            server.kill()
            server.wait()


def new_table_request(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Build the request for a new table; InvalidInput says what is wrong."""
    if args.seed:
        raise InvalidInput("host_seed")
    cards = "" if args.cards is None else read_text(args.cards)
    game = game_of(args.game, args.cards)
    players = players_of(game, args.players)
    bots = seating(players, args.bots)
    places: list[dict[str, str]] = [{"kind": "me", "name": name}]
    places += [{"kind": "bot", "bot": bots[seat]} if seat in bots else {"kind": "open"} for seat in range(1, players)]
    return {"game": game.id, "places": places, "options": options_of(game, args.option, players), "cards": cards}


def serve(host: str, port: int) -> subprocess.Popen[str]:
    """Start a server that stores its tables next to the saved games."""
    home().mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "bunfight", "serve", "--host", host, "--port", str(port)]
    command += ["--db", str(home() / "tables.db"), "--log", "none", "--no-open", "--no-qr"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_server(url: str) -> None:
    """Wait until the server answers; InvalidInput if it never does."""
    from bunfight.client import Server

    until = time.monotonic() + PATIENCE
    while True:
        try:
            asyncio.run(Server(url).fetch("/health"))
            return
        except InvalidInput:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def open_table(server: subprocess.Popen[str], request: dict[str, Any], settings: Settings, only: bool) -> int:
    from bunfight.client import Server, TableConnection
    from bunfight.protocol import NewTable
    from bunfight.tui.online import RemoteSession, SeatTokens

    assert server.stdout is not None and server.stderr is not None
    line = server.stdout.readline()
    if not line.startswith(SERVED):
        raise InvalidInput("server_failed", why=server.stderr.read().strip().removeprefix("bunfight serve: "))
    url, t = line.removeprefix(SERVED).strip(), Messages(settings.language)
    wait_for_server(url)
    made = asyncio.run(Server(url).create_table(msgspec.convert(request, NewTable)))
    table, tokens = made.table.id, [one.token for one in made.seats]
    SeatTokens().save(url, table, tokens)
    link = f"{url}/t/{table}"
    print(t("host_link", link=link))
    print(t("host_terminal", link=link), flush=True)
    if only:
        print(t("host_seat", link=f"{link}#{tokens[0]}"), flush=True)
        server.wait()
        return 0
    connection = TableConnection(url, table, [*tokens, made.host])
    session = RemoteSession(connection, settings.language, made.table, request["cards"])
    session.others.hosted = True
    show(session, settings, t("host_terminal", link=link))
    return 0
