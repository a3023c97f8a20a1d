"""Metrics of the running server in the Prometheus text format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
COUNTS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

LIMITS: Final = (
    "addresses", "body", "bytes", "cards", "connections", "connects", "fragments", "frames", "hints", "host",
    "messages", "origin", "pages", "reminders", "replays", "requests", "shut_out", "slow_reader", "slow_request",
    "sockets", "tables", "turns", "unread",
)  # fmt: skip


class Metric:
    """``old``: a name that is emitted too, for one release."""

    kind: str

    def __init__(self, name: str, about: str, old: str = "") -> None:
        self.name, self.about, self.old = name, about, old

    def lines(self) -> list[str]:
        lines = []
        for name in filter(None, (self.name, self.old)):
            lines += [f"# HELP {name} {self.about}", f"# TYPE {name} {self.kind}", *self.samples(name)]
        return lines

    def samples(self, name: str) -> list[str]:
        raise NotImplementedError


class Counter(Metric):
    kind = "counter"

    def __init__(self, name: str, about: str, label: str = "", old: str = "") -> None:
        super().__init__(name, about, old)
        self.label = label
        self.values: dict[str, int] = {} if label else {"": 0}

    def add(self, which: str = "", amount: int = 1) -> None:
        self.values[which] = self.values.get(which, 0) + amount

    def samples(self, name: str) -> list[str]:
        return [
            f'{name}{{{self.label}="{which}"}} {value}' if self.label else f"{name} {value}"
            for which, value in sorted(self.values.items())
        ]


class Gauge(Metric):
    """A number that is read when the metrics are."""

    kind = "gauge"

    def __init__(self, name: str, about: str) -> None:
        super().__init__(name, about)
        self.read: Callable[[], float] = lambda: 0

    def samples(self, name: str) -> list[str]:
        return [f"{name} {self.read():g}"]


class Histogram(Metric):
    kind = "histogram"

    def __init__(self, name: str, about: str, steps: Sequence[float], old: str = "") -> None:
        super().__init__(name, about, old)
        self.steps = steps
        self.buckets = [0] * (len(steps) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self.buckets[bisect_left(self.steps, value)] += 1
        self.total += value

    def samples(self, name: str) -> list[str]:
        samples, below = [], 0
        for step, count in zip((*self.steps, "+Inf"), self.buckets, strict=True):
            below += count
            samples.append(f'{name}_bucket{{le="{step}"}} {below}')
        return [*samples, f"{name}_sum {self.total:.6f}", f"{name}_count {below}"]


class Metrics:
    def __init__(self) -> None:
        self.moves = Counter("bunfight_moves_total", "Decisions that were made and stored", "by")
        self.rejected = Counter(
            "bunfight_rejected_total", "Requests that were rejected", "rule", "bunfight_refused_total"
        )
        self.messages = Counter("bunfight_messages_total", "Messages from clients", "type")
        self.invalid = Counter(
            "bunfight_invalid_messages_total", "Messages that could not be decoded", "why", "bunfight_troubles_total"
        )
        self.limited = Counter("bunfight_limited_total", "Rejections by a limit", "limit")
        for limit in LIMITS:
            self.limited.add(limit, 0)
        self.bots = Counter("bunfight_bot_calls_total", "Calls of bots", "how", "bunfight_bot_thoughts_total")
        self.reminders = Counter("bunfight_reminders_total", "Players who were reminded that it is their turn", "how")
        self.requests = Counter("bunfight_http_requests_total", "HTTP requests", "status")
        self.synced = Counter(
            "bunfight_synced_total", "Changes taken over from other servers", "how", "bunfight_followed_total"
        )
        self.connections = Gauge("bunfight_connections", "Open live connections")
        self.rooms = Gauge("bunfight_rooms", "Tables in memory")
        self.frozen = Gauge("bunfight_frozen_tables", "Tables that cannot go on; `bunfight serve check` names them")
        self.latency = Histogram("bunfight_move_seconds", "From a move's arrival to its acknowledgement", SECONDS)
        self.commits = Histogram("bunfight_commit_seconds", "Duration of a group commit", SECONDS)
        self.group = Histogram("bunfight_commit_group", "Changes in one commit", COUNTS)
        self.lag = Histogram("bunfight_lag_seconds", "How late the event loop runs what is due", SECONDS)
        self.stalls = Counter("bunfight_stalls_total", "Steps that held up the event loop for over 50 ms", "request")
        self.gc = Histogram("bunfight_gc_seconds", "Duration of a collection", SECONDS, "bunfight_garbage_seconds")
        self.thinking = Histogram("bunfight_bot_seconds", "How long a bot thinks", SECONDS, "bunfight_thinking_seconds")

    def text(self) -> str:
        lines = [line for metric in vars(self).values() for line in metric.lines()]
        return "\n".join(lines) + "\n"


METRICS: Final = Metrics()
