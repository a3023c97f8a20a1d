"""In every game bots choose legal moves, independent of hidden information, and explain them."""

from __future__ import annotations

import pytest

from bunfight.bots import make
from bunfight.engine import EventLog, Luck, Rng, State, advance, estimator, require_legal
from bunfight.games import load, names

SPECS = ["random", "greedy", "heuristic", "easy", "search:24;horizon=3"]
POSITIONS = 5


def sample(name: str, seats: int) -> list[tuple[State, int]]:
    """A few positions, spread over one random game."""
    game = load(name)
    luck, rng = Luck(Rng("every", name), estimator(game)), Rng("every", "play")
    s: State = game.setup(game.settle({}, seats), seats, luck, EventLog(False))
    found: list[tuple[State, int]] = []
    while s.agenda:
        seat = s.awaiting()[-1]
        found.append((s.copy(), seat))
        advance(s, seat, s.agenda[-1].suggest(s, seat, rng), luck, EventLog(False))
    return found[:: max(1, len(found) // POSITIONS)]


@pytest.mark.parametrize("name", names())
def test_hidden_things_never_change_a_choice(name: str) -> None:
    game = load(name)
    for number, (state, seat) in enumerate(sample(name, 3)):
        other = game.resample_hidden(state, seat, Rng("resample_hidden", str(number)))
        for spec in SPECS:
            choices = [make(spec, game).choose(game.view(s, seat), Rng("same", str(number))) for s in (state, other)]
            assert choices[0] == choices[1], f"{spec} peeks"
            require_legal(state, seat, game.grammar.parse(choices[0]))


@pytest.mark.parametrize("name", names())
def test_a_choice_is_explained(name: str) -> None:
    game = load(name)
    state, seat = sample(name, 2)[2]
    view = game.view(state, seat)
    why = make("heuristic", game).explain(view, Rng("why"))
    for language in ("en", "zh"):
        assert "{" not in "\n".join(why.lines(game, ["Ann", "Bob"], language))
