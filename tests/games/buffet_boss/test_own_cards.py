"""With a custom card list, no word of the built-in list appears, and every row says where it comes from."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from bunfight.engine import Rng, Table
from bunfight.engine.position_text import describe_position
from bunfight.games.buffet_boss import GAME, card_names, cards
from bunfight.games.buffet_boss.game import BuffetBoss
from bunfight.i18n import languages
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.server.card_lists import check_size
from bunfight.testing.rejects import rejects

TEXT = cards.FILE.read_text(encoding="utf-8")


def house_names() -> set[str]:
    rows = [*cards.FOODS, *cards.CHARACTERS]
    return {said for row in rows for said in languages.named(row.name).values()}  # type: ignore[attr-defined]


def renamed() -> str:
    """Every card has another name; every food other stars, the characters other points, A1 another kind."""
    count = iter(range(100))
    text = re.sub(r"name = \{[^}]*\}", lambda _: f'name = "Blob {next(count)}"', TEXT)
    text = re.sub(r'source = "\w+"\n', "", text)
    text = re.sub(r"\nstars = (\d)\ndiff", lambda found: f"\nstars = {6 - int(found[1])}\ndiff", text)
    text = re.sub(r"points = (\d)", lambda found: f"points = {int(found[1]) + 10}", text)
    return text.replace('kind = "touching_pair_group"', 'kind = "per_colour"\ncolours = ["orange"]')


def told(game: BuffetBoss, seats: int, **options: Any) -> str:
    """A whole game in both languages: what is said, what can be chosen, how it is shown and how it ends."""
    table = Table(game, [f"P{seat}" for seat in range(seats)], "told", options, game.physics.estimate)
    words = [Words(game, language) for language in LANGUAGES]
    rng, lines = Rng("moves"), []
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        view = game.view(table.state, seat)  # type: ignore[arg-type]
        move = table.state.agenda[-1].suggest(table.state, seat, rng)
        lines += [one.move(text, table.record.seats) for text in (*view.moves, move.text) for one in words]
        lines += [
            one.effect(effect, table.record.seats) for told in view.previews for effect in told.effects for one in words
        ]
        lines += [one.term(f"{mine.id}.pays") for mine in view.characters for one in words]
        if len(table.record.entries) % 8 == 0:
            lines.append(describe_position(view))
        table.play(seat, move)
    for entry in [table.record.deal, *table.record.entries]:
        lines += [one.event(said["event"], table.record.seats) for said in entry.said for one in words]
    ended = table.outcome()
    assert ended is not None
    lines += [one.score(line.label) for line in ended.lines for one in words]
    lines += [one.rule(rule) or "" for one in words for rule in one.book["rules"]]
    return "\n".join(lines)


@pytest.mark.rule("FB-SETUP-7")
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"version": "dinner"}), (2, {"version": "lunch"}), (3, {"version": "all_you_can_eat"})]
)
def test_a_custom_list_is_described_without_our_words(seats: int, options: dict[str, str]) -> None:
    own = GAME.with_cards(renamed())
    assert isinstance(own, BuffetBoss)
    spoken = told(own, seats, **options)
    assert "Blob" in spoken
    found = [name for name in sorted(house_names()) if re.search(rf"(?<![a-z_]){re.escape(name)}(?![a-z_])", spoken)]
    assert found == []
    assert [name for name in sorted(house_names()) if name in told(GAME, seats, **options)]  # this can fail


def test_what_a_character_pays_follows_the_list() -> None:
    said = Words(GAME).term
    assert (said("B1.pays"), said("B11.pays")) == (
        "2 stars for each food that is meat or seafood", "1 star for each food worth 4 stars",
    )  # fmt: skip
    assert said("B10.pays") == "3 stars for every 2 foods worth 3 stars"
    assert Words(GAME, "zh").term("B10.pays") == "每 2 份值 3 颗星的食物得 3 颗星"
    own = GAME.with_cards(renamed())
    assert Words(own).term("A1.pays") == "14 stars for each orange food"
    assert Words(own, "zh").term("A1.pays") == "每份橙色食物得 14 颗星"
    assert all("{" not in pays for c in cards.CHARACTERS for pays in map(card_names.pays, [c, c], LANGUAGES))


def test_the_menu_in_the_view_is_that_of_the_list() -> None:
    own = GAME.with_cards(renamed())
    for game, stars in ((GAME, 4), (own, 2)):
        table = Table(game, ["a", "b"], "menu", {"version": "lunch"}, game.physics.estimate)
        view = game.view(table.state, None)  # type: ignore[arg-type]
        egg = next(dish for dish in view.menu if dish.id == "egg")
        assert (egg.stars, egg.group, egg.colour) == (stars, "meat", "white") and len(view.menu) == 21
        assert view.marked == tuple(card for card in view.line if card.endswith(".a"))


def test_a_name_in_one_language_does_for_the_other() -> None:
    text = TEXT.replace('name = { en = "Egg", zh = "鸡蛋" }', 'name = { zh = "月饼" }')
    own = GAME.with_cards(text)
    assert [Words(own, language).term("egg.a") for language in LANGUAGES] == ["月饼 ✦", "月饼 ✦"]


def test_every_row_says_where_it_comes_from() -> None:
    assert Counter(food.source for food in cards.FOODS) == {"printed": 1, "public": 12, "house": 8}
    assert Counter(one.source for one in cards.CHARACTERS) == {"printed": 10, "public": 4, "house": 4}
    assert {row.source for row in cards.load_own(renamed()).foods} == {"own"}


def test_the_printed_list_may_be_brought_to_a_table() -> None:
    check_size(TEXT)
    with rejects("beyond 1000"):
        check_size(TEXT.replace("tallest_bonus = 5", "tallest_bonus = 5000"))


@pytest.mark.rule("FB-VER-1", "FB-VER-2", "FB-VER-3")
@pytest.mark.parametrize(
    ("version", "wanted", "unwanted"),
    [
        ("lunch", "Lunch, 5 rounds", "character"),
        ("dinner", "Dinner, 7 rounds", "single piece"),
        ("all_you_can_eat", "stack all 12 foods", "tallest"),
    ],
)
def test_the_opening_words_fit_the_version(version: str, wanted: str, unwanted: str) -> None:
    table = Table(GAME, ["a", "b"], "open", {"version": version}, GAME.physics.estimate)
    first = Words(GAME).event(table.record.deal.said[0]["event"], ["a", "b"])
    assert wanted in first and unwanted not in first
    own = GAME.with_cards(TEXT.replace("tallest_bonus = 5", "tallest_bonus = 9"))
    opened = Table(own, ["a", "b"], "open", {"version": version}, own.physics.estimate).record.deal.said[0]["event"]
    assert opened.get("tallest", 9) == 9
