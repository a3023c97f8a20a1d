"""Writes results as JSON Lines, CSV or Parquet, chosen by the file extension."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final

from bunfight.engine.errors import InvalidInput
from bunfight.lab.plan import Row

ENDINGS: Final = (".jsonl", ".csv", ".parquet")


def check_out(path: Path) -> None:
    """Raise InvalidInput unless results can be written to this file."""
    if path.suffix not in ENDINGS:
        raise InvalidInput("file_ending", file=str(path), endings=", ".join(ENDINGS))
    if not path.absolute().parent.is_dir():
        raise InvalidInput("no_folder", folder=str(path.parent))
    if path.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401  # only whether it is there
        except ImportError as error:
            raise InvalidInput("parquet") from error


def write(path: Path, rows: list[Row]) -> None:
    """Write one row per game."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return
    flat = [flattened(row) for row in rows]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, columns, restval="")
            table.writeheader()
            table.writerows(flat)
        return
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({name: [row.get(name) for row in flat] for name in columns}), path)


def flattened(row: Row) -> dict[str, Any]:
    """Flatten a row: bot_0, total_0, rank_0, won_0, line_<source>_0 and so on by seat."""
    flat = {key: row[key] for key in ("game", "seed", "decisions", "reason", "first")}
    for seat, spec in enumerate(row["bots"]):
        flat[f"bot_{seat}"] = spec
        flat[f"total_{seat}"] = row["totals"][seat]
        flat[f"rank_{seat}"] = row["ranks"][seat]
        flat[f"won_{seat}"] = int(seat in row["winners"])
    for name in sorted(row["lines"]):
        flat[f"line_{name}"] = row["lines"][name]
    flat["failures"] = "; ".join(row["failures"])
    return flat
