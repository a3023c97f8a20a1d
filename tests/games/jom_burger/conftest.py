"""Sets tables for the tests of Jom Burger: any position, any dice, in a few words."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, TapeLuck
from bunfight.games.jom_burger import GAME
from bunfight.games.jom_burger.game import JomBurger
from bunfight.games.jom_burger.rules.actions import has_basic, has_premium, put, score_lines
from bunfight.games.jom_burger.rules.state import (
    INGREDIENTS,
    KIND_IDS,
    SIDE_IDS,
    SLOT_IDS,
    SLOTS,
    JomState,
    Stall,
    drafter,
)
from bunfight.games.jom_burger.rules.steps import MaySwapDie, MustTakeDie
from bunfight.games.jom_burger.views.types import JomView
from bunfight.testing import scene


class Kit(scene.Kit[JomState, JomView]):
    """``card``: slots and pips, "l1=5 r1=3"; dice: "meat5 bread2"."""

    def setup(self, seats: int = 2, seed: str = "kit", game: JomBurger = GAME, **options: Any) -> JomState:
        return scene.Kit(game).setup(seats, seed, **options)

    def state(
        self,
        cards: list[str],
        pool: str = "",
        *,
        burgers: list[str] | None = None,
        number: int = 1,
        turn: int = 0,
        start: int = 0,
        sides: list[str] | None = None,
        salads: list[str] | None = None,
        used: str = "",
        game: JomBurger = GAME,
        **options: Any,
    ) -> JomState:
        """A position in which the seat of draft turn ``turn`` has to pick; ``used`` cards: "0 reroll, 1 supply"."""
        seats = len(cards)
        rules = game.rules(game.settle(options, seats))
        names = burgers or [game.box.regular.id] * seats
        stalls = [Stall(game.cards[name], [0] * SLOTS, []) for name in names]
        s = JomState(rules, stalls, list(game.box.supply(seats, rules.advanced).dice))
        for seat, text in enumerate(cards):
            for word in text.split():
                slot, pips = word.split("=")
                ingredient = stalls[seat].card.accepts[SLOT_IDS.index(slot)]
                put(s, seat, SLOT_IDS.index(slot), ingredient * 6 + int(pips) - 1)
                s.bag[ingredient] -= 1
            if sides:
                stalls[seat].side = SIDE_IDS.index(sides[seat])
            if salads:
                stalls[seat].salad = self.dice(salads[seat])
            if has_basic(stalls[seat]) and s.first_basic < 0:
                s.first_basic = seat
            if has_premium(stalls[seat]) and s.first_premium < 0:
                s.first_premium = seat
        for word in used.split(", ") if used else []:
            seat_text, card = word.split()
            setattr(stalls[int(seat_text)], card, False)
        s.pool = sorted(self.dice(pool))
        for kind in [*s.pool, *(kind for stall in stalls for kind in stall.salad)]:
            s.bag[kind // 6] -= 1
        s.in_bag = sum(s.bag)
        s.round, s.turn, s.start = number, turn, start
        s.agenda.append(MustTakeDie(drafter(s, s.turn)))
        return s

    def delivered(self, s: JomState, dice: str) -> JomState:
        """Open a delivery of these dice for the seat in turn."""
        seat = s.awaiting()[0]
        s.delivered = sorted(self.dice(dice))
        for kind in s.delivered:
            s.bag[kind // 6] -= 1
        s.in_bag = sum(s.bag)
        s.stalls[seat].supply = False
        s.agenda.append(MaySwapDie(seat))
        return s

    def dice(self, text: str) -> list[int]:
        return [KIND_IDS.index(word) for word in text.split()]

    def tape(self, s: JomState, dice: str) -> list[int | str]:
        """What luck must say so that these dice come out of the bag and show these pips."""
        bag, draws = list(s.bag), []
        for kind in self.dice(dice):
            draws.append(sum(bag[: kind // 6]))
            bag[kind // 6] -= 1
        return [*draws, *(kind % 6 for kind in self.dice(dice))]

    def legal(self, s: JomState, seat: int | None = None) -> list[str]:
        asked = s.awaiting()[0] if seat is None else seat
        return self.listed(s, asked)

    def picks(self, s: JomState) -> list[str]:
        return [text for text in self.legal(s) if text.split()[0] in ("burger", "salad", "fridge")]

    def play(self, s: JomState, *texts: str, tape: list[int | str] | None = None, seat: int | None = None) -> list[str]:
        """Play moves of whoever is asked; what a spectator heard, by class name."""
        heard = []
        for text in texts:
            asked = s.awaiting()[0] if seat is None else seat
            luck = None if tape is None else TapeLuck(tape)
            heard += [type(event).__name__ for event in self.said(s, asked, text, luck).heard(None)]
            if luck is not None:
                luck.finish()
        return heard

    def refused(self, s: JomState, text: str, seat: int | None = None) -> str:
        """The rule that refuses a move."""
        return self.broken(s, s.awaiting()[0] if seat is None else seat, text).rule

    def pips(self, s: JomState, seat: int) -> dict[str, int]:
        return {SLOT_IDS[slot]: pips for slot, pips in enumerate(s.stalls[seat].pips) if pips}

    def slots(self, mask: int) -> set[str]:
        """The slots of a set, by name."""
        return {name for slot, name in enumerate(SLOT_IDS) if mask >> slot & 1}

    def lines(self, s: JomState, seat: int = 0) -> list[int]:
        return score_lines(s, seat)

    def bag(self, s: JomState) -> dict[str, int]:
        return dict(zip(INGREDIENTS, s.bag, strict=True))

    def finish(self, s: JomState, seed: str = "finish") -> JomState:
        """Play on at random to the end."""
        rng = Rng(seed)
        while s.agenda:
            seat = s.awaiting()[0]
            s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), Luck(rng), EventLog(False))
        return s


@pytest.fixture
def kit() -> Kit:
    return Kit(GAME)
