"""Default names of players, and which seats are bots."""

from __future__ import annotations

from pathlib import Path

from bunfight.bots.levels import NAMES
from bunfight.engine import Seat
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON
from bunfight.tui.messages import Messages


def names_of(players: int, bots: dict[Seat, str], language: str, mine: str = "") -> list[str]:
    """Names for all seats: people by number, bots by level and number."""
    t, found = Messages(language), []
    titles = {key: languages.text(COMMON["levels"][key], language) for key in NAMES}
    titles["heuristic"] = titles["medium"]
    for seat in range(players):
        if seat in bots:
            spec = bots[seat]
            found.append(t("bot", what=titles.get(spec, Path(spec).name[:20]), n=seat + 1))
        else:
            found.append(mine if mine and seat == 0 else t("player", n=seat + 1))
    return found


def seating(players: int, specs: str | None) -> dict[Seat, str]:
    """The bots by seat: by default all but the first seat, else the last seats in the given order."""
    if specs is None:
        return dict.fromkeys(range(1, players), "medium")
    named = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if len(named) > players:
        raise InvalidInput("many_bots", n=len(named), players=players)
    return {players - len(named) + number: spec for number, spec in enumerate(named)}
