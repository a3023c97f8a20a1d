"""The grammar: texts, parser, catalogue, numbers and JSON follow from verbs and nouns."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight import games
from bunfight.engine.grammar import Grammar, Noun, Verb, numbers, seats
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.testing.rejects import rejects


class AddressedEvent:
    """A move as its maker gets it."""

    def __init__(self, text: str, *values: int) -> None:
        self.text, self.values = text, values


KIND = Noun("kind", ("bun", "patty_n2", "patty_p1", "cheese", "NUKE"), listed=("bun", "patty_n2", "patty_p1", "cheese"))
PLATE = seats(4, "plate")
DIE = numbers("die", 1, 6)
DICE = Noun("dice", ("none", "1", "1+3", "3", "3+3"), many="die")
SPOT = Noun("spot", ("lower",), (-1,), said=range(10_000))
SLANT = Noun("slant", ("-50", "0", "50"), (-50, 0, 50), said=range(-1000, 1001))
HAND = Grammar(
    Verb("draw", AddressedEvent),
    Verb("place", AddressedEvent, {"card": KIND, "plate": PLATE}),
    Verb("place_with", AddressedEvent, {"card": KIND, "plate": PLATE, "dice": DICE}),
    Verb("reveal", AddressedEvent, {"dice": DICE}),
    Verb("two", AddressedEvent, {"one": DIE, "other": DIE}, fits=lambda one, other: one < other),
    Verb("drop", AddressedEvent, {"card": KIND, "spot": SPOT, "slant": SLANT}, wide=True),
    Verb("turn", AddressedEvent, {"plate": PLATE}, listed=False),
)


def read(line: str) -> tuple[str, tuple[int, ...]]:
    move: Any = HAND.parse(line)
    return move.text, move.values


def test_moves_are_made_once_and_found_by_number_and_by_text() -> None:
    assert HAND.parse("place cheese 2") is HAND.made("place")[3 * 4 + 2]
    assert read("place cheese 2")[1] == (3, 2)
    assert HAND.one("draw") is HAND.parse("draw")
    assert [move.text for move in HAND.made("two")[:3]] == ["two 1 2", "two 1 3", "two 1 4"]
    assert read("two 2 5")[1] == (2, 5), "numbers stand for themselves"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("  DRAW ", "draw"),
        ("dra", "draw"),
        ("pl  Ch   2", "place cheese 2"),
        ("pl bun 1 3", "place_with bun 1 3"),
        ("place patty_N 03", "place patty_n2 3"),
        ("rev 3+1", "reveal 1+3"),
        ("drop bun LOW -7", "drop bun lower -7"),
        ("drop bun 0012 50", "drop bun 12 50"),
        ("place nuke 0", "place NUKE 0"),
        ("turn 3", "turn 3"),
    ],
)
def test_the_parser_forgives(line: str, text: str) -> None:
    assert read(line)[0] == text
    assert read(text) == read(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "is not a move. Try: draw, place"),
        ("plaze bun 1", "“plaze bun 1” is not a move. Try: place"),
        ("t", "“t” is not a move. Try: two, turn"),
        ("draw bun", "this is typed draw, not “draw bun”"),
        ("place bun", "this is typed place CARD PLATE"),
        ("place pat 1", "after place comes kind (patty_n2, patty_p1), not “pat”"),
        ("place chese 1", "(cheese), not “chese”"),
        ("place bun 4", "after place comes plate (0, 1, 2, 3), not “4”"),
        ("place bun ١", "not “١”"),
        ("place bun 99999999999999999999", "not “9999"),
        ("drop bun -1 0", "after drop comes spot (lower, 0 .. 9999), not “-1”"),
        ("two 3 3", "the parts of “two 3 3” do not fit together"),
        ("draw" + " " * 300 + "x", "is not a move"),
    ],
)
def test_an_error_says_what_was_expected_where(line: str, told: str) -> None:
    with rejects() as error:
        HAND.parse(line)
    assert told in error.text


def test_the_catalogue_holds_what_a_table_can_say_in_a_fixed_order() -> None:
    two = HAND.catalogue(2)
    assert two[:3] == ["draw", "place bun 0", "place bun 1"]
    assert "place NUKE 0" not in two, "it can be said, but is never a choice"
    assert not any(text.startswith("turn") for text in two)
    assert "place bun 3" in HAND.catalogue(4) and "place bun 3" not in two
    assert [text for text in two if text.startswith("drop bun")] == [f"drop bun lower {n}" for n in (-50, 0, 50)]
    assert len(set(two)) == len(two) and all(HAND.parse(text).text == text for text in two)


def test_a_move_is_the_same_in_json() -> None:
    assert HAND.plain("place_with bun 1 3+3") == {"verb": "place_with", "card": "bun", "plate": 1, "dice": ["3", "3"]}
    assert HAND.plain("drop bun lower -50") == {"verb": "drop", "card": "bun", "spot": "lower", "slant": -50}
    assert HAND.plain("reveal none") == {"verb": "reveal", "dice": []}


SPOKEN = [name for name in [*games.names(), "_template"] if games.load(name).grammar.verbs]


@pytest.mark.parametrize("name", SPOKEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_and_noun_has_words(name: str, language: str) -> None:
    game = games.load(name)
    words = Words(game, language)
    for verb in game.grammar.verbs.values():
        assert verb.name in words.table["moves"], f"no words for {verb.usage}"
        sample = " ".join([verb.name, *((noun.in_catalogue(9) or noun.words)[0] for noun in verb.places.values())])
        assert "{" not in words.move(sample, []), f"{verb.usage}: {words.move(sample, [])}"
    for noun in game.grammar.nouns():
        assert noun in words.table["nouns"], f"no words for {noun}"


@pytest.mark.parametrize("name", SPOKEN)
def test_every_move_of_a_game_is_read_back_and_survives_json(name: str) -> None:
    game = games.load(name)
    for text in game.grammar.catalogue(game.seats[-1])[::7]:
        assert game.grammar.parse(text).text == text
        assert game.grammar.parse(f"  {text.upper()} ").text == text
        words = game.grammar.plain(text).values()
        plain = ["+".join(map(str, one)) or "none" if isinstance(one, list) else str(one) for one in words]
        assert " ".join(plain) == text


def test_errors_are_worded_in_every_language() -> None:
    game = games.load("_template")
    with rejects() as error:
        game.grammar.parse("eat oyster")
    assert Words(game).refusal(error.value) == "after eat comes a bun (rye, oat, milk, honey …), not “oyster”"
    assert Words(game, "zh").refusal(error.value) == "eat 后面要写面包（rye, oat, milk, honey …），不是“oyster”"
