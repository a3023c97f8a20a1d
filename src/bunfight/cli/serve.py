"""``bunfight serve``: runs the server."""

from __future__ import annotations

import importlib.util
from argparse import ArgumentParser

from bunfight.engine.errors import InvalidInput

NEEDED = ("starlette", "uvicorn", "websockets")


def require_server() -> None:
    """Raise InvalidInput unless the server's packages are installed."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInput("needs_packages", packages=", ".join(missing), extra="server")


def parser(command: str = "serve") -> ArgumentParser:
    require_server()
    from bunfight.server.start import parser as serve

    return serve()


def main(argv: list[str]) -> int:
    require_server()
    from bunfight.server import main as serve

    return serve(argv[1:])
