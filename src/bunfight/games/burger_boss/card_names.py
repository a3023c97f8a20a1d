"""Names the cards of a list: customers, orders, specials and missions, and the sentences that mention them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bunfight.engine.cards import read_toml
from bunfight.engine.game import CardWords
from bunfight.games.burger_boss.cards import Cards, Mission
from bunfight.i18n import languages

WORDS: Final[dict[str, Any]] = read_toml(Path(__file__).with_name("text") / "words.toml")
SECTIONS: Final[dict[str, Any]] = read_toml(Path(__file__).with_name("text") / "rules.toml")["sections"]


def card_words(printed: Cards) -> CardWords:
    """By table of words.toml and rules.toml: the terms of the cards, and the sentences in which a special is named."""
    terms = {customer.id: languages.named(customer.name) for customer in printed.customers}
    terms |= {f"order_{order.id}": languages.named(order.name) for order in printed.orders}
    terms |= {special.id: languages.named(special.name) for special in printed.specials}
    terms |= {mission.id: {one: _mission(mission, one) for one in languages.WRITTEN} for mission in printed.missions}
    said = {table: _with_specials(WORDS[table], printed) for table in ("moves", "events", "refusals")}
    return {"terms": terms, "sections": _with_specials(SECTIONS, printed), **said}


def _mission(mission: Mission, language: str) -> str:
    kinds = WORDS["kinds"]
    return str(WORDS["missions"][mission.test][language]).format(
        name=languages.named(mission.name)[language],
        need=mission.need,
        each=mission.each,
        size=WORDS["terms"][mission.size][language] if mission.size else "",
        kinds=kinds["or"][language].join(kinds[kind][language] for kind in mission.kinds),
    )


def _with_specials(table: dict[str, dict[str, str]], printed: Cards) -> dict[str, dict[str, str]]:
    """The sentences with a hole such as ``{special_first}``, filled."""
    made: dict[str, dict[str, str]] = {}
    for key, said in table.items():
        if "{special_" in said["en"]:
            made[key] = dict(said)
            for special in printed.specials:
                for one, name in languages.named(special.name).items():
                    made[key][one] = made[key][one].replace(f"{{special_{special.id}}}", name)
    return made
