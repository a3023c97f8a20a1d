"""Five food board games, exact to the rulebook, for browsers, terminals, bots and research."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

PACKAGES: Final = {"bunfight"}  # and packages whose games are compiled against its engine

__version__ = "0.2.0"


class SourceFinder:
    """Finds modules of these packages as .py files, before the usual finder sees their compiled twins."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in PACKAGES or path is None:
            return None
        for folder in path:
            source = Path(folder) / f"{name.rpartition('.')[2]}.py"
            if source.is_file():
                return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))
        return PathFinder.find_spec(name, path, target)


def prefer_source(meta_path: list[Any], package: str = "bunfight") -> None:
    PACKAGES.add(package)
    if SourceFinder not in meta_path:
        meta_path.insert(0, SourceFinder)


_pure, _, _built = os.environ.get("BUNFIGHT_PURE", "").partition(":")
if _pure and not (_built and os.path.exists(_built)):  # noqa: PTH110  # "until:FILE": from source until it is compiled
    prefer_source(sys.meta_path)
