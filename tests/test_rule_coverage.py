"""Every rule of every game is named by a test, and no test names a rule that does not exist."""

from pathlib import Path

import pytest

from bunfight import games
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.testing.coverage import named_by

TESTS = Path(__file__).parent / "games"
EVERY = [*games.names(), "_template"]


@pytest.mark.parametrize("name", EVERY)
def test_every_rule_has_a_test(name: str) -> None:
    book = Words(games.load(name)).book["rules"]
    tested = named_by(TESTS / name)
    assert not set(book) - set(tested), "rules without a test"
    assert not set(tested) - set(book), "tests of rules that do not exist"


@pytest.mark.parametrize("name", EVERY)
def test_every_rule_is_worded_in_every_language_and_has_a_section(name: str) -> None:
    book = Words(games.load(name)).book
    assert set(book) == {"sections", "rules"}
    for rule, wording in book["rules"].items():
        assert set(wording) == set(LANGUAGES) and all(wording.values()), rule
        assert rule.split("-", 1)[1].rpartition("-")[0] in book["sections"], f"{rule} has no section"
    for section, wording in book["sections"].items():
        assert set(wording) == set(LANGUAGES) and all(wording.values()), section


@pytest.mark.parametrize("name", EVERY)
def test_every_word_is_in_every_language(name: str) -> None:
    def look(table: object, where: str) -> None:
        if isinstance(table, dict):
            if "en" in table or "zh" in table:
                assert all(table.get(language) for language in LANGUAGES), where
            for key, inner in table.items():
                look(inner, f"{where}.{key}")

    look(Words(games.load(name)).table, name)


def test_marks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('A-1', 'A-2')\ndef test_one(): pass\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('A-3'))])\ndef test_two(n): pass\n"
    )
    assert named_by(tmp_path) == {
        "A-1": ["test_x.py::test_one"],
        "A-2": ["test_x.py::test_one"],
        "A-3": ["test_x.py::test_two"],
    }
