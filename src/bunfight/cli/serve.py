"""``bunfight serve``: tables for browsers."""

from __future__ import annotations

import importlib.util

from bunfight.engine.errors import InvalidInput

NEEDED = ("starlette", "uvicorn", "websockets")


def main(argv: list[str]) -> int:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInput("needs_packages", packages=", ".join(missing), extra="server")
    from bunfight.server import main as serve

    return serve(argv[1:])
