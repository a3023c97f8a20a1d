"""The server without a network: the same application, inside a browser (Pyodide) or any other process.

A page talks to :class:`Engine` as it would talk to a server. Tables are saved through :class:`RowStorage`, and bots run
in a second worker through :class:`LocalWorkers`.
"""

from bunfight.local.engine import Engine, Response
from bunfight.local.store import LocalStore, RowStorage
from bunfight.local.workers import LocalWorkers, run_call

__all__ = ["Engine", "LocalStore", "LocalWorkers", "Response", "RowStorage", "run_call"]
