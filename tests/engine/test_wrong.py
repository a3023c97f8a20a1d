"""Bad input is a sentence with holes, so that it can be said in every language, wherever it was found out."""

import pickle

import pytest

from bunfight import games
from bunfight.engine.errors import InvalidInput


@pytest.mark.parametrize(
    ("given", "seats", "sentence"),
    [
        ({}, 9, "{title} is for {fewest} to {most} players, not {n}"),
        ({"tea": 1}, 2, "unknown option {name!r}; {title} has: {known}"),
        ({"hand": 9}, 2, "option {name}: a whole number from {low} to {high}, not {given!r}"),
        ({"snatching": "maybe"}, 2, "option {name}: choose from {choices}, not {given!r}"),
    ],
)
def test_wrong_options_keep_their_sentence_and_facts(given: dict[str, object], seats: int, sentence: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        games.load("_template").settle(given, seats)
    assert wrong.value.sentence == sentence
    assert str(wrong.value) == sentence.format(**wrong.value.facts) and "{" not in str(wrong.value)


def test_it_comes_home_from_another_process_as_it_was() -> None:
    wrong = pickle.loads(pickle.dumps(InvalidInput("{n} of {what}", n=3, what="rye")))
    assert (str(wrong), wrong.sentence, wrong.facts) == ("3 of rye", "{n} of {what}", {"n": 3, "what": "rye"})
    assert isinstance(wrong, ValueError)
