"""What a seat of Burger War may know, in numbers."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.games.burger_war.rules.actions import allowance, burger_sum
from bunfight.games.burger_war.rules.moves import NUKE, Book
from bunfight.games.burger_war.rules.state import AIMING, SHIELDING, Battle, WarState
from bunfight.games.burger_war.rules.steps import AnswerAttack, TakeAction
from bunfight.games.burger_war.rules.steps_settle import MustDiscard
from bunfight.games.burger_war.rules.steps_war import RaiseShield, TakeAim, TakeLoot


@final
class WarEncoder(Encoder[WarState]):
    def __init__(self, book: Book, seats: int) -> None:
        super().__init__(1, seats, [TakeAction, AnswerAttack, TakeAim, RaiseShield, TakeLoot, MustDiscard])
        self.book = book
        kinds = book.kinds
        self.kinds: i64 = kinds
        self.active = self.field("active", [seats], 1, "whose turn it is")
        self.first = self.field("first", [seats], 1, "who began")
        self.round = self.field("round", [1], 10, "the round")
        self.left = self.field("rounds_left", [1], 10, "rounds until closing time")
        self.actions = self.field("actions", [2], 2, "actions used in this turn, and allowed")
        self.hand = self.field("hand", [kinds], 1, "own hand, by kind of card")
        self.hand_sizes = self.field("hand_sizes", [seats], 4, "cards in each hand")
        self.known = self.field("known", [seats, kinds], 1, "cards of each hand that everybody has seen")
        self.done = self.field("finished", [seats, kinds], 1, "cards in the finished burgers of each plate")
        self.open = self.field("unfinished", [seats, kinds], 1, "cards in the other burgers of each plate")
        self.done_sum = self.field("finished_sum", [seats], 8, "what the finished burgers count now")
        self.open_sum = self.field("unfinished_sum", [seats], 8, "what the others would count")
        self.served = self.field("served", [seats], 1, "who has a finished burger")
        self.pile = self.field("pile", [kinds], 2, "the discard pile, by kind")
        self.deck = self.field("deck", [1], 40, "cards left in the deck")
        self.wars = self.field("wars", [1], 4, "WAR cards left in the deck")
        self.shooter = self.field("shooter", [seats], 1, "who attacks with a NUKE or TRANSMOG")
        self.shot = self.field("shot", [2], 1, "which of them")
        self.shot_at = self.field("shot_at", [seats], 1, "the plate that is attacked")
        self.target = self.field("target", [kinds], 1, "the card that is attacked")
        self.swap = self.field("swap", [kinds], 1, "own sealed swap card")
        self.stage = self.field("stage", [3], 1, "a WAR: aiming, shielding, looting")
        self.aims = self.field("aims", [seats, seats], 1, "who aims at whom, as far as it is open")
        self.locked = self.field("locked", [seats], 1, "who has aimed")
        self.deflects = self.field("deflects", [seats], 1, "who deflects, as far as it is open")
        self.pools = self.field("pools", [seats, kinds], 1, "what can be stolen from each plate")
        self.loot = self.field("loot", [seats, kinds], 1, "what lies beside each looter")

    def write(self, s: WarState, seat: int, out: ObservationWriter) -> None:
        book, kinds = s.book, self.kinds
        self.write_question(s, seat, out)
        out.put(self.active + self.from_seat(seat, s.active), 1)
        out.put(self.first + self.from_seat(seat, s.first), 1)
        out.put(self.round, s.round)
        out.put(self.left, s.house.max_rounds - s.round)
        out.put(self.actions, s.used)
        out.put(self.actions + 1, allowance(s, s.active))
        out.put_each(self.hand, s.hands[seat])
        for other in range(self.seats):
            far = self.from_seat(seat, other)
            out.put(self.hand_sizes + far, len(s.hands[other]))
            out.put_each(self.known + far * kinds, s.known[other])
            self.write_plate(s, other, far, out)
        wars: i64 = 1 if s.battle is not None else 0  # outside the deck
        for kind in s.pile:
            out.note(kind)
            if kind == book.war:
                wars += 1
        out.put_noted(self.pile)
        out.put(self.deck, len(s.deck))
        out.put(self.wars, s.listed()[book.war] - wars)
        shot = s.shot
        if shot is not None:
            out.put(self.shooter + self.from_seat(seat, shot.seat), 1)
            out.put(self.shot + book.types[shot.kind] - NUKE, 1)
            out.put(self.shot_at + self.from_seat(seat, shot.plate), 1)
            out.put(self.target + book.kind_of[shot.target], 1)
            if shot.swap >= 0 and shot.seat == seat:
                out.put(self.swap + shot.swap, 1)
        if s.battle is not None:
            self.write_battle(s.book, s.battle, seat, out)

    def write_plate(self, s: WarState, owner: i64, far: i64, out: ObservationWriter) -> None:
        done, open_ = self.done + far * self.kinds, self.open + far * self.kinds
        done_sum: i64 = 0
        open_sum: i64 = 0
        served = False
        kind_of = s.book.kind_of
        for burger in s.plates[owner]:
            finished = burger.finished()
            start = done if finished else open_
            for card in burger.cards:
                out.note(start + kind_of[card])
            if finished:
                served = True
                done_sum += burger_sum(s, owner, burger)
            else:
                open_sum += burger_sum(s, owner, burger)
        out.put_noted(0)
        out.put(self.done_sum + far, done_sum)
        out.put(self.open_sum + far, open_sum)
        out.put(self.served + far, 1 if served else 0)

    def write_battle(self, book: Book, battle: Battle, seat: int, out: ObservationWriter) -> None:
        """A WAR: aims and answers of the others are sealed until all are in (IW-WAR-7, IW-REACT-4)."""
        out.put(self.stage + battle.stage, 1)
        for who in range(self.seats):
            far = self.from_seat(seat, who)
            aim = battle.aims[who]
            if aim >= 0 and (who == seat or battle.stage != AIMING):
                out.put(self.aims + far * self.seats + self.from_seat(seat, aim), 1)
            if who in battle.locks:
                out.put(self.locked + far, 1)
            if battle.answers[who] == 1 and (who == seat or battle.stage != SHIELDING):
                out.put(self.deflects + far, 1)
            if battle.loot[who] >= 0:
                out.put(self.loot + far * self.kinds + book.kind_of[battle.loot[who]], 1)
            if who < len(battle.pools):
                for card in battle.pools[who]:
                    out.note(book.kind_of[card])
                out.put_noted(self.pools + far * self.kinds)
