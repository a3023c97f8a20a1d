"""Bunfight: five food board games, exact to the rulebook, for browsers, terminals, bots and laboratories."""

import os
import sys

__version__ = "0.1.0"

if os.environ.get("BUNFIGHT_PURE"):
    from bunfight._pure import prefer_source

    prefer_source(sys.meta_path)
