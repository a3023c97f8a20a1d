"""What rivals did not do tells about their hands: the search samples likely ones."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.bots import make
from bunfight.bots.search import TRIES, Search, Settings
from bunfight.engine import EventLog, Luck, Rng, advance
from bunfight.games import load
from bunfight.games.burger_war.bots.inference import HELD_BACK, likelihood
from bunfight.games.burger_war.rules.moves import BUN, PATTY

GAME = load("burger_war")


def a_rival_that_waited() -> tuple[Any, Any]:
    """The view of seat 0 before a turn of seat 1 that drew with half a burger on its plate, and the state after."""
    for number in range(400):
        luck, rng = Luck(Rng("waited", str(number))), Rng("waited", "policy")
        s: Any = GAME.setup(GAME.settle({"first_player": "seat"}, 2), 2, luck, EventLog(False))
        before: Any = None
        while s.agenda:
            seat = s.awaiting()[0]
            if seat == 0 and type(s.agenda[-1]).__name__ == "TakeAction":
                view = GAME.view(s, 0)
                if before is not None and view.round == before.round + 1:
                    burgers = [plate.plates[1].burgers for plate in (before, view)]
                    if burgers[0] == burgers[1] and len(burgers[0]) == 1 and burgers[0][0].needs in ("bun", "patty"):
                        return before, s
                before = view
            advance(s, seat, GAME.bots.policy(s, seat, rng), luck, EventLog(False))
    raise AssertionError("no rival waited")


def test_a_hand_that_could_have_finished_the_burger_is_less_likely() -> None:
    before, s = a_rival_that_waited()
    book, hand = s.book, s.hands[1]
    wanted = BUN if before.plates[1].burgers[0].needs == "bun" else PATTY
    fitting = next(kind for kind in range(book.kinds) if book.types[kind] == wanted)
    other = next(kind for kind in range(book.kinds) if book.types[kind] not in (BUN, PATTY) and kind != book.war)
    s.hands[1] = [other] * len(hand)
    assert likelihood(before, s, 0) == 1.0
    s.hands[1] = [fitting, fitting] + [other] * (len(hand) - 2)
    assert likelihood(before, s, 0) == pytest.approx(HELD_BACK)
    s.hands[1] = [fitting] + [other] * (len(hand) - 1)
    drew = len(hand) > before.plates[1].hand_size
    assert likelihood(before, s, 0) == pytest.approx(HELD_BACK + (1 - HELD_BACK) / len(hand) if drew else HELD_BACK)


def test_nothing_is_concluded_from_a_view_that_is_not_one_round_old() -> None:
    before, s = a_rival_that_waited()
    s.round += 1
    assert likelihood(before, s, 0) == 1.0


def test_the_search_samples_likely_hands_only_if_it_is_asked_to() -> None:
    before, s = a_rival_that_waited()
    view, seen = GAME.view(s, 0), {}
    for belief in (0.0, 1.0):
        search = Search(GAME, 0, 2, Settings(belief=belief))
        search.before = before
        states: list[Any] = [search.sample(view, Rng("sample", str(number))) for number in range(300)]
        seen[belief] = sum(likelihood(before, one, 0) < 1.0 for one in states)
    assert 0 < seen[1.0] < 0.8 * seen[0.0] and TRIES > 1


def test_the_bot_remembers_its_last_view() -> None:
    s: Any = GAME.setup(GAME.settle({}, 2), 2, Luck(Rng("remember")), EventLog(False))
    seat = s.awaiting()[0]
    bot: Any = make("search:30;belief=1", GAME)
    view = GAME.view(s, seat)
    bot.choose(view, Rng("remember"))
    assert bot.search.before is view
