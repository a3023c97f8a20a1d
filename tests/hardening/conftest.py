"""Makes the harness of the server tests available to the hardening tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))  # for server_harness
sys.path.insert(0, str(Path(__file__).parent))  # for rough
