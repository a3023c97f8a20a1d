"""Runs a bot class from a player's file in this process: ``python -m bunfight.bots.external_host FILE CLASS``."""

from __future__ import annotations

import base64
import inspect
import json
import os
import pickle
import signal
import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TextIO

from bunfight.engine import Rng
from bunfight.engine.errors import InvalidInput
from bunfight.games import load


def find_class(path: str, name: str) -> type[Any]:
    """The class ``name`` in the file ``path``."""
    spec = spec_from_file_location("players_bot", path)
    if spec is None or spec.loader is None:
        raise InvalidInput("bot_no_python", path=str(path))
    module = module_from_spec(spec)
    sys.modules["players_bot"] = module
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec.loader.exec_module(module)
    kind = getattr(module, name, None)
    if not inspect.isclass(kind):
        raise InvalidInput("bot_no_class", path=str(path), name=name)
    return kind


def serve(path: str, name: str, lines: TextIO, out: TextIO) -> None:
    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    kind: type[Any] | None = None
    bot: Any = None
    for line in lines:
        question = json.loads(line)
        try:
            if "game" in question:  # the greeting, before every game
                kind = kind or find_class(path, name)
                game = load(question["game"], question["cards"])
                bot = kind(game) if inspect.signature(kind).parameters else kind()
                answer({"name": f"{Path(path).name}:{name}"})
            else:
                view = pickle.loads(base64.b64decode(question["pickled"]))  # noqa: S301  # from the process that started this one
                answer({"id": question["id"], "move": bot.choose(view, Rng(str(question["seed"]), "own"))})
        except Exception as error:  # noqa: BLE001  # whatever a player's code raises is reported to the table
            traceback.print_exc()
            answer({"id": question.get("id", 0), "error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    log = os.fdopen(os.dup(1), "w", encoding="utf-8")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table; this process ends with its input
    os.dup2(2, 1)  # what the bot prints goes to the error stream, not between the answers
    serve(sys.argv[1], sys.argv[2], sys.stdin, log)
