"""``bunfight admin``: the tables of a server looked after."""

from __future__ import annotations


def main(argv: list[str]) -> int:
    from bunfight.server.admin import main as admin

    return admin(argv[1:])
