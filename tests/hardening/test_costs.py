"""Cheap messages that would be expensive for the server. Work is counted in calls, never in seconds."""

from __future__ import annotations

import asyncio
import gzip
import sys
import threading
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import run_server

from bunfight import games
from bunfight.coach.puzzles import Puzzle
from bunfight.engine import Table, estimator
from bunfight.engine.selection import PATIENCE, STEPS, unknown_noun, why_not
from bunfight.protocol.client import CLIENT_DECODER
from bunfight.protocol.schema import game_schema, schema
from bunfight.server import rate_limit
from bunfight.server.http import catalogue, routing
from bunfight.server.http.api import custom_book, qr_code
from bunfight.server.http.coaching import position

NAMES = ("buffet_boss", "burger_boss", "burger_up", "burger_war", "jom_burger")
MOST = 25_000  # calls that one question may cost, a few milliseconds


def calls(work: Callable[..., Any], *given: Any) -> int:
    """How many functions are called, in Python or in C; calls beyond a million are not waited for."""
    count = 0

    def one_more(frame: object, event: str, what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > 1_000_000:
            raise TimeoutError

    sys.setprofile(one_more)
    try:
        work(*given)
    except TimeoutError:
        pass
    finally:
        sys.setprofile(None)
    return count


def begun(name: str) -> Table:
    game = games.load(name)
    return Table(game, ["a", "b", "c"], "costs", game.settle({}, 3), estimator(game))


def asked_for(name: str) -> list[list[dict[str, str]]]:
    """Questions of the worst kinds: about every noun with a word that fits, with one that does not, and all verbs."""
    grammar = games.load(name).grammar
    words = {noun.many or noun.name: noun.in_catalogue(2)[-1].split("+")[0] for noun in grammar.nouns().values()}
    single = [[{noun: word}] for noun, word in words.items()]
    pairs = [[{one: words[one]}, {other: words[other]}] for one in words for other in words]
    return [
        *single,
        *pairs,
        *([{noun: "nothing"}] for noun in words),
        *([{"verb": verb}] for verb in grammar.verbs),
        [words],
        [words] * 16,
        [{"spoon": "1"}],
        [{f"noun{n}": "1"} for n in range(8)],
        [{"key": "1"}],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_why_costs_little_whatever_it_is_about(name: str) -> None:
    table = begun(name)
    game, state = table.game, table.state
    for seat in range(3):
        for about in asked_for(name):
            why_not(game, state, seat, about[:1])  # what is remembered of a state and a grammar is made once
            assert calls(why_not, game, state, seat, about) < MOST, (seat, about)


@pytest.mark.parametrize("name", NAMES)
def test_why_costs_next_to_nothing_about_what_the_game_does_not_have(name: str) -> None:
    table = begun(name)
    seat = table.state.awaiting()[0]
    why_not(table.game, table.state, seat, [{"spoon": "1"}])
    about = [{f"noun{n}": "1" for n in range(8)}] * 16
    assert calls(why_not, table.game, table.state, seat, about) < 1000


def test_every_step_of_a_search_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Combinations that fit nothing count like moves: with less patience there is less work."""
    table = begun("buffet_boss")
    game, seat = table.game, table.state.awaiting()[0]
    verb = game.grammar.verbs["taketwo"]
    looked: list[tuple[int, ...]] = []

    def unfit(*values: int) -> bool:
        looked.append(values)
        return False

    monkeypatch.setitem(game.grammar.verbs, "taketwo", type(verb)(verb.name, verb.make, verb.places, unfit))
    monkeypatch.setattr("bunfight.engine.selection.STEPS", 300)
    why_not(game, table.state, seat, [{"verb": "taketwo"}])
    assert 200 < len(looked) <= 300 < PATIENCE < STEPS


def why(about: list[dict[str, str]]) -> bytes:
    return msgspec.json.encode({"type": "why", "id": "1", "seat": 0, "about": about})


@pytest.mark.parametrize(
    "about",
    [[{f"noun{n}": "1" for n in range(2000)}], [{f"noun{n}": "1" for n in range(9)}], [{"n" * 41: "1"}], [{}] * 17],
)
def test_a_question_about_too_much_is_not_even_read(about: list[dict[str, str]]) -> None:
    with pytest.raises(msgspec.ValidationError, match="length"):
        CLIENT_DECODER.decode(why(about))


@pytest.mark.parametrize("name", ["_template", *NAMES])
def test_every_honest_question_can_be_asked(name: str) -> None:
    """The verb, a key and all that the longest move is about, as one thing or as one for each word."""
    game = games.load(name)
    for verb in game.grammar.verbs.values():
        places = game.grammar.places(verb.name, game.seats[-1])
        words = {place.noun: place.words[-1].split("+")[0] for place in places}
        assert sum(place.most for place in places) + 1 <= 16
        for about in [{"verb": verb.name, "key": "k", **words}], [{"verb": verb.name}, *({n: words[n]} for n in words)]:
            CLIENT_DECODER.decode(why(about))
            assert unknown_noun(game, about) is None


async def test_an_unknown_noun_is_refused_in_words(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            told = await client.ask(type="why", seat=0, about=[{"bun": "rye"}, {"spoon": "1"}])
            assert told["type"] == "because" and not told["legal"] and "“spoon”" in told["why"]
            assert "“spoon”" in told["told"]["zh"] != told["why"]


async def test_only_links_become_pictures(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for text in (
            "\U0001f600" * 300,
            "http://" + "\U0001f600" * 50,
            "http://x/" + "y" * 150,
            "x" * 20,
            "http://x y",
        ):
            assert (await server.post("/api/qr", {"text": text}, status=400))["error"] == "bad_body"
        assert (await server.http.post("/api/qr", json={"text": "https://x/" + "y" * 140})).status_code == 200


def test_a_picture_costs_little_and_is_drawn_once() -> None:
    qr_code.cache_clear()
    assert calls(qr_code, "https://x/" + "y" * 140) < MOST
    assert calls(qr_code, "https://x/" + "y" * 140) < 10
    for number in range(300):
        qr_code(f"http://x/{number}")
    assert qr_code.cache_info().currsize <= 128


async def test_the_help_of_a_card_list_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    info = catalogue.grammar_info
    monkeypatch.setattr(catalogue, "grammar_info", lambda game: (written.append(games.own_cards(game)), info(game))[1])
    own = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8") + "# costs\n"
    custom_book.cache_clear()
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", game="burger_war", cards=own)
        first = await server.get(f"/api/tables/{made['table']['id']}/book")
        assert await server.get(f"/api/tables/{made['table']['id']}/book") == first
    assert [one for one in written if one] == [own]


async def test_games_are_loaded_and_packed_before_anybody_asks(tmp_path: Path) -> None:
    """The first request of a kind would otherwise import a game and write its texts while everybody waits."""
    routing._CONSTANTS.clear()
    async with run_server(tmp_path) as server:
        before = dict(routing._CONSTANTS)
        for name in NAMES:
            await server.get(f"/api/games/{name}")
            await server.get(f"/api/schema/{name}.json")
        assert before == routing._CONSTANTS


def test_schemas_are_written_once() -> None:
    game = games.load("burger_war")
    assert schema() is schema() and game_schema(game) is game_schema(game)


async def test_files_are_read_and_compressed_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine of the site without a server has megabytes; compressing them takes a second."""
    where: list[threading.Thread] = []
    pack = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda *given: (where.append(threading.current_thread()), pack(*given))[1])
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "engine.js").write_text("x" * 10_000)
    async with run_server(tmp_path, offline=str(tmp_path / "site")) as server:
        where.clear()
        got = await asyncio.gather(*[server.http.get("/offline/engine.js") for _ in range(5)])
        assert {one.status_code for one in got} == {200} and len(got[0].text) > 10_000
        assert len(where) == 1 and where[0] is not threading.main_thread(), "once, and not by the event loop"


async def test_a_puzzle_is_replayed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position.cache_clear()
    replayed: list[str] = []
    state = Puzzle.state
    monkeypatch.setattr(Puzzle, "state", lambda one: (replayed.append(one.id), state(one))[1])
    async with run_server(tmp_path) as server:
        name = (await server.get("/api/puzzles?game=buffet_boss"))[0]["id"]
        first = await server.get(f"/api/puzzles/{name}")
        assert await server.get(f"/api/puzzles/{name}") == first and replayed == [name]


async def test_the_books_of_strangers_displace_no_printed_one(tmp_path: Path) -> None:
    own = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8")
    async with run_server(tmp_path) as server:
        before = dict(routing._CONSTANTS)
        for number in range(3):
            made = await server.make("me", "me", game="burger_war", cards=f"{own}# list {number}\n")
            await server.get(f"/api/tables/{made['table']['id']}/book")
        assert before == routing._CONSTANTS


def test_buckets_are_not_looked_through_for_every_new_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has many addresses could otherwise make each request look at all of them."""
    monkeypatch.setattr(rate_limit, "MAX_CLIENTS", 50)
    buckets, looked = rate_limit.Buckets(1e-9, 2.0), 0

    def full(_: rate_limit.Bucket) -> bool:
        nonlocal looked
        looked += 1
        return False

    monkeypatch.setattr(rate_limit.Bucket, "full", full)
    for number in range(2000):
        assert buckets.take(f"client {number}")
    assert looked < 4 * 2000
