"""People: what players are called where nobody said it; the same names on every board, in the story and in the menu."""

from __future__ import annotations

from pathlib import Path

from bunfight.bots.levels import NAMES
from bunfight.engine import Seat
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON
from bunfight.tui.messages import Say


def names_of(players: int, bots: dict[Seat, str], language: str, mine: str = "") -> list[str]:
    """People by number, from 1; bots by level and number."""
    say, found = Say(language), []
    titles = {key: languages.told(COMMON["levels"][key], language) for key in NAMES}
    titles["heuristic"] = titles["medium"]
    for seat in range(players):
        if seat in bots:
            spec = bots[seat]
            found.append(say("bot", what=titles.get(spec, Path(spec).name[:20]), n=seat + 1))
        else:
            found.append(mine if mine and seat == 0 else say("player", n=seat + 1))
    return found


def seating(players: int, specs: str | None) -> dict[Seat, str]:
    """Which seats are bots: by default all but the first; else the last ones, in the order given."""
    if specs is None:
        return dict.fromkeys(range(1, players), "medium")
    named = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if len(named) > players:
        raise ValueError(f"--bots: {len(named)} bots for {players} players")
    return {players - len(named) + number: spec for number, spec in enumerate(named)}
