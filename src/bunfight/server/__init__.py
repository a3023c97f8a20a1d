"""The table server: Starlette on uvicorn, msgspec on the wire, SQLite below. ``main`` is ``bunfight serve``."""

from __future__ import annotations


def main(argv: list[str]) -> int:
    """Run the serve command; the server's libraries are loaded only here."""
    from bunfight.server.start import main as start

    return start(argv)


__all__ = ["main"]
