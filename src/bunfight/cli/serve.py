"""``bunfight serve``: tables for browsers."""

from __future__ import annotations

import importlib.util

NEEDED = ("starlette", "uvicorn", "websockets")


def main(argv: list[str]) -> int:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(f"the server needs {', '.join(missing)}; run: pip install 'bunfight[server]'")
    from bunfight.server import main as serve

    return serve(argv[1:])
