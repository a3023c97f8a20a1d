"""Bots play whole games with legal moves, and what they may not know never changes what they choose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bunfight.bots import NAMES, Alternative, Explanation, Level, OpenBot, Reason, levels, make
from bunfight.bots.explain import Future, _likelier, compare
from bunfight.engine import Rng, State, Table, require_legal
from bunfight.engine.record import heard
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
        ("exec:/nowhere/at/all", "no program"),
    ],
)
def test_a_wrong_name_is_explained(spec: str, said: str) -> None:
    with rejects(said):
        make(spec, GAME)


def test_all_names_make_a_bot() -> None:
    for name in NAMES:
        assert make(name, GAME).name


def test_levels_are_named_with_their_rating() -> None:
    assert [level.title() for level in levels("_template")] == ["Easy", "Medium", "Hard", "Master"]
    assert Level("hard", 1712).title() == "Hard, rating 1712" and Level("hard", 1712).title("zh") == "困难，等级分 1712"
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


def test_an_explanation_calls_a_choice_better_only_if_it_surely_is() -> None:
    def told(lead: float, language: str = "en") -> str:
        choices = (Alternative("pass", 0.6, 50), Alternative("beg 1", 0.5, 50, lead=lead, error=0.05))
        why = Explanation(0, "pass", choices, "beg 1", (Reason("because_eaten", 1.0),))
        return "\n".join(why.lines(GAME, ["Ann", "Bob"], language))

    assert "Why it is better than" in told(0.11) and "about as good" not in told(0.11)
    assert "Why it is better than" not in told(0.09) and "about as good" in told(0.09)
    assert "In its favour, compared with" in told(0.09) and "you have eaten more" in told(0.09)
    assert "更好，因为" in told(0.11, "zh") and "它的好处" in told(0.09, "zh")


def test_a_prospect_is_what_one_choice_makes_likely_and_the_other_does_not() -> None:
    def futures(*rates: float) -> list[Future]:
        return [Future({}, {f'{{"kind": "{n}"}}' for n, rate in enumerate(rates) if k < 40 * rate}) for k in range(40)]

    found = _likelier(futures(1.0, 1.0, 0.6, 0.4, 0.8), futures(1.0, 0.2, 0.55, 0.0, 0.1))
    assert [event["kind"] for event in found] == ["1", "4"], "likely after both, hardly likelier and unlikely: not told"
    assert _likelier(futures(1.0)[:2], futures(0.0)[:2]) == (), "two playouts prove nothing"


def test_prospects_are_milestones_and_some_moves_reach_one_at_once() -> None:
    """Where another order of actions finishes the same burger, that is no prospect of a move; somewhere it is."""
    war = load("burger_war")
    bot, rng = make("heuristic", war), Rng("prospects")
    for number in range(40):
        table = Table(war, ["Ann", "Bob"], f"prospects {number}")
        while table.state.agenda:
            seat = table.state.awaiting()[0]
            view = war.view(table.state, seat)
            text, before = bot.choose(view, rng), len(table.record.entries)
            table.play(seat, text)
            events = [event for entry in table.record.entries[before:] for event in heard(entry, seat)]
            finished = [event for event in events if event["kind"] == "BurgerFinished"]
            if finished and text.startswith("place") and "end" in view.moves:
                why = compare(war, view, text, "end", Rng("why", str(before)))
                assert {event["kind"] for event in why.prospects} <= {kind.__name__ for kind in war.bots.milestones}
                if finished[0] in why.prospects:
                    return
    pytest.fail("no move that finishes a burger says so")


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
