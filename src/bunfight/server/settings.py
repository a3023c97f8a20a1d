"""Settings: defaults, then a file, then the environment, then the command line."""

from __future__ import annotations

import argparse
import math
import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import msgspec

from bunfight.engine.errors import InvalidInput

PREFIX: Final = "BUNFIGHT_"
OLD_NAMES: Final = {  # accepted for one release
    "minds": "worker_socket",
    "nature_workers": "physics_workers",
    "own_port": "internal_port",
    "patience": "bot_timeout",
}
LIMITS: Final = {
    "port": (0, 65535),
    "internal_port": (0, 65535),
    "workers": (1, math.inf),
    "physics_workers": (1, math.inf),
}
LOGS: Final = ("text", "json", "none")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"  # address to listen on; 0.0.0.0 for everyone in your network
    port: int = 8800  # port to listen on; 0: any free one
    db: str = "bunfight.db"  # a file, or postgresql://USER:PASSWORD@HOST/DATABASE
    url: str = ""  # the public address of the server, when it is behind a proxy
    origins: list[str] = []  # other sites whose pages may use this server
    hosts: list[str] = []  # other names of the server; browsers that use any other name are rejected
    proxy: bool = False  # trust X-Forwarded-For and X-Forwarded-Proto
    webhook: str = ""  # address to notify about turns in slow games, for players who agree: https://HOST/PATH
    smtp: str = ""  # mail server for turns in slow games: smtps://USER:PASSWORD@HOST, or smtp://HOST (STARTTLS)
    mail_from: str = ""  # the sender of that mail
    static: str = ""  # folder of the built browser client; empty: the one in the package
    offline: str = ""  # folder of the site without a server (make site), for players who cannot reach this one
    log: str = "text"  # text, json or none
    open_metrics: bool = False  # /metrics for everyone, not only for this machine
    bot_workers: int = 0  # processes for bots; 0: one less than there are cores, at least two
    physics_workers: int = 1  # processes for simulations
    bot_timeout: float = 10.0  # seconds that a bot may think before the default move is made for it
    ratings: bool = True  # show the measured ratings of bot levels; set false if bots have less time here
    connections: int = 5000  # live connections of all clients together
    connections_per_client: int = 50  # live connections of one client (an IP address)
    connects_per_second: float = 5.0  # live connections opened by one client; burst: ten times as many
    frames_per_second: float = 60.0  # frames of any kind on one live connection; burst: four times as many
    messages_per_second: float = 10.0  # valid messages on one live connection
    burst: int = 40  # messages at once on one live connection
    tables_per_hour: int = 120  # tables created by one client
    seats_per_hour: int = 12  # seats of public tables taken by one client; half as many at once
    requests_per_second: float = 30.0  # API requests by one client; burst: ten times as many
    body: int = 65536  # largest request or message in bytes
    cards: int = 40_000  # characters of a custom card list; 0: no custom lists
    grace: float = 30.0  # seconds after which a bot may stand in for a player who lost the connection
    idle_seconds: float = 60.0  # seconds after which a table without connections is removed from memory
    forget_hours: float = 48.0  # hours after which tables that never started are deleted
    keep_days: float = 0.0  # days after which finished games are deleted; 0: never
    workers: int = 1  # server processes on this machine; more than one need PostgreSQL
    internal_port: int = 0  # port on 127.0.0.1 for health and metrics of this process; other workers use the next ones
    share_port: bool = False  # let other processes of this machine listen on the same port
    worker_socket: str = ""  # socket of a process that runs bots for several servers; empty: this one runs its own
    nets: str = ""  # folder of networks (bunfight train) to offer as bots
    hidden_games: bool = False  # offer the template game too

    def shown(self) -> str:
        """The effective configuration as a settings file."""
        return "".join(f"{key} = {_toml(value)}\n" for key, value in msgspec.structs.asdict(self).items())


def _toml(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def settle(given: Mapping[str, Any], env: Mapping[str, str] = os.environ, file: str = "") -> Settings:
    """The effective settings; InvalidInput names the wrong one and where it came from."""
    values: dict[str, Any] = {}
    if file:
        try:
            read = tomllib.loads(Path(file).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise InvalidInput("settings_file", file=file, why=error) from error
        values |= _checked(_renamed(read), file, strict=True)
    known = {field.name for field in msgspec.structs.fields(Settings)} | OLD_NAMES.keys()
    named = {key[len(PREFIX) :].lower(): text for key, text in env.items() if key.startswith(PREFIX)}
    texts = {
        key: text.split(",") if key in ("origins", "hosts") else text for key, text in named.items() if key in known
    }
    values |= _checked(_renamed(texts), "environment", strict=False)
    values |= {key: value for key, value in given.items() if value is not None}
    found = msgspec.convert(values, Settings)
    _in_range(found)
    return found


def _renamed(values: dict[str, Any]) -> dict[str, Any]:
    """Settings under their present names; a present name wins over an old one."""
    for old, new in OLD_NAMES.items():
        if old in values:
            values = {new: values[old], **{key: value for key, value in values.items() if key != old}}
    return values


def _checked(values: dict[str, Any], where: str, strict: bool) -> dict[str, Any]:
    """The values as their types; ``where`` they come from is named with a wrong one."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    checked = {}
    for name, value in values.items():
        if name not in kinds:
            close = get_close_matches(name, kinds, 1)
            if close:
                raise InvalidInput("unknown_setting_like", where=where, name=name, close=close)
            raise InvalidInput("unknown_setting", where=where, name=name)
        try:
            checked[name] = msgspec.convert(value, kinds[name], strict=strict)
        except msgspec.ValidationError as error:
            raise _of_another_type(kinds[name], f"{where}: {name}", repr(value)) from error
    return checked


def _of_another_type(kind: Any, where: str, value: str) -> InvalidInput:
    """The error for a value that is not of a type."""
    if kind is int:
        return InvalidInput("must_be_int", where=where, value=value)
    if kind is float:
        return InvalidInput("must_be_number", where=where, value=value)
    if kind is bool:
        return InvalidInput("must_be_bool", where=where, value=value)
    if kind is str:
        return InvalidInput("must_be_text", where=where, value=value)
    return InvalidInput("must_be_list", where=where, value=value)


def _in_range(settings: Settings) -> None:
    """Raise InvalidInput for a number or word that no server can use."""
    for name, value in msgspec.structs.asdict(settings).items():
        low, high = LIMITS.get(name, (0, math.inf))
        if isinstance(value, (int, float)) and not low <= value <= high:
            if value < low:
                raise InvalidInput("must_be_least", where=name, low=low, high=high, value=value)
            raise InvalidInput("must_be_range", where=name, low=low, high=high, value=value)
    if settings.log not in LOGS:
        raise InvalidInput("must_be_one_of", where="log", choices=", ".join(LOGS), value=repr(settings.log))
    if settings.url and not settings.url.startswith(("http://", "https://")):
        raise InvalidInput("not_an_address", setting="url", scheme="https")


def add_database(parser: argparse.ArgumentParser, inherited: bool = False) -> None:
    """``--db`` and ``--config``; ``inherited``: of an action, which leaves alone what stands before it."""
    unset = argparse.SUPPRESS if inherited else None
    help_text = "where tables are stored: a file, or postgresql://USER@HOST/DATABASE (default: bunfight.db)"
    parser.add_argument("--db", metavar="DATABASE", default=unset, help=help_text)
    parser.add_argument("--config", metavar="FILE", default=unset or "", help="settings file (TOML)")
