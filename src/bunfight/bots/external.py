"""Bots that run in a process of their own: a Python file of a player, or any program that speaks JSON lines.

The process is sent one JSON object a line and must answer each with one line:

    -> {"bunfight": 1, "game": "GAME"}                          <- {"name": "my bot"}
    -> {"id": 1, "seat": 0, "seed": 17, "moves": [...], "view": {...}}   <- {"id": 1, "move": "draw"}

Closing its input stops it. What it writes to its error stream is shown to the user.
"""

from __future__ import annotations

import base64
import contextlib
import os
import pickle
import selectors
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from bunfight.bots.bot import Bot, BotFailure
from bunfight.engine import Rng, View
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.games import own_cards

PROTOCOL = 1
LONGEST_LINE = 1_000_000
GREETING_LIMIT = 30.0  # seconds: an interpreter may have to be started and large files loaded


class ExternalBot(Bot):
    """Asks a program over its standard input and output. A program that is late or breaks the protocol is killed."""

    name = "exec"

    def __init__(self, game: AnyGame, command: list[str], limit: float) -> None:
        super().__init__(game)
        self.command = command
        self.limit = limit
        self.process: subprocess.Popen[bytes] | None = None
        self.failed = ""
        self.asked = 0
        self.rest = b""

    def begin(self) -> None:
        """Start a new game: nothing of the last one remains."""
        self.close()
        self.failed, self.asked, self.rest = "", 0, b""

    def choose(self, view: View, rng: Rng) -> str:
        if self.failed:
            raise BotFailure(self.failed)
        if self.process is None:
            self._start()
        self.asked += 1
        question = {"id": self.asked, "seat": view.seat, "seed": int(rng.bits()), **self._fields(view)}
        answer = self._ask(question, self.limit)
        if answer.get("id", self.asked) != self.asked:
            raise self._end(f"answered question {answer['id']!r} instead of {self.asked}")
        if isinstance(answer.get("error"), str):
            raise BotFailure(answer["error"])
        if not isinstance(answer.get("move"), str):
            raise BotFailure("answered without a 'move'")
        return str(answer["move"])

    def close(self) -> None:
        if self.process is not None:
            process, self.process = self.process, None
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            try:
                process.wait(0.5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _fields(self, view: View) -> dict[str, Any]:
        return {"moves": view.moves, "view": msgspec.to_builtins(view)}

    def _greeting(self) -> dict[str, Any]:
        return {"bunfight": PROTOCOL, "game": self.game.id}

    def _start(self) -> None:
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise self._end(f"cannot be started: {error.strerror}") from error
        self._greet()

    def _greet(self) -> None:
        hello = self._ask(self._greeting(), GREETING_LIMIT)
        if isinstance(hello.get("error"), str):
            raise self._end(hello["error"])
        self.name = str(hello.get("name", self.name))

    def _ask(self, question: dict[str, Any], limit: float) -> dict[str, Any]:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        except OSError as error:
            raise self._end(self._exit_reason()) from error
        line = self._line(limit)
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._end(f"answered no JSON object: {line[:60]!r}") from error

    def _line(self, limit: float) -> bytes:
        assert self.process is not None and self.process.stdout is not None
        until = time.monotonic() + limit
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self.rest:
                if not waiting.select(max(0.0, until - time.monotonic())):
                    raise self._end(f"took longer than {limit:g} seconds")
                more = os.read(self.process.stdout.fileno(), 65536)
                if not more:
                    raise self._end(self._exit_reason())
                self.rest += more
                if len(self.rest) > LONGEST_LINE:
                    raise self._end("wrote a line without end")
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def _exit_reason(self) -> str:
        assert self.process is not None
        try:
            return f"ended with exit code {self.process.wait(1)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _end(self, why: str) -> BotFailure:
        self.failed = why
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        self.close()
        return BotFailure(why)

    def __del__(self) -> None:
        self.close()


class FileBot(ExternalBot):
    """A class in a player's Python file. It runs in its own interpreter, so it can neither stop nor stall a table."""

    name = "file"

    def __init__(self, game: AnyGame, path: str, kind: str, limit: float) -> None:
        super().__init__(game, [sys.executable, "-m", "bunfight.bots.external_host", path, kind], limit)
        self.name = f"{Path(path).name}:{kind}"

    def begin(self) -> None:
        """Make a new object of the class, in the same process if that still works: starting an interpreter is slow."""
        if self.process is None or self.failed:
            super().begin()
        else:
            with contextlib.suppress(BotFailure):  # raised again when a move is asked for
                self._greet()

    def _greeting(self) -> dict[str, Any]:
        return {**super()._greeting(), "cards": own_cards(self.game)}

    def _fields(self, view: View) -> dict[str, Any]:
        return {"pickled": base64.b64encode(pickle.dumps(view)).decode()}


def split_command(text: str) -> list[str]:
    """A command line as a list; InvalidInput says why it cannot be read."""
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise InvalidInput("bot_command", text=text, why=str(error)) from error
    if not command:
        raise InvalidInput("bot_no_command")
    return command
