"""Pairs: ``NAME=VALUE`` as command lines write it."""

from __future__ import annotations

from collections.abc import Iterable


def pairs_of(texts: Iterable[str], flag: str = "--option") -> dict[str, str]:
    """``["deck=full"]`` as a dict; a ValueError names what is no pair, or stands twice."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise ValueError(f"{flag} {text!r}: write NAME=VALUE")
        if name in found:
            raise ValueError(f"{flag} {name}: given twice")
        found[name] = value
    return found
