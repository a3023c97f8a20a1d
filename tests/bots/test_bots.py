"""Bots play whole games with legal moves, and what they may not know never changes what they choose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bunfight.bots import NAMES, Level, OpenBot, levels, make
from bunfight.engine import Rng, State, Table, require_legal
from bunfight.games import load, names
from bunfight.testing.rejects import rejects

GAME = load("_template")
SPECS = ["random", "greedy", "heuristic", "easy", "medium", "search:60"]


def positions(seed: str, seats: int) -> Iterator[tuple[State, int]]:
    """Every position of a game between heuristics, with a seat that is asked."""
    table = Table(GAME, ["a"] * seats, seed)
    bot, rng = make("heuristic", GAME), Rng(seed, "bot")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        yield table.state, seat
        table.play(seat, bot.choose(GAME.view(table.state, seat), rng))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_bot_plays_a_whole_game(spec: str, seats: int) -> None:
    table = Table(GAME, ["a"] * seats, f"whole {spec}")
    bots = [make(spec, GAME) for _ in range(seats)]
    rng = Rng("whole")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, bots[seat].choose(GAME.view(table.state, seat), rng))
    assert table.outcome() is not None


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_hidden_never_changes_a_choice(spec: str) -> None:
    asked = 0
    for number, (state, seat) in enumerate(positions("hidden", 3)):
        other = GAME.resample_hidden(state, seat, Rng("resample_hidden", str(number)))
        one = make(spec, GAME).choose(GAME.view(state, seat), Rng("same", str(number)))
        two = make(spec, GAME).choose(GAME.view(other, seat), Rng("same", str(number)))
        assert one == two
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("spec", ["random", "heuristic", "easy"])
def test_asking_with_the_state_gives_the_same_answer(spec: str) -> None:
    for number, (state, seat) in enumerate(positions("open", 3)):
        bot = make(spec, GAME)
        assert isinstance(bot, OpenBot)
        by_view = bot.choose(GAME.view(state, seat), Rng("open", str(number)))
        assert by_view == bot.decide(state, seat, Rng("open", str(number)))


def test_search_is_the_same_for_the_same_seed_and_legal_for_every_budget() -> None:
    for number, (state, seat) in enumerate(positions("budget", 2)):
        if number % 4:
            continue
        view = GAME.view(state, seat)
        assert len({make("search:80", GAME).choose(view, Rng("x")) for _ in range(2)}) == 1
        for spec in ("search:1", "search:5ms", "search:40;horizon=5;margin=0.5", "search:1s"):
            if spec == "search:1s" and number:
                continue
            require_legal(state, seat, GAME.grammar.parse(make(spec, GAME).choose(view, Rng("x"))))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("serach", "unknown bot"),
        ("search:  ", "300ms or 500"),
        ("search:fast", "300ms or 500"),
        ("search:0", "300ms or 500"),
        ("search:50;depth=3", "unknown search setting"),
        ("random:3", "does not take"),
        ("nowhere.py:Bot", "no file"),
        ("exec:", "needs a command"),
    ],
)
def test_a_wrong_name_is_explained(spec: str, said: str) -> None:
    with rejects(said):
        make(spec, GAME)


def test_all_names_make_a_bot() -> None:
    for name in NAMES:
        assert make(name, GAME).name


def test_levels_are_named_with_their_rating() -> None:
    assert [level.title() for level in levels("_template")] == ["Easy", "Medium", "Hard"]
    assert Level("hard", 1712).title() == "Hard (1712)" and Level("hard", 1712).title("zh") == "困难（1712）"
    for game in names():
        rated = [level.rating for level in levels(game) if level.rating is not None]
        assert rated == sorted(rated)


@pytest.mark.parametrize("spec", ["random", "heuristic", "search:120"])
def test_an_explanation_in_words(spec: str) -> None:
    compared = 0
    for state, seat in positions("why", 2):
        view = GAME.view(state, seat)
        why = make(spec, GAME).explain(view, Rng("why"))
        assert why.choice in view.moves and why.seat == seat
        chances = [one.chance for one in why.alternatives]
        assert chances[1:] == sorted(chances[1:], reverse=True) and all(0 <= chance <= 1 for chance in chances)
        if len(why.alternatives) > 1:
            assert sorted(move for one in why.alternatives for move in one.same) == sorted(view.moves)
            assert why.instead_of in view.moves and why.instead_of != why.choice
            compared += bool(why.reasons)
        for language in ("en", "zh"):
            said = "\n".join(why.lines(GAME, ["Ann", "Bob"], language))
            assert said and "{" not in said
        assert why.plain()["choice"] == why.choice
    assert compared > 3


def test_a_hint_does_not_disturb_the_game() -> None:
    def choices(hints: bool) -> list[str]:
        bot, made = make("search:60", GAME), []
        for number, (state, seat) in enumerate(positions("hint", 2)):
            if seat == 0:
                view = GAME.view(state, seat)
                if hints:
                    bot.explain(view, Rng("hint"))
                made.append(bot.choose(view, Rng("play", str(number))))
        return made

    assert choices(False) == choices(True)


def test_search_beats_the_heuristic() -> None:
    from bunfight.lab.sim import simulate, summary

    told = summary(simulate("_template", 2, 40, ["search:60", "heuristic"], seed="strength", jobs=1, store=None))
    assert told["wins_by_bot"]["search:60"] > 26
