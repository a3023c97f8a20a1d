"""Starts a temporary PostgreSQL on loopback for tests and benchmarks; its folder is deleted when it stops.

``python tools/private_postgres.py`` starts one, prints its address and stops it when you press Enter.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from itertools import count
from pathlib import Path

ABSENT = "PostgreSQL is not installed here; tools/postgres.sh installs it from the system's packages"


def programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "pg_ctl").exists():
            return folder
    found = shutil.which("pg_ctl")
    return Path(found).resolve().parent if found else None


class PrivatePostgres:
    def __init__(self, sync: bool = False) -> None:
        """``sync``: whether commits wait for the disk."""
        there = programs()
        if there is None:
            raise FileNotFoundError(ABSENT)
        self.programs, self.sync = there, sync
        self.folder = Path(tempfile.mkdtemp(prefix="bunfight-pg-"))
        self.user = ""
        if os.getuid() == 0:  # it refuses to run as root
            self.user = next(name for name in ("postgres", "nobody") if _known(name))
            shutil.chown(self.folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._numbers = count(1)
        options = ["-D", str(self.folder / "data"), "-U", "bunfight", "--auth=trust", "-E", "UTF8", "--locale=C"]
        self._run("initdb", *options, "--no-sync")
        self.start()

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "fsync": "on" if self.sync else "off",
            "max_connections": 200,
        }
        flags = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-t", "60", "-o", flags, "start")

    def halt(self, how: str = "immediate") -> None:
        """Stop it, by default abruptly, as in a power failure."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "-t", "60", "stop", check=False)

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def pid(self) -> int:
        """The process id of the main server process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def database(self) -> str:
        """The address of a new empty database."""
        name = f"bunfight{next(self._numbers)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "bunfight", name)
        return f"postgresql://bunfight@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *options: str, check: bool = True) -> None:
        more = {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []} if self.user else {}
        command = [str(self.programs / program), *options]
        done = subprocess.run(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            text=True,
            check=False,
            **more,  # type: ignore[call-overload]
        )
        if check and done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr or ''}")


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def main() -> None:
    mine = PrivatePostgres(sync=True)
    try:
        input(f"{mine.database()}\nPress Enter to stop it. ")
    finally:
        mine.stop()


if __name__ == "__main__":
    main()
