"""Structured logs: one line for each entry, as text or JSON, without secrets."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final

LOG: Final = logging.getLogger("bunfight.server")
UVICORN: Final = logging.getLogger("uvicorn.error")
NOISE: Final = ("Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket")
LOG.addHandler(logging.NullHandler())  # nothing is logged until somebody asks for it with `configure`
SECRET: Final = ("token", "seed", "authorization", "host_key")


class LineFormatter(logging.Formatter):
    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        if self.as_json:
            line = {"at": stamp, "level": record.levelname.lower(), "what": record.getMessage(), **facts}
            if record.exc_info:
                line["error"] = self.formatException(record.exc_info)
            return json.dumps(line, ensure_ascii=False, default=str)
        text = f"{stamp} {record.levelname.lower():7} {record.getMessage()}"
        text += "".join(f" {key}={value!r}" for key, value in facts.items())
        return text + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


def note(what: str, level: int = logging.INFO, **facts: object) -> None:
    """Log one entry."""
    assert not any(secret in key for key in facts for secret in SECRET), "secrets are not logged"
    if LOG.isEnabledFor(level):
        LOG.log(level, what, extra={"facts": facts}, exc_info=level >= logging.ERROR and sys.exc_info()[0] is not None)


def configure(kind: str) -> None:
    """Log to standard error as ``text`` or ``json``, or not at all (``none``), including the logs of uvicorn."""
    handler: logging.Handler = logging.NullHandler() if kind == "none" else logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter(kind == "json"))
    for log, level in ((LOG, logging.INFO), (UVICORN, logging.WARNING)):
        log.handlers = [handler]
        log.propagate = False
        log.setLevel(level)
    UVICORN.addFilter(is_relevant)


def is_relevant(record: logging.LogRecord) -> bool:
    """Invalid HTTP from outside is counted, not logged: it must not fill the disk."""
    return not record.getMessage().startswith(NOISE)
