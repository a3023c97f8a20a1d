"""The events of Crumbs."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine.event import Event


@dataclass(frozen=True, slots=True)
class BunDealt(Event):
    seat: int
    bun: str | None


@dataclass(frozen=True, slots=True)
class BunPassed(Event):
    giver: int
    taker: int
    bun: str | None


@dataclass(frozen=True, slots=True)
class Begged(Event):
    seat: int
    whom: int


@dataclass(frozen=True, slots=True)
class BunGiven(Event):
    giver: int
    taker: int
    bun: str


@dataclass(frozen=True, slots=True)
class BunOffered(Event):
    seat: int
    bun: str


@dataclass(frozen=True, slots=True)
class BunEaten(Event):
    seat: int
    bun: str


@dataclass(frozen=True, slots=True)
class BunSnatched(Event):
    seat: int
    bun: str
