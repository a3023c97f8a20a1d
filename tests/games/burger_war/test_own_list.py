"""With a custom card list, no name, type or number of the built-in list appears for its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bunfight.engine import IllegalMove, Rng, Table
from bunfight.engine.event import plain
from bunfight.engine.position_text import describe_position
from bunfight.games.burger_war import cards
from bunfight.games.burger_war.game import GAME
from bunfight.i18n.words import LANGUAGES, Words

PRINTED = {language: {cards.called(card)[language] for card in cards.CARDS} for language in LANGUAGES}
TOOLS = {"nuke": "Zapper", "transmog": "Mixer", "recycler": "Magnet", "deflector": "Umbrella", "war": "Stampede"}

SWAPPED = {"BUN": "PATTY", "PATTY": "BUN"}


def own_text() -> str:
    """Every card of the house list under another id and name; plain buns and patties change places and signs."""
    text = re.sub(r"name = .*\nsource = .*\n", "", cards.FILE.read_text(encoding="utf-8"))
    rows = text.split("[[card]]\n")
    made = [rows[0]]
    for number, row in enumerate(rows[1:]):
        old = re.findall(r'id = "(\w+)"', row)[0]
        name = f'"{TOOLS[old]}"' if old in TOOLS else f'{{ en = "Dish {number}x", zh = "菜{number}号" }}'
        row = row.replace(f'id = "{old}"\n', f'id = "own_{number}"\nname = {name}\n')
        if 'rarity = "plain"' in row and old not in TOOLS:
            row = re.sub(r'type = "(\w+)"', lambda found: f'type = "{SWAPPED.get(found[1], found[1])}"', row)
            row = re.sub(r"modifier = (-?\d)", lambda found: f"modifier = {-int(found[1])}", row)
        made.append(row)
    return "[[card]]\n".join(made)


OWN = GAME.with_cards(own_text())


def whole_games() -> Iterator[tuple[Table, str]]:
    """Games in which everything happens, with a recycled WAR among it, and all their positions in characters."""
    for number, options in enumerate(({"recycle_war": "fires"}, {"war_loot": "hand", "max_rounds": 20})):
        table = Table(OWN, ["Ann", "Ben", "Cid"], f"own {number}", {"deck": "custom", **options})  # type: ignore[dict-item]
        rng, shown = Rng("own moves", str(number)), ""
        while table.state.agenda:
            seat = table.state.awaiting()[0]
            shown += describe_position(OWN.view(table.state, seat))  # type: ignore[arg-type]  # a table of this game
            table.play(seat, table.state.agenda[-1].suggest(table.state, seat, rng))
        yield table, shown


def story(table: Table, words: Words) -> list[str]:
    """Everything that anybody reads of a game: events as all hear them, moves, score lines and the reason of the end."""
    names = table.record.seats
    told = [event for one in table.said for said in one for event in (said.event, said.others) if event is not None]
    said = [words.event(plain(event), names) for event in told]
    said += [words.move(entry.move, names) for entry in table.record.entries]
    outcome = table.outcome()
    assert outcome is not None
    return [*said, *(words.score(line.label) for line in outcome.lines), words.reason(outcome.reason)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_described_without_a_printed_name(language: str) -> None:
    words = Words(OWN, language)
    for table, shown in whole_games():
        text = "\n".join(story(table, words))
        assert "own_" not in text and "{" not in text
        assert not [name for name in PRINTED[language] if name in text + shown]
        assert "Zapper" in text and "Stampede" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_questions_name_the_tools_of_the_list(language: str) -> None:
    words = Words(OWN, language)
    texts = [words.rule(rule) or "" for rule in words.book["rules"]]
    texts += [words.question(step) for step in words.table["steps"]] + [words.term(key) for key in words.table["terms"]]
    assert not [text for text in texts for name in PRINTED[language] if name in text]
    assert "Zapper" in (words.rule("IW-NUKE-1") or "")
    assert "Umbrella" in words.refusal(IllegalMove("IW-DEFL-1", "not_targeted"))
    assert Words(GAME, language).rule("IW-NUKE-1") != words.rule("IW-NUKE-1")


def test_types_and_numbers_are_those_of_the_list() -> None:
    listed = {card.id: card for card in OWN.listed}
    assert listed["own_2"].type == "PATTY" and listed["own_2"].modifier == -1
    assert Words(OWN).term("own_2#1") == "Dish 2x (patty -1)"
    assert Words(OWN, "zh").score("own_20") == "菜20号（传说面包 +3）"


def test_one_name_serves_both_languages() -> None:
    text = cards.FILE.read_text(encoding="utf-8").replace('{ en = "Comet Bap", zh = "彗星小面包" }', '{ en = "Rusk" }')
    own = GAME.with_cards(text.replace('{ en = "Orbit Cheddar", zh = "轨道切达" }', '"Brie"'))
    assert [Words(own, one).term("bun_p1") for one in LANGUAGES] == ["Rusk (bun +1)", "Rusk（面包 +1）"]
    assert [Words(own, one).term("cheese_p1") for one in LANGUAGES] == ["Brie (cheese +1)", "Brie（芝士 +1）"]
    assert Words(own, "zh").rule("IW-NUKE-1") == Words(GAME, "zh").rule("IW-NUKE-1")
