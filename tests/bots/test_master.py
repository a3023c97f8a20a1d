"""Master, and the search with a trained network."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bunfight.bots import make, net
from bunfight.bots.search_bot import SearchBot
from bunfight.engine import EventLog, Luck, Rng
from bunfight.games import load, names
from bunfight.testing.rejects import rejects

VALUE = [name for name in names() if net.shipped(load(name), "value").is_file()]
POLICY = [name for name in names() if net.shipped(load(name), "policy").is_file()]
SHIPPED = [(name, "value") for name in VALUE] + [(name, "policy") for name in POLICY]


def start(game: Any, seats: int) -> Any:
    return game.setup(game.settle({}, seats), seats, Luck(Rng("master")), EventLog(False))


def test_the_card_and_dice_games_ship_a_value_network_and_all_are_small() -> None:
    assert [name for name in names() if load(name).physics is None] == VALUE
    assert sum(net.shipped(load(name), kind).stat().st_size for name, kind in SHIPPED) <= 3 * 2**20


@pytest.mark.parametrize("name", VALUE)
def test_the_shipped_value_network_fits_the_game_and_every_table(name: str) -> None:
    game = load(name)
    shipped = net.load(net.shipped(game, "value"))
    net.check(shipped, "value.net", game)
    assert shipped.about.players == [seats for seats in game.seats if seats > 1]
    for seats in shipped.about.players:
        s = start(game, seats)
        judge = net.judge(game, shipped, "value.net", seats)
        shares = judge.blend(s, game.value(s), 1.0)
        assert sum(shares) == pytest.approx(1.0) and all(0.0 < share < 1.0 for share in shares)
        assert judge.blend(s, game.value(s), 0.0) == game.value(s)


@pytest.mark.parametrize("name", POLICY)
def test_the_shipped_policy_network_fits_the_game_and_every_table(name: str) -> None:
    game = load(name)
    shipped = net.load(net.shipped(game, "policy"))
    net.check(shipped, "policy.net", game)
    for seats in game.seats:
        s = start(game, seats)
        judge = net.judge(game, shipped, "policy.net", seats)
        seat = s.awaiting()[0]
        assert sum(judge.priors(s, seat, s.agenda[-1].legal(s, seat))) == pytest.approx(1.0)


@pytest.mark.parametrize("name", POLICY)
def test_a_search_with_networks_gives_the_same_answer_to_the_same_question(name: str) -> None:
    game = load(name)
    s = start(game, 2)
    view = game.view(s, s.awaiting()[0])
    spec = "search:60;trust=0.5;prior=0.5;filter=0.01;belief=1;endgame=200"
    choices = {make(spec, game).choose(view, Rng("same")) for _ in range(2)}
    assert len(choices) == 1 and choices <= set(view.moves)


@pytest.mark.parametrize(("name", "kind"), SHIPPED)
def test_a_network_cannot_see_what_is_hidden(name: str, kind: str) -> None:
    """Dealing again what the seat may not know changes neither the value nor the chances of its moves."""
    game = load(name)
    s = start(game, 2)
    seat = s.awaiting()[0]
    judge = net.judge(game, net.load(net.shipped(game, kind)), f"{kind}.net", 2)
    moves = s.agenda[-1].legal(s, seat)

    def thoughts(state: Any) -> Any:
        return judge.chance(state, seat, [0.5, 0.5]) if kind == "value" else judge.priors(state, seat, moves)

    found = thoughts(s)
    for number in range(5):
        other = s.copy()
        game.resample_hidden(other, seat, Rng("hidden", str(number)))
        assert thoughts(other) == found


@pytest.mark.parametrize("name", VALUE)
def test_a_damaged_network_makes_a_master_that_uses_it_play_like_hard(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = load(name)
    whole = net.shipped(game, "value").read_bytes()
    monkeypatch.setattr(game, "bots", replace(game.bots, master={"trust": 0.5}))
    first: Any = make("master", game)
    assert isinstance(first, SearchBot) and first.value_net is not None and not caplog.records
    damaged = tmp_path / "value.net"
    damaged.write_bytes(whole[:-20])
    monkeypatch.setattr("bunfight.bots.search_bot.shipped", lambda game, kind: damaged)
    with caplog.at_level(logging.WARNING):
        bot: Any = make("master", game)
    assert bot.budget == make("hard", game).budget and bot.value_net is None  # type: ignore[attr-defined]
    assert "plays like Hard: value.net is damaged" in caplog.text, "a sentence, not the key of one"


def test_networks_that_do_not_fit_are_refused_with_a_sentence() -> None:
    war, boss = load("burger_war"), load("burger_boss")
    shipped = net.load(net.shipped(war, "value"))
    with rejects("was trained for burger_war, not for burger_boss"):
        net.check(shipped, "value.net", boss)
    few = replace(shipped.about, players=[2, 3])
    with rejects("was trained for 2, 3 players, not for 4"):
        net.judge(war, net.Net(few, shipped.shapes, shipped.weights), "value.net", 4)
    with rejects("version 0 of the encoding"):
        net.check(net.Net(replace(shipped.about, encoding=0), {}, {}), "value.net", war)
    with rejects("with 2 terms of the evaluation"):
        net.check(net.Net(replace(shipped.about, evaluation=3), {}, {}), "value.net", war)
    with rejects("only judges positions for the search"):
        make(f"net:{net.shipped(war, 'value')}", war)


def test_every_game_has_a_master() -> None:
    for name in names():
        game = load(name)
        bot = make("master", game)
        assert bot.game is game
        bot.close()
