"""Errors carry a message key and facts; the sentence comes from i18n, in every language and process."""

import pickle

import pytest

from bunfight import games
from bunfight.engine.cards import CardError
from bunfight.engine.errors import BunfightError, IllegalMove, InvalidInput
from bunfight.games.jom_burger.cards import Invalid
from bunfight.i18n.words import LANGUAGES, error_text, error_texts


@pytest.mark.parametrize(
    ("given", "seats", "key", "text"),
    [
        ({}, 9, "other_seats", "Crumbs is for 2 to 4 players, not 9"),
        ({"tea": 1}, 2, "unknown_option", "unknown option 'tea'; Crumbs has: hand, snatching"),
        ({"hand": 9}, 2, "option_range", "option hand: a whole number from 2 to 3, not 9"),
        ({"snatching": "maybe"}, 2, "option_choice", "option snatching: choose from "),
    ],
)
def test_invalid_options_have_a_key_and_a_sentence(given: dict[str, object], seats: int, key: str, text: str) -> None:
    with pytest.raises(InvalidInput) as error:
        games.load("_template").settle(given, seats)
    assert error.value.key == key and error_text(error.value).startswith(text)
    assert all("{" not in one for one in error_texts(error.value).values())


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("CR-TURN-1", "not_held", bun="rye"),
        InvalidInput("no_file", path="x", rule="R-1"),
        Invalid("few_specials", where="mine.toml", n=1),
        CardError("not_toml", why=InvalidInput("no_table")),
    ],
)
def test_errors_survive_pickling(error: BunfightError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error)
    assert (again.key, again.rule) == (error.key, error.rule) and error_text(again) == error_text(error)


def test_invalid_input_is_not_a_value_error() -> None:
    """So that ``except ValueError`` around rule code never hides one behind the other."""
    assert not issubclass(BunfightError, ValueError)


def test_a_game_brings_its_own_messages_with_plurals() -> None:
    one, many = Invalid("few_specials", n=1), Invalid("few_specials", n=3)
    assert error_text(one) == "only 1 special burger: not enough for a full table"
    assert error_text(many) == "only 3 special burgers: not enough for a full table"
    assert error_text(many, "zh") == "只有 3 种特色汉堡，坐满时不够分"


def test_an_error_inside_an_error_is_put_into_the_same_language() -> None:
    outer = InvalidInput("not_dealt", n=3, why=InvalidInput("cards_deep", n=5))
    for language in LANGUAGES:
        assert error_text(InvalidInput("cards_deep", n=5), language) in error_text(outer, language)


def test_an_error_without_a_message_shows_its_key_and_facts() -> None:
    assert error_text(InvalidInput("nobody_wrote_this", n=3)) == "nobody_wrote_this n=3"
    assert error_text(OSError("disk full")) == "disk full"
