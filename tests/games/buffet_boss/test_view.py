"""What is public and what is secret in views."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import to_builtins

from bunfight.engine import Rng
from bunfight.engine.position_text import format_position, parse_position
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS
from bunfight.games.buffet_boss.views.types import BuffetView


@pytest.mark.rule("FB-INV-13")
def test_a_view_holds_no_deck_and_no_foreign_secrets(kit: Any) -> None:
    s = kit.setup(3, version="dinner")
    for seat in (None, 0, 1, 2):
        text = json.dumps(to_builtins(GAME.view(s, seat)))
        for card in [*s.deck, *s.box]:
            assert f'"{kit.names([card])}"' not in text
        for other in range(3):
            for character in s.characters[other]:
                assert (f'"{CHARACTER_IDS[character]}"' in text) == (other == seat)
    GAME.audit(GAME.determinize(GAME.view(s, 1), Rng("dream")))


def test_views_are_plain_and_survive_being_written(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a")
    kit.play(s, 0, "take egg.a")
    for seat in (None, 0, 1):
        view = GAME.view(s, seat)
        assert parse_position(format_position(view), BuffetView) == view
    mine = GAME.view(s, 0)
    assert len(mine.moves) == len(mine.spots) and mine.players[0].hand[0].id == "egg.a"
    assert mine.players[0].may_adjust and not mine.players[1].may_adjust
    assert mine.players[0].plate.touch == (("plate", "ribs.a"), ("ribs.a", "steak.a"))
    assert len(json.dumps(to_builtins(mine))) < 12_000


def test_the_viewers_characters_light_up_what_counts(kit: Any) -> None:
    s = kit.state(2, version="dinner")
    s.characters[0] = [kit.character("A1"), kit.character("A3")]
    kit.draw(s, 0, "steak.b ribs.b egg.b", "plate-steak.b ribs.b-steak.b")
    found = {c.id: (c.bonus, c.counts) for c in GAME.view(s, 0).characters}
    assert found == {"A1": (4, ("ribs.b", "steak.b")), "A3": (10, ("ribs.b", "steak.b"))}
    s.characters[0] = [kit.character("B12"), kit.character("B1")]
    assert GAME.view(s, 0).characters[0].counts == ("steak.b",)


def test_resampling_changes_what_is_hidden(kit: Any) -> None:
    s = kit.setup(3, version="dinner")
    others = [GAME.resample_hidden(s, 0, Rng(str(n))) for n in range(6)]
    assert len({tuple(o.characters[1]) for o in others}) > 1 and all(o.characters[0] == s.characters[0] for o in others)
    assert len({tuple(sorted(o.box)) for o in others}) > 1 and len({tuple(o.phases[1]) for o in others}) > 1
    assert all(o.phases[0] == s.phases[0] for o in others)
