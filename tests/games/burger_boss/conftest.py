"""Lets the tests of this folder import boss_scene, the table set up by hand."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
