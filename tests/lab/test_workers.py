"""Workers end with the process that started them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PARENT = """
import os, time
from bunfight.engine import process_pool

if __name__ == "__main__":
    pool = process_pool.pool(1, os.putenv, "BEGUN", "yes")
    print("elsewhere" if pool.submit(os.getpid).result() != os.getpid() else "here", flush=True)
    time.sleep(600)
"""


def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "elsewhere\n"
    parent.kill()
    parent.communicate(timeout=60)  # the workers hold the pipe too: it ends when they do
