"""Settings: defaults, then a file, then the environment, then the command line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
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


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"  # address to listen on; 0.0.0.0 for everyone in your network
    port: int = 8800  # port to listen on; 0: any free one
    db: str = "bunfight.db"  # a file, or postgresql://USER:PASSWORD@HOST/DATABASE
    url: str = ""  # how people reach the server, if it is behind a proxy
    origins: list[str] = []  # other sites whose pages may use this server
    hosts: list[str] = []  # other names of the server; browsers that use any other name are rejected
    proxy: bool = False  # trust X-Forwarded-For and X-Forwarded-Proto
    webhook: str = ""  # called about turns in slow games, for players who want that: https://HOST/PATH
    smtp: str = ""  # sends mail about turns in slow games: smtps://USER:PASSWORD@HOST, or smtp://HOST (STARTTLS)
    mail_from: str = ""  # the sender of that mail
    static: str = ""  # folder of the built browser client; empty: the one in the package
    log: str = "text"  # text, json or none
    open_metrics: bool = False  # /metrics for everyone, not only for this machine
    bot_workers: int = 0  # processes for bots; 0: one less than there are cores, at least two
    physics_workers: int = 1  # processes for simulations
    bot_timeout: float = 10.0  # seconds that a bot may think before the default move is made for it
    ratings: bool = True  # show the measured ratings of the levels; false where bots have less time than measured
    connections: int = 5000  # live connections of all clients together
    connections_per_client: int = 50  # live connections of one client (an IP address)
    connects_per_second: float = 5.0  # live connections opened by one client; burst: ten times as many
    frames_per_second: float = 60.0  # of any kind, on one live connection; burst: four times as many
    messages_per_second: float = 10.0  # valid messages on one live connection
    burst: int = 40  # messages at once on one live connection
    tables_per_hour: int = 120  # created by one client
    seats_per_hour: int = 12  # of public tables, taken by one client; half as many at once
    requests_per_second: float = 30.0  # to the API, by one client; burst: ten times as many
    body: int = 65536  # bytes of a request or message
    cards: int = 40_000  # characters of a custom card list; 0: only the printed cards can be played
    grace: float = 30.0  # seconds after which a bot may stand in for a player who lost the connection
    idle_seconds: float = 60.0  # after which tables without connections leave memory
    forget_hours: float = 48.0  # after which tables that never started are deleted
    keep_days: float = 0.0  # after which finished games are deleted; 0: never
    workers: int = 1  # server processes on this machine; more than one need PostgreSQL
    internal_port: int = 0  # on 127.0.0.1, for health and metrics of this process; further workers use the next ones
    share_port: bool = False  # other processes of this machine listen on the same port
    worker_socket: str = ""  # socket of a process that runs bots for several servers; empty: this one runs its own
    nets: str = ""  # folder of networks (bunfight train) that are offered as bots
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
    found = {
        key: text.split(",") if key in ("origins", "hosts") else text for key, text in named.items() if key in known
    }
    values |= _checked(_renamed(found), "environment", strict=False)
    values |= {key: value for key, value in given.items() if value is not None}
    return msgspec.convert(values, Settings)


def _renamed(values: dict[str, Any]) -> dict[str, Any]:
    """Settings under their present names; a present name wins over an old one."""
    for old, new in OLD_NAMES.items():
        if old in values:
            values = {new: values[old], **{key: value for key, value in values.items() if key != old}}
    return values


def _checked(values: dict[str, Any], where: str, strict: bool) -> dict[str, Any]:
    try:
        checked = msgspec.convert(values, Settings, strict=strict)
    except msgspec.ValidationError as error:
        raise InvalidInput("bad_settings", source=where, why=str(error)) from error
    return {key: getattr(checked, key) for key in values}
