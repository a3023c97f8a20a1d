"""Settings: defaults, then a file, then the environment, then the command line; the effective ones can be printed."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

PREFIX: Final = "BUNFIGHT_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8800
    db: str = "bunfight.db"  # a file, or postgresql://USER:PASSWORD@HOST/DATABASE
    url: str = ""  # how people reach the server, if a proxy stands before it
    origins: list[str] = []  # other sites that may log to this server from a browser
    hosts: list[str] = []  # other names that the server goes by; browsers that use any other name are refused
    proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    webhook: str = ""  # told of turns in slow games, by those players who wish it: https://HOST/PATH
    smtp: str = ""  # sends mail about turns in slow games: smtps://USER:PASSWORD@HOST, or smtp://HOST (STARTTLS)
    mail_from: str = ""  # its sender
    static: str = ""  # folder of the built browser client; empty: the one in the package
    log: str = "text"  # text, json or none
    open_metrics: bool = False  # /metrics for everyone, not only for this machine
    bot_workers: int = 0  # processes for bots; 0: one less than there are cores
    nature_workers: int = 1
    patience: float = 10.0  # seconds that a bot may think before the default move is made for it
    connections: int = 5000
    connections_per_client: int = 50
    connects_per_second: float = 5.0  # live connections opened by one client; ten times as many at once
    frames_per_second: float = 60.0  # of any kind, on one live connection; four times as many at once
    messages_per_second: float = 10.0
    burst: int = 40
    tables_per_hour: int = 120  # made by one client
    requests_per_second: float = 30.0  # to the API, by one client; ten times as many at once
    body: int = 65536  # bytes of a request or message
    cards: int = 40_000  # characters of a card list of one's own; 0: only the printed cards are played here
    grace: float = 30.0  # seconds after which a bot may stand in for a player whose line broke
    idle_seconds: float = 60.0  # tables without anybody leave memory after this
    forget_hours: float = 48.0  # tables that never started are forgotten after this
    keep_days: float = 0.0  # finished games are forgotten after this many days; 0: never
    workers: int = 1  # server processes on this machine; more than one need PostgreSQL
    own_port: int = (
        0  # another port of this process on 127.0.0.1, for health and metrics; further workers have the next
    )
    share_port: bool = False  # other processes of this machine listen on the same port
    minds: str = ""  # socket of a process that thinks for several servers; empty: this one has processes of its own
    nets: str = ""  # folder of networks (bunfight train) that are offered as bots
    hidden_games: bool = False  # offer the template game too

    def shown(self) -> str:
        """The effective configuration as a settings file."""
        return "".join(f"{key} = {_toml(value)}\n" for key, value in msgspec.structs.asdict(self).items())


def _toml(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def settle(given: Mapping[str, Any], env: Mapping[str, str] = os.environ, file: str = "") -> Settings:
    """The effective settings; a ValueError names the one that is wrong and where it came from."""
    values: dict[str, Any] = {}
    if file:
        try:
            values |= _checked(tomllib.loads(Path(file).read_text(encoding="utf-8")), file, strict=True)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ValueError(f"{file}: {error}") from error
    named = {field.name for field in msgspec.structs.fields(Settings)}
    said = {key[len(PREFIX) :].lower(): text for key, text in env.items() if key.startswith(PREFIX)}
    listed = {
        key: text.split(",") if key in ("origins", "hosts") else text for key, text in said.items() if key in named
    }
    values |= _checked(listed, "environment", strict=False)
    values |= {key: value for key, value in given.items() if value is not None}
    return msgspec.convert(values, Settings)


def _checked(values: dict[str, Any], where: str, strict: bool) -> dict[str, Any]:
    try:
        made = msgspec.convert(values, Settings, strict=strict)
    except msgspec.ValidationError as error:
        raise ValueError(f"{where}: {error}") from error
    return {key: getattr(made, key) for key in values}
