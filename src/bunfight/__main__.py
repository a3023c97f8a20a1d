"""``python -m bunfight``, and the ``bunfight`` script."""

import os
import sys
from typing import NoReturn

STOPPED = 130  # exit code after Ctrl-C


def run() -> NoReturn:
    """Run the command line and exit. Ctrl-C ends it without a traceback at any time, also while it starts or stops."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # until the exit
    try:
        from bunfight.cli import main

        code = main()
        if code != STOPPED:
            sys.exit(code)
    except KeyboardInterrupt:
        pass
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(STOPPED)  # at once: Python would wait for worker processes, which end with this one


if __name__ == "__main__":
    run()
