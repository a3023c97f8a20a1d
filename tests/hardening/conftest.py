"""Tests of the fortress use the harness of the server's tests, and like those they are coroutines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))  # for server_harness
sys.path.insert(0, str(Path(__file__).parent))  # for rough, which is no test itself
