"""Boards as drawings and as words: every game, at every size and number of players, in both languages."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from bunfight import games, tui
from bunfight.engine import Rng, Table, estimator
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.tui.boards import Scene, board_of, draw_board
from bunfight.tui.canvas import Canvas, cut, fit, wrap
from bunfight.tui.messages import MESSAGES, Messages
from bunfight.tui.prose import wrapped
from bunfight.tui.theme import DARK, LIGHT, style_of

NAMES = {"en": ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"], "zh": ["小安", "小波", "小陈", "小丹", "小艺", "小飞"]}
TUI = Path(str(tui.__file__)).parent


def positions(game: str, players: int, every: int) -> list[Table]:
    """A few moments of a game that is played by sensible moves."""
    rules = games.load(game)
    table = Table(rules, NAMES["en"][:players], "boards", {}, estimator(rules))
    found, dice = [], Rng("boards", "moves")
    for number in range(every * 4 + 1):
        if number % every == 0 or not table.state.agenda:
            found.append(Table.resume(rules, table.record.cut(len(table.record.entries)), "x"))
        if not table.state.agenda:
            break
        seat = table.state.awaiting()[0]
        table.play(seat, rules.bots.policy(table.state, seat, dice))
    return found


@pytest.mark.parametrize("game", games.names())
def test_every_board_fits_its_width_and_says_all_that_it_shows(game: str) -> None:
    rules = games.load(game)
    for players in (rules.seats[0] if rules.seats[0] > 1 else 2, rules.seats[-1]):
        for table in positions(game, players, 11):
            for language in LANGUAGES:
                words = Words(rules, language)
                for width, height in ((80, 15), (84, 37)):
                    for seat in (0, None):
                        view = rules.view(table.state, seat)
                        scene = Scene(view, words, NAMES[language][:players], width, height)
                        canvas = draw_board(scene)
                        assert all(len(row) == width for row in canvas.rows)
                        assert all(cell_len("".join(cell for cell, _ in row)) == width for row in canvas.rows), (
                            "aligned"
                        )
                        told = "\n".join(canvas.transcript)
                        for name in NAMES[language][:players]:
                            assert name in canvas.text() or name in told
                        shown = canvas.text() + told
                        assert not re.search(r"\bseat \d|\{\w+\}|\w#\d", shown), "no raw ids"
                        if language == "zh":
                            assert not re.search(r"[A-Za-z]{6,}", re.sub("Enter|Regular", "", told)), told
                            assert not re.search(r"[\u4e00-\u9fff] ?[,.;:(] ?", shown), "marks as in Chinese"


@pytest.mark.parametrize("game", games.names())
def test_what_can_be_pointed_at_is_of_the_grammar_and_leads_to_every_choice(game: str) -> None:
    """Every listed move is about things that are all on the board, or else it is in the menu alone."""
    rules = games.load(game)
    nouns = {noun.lstrip("+") for verb in rules.grammar.shape().values() for noun in verb} | {"verb", "key"}
    on_board = 0
    for table in positions(game, 2, 7):
        if not table.state.agenda:
            continue
        seat = table.state.awaiting()[0]
        view = rules.view(table.state, seat)
        canvas = draw_board(Scene(view, Words(rules), NAMES["en"][:2]))
        for spot in canvas.spots:
            assert (spot.thing or {}).keys() <= nouns, spot
            assert spot.width > 0 and spot.height > 0
        things = [spot.thing for spot in canvas.spots if spot.thing]
        words = {word for thing in things for noun, word in thing.items() if noun != "key"}
        on_board += sum(set(move.split(" ")[1:]) <= words for move in view.moves if " " in move)
    assert on_board > 5


@pytest.mark.parametrize("game", games.names())
def test_the_signs_of_a_board_are_in_the_legend(game: str) -> None:
    signs = getattr(board_of(game), "SIGNS", {})
    legend = " ".join(sign for sign, _ in Words(games.load(game)).legend())
    assert [sign for kind, sign in signs.items() if sign not in legend and kind != "war"] == []


@pytest.mark.parametrize("game", games.names())
def test_every_score_line_at_the_end_can_say_its_reason(game: str) -> None:
    rules = games.load(game)
    table = Table(rules, NAMES["en"][:2], "end", {}, estimator(rules))
    dice = Rng("end", "moves")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, rules.bots.policy(table.state, seat, dice))
    outcome, board = table.outcome(), board_of(game)
    assert outcome is not None
    for language in LANGUAGES:
        scene = Scene(rules.view(table.state, 0), Words(rules, language), NAMES[language][:2])
        reasons = [board.explain_score(scene, line.seat, line.label, line.points) for line in outcome.lines]
        assert any(reasons) or game == "burger_war"
        for line, why in zip(outcome.lines, reasons, strict=True):
            if sums := re.fullmatch(r"([\d +×]+) = (\d+)", why):
                assert eval(sums[1].replace("×", "*")) == int(sums[2]) == line.points, why
        assert board.piles(scene) if hasattr(board, "piles") else True


def test_a_game_without_a_board_of_its_own_is_shown_too() -> None:
    crumbs = games.load("_template")
    table = Table(crumbs, ["Ann", "Bob", "Cleo"], "7")
    view = crumbs.view(table.state, 0)
    canvas = draw_board(Scene(view, Words(crumbs), ["Ann", "Bob", "Cleo"], extra={"shape": crumbs.grammar.shape()}))
    assert "▸Ann (you)" in canvas.text() and any(spot.thing and "bun" in spot.thing for spot in canvas.spots)


def test_wide_characters_keep_their_places() -> None:
    canvas = Canvas(10)
    canvas.put(0, 0, "汉堡ab")
    canvas.put(1, 0, "x")
    assert canvas.text() == " x堡ab", "half a character is none"
    canvas.put(8, 0, "面包")
    assert cell_len(canvas.text()) == 10, "what does not fit is cut off"
    assert fit("汉堡大老板", 6) == "汉堡… " and fit("ab", 4, "right") == "  ab" and cut("汉堡", 3) == "汉"
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("汉堡，大老板", 6) == ["汉堡，", "大老板"], "no line begins with a comma"
    assert wrap("堆牛排（红色）", 8) == ["堆牛排", "（红色）"], "no line ends with an open bracket"
    assert wrap("每份得 2 个面包", 8) == ["每份得", "2 个面包"], "a number stays with what it counts"
    assert "".join(wrap("x" * 25, 10)) == "x" * 25
    assert wrapped(Text("1 把牛排 ✦放在盘子上"), 14).plain == "1 把牛排 ✦放在\n  盘子上", "not only at spaces"


def test_a_letter_for_a_player() -> None:
    rules = games.load("jom_burger")
    view, words = rules.view(positions("jom_burger", 2, 1)[0].state, 0), Words(rules)
    for names, letters in (
        (["Ann", "Bob"], "AB"),
        (["Ann", "Amy"], "12"),
        (["1 号玩家", "中等机器人 2"], "12"),
        (["你好", "再见"], "12"),
    ):
        scene = Scene(view, words, names)
        assert "".join(scene.initial(seat) for seat in range(2)) == letters


def same_facts(entries: dict[str, dict[str, str]]) -> None:
    """Every entry exists in both languages, with the same facts."""
    for key, entry in entries.items():
        assert entry.keys() == {"en", "zh"}, key
        holes = [set(re.findall(r"\{(\w+)", text)) for text in entry.values()]
        assert holes[0] == holes[1], f"{key}: other facts in another language"


def test_all_messages_of_the_terminal_exist_in_both_languages() -> None:
    same_facts(MESSAGES)
    shell = [TUI.parent / "cli" / f"{name}.py" for name in ("plain", "play", "host", "join")]
    source = "".join(path.read_text("utf-8") for path in [*TUI.rglob("*.py"), *shell])
    used = set(re.findall(r"""\bt\(\s*["'](\w+)["']""", source))
    assert len(used) > 60 and used <= MESSAGES.keys(), used - MESSAGES.keys()
    assert Messages("zh")("player", n=2) == "2 号玩家" and Messages("en")("decisions", n=1) == "1 decision"


@pytest.mark.parametrize("name", games.names())
def test_all_texts_of_a_board_exist_in_both_languages(name: str) -> None:
    folder = Path(str(board_of(name).__file__)).parent
    texts = tomllib.loads((folder / "text" / "words.toml").read_text("utf-8"))["board"]
    same_facts(texts)
    source = "".join(path.read_text("utf-8") for path in folder.glob("terminal*.py"))
    used = set(re.findall(r"""\.board\(\s*["'](\w+)["']""", source))
    assert used and used <= texts.keys(), used - texts.keys()


@pytest.mark.parametrize("dark", [True, False])
def test_every_style_of_a_board_is_known_in_light_and_dark(dark: bool) -> None:
    assert DARK.keys() == LIGHT.keys()
    for module in ("jom_burger", "burger_up", "burger_war", "burger_boss", "buffet_boss"):
        source = inspect.getsource(board_of(module))
        for name in re.findall(r'"((?:dim|head|good|bad|money|star|bold|lit|tool|cursed|legendary)[ \w]*)"', source):
            if name.split(" ")[0] in DARK:
                style_of(name, dark)


def test_plain_letters_are_drawn_like_all_others() -> None:
    """Over and beside wide characters, cut off at the edge, in one go or letter by letter."""
    for x in range(-1, 9):
        for text in ("a", "abc", "abcdefghij", ""):
            quick, slow = Canvas(8), Canvas(8)
            for canvas in (quick, slow):
                canvas.put(0, 0, "面包面包")
            ended = x
            for letter in text:
                ended = slow.put(ended, 0, letter, "dim")
            assert (quick.put(x, 0, text, "dim"), quick.rows) == (ended, slow.rows)


def test_further_lines_of_a_choice_begin_under_its_words() -> None:
    long = "把星云布里欧修放到中等机器人的餐盘上，" * 3
    for words in ("1 " + "Put the Orbit Cheddar on a plate " * 3, "1 " + long):
        lines = wrapped(Text(words), 24).plain.split("\n")
        assert len(lines) > 2 and lines[0].startswith("1 ") and all(line.startswith("  ") for line in lines[1:])
        assert max(map(cell_len, lines)) <= 24
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert wrapped(Text("1 Draw"), 24).plain == "1 Draw"
