"""The printed data: totals, facts of the tables, and what the loader refuses or warns about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import Rng, Table
from bunfight.engine.cards import digest, name_by_language
from bunfight.games.jom_burger import GAME, cards
from bunfight.games.jom_burger.rules.actions import LABELS
from bunfight.i18n.words import Words, card_report
from bunfight.testing.rejects import rejects

TEXT = cards.FILE.read_text(encoding="utf-8")
ROJAK = 'name = { en = "Rojak Mix", zh = "罗惹什锦堡" }'


def changed(tmp_path: Path, *pairs: tuple[str, str]) -> Path:
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("JB-SETUP-2", "JB-SETUP-3", "JB-SETUP-4")
def test_supplies_have_their_totals() -> None:
    box = cards.STANDARD
    assert [sum(box.supply(seats, False).dice) for seats in range(2, 7)] == [60, 60, 60, 90, 90]
    assert sum(box.supply(2, True).dice) == 30 and box.supply(2, True).dice == (6, 6, 6, 4, 4, 4)
    assert box.supply(3, False).dice == (12, 12, 12, 8, 8, 8)


@pytest.mark.rule("JB-ROLL-4", "JB-ROLL-1")
def test_every_roll_finds_enough_dice() -> None:
    for seats in range(2, 7):
        assert sum(cards.STANDARD.supply(seats, False).dice) >= 6 * (2 * seats + 1)
    assert sum(cards.STANDARD.supply(2, True).dice) == 6 * 5


@pytest.mark.rule("JB-SETUP-5", "JB-SETUP-6")
def test_every_burger_has_two_spaces_for_each_ingredient() -> None:
    assert len(cards.STANDARD.specials) == 8 and cards.STANDARD.regular.id == "regular"
    assert len({burger.rows for burger in cards.STANDARD.burgers}) == 9
    for burger in cards.STANDARD.burgers:
        assert [burger.wants(ingredient) for ingredient in cards.INGREDIENTS] == [2] * 6


@pytest.mark.rule("JB-SALAD-3", "JB-SALAD-8", "JB-SALAD-9")
def test_salads_have_three_columns_with_the_printed_cells() -> None:
    assert [salad.columns for salad in cards.STANDARD.salads] == [3, 3, 3, 3]
    assert cards.STANDARD.salad("additional", "ones").points == (3, 8, 16)
    assert cards.STANDARD.salad("additional", "limit").caps == (2, 4, 6)
    assert cards.STANDARD.salad("multiplication", "limit").multipliers == (2, 4, 8)


def test_the_source_of_the_data_is_named() -> None:
    assert {supply.source for supply in cards.STANDARD.supplies} == {"printed"}
    assert cards.STANDARD.regular.source == "public"
    assert {one.source for one in (*cards.STANDARD.specials, *cards.STANDARD.salads)} == {"house"}  # type: ignore[attr-defined]


def test_the_standard_list_passes_without_warnings() -> None:
    assert card_report(cards.check(cards.FILE)) == "cards.toml: 9 burgers, 3 supplies, 4 salads"
    assert cards.warnings(cards.STANDARD) == []
    assert GAME.cards_digest == digest(cards.FILE) and len(digest(cards.FILE)) == 64


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('id = "rojak"', 'id = "silang"', "this id is used twice"),
        ('kind = "regular"', 'kind = "plain"', "kind: must be one of regular, special"),
        ('kind = "regular"', 'kind = "special"', "exactly one burger must be regular"),
        (ROJAK, "", "burger 'rojak': the key 'name' is missing"),
        (ROJAK, 'colour = "red"\nname = "x"', "unknown key 'colour'"),
        (ROJAK, 'name = ""', "the name must be text"),
        (ROJAK, 'name = { en = "x" }', "one text in each language (en, zh)"),
        (ROJAK, "name = 5", "name: must be text"),
        ('id = "rojak"', 'id = "two words"', "an id is one word that means nothing else"),
        ('id = "rojak"', 'id = "bread"', "an id is one word that means nothing else"),
        ('[["meat", "cheese"], ["cheese"', '[["meat", "fries_soda"], ["cheese"', "not 'fries_soda'"),
        ('[["meat", "cheese"], ["cheese"', '[["meat", "tofu"], ["cheese"', "not 'tofu'"),
        (
            '[["egg", "meat"], ["egg", "meat"], ["vegetable", ',
            '[["egg", "egg"], ["egg", "egg"], ["egg", ',
            "5 spaces for egg",
        ),
        (
            'rows = [["meat", "meat"], ["vegetable", "vegetable"], ["egg", "egg"], ["cheese", "cheese"]]',
            "rows = []",
            "rows: must have 1 to 6 entries",
        ),
        ("seats = [2, 3, 4]", "seats = [2, 3]", "no supply for 4 seats"),
        ("seats = [2, 3, 4]", "seats = [2, 3, 4, 5]", "60 dice are too few for 5 seats"),
        ("seats = [5, 6]", "seats = [4, 5, 6]", "4 seats are listed already by 'standard24'"),
        ("seats = [5, 6]", "seats = [5, 6, 7]", "must be from 2 to 6, not 7"),
        ('source = "printed"\nseats = [2]', 'source = "printed"\nseats = [3]', "seats must be [2]"),
        ('id = "advanced2"', 'id = "small"', "30 dice are too few|2 seats are listed already"),
        ("bread = 12", "bread = -1", "bread: must be at least 0"),
        ("bread = 12", "bread = 12.5", "must be a whole number"),
        ("points = [3, 8, 16]", "points = [3, 3, 16]", "must rise from column to column"),
        ("points = [3, 8, 16]", "points = [-3, 8, 16]", "must not be below zero"),
        ("points = [3, 8, 16]", "points = [3, 8, 16]\ncaps = [1, 2, 3]", "a ones salad has points only"),
        ("points = [3, 8, 16]", "points = []", "1 to 6 columns of points"),
        ("caps = [2, 4, 6]", "caps = [2, 4]", "the same length"),
        ("caps = [2, 4, 6]", "caps = [2, 1, 6]", "caps must not fall"),
        ("caps = [2, 4, 6]", "caps = [2, 2, 2]", "at least k"),
        ("points = [2, 6, 13]", "multipliers = [2, 6, 13]", "1 to 6 columns of points"),
        ("points = [2, 6, 13]", "points = [6, 2, 13]", "points must not be below zero and must rise"),
        ('scoring = "additional"\nside = "ones"', 'scoring = "added"\nside = "ones"', "scoring: must be one of"),
        ('scoring = "additional"\nside = "ones"', 'scoring = "additional"\nside = "twos"', "side: must be one of"),
        (
            'scoring = "additional"\nside = "ones"',
            'scoring = "multiplication"\nside = "ones"',
            "one salad additional ones",
        ),
        ("[[supply]]", "[[dice]]", "unknown key 'dice'"),
        ("[[supply]]", "[[supply", "not a TOML file"),
    ],
)
def test_a_slip_is_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = changed(tmp_path, (old, new))
    with rejects() as wrong:
        cards.check(path)
    assert wrong.text.startswith("mine.toml: ")
    assert any(part in wrong.text for part in why.split("|")), wrong.text


def test_a_missing_supply_table_is_named(tmp_path: Path) -> None:
    start, end = TEXT.index('[[supply]]\nid = "advanced2"'), TEXT.index("[[burger]]")
    path = tmp_path / "mine.toml"
    path.write_text(TEXT[:start] + TEXT[end:], encoding="utf-8")
    with rejects("'advanced2' is missing"):
        cards.check(path)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (', ["egg", "egg"], ["cheese", "cheese"]]', ', ["egg", "egg"]]', "not 12 spaces in all"),
        ('[["egg", "meat"], ["egg", "meat"]', '[["egg", "egg"], ["egg", "meat"]', "more than two of egg"),
        ('[["egg", "meat"], ["egg", "meat"]', '[["egg", "egg"], ["egg", "meat"]', "an odd number of meat, egg"),
        ("points = [3, 8, 16]", "points = [3, 8, 17]", "the rulebook prints 16 as points of column 3"),
    ],
)
def test_an_unusual_list_is_accepted_with_a_warning(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert why in card_report(cards.check(changed(tmp_path, (old, new))))


def test_few_special_burgers_are_a_warning(tmp_path: Path) -> None:
    start, end = TEXT.index('[[burger]]\nid = "rojak"'), TEXT.index("[[salad]]")
    path = tmp_path / "mine.toml"
    path.write_text(TEXT[:start] + TEXT[end:], encoding="utf-8")
    assert "only 4 special burgers" in card_report(cards.check(path))


def test_an_own_list_can_be_played() -> None:
    mine = GAME.with_cards(TEXT.replace("points = [3, 8, 16]", "points = [3, 8, 18]"))
    assert mine.cards_digest != GAME.cards_digest
    assert mine.rules(mine.settle({"salad": True}, 2)).salads[0].points == [3, 8, 18]
    with rejects("not a TOML file"):
        GAME.with_cards("[[")


def renamed() -> str:
    """The standard list with every burger card under another name, and some with other spaces."""
    text = TEXT.replace('["meat", "vegetable"], ["vegetable", "egg"]', '["meat", "egg"], ["vegetable", "vegetable"]')
    for number, burger in enumerate(cards.STANDARD.burgers):
        en, zh = name_by_language(burger.name)["en"], name_by_language(burger.name)["zh"]
        name = f'"Stack {number}"' if number % 2 else f'{{ en = "Stack {number}", zh = "本店第 {number} 号" }}'
        text = text.replace(f'{{ en = "{en}", zh = "{zh}" }}', name)
    return text


@pytest.mark.parametrize("burgers", ["regular", "special", "mixed", "choose"])
def test_a_custom_list_is_shown_in_its_own_words(burgers: str) -> None:
    game = GAME.with_cards(renamed())
    table: Any = Table(game, ["Ann", "Ben", "Cy"], "own", {"burgers": burgers})
    words = {language: Words(game, language) for language in ("en", "zh")}
    told: dict[str, list[str]] = {language: [] for language in words}
    said = [*table.record.deal.said]
    rng = Rng("own")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        view = game.view(table.state, seat)
        for language, book in words.items():
            told[language] += [book.move(move, table.record.seats) for move in view.moves]
        table.play(seat, game.bots.policy(table.state, seat, rng))
        said += table.record.entries[-1].said
    for language, book in words.items():
        told[language] += [book.event(one["event"], table.record.seats) for one in said]
        told[language] += [book.score(label) for label in LABELS]
        told[language] += [book.term(stall.burger) for stall in game.view(table.state, None).stalls]
        story = "\n".join(told[language])
        assert ("Stack" in story) or ("本店" in story)
        for burger in cards.STANDARD.burgers:
            assert name_by_language(burger.name)[language] not in story
