"""Numbers about the running server, in Prometheus form."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
COUNTS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

LIMITS: Final = (
    "body", "bytes", "cards", "connections", "connects", "fragments", "frames", "hints", "host", "messages", "origin",
    "pages", "reminders", "requests", "shut_out", "slow_reader", "slow_request", "sockets", "tables", "unread",
)  # fmt: skip


class Counter:
    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name, self.about, self.label = name, about, label
        self.values: dict[str, int] = {} if label else {"": 0}

    def add(self, which: str = "", amount: int = 1) -> None:
        self.values[which] = self.values.get(which, 0) + amount

    def lines(self) -> list[str]:
        out = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} counter"]
        for which, value in sorted(self.values.items()):
            out.append(f'{self.name}{{{self.label}="{which}"}} {value}' if self.label else f"{self.name} {value}")
        return out


class Gauge:
    """A number that is looked up when it is asked for."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self.read: Callable[[], float] = lambda: 0

    def lines(self) -> list[str]:
        head = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} gauge"]
        return [*head, f"{self.name} {self.read():g}"]


class Histogram:
    def __init__(self, name: str, about: str, steps: Sequence[float]) -> None:
        self.name, self.about, self.steps = name, about, steps
        self.buckets = [0] * (len(steps) + 1)
        self.total = 0.0

    def seen(self, value: float) -> None:
        self.buckets[bisect_left(self.steps, value)] += 1
        self.total += value

    def lines(self) -> list[str]:
        out, below = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} histogram"], 0
        for step, count in zip((*self.steps, "+Inf"), self.buckets, strict=True):
            below += count
            out.append(f'{self.name}_bucket{{le="{step}"}} {below}')
        return [*out, f"{self.name}_sum {self.total:.6f}", f"{self.name}_count {below}"]


class Metrics:
    def __init__(self) -> None:
        self.moves = Counter("bunfight_moves_total", "Decisions that were made and kept", "by")
        self.refused = Counter("bunfight_refused_total", "Wishes that were refused", "rule")
        self.messages = Counter("bunfight_messages_total", "Messages from clients", "type")
        self.troubles = Counter("bunfight_troubles_total", "Messages not understood, too many, or not allowed", "why")
        self.limited = Counter("bunfight_limited_total", "Refusals by a limit", "limit")
        for limit in LIMITS:
            self.limited.add(limit, 0)
        self.bots = Counter("bunfight_bot_thoughts_total", "Thoughts of bots", "how")
        self.reminders = Counter("bunfight_reminders_total", "Players who were told that it is their turn", "how")
        self.requests = Counter("bunfight_http_requests_total", "HTTP requests", "status")
        self.followed = Counter("bunfight_followed_total", "Changes of another server that were caught up with", "how")
        self.connections = Gauge("bunfight_connections", "Open live connections")
        self.rooms = Gauge("bunfight_rooms", "Tables in memory")
        self.frozen = Gauge("bunfight_frozen_tables", "Tables that cannot go on; `bunfight serve check` names them")
        self.latency = Histogram("bunfight_move_seconds", "From a move's arrival to its acknowledgement", SECONDS)
        self.commits = Histogram("bunfight_commit_seconds", "How long a group commit takes", SECONDS)
        self.group = Histogram("bunfight_commit_group", "Changes in one commit", COUNTS)
        self.lag = Histogram(
            "bunfight_lag_seconds", "How much later than planned the event loop does something", SECONDS
        )
        self.garbage = Histogram("bunfight_garbage_seconds", "How long a look for garbage takes", SECONDS)
        self.thinking = Histogram("bunfight_thinking_seconds", "How long a bot thinks", SECONDS)

    def text(self) -> str:
        lines = [line for one in vars(self).values() for line in one.lines()]
        return "\n".join(lines) + "\n"


METRICS: Final = Metrics()
