"""Renders the leaderboard of a ladder as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from bunfight.games import load
from bunfight.i18n.languages import Phrases
from bunfight.i18n.words import Words
from bunfight.lab.charts import bars
from bunfight.lab.ladder import Duel, Rating, neighbours
from bunfight.lab.report import SCRIPT, STYLE

SAY: Final = Phrases(Path(__file__).parent, "leaderboard")


def leaderboard(ladder: dict[str, Any], ratings: Sequence[Rating], compared: Sequence[Duel], language: str) -> str:
    """Render the ratings and comparisons of a stored ladder, best first."""
    plan = ladder["plan"]

    def say(key: str, **values: object) -> str:
        return escape(SAY(key, language, **values))

    title = SAY("title", language, game=Words(load(plan["game"]), language).title)
    options = ", ".join(f"{name}={value}" for name, value in plan["options"].items()) or "–"
    made = say(
        "made",
        games=len(ladder["games"]),
        players=plan["seats"],
        options=options,
        seed=plan["seed"],
        rules=plan["rules_version"],
        version=ladder["version"],
    )
    picture = bars([(one.bot, one.rating, one.low, one.high) for one in ratings], title)
    heads = "".join(f"<th scope='col'>{say(key)}</th>" for key in ("bot", "rating", "interval", "seats", "wins"))
    rows = "".join(
        f"<tr><td>{escape(one.bot)}</td><td>{one.rating:.0f}</td><td>{one.low:.0f} – {one.high:.0f}</td>"
        f"<td>{one.games:,}</td><td>{one.wins / one.games:.1%}</td></tr>"
        for one in ratings
    )
    orders = "".join(
        f"<li>{say('sure' if one.sure else 'unsure', better=one.better, worse=one.worse, gap=gap(one))}</li>"
        for one in neighbours(ratings, compared)
    )
    return (
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1><p>{made}</p>"
        f"<section><p>{say('scale')}</p><figure>{picture}</figure><div class='table' tabindex='0'>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>"
        f"<section class=wide><h2>{say('order')}</h2><ul>{orders}</ul></section>"
        f"<div id='tip' role='status' hidden></div><script>{SCRIPT}</script></body></html>\n"
    )


def gap(duel: Duel) -> str:
    return f"{duel.lead:+.1%}; {duel.low:+.1%} – {duel.high:+.1%}"
