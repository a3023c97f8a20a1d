"""``bunfight admin``: manages the tables of a server."""

from __future__ import annotations

from argparse import ArgumentParser

from bunfight.cli.serve import require_server


def parser(command: str = "admin") -> ArgumentParser:
    require_server()
    from bunfight.server.admin import parser as admin

    return admin()


def main(argv: list[str]) -> int:
    require_server()
    from bunfight.server.admin import main as admin

    return admin(argv[1:])
