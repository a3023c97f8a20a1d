"""A table of Burger Boss set up by hand: queues, kitchens, hands and dice as the worked examples need them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bunfight.engine import Event, EventLog, Luck, Outcome, Rng
from bunfight.engine.deck import Deck
from bunfight.games.burger_boss.cards import KINDS, PRINTED, SLOTS, SPECIALS
from bunfight.games.burger_boss.game import GAME, BurgerBoss
from bunfight.games.burger_boss.rules.state import CAUSES, GRILLS, START, BossState
from bunfight.games.burger_boss.rules.steps import (
    CLOSING,
    END,
    OPENING,
    SALES,
    AnswerWindow,
    RevealWorkers,
    Round,
    SellFood,
)
from bunfight.games.burger_boss.rules.steps_kitchen import carry_on
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers
from bunfight.games.burger_boss.views.types import BossView
from bunfight.games.burger_boss.views.view import bag_of, dice_of, kinds_of
from bunfight.i18n.words import Words
from bunfight.testing import scene

LETTERS = "bpctl"
NAMES = ["Ann", "Bob", "Cyd", "Dot", "Eve"]


class Script(Luck):
    """Luck that says what a test wants, then always the first thing; ``below`` counts from 0."""

    def __init__(self, answers: Sequence[int] = ()) -> None:
        super().__init__(Rng("script"))
        self.answers = list(answers)

    def below(self, n: Any) -> Any:
        return self.answers.pop(0) if self.answers else 0


def bag(text: str) -> int:
    """``2b 1p`` as a bag."""
    counts = [0] * 5
    for word in text.split():
        counts[LETTERS.index(word[-1])] = int(word[:-1])
    return bag_of(tuple(counts))


def letters(value: int) -> str:
    return " ".join(f"{count}{letter}" for count, letter in zip(kinds_of(value), LETTERS, strict=True) if count)


def with_copies(text: str, **copies: int) -> str:
    """A card list with other numbers of Manager's Specials."""
    for kind, count in copies.items():
        text, found = re.subn(rf'(id = "{kind}"\nname = .*\ncopies = )\d+', rf"\g<1>{count}", text)
        assert found == 1, kind
    return text


class Scene(scene.Scene[BossState, BossView]):
    """One table; round 5 with the seats in order unless said otherwise, everything lying in the supply."""

    def __init__(self, seats: int = 3, round: int = 5, game: BurgerBoss = GAME, **options: Any) -> None:
        self.log = EventLog()
        told = game.settle({"customer_deck": "face_down", **options}, seats)
        super().__init__(scene.Kit(game), game.setup(told, seats, luck := Script(), self.log), luck)
        s = self.s
        s.round = round
        for n, seat in enumerate(range(seats)):
            s.order[n] = s.before[n] = seat
            s.rolled[seat] = s.working[seat] = dice_of((1, 1))
            s.dice[seat] = 0
        s.deck, s.top = Deck(range(30)), -1
        for slot in range(6):
            s.queue[slot] = -1
        s.agenda = [Round(CLOSING)]

    # setting up

    def line(self, *seats: int) -> Scene:
        for n, seat in enumerate(seats):
            self.s.order[n] = self.s.before[n] = seat
        return self

    def queue(self, text: str) -> Scene:
        """``classic - | cheese salad | c01 -``: orders or customer ids, from s1 to r2."""
        for slot, word in enumerate(text.replace("|", " ").split()):
            if word != "-":
                found = next(c for c in self.s.deck if word in (PRINTED.customers[c].id, PRINTED.customers[c].order))
                self.s.deck.remove(found)
                self.s.queue[slot] = found
        return self

    def deck(self, count: int) -> Scene:
        """Leave only so many in the deck; the others have left."""
        while len(self.s.deck) > count:
            self.s.gone.add(self.s.deck.pull(len(self.s.deck) - 1))
        return self

    def dice(self, seat: int, *values: int, benched: Sequence[int] = ()) -> Scene:
        s = self.s
        s.dice[seat] = s.working[seat] = dice_of(values)
        s.rolled[seat] = dice_of((*values, *benched))
        s.hired[seat] = max(len(values) + len(benched) - 2, 0)
        if len(values) + len(benched) == 1:
            s.rolled[seat] += dice_of((6,))
        return self

    def store(self, seat: int, text: str) -> Scene:
        self.s.pile += self.s.store[seat] - bag(text)
        self.s.store[seat] = bag(text)
        return self

    def pile(self, **counts: int) -> Scene:
        """Empty a pile down to a count; the rest goes to the last seat's spare grill, out of the way."""
        s = self.s
        seat = int(s.seats) - 1
        s.kitchens[seat] = 3
        spot = (seat * GRILLS + 2) * int(s.menu.track)
        for name, count in counts.items():
            kind = KINDS.index(name)
            surplus = kinds_of(int(s.pile))[kind] - count
            s.pile -= surplus << (5 * kind)
            s.items[spot] += surplus << (5 * kind)
        return self

    def grill(self, seat: int, text: str, grill: int = 1, space: int = 1) -> Scene:
        s = self.s
        s.kitchens[seat] = max(int(s.kitchens[seat]), grill)
        s.pile -= bag(text)
        s.items[(seat * GRILLS + grill - 1) * int(s.menu.track) + space - 1] = bag(text)
        return self

    def hand(self, seat: int, *names: str) -> Scene:
        for name in names:
            kind = SPECIALS.index(name)
            self.s.specials[kind] -= 1
            self.s.hands[seat * 5 + kind] += 1
        return self

    def discard(self, *names: str) -> Scene:
        for name in names:
            self.s.specials[SPECIALS.index(name)] -= 1
            self.s.discards[SPECIALS.index(name)] += 1
        return self

    def money(self, seat: int, dollars: int) -> Scene:
        self.s.money[seat] = self.s.book[seat * CAUSES + START] = dollars
        return self

    def kitchens(self, seat: int, count: int) -> Scene:
        self.s.kitchens[seat] = count
        return self

    def mission(self, seat: int, name: str) -> Scene:
        s = self.s
        wanted = s.menu.mission_ids.index(name)
        old = int(s.missions[seat])
        for other in range(int(s.seats)):
            if s.missions[other] == wanted:
                s.missions[other] = old
        if wanted in list(s.spare):
            s.spare.remove(wanted)
            s.spare.add(old)
        s.missions[seat] = wanted
        return self

    def sold(self, seat: int, *sales: tuple[str, int]) -> Scene:
        """Served before, each in another round: (order, size money)."""
        s = self.s
        row = [int(number) for number in s.sales]
        for number, (order, size) in enumerate(sales):
            found = next(c for c in s.deck if PRINTED.customers[c].order == order)
            s.deck.remove(found)
            row += [seat, int(found), size, 1 + number]
            s.served[seat] += 1
            for cause, dollars in ((1, PRINTED.customers[found].price), (2, size)):
                s.book[seat * CAUSES + cause] += dollars
                s.money[seat] += dollars
            s.best_turn[seat] = max(int(s.best_turn[seat]), 1)
        s.sales = type(s.sales)(row)
        return self

    # going on

    def go(self) -> Scene:
        carry_on(self.s, self.luck, self.log)
        return self

    def placing(self, first: int | None = None) -> Scene:
        """The placement turn of the first seat of the Turn card (or of ``first``) that has dice."""
        before = [] if first is None else self.order[: self.order.index(first)]
        self.s.agenda = [Round(CLOSING), DirectWorkers(sum(1 << seat for seat in before), 0, True)]
        return self.go()

    def selling(self) -> Scene:
        self.s.agenda = [Round(END), SellFood(0, 0, 0, 0, True)]
        return self.go()

    def window(self, closing: bool = False) -> Scene:
        self.s.agenda = [Round(SALES if closing else OPENING + 1)]
        window = AnswerWindow(closing, [], [], -1, False)
        assert window.open_pass(self.s, self.log)
        self.s.agenda.append(window)
        return self.go()

    def revealing(self, *rolls: tuple[int, ...]) -> Scene:
        s = self.s
        for seat, values in enumerate(rolls):
            s.rolled[seat], s.working[seat], s.dice[seat] = dice_of(values), 0, 0
            s.hired[seat] = len(values) - 2
        s.agenda = [Round(OPENING), RevealWorkers(0, int(s.before[0]), [])]
        return self.go()

    def ending_round(self) -> Scene:
        self.s.agenda = [Round(END)]
        return self.go()

    def play(self, seat: int, *texts: str) -> Scene:
        for text in texts:
            self.log.said += self.say(seat, text).said
        return self

    def refused(self, seat: int, text: str) -> str:
        """The rule that a refused move is answered with (``why``: the sentence); nothing may change."""
        broken = self.refusal(seat, text)
        self.why = Words(self.game).refusal(broken, NAMES)
        return broken.rule

    # looking

    def moves(self, seat: int) -> list[str]:
        return list(self.view(seat).moves)

    @property
    def order(self) -> list[int]:
        return [int(seat) for seat in self.s.order]

    @property
    def slots(self) -> str:
        """The queue by order ids, ``- - | - - | - -`` when empty."""
        words = ["-" if c < 0 else PRINTED.customers[c].order for c in self.s.queue]
        return " | ".join(f"{words[n]} {words[n + 1]}" for n in (0, 2, 4))

    def kept(self, seat: int) -> str:
        return letters(int(self.s.store[seat]))

    def on_grill(self, seat: int, grill: int = 1, space: int = 1) -> str:
        return letters(int(self.s.items[(seat * GRILLS + grill - 1) * int(self.s.menu.track) + space - 1]))

    def supply(self, kind: str) -> int:
        return kinds_of(int(self.s.pile))[KINDS.index(kind)]

    def cash(self, seat: int) -> int:
        return int(self.s.money[seat])

    def held(self, seat: int) -> list[str]:
        return [name for kind, name in enumerate(SPECIALS) for _ in range(int(self.s.hands[seat * 5 + kind]))]

    def heard(self, seat: int | None, kind: type[Event]) -> list[Event]:
        return [event for event in self.log.heard(seat) if isinstance(event, kind)]

    def outcome(self) -> Outcome:
        return self.kit.ended(self.s)

    def slot_of(self, word: str) -> str:
        return SLOTS[[PRINTED.customers[c].order if c >= 0 else "" for c in self.s.queue].index(word)]
