"""A custom list: every card appears by its own name everywhere."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bunfight.engine import IllegalMove, Rng, Table
from bunfight.engine.cards import name_by_language
from bunfight.games.burger_boss import cards
from bunfight.games.burger_boss.cards import FILE, PRINTED
from bunfight.games.burger_boss.game import GAME, BurgerBoss
from bunfight.i18n.words import LANGUAGES, Words, rule_ids

NAMES = ["Ann", "Bob", "Cyd"]


def toml(table: dict[str, Any]) -> str:
    """A card list as TOML text."""
    lines = [f"grill_spaces = {table['grill_spaces']}"]
    for key, rows in table.items():
        for row in rows if isinstance(rows, list) else []:
            lines += ["", f"[[{key}]]"]
            lines += [f"{field} = {written(value)}" for field, value in row.items()]
    return "\n".join(lines)


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def renamed(keep_ids: bool) -> dict[str, Any]:
    """Our list with every card renamed, other missions, and ids that mean something else elsewhere."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for key in ("orders", "customers", "specials", "missions"):
        for number, row in enumerate(table[key]):
            row["name"] = f"Zork {key[0]}{number}" if number % 2 else {"en": f"Quux {key[0]}{number}", "zh": "叽里呱啦"}
            del row["source"]
    for mission in table["missions"]:
        if mission["test"] == "serve_with_any":
            mission["kinds"], mission["need"] = ["bun"], 5
    if not keep_ids:
        for number, row in enumerate(table["customers"]):
            row["id"] = ["double", "bun", "say_cheese", "kitchen", "s1"][number] if number < 5 else str(number - 4)
        for number, row in enumerate(table["missions"]):
            row["id"] = ["tip", "1", "double", "order_classic"][number] if number < 4 else row["id"]
    return table


def house_names() -> set[str]:
    rows: list[Any] = [*PRINTED.orders, *PRINTED.customers, *PRINTED.specials, *PRINTED.missions]
    return {name for row in rows for name in name_by_language(row.name).values()}


def told(game: BurgerBoss, language: str, options: dict[str, Any]) -> list[str]:
    """Everything that is said of a whole game: choices, events, positions, refusals, the end."""
    words = Words(game, language)
    table = Table(game, NAMES, "own list", options)
    rng = Rng("own list")
    lines: list[str] = []
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        view = game.view(table.state, seat)  # type: ignore[arg-type]
        lines += [words.move(move, NAMES) for move in view.moves]
        lines += [words.term(f"order_{place.customer.order}") for place in view.queue if place.customer]
        catalogue = game.grammar.catalogue(3)
        for _ in range(3):
            try:
                table.play(seat, game.grammar.parse(catalogue[rng.below(len(catalogue))]))
                break
            except IllegalMove as refused:
                lines += [words.refusal(refused, NAMES), words.rule(refused.rule) or ""]
        else:
            table.play(seat, game.bots.policy(table.state, seat, rng))  # type: ignore[arg-type]
    for entry in (table.record.deal, *table.record.entries):
        for said in entry.said:
            lines += [words.event(one, NAMES) for one in (said["event"], said["others"]) if one]
    outcome = table.outcome()
    assert outcome is not None
    return lines + [words.score(line.label) for line in outcome.lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("windows", ["open", "quick"])
@pytest.mark.parametrize("keep_ids", [True, False])
def test_a_renamed_list_is_described_in_its_own_words_only(language: str, windows: str, keep_ids: bool) -> None:
    own = GAME.with_cards(toml(renamed(keep_ids)))
    text = "\n".join(told(own, language, {"special_windows": windows}))
    assert [name for name in house_names() if name in text] == []
    for word in ("Zork c", "Zork o", "Zork m"):
        assert word in text, word
    assert ("Quux s" if language == "en" else "“叽里呱啦”") in text


def test_everything_that_could_be_said_of_it_is_in_its_words() -> None:
    own = GAME.with_cards(toml(renamed(True)))
    for language in LANGUAGES:
        words = Words(own, language)
        every = [words.move(text, NAMES) for text in own.grammar.catalogue(3)] + [
            words.rule(rule) for rule in rule_ids(own)
        ]
        every += [section[language] for section in words.book["sections"].values()]
        every += [str(said) for table in ("events", "terms", "refusals") for said in words.table[table].values()]
        text = "\n".join(str(one) for one in every)
        assert [name for name in house_names() if name in text] == []


def test_ids_that_mean_something_else_are_kept_apart() -> None:
    own = GAME.with_cards(toml(renamed(False)))
    words = Words(own)
    assert words.move("reveal 1+2", NAMES) == "Let 1, 2 turn up"
    assert words.move("place_with bakery 4 double", NAMES) == "Send a 4 to the Bakery with Quux s0"
    assert words.term("double") == "Quux s0" and words.term("bun") == "bun" and words.term("kitchen") == "the kitchen"
    assert [words.term(customer.id) for customer in own.printed.customers][:3] == ["Quux c0", "Zork c1", "Quux c2"]
    ids = [row.id for row in (*own.printed.customers, *own.printed.missions)]  # type: ignore[attr-defined]
    assert len(set(ids)) == 38 and not set(ids) & {*cards.RESERVED, "1", "order_classic"}


def test_missions_say_what_the_list_asks_for() -> None:
    table = renamed(True)
    table["missions"][2] |= {"name": "Tower", "kinds": ["cheese"], "each": 2, "need": 1}
    table["missions"][3] |= {"name": {"en": "Big"}, "size": "large", "need": 4}
    words, chinese = (Words(GAME.with_cards(toml(table)), language) for language in LANGUAGES)
    assert words.term("garden_fresh") == "Zork m1 (serve 5 with bun)"
    assert words.term("meat_feast") == "Tower (serve 1 with cheese × 2 or more)"
    assert chinese.term("worth_the_wait") == "Big（在大份位置卖出 4 份）"
    assert Words(GAME, "zh").term("garden_fresh") == "田园新鲜（卖出 2 份含番茄或生菜的餐点）"


def test_every_row_says_where_it_comes_from() -> None:
    printed = {order.id for order in PRINTED.orders if order.source == "printed"}
    assert printed == {"classic", "double", "cheese"}
    rest = [*PRINTED.customers, *PRINTED.specials, *PRINTED.missions, *PRINTED.spaces]
    assert {row.source for row in rest} == {"house"}  # type: ignore[attr-defined]
    own = GAME.with_cards(toml(renamed(True))).printed
    assert {row.source for row in (*own.orders, *own.customers, *own.specials, *own.missions)} == {"own"}  # type: ignore[attr-defined]


def test_the_kitchen_of_somebody_else_is_not_yours() -> None:
    told = {"kind": "WorkerPlaced", "seat": 1, "card": "kitchen", "value": 6, "space": 1}
    assert Words(GAME).event(told, NAMES) == "Bob sends a 6 to the kitchen"
    assert Words(GAME, "zh").event(told, NAMES) == "Bob 派 6 点员工去自家厨房"


def test_a_refused_sale_names_the_order_in_both_languages() -> None:
    order = ("bun", "bun", "patty", "cheese", "cheese", "tomato", "tomato")
    refused = IllegalMove("BB-SELL-3", "other_order", slot="r1", order=order)
    told = "the customer at Regular (left) wants exactly 2 buns, 1 patty, 2 cheese slices and 2 tomatoes"
    assert Words(GAME).refusal(refused) == told
    assert (
        Words(GAME, "zh").refusal(refused) == "普通份左边的顾客只要：面包 ×2、肉饼 ×1、芝士 ×2、番茄 ×2，不能多也不能少"
    )
