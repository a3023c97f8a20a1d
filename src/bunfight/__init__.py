"""Bunfight: five food board games, exact to the rulebook, for browsers, terminals, bots and laboratories."""

import os
import sys

__version__ = "0.1.0"

_pure, _, _built = os.environ.get("BUNFIGHT_PURE", "").partition(":")
if _pure and not (_built and os.path.exists(_built)):  # noqa: PTH110  # "until:FILE": from source until it is compiled
    from bunfight._pure import prefer_source

    prefer_source(sys.meta_path)
