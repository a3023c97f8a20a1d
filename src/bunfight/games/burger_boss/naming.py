"""What the cards of a list are called: customers, orders, specials and missions, and the sentences that name them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bunfight import data
from bunfight.games.burger_boss.cards import Cards, Mission
from bunfight.kernel.game import CardWords

WORDS: Final[dict[str, Any]] = data.read(Path(__file__).with_name("words.toml"))
SECTIONS: Final[dict[str, Any]] = data.read(Path(__file__).with_name("rules.toml"))["sections"]
LANGUAGES: Final = tuple(WORDS["title"])


def card_words(printed: Cards) -> CardWords:
    """By table of words.toml and rules.toml: the terms of the cards, and the sentences in which a special is named."""
    terms = {customer.id: data.named(customer.name) for customer in printed.customers}
    terms |= {f"order_{order.id}": data.named(order.name) for order in printed.orders}
    terms |= {special.id: data.named(special.name) for special in printed.specials}
    terms |= {mission.id: {one: _mission(mission, one) for one in LANGUAGES} for mission in printed.missions}
    said = {table: _with_specials(WORDS[table], printed) for table in ("moves", "events", "refusals")}
    return {"terms": terms, "sections": _with_specials(SECTIONS, printed), **said}


def spoken(name: data.Name, language: str) -> str:
    """A name in a language, or in the first that it has."""
    by_language = data.named(name)
    return by_language.get(language) or next(iter(by_language.values()))


def _mission(mission: Mission, language: str) -> str:
    kinds = WORDS["kinds"]
    return str(WORDS["missions"][mission.test][language]).format(
        name=spoken(mission.name, language),
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
                for one in LANGUAGES:
                    made[key][one] = made[key][one].replace(f"{{special_{special.id}}}", spoken(special.name, one))
    return made
