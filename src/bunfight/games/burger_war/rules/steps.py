"""The decisions of a turn: take an action, and answer an attack on your plate."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from bunfight.engine import EventLog, IllegalMove, Luck, Move, Options, Rng
from bunfight.games.burger_war.rules.actions import (
    burger_with,
    draw_kind,
    draw_to_hand,
    exchange,
    exposed,
    gain,
    gain_seen,
    hand_cap,
    lay,
    lift,
    log_finished,
    lose,
    may_hold_deflector,
    not_banned,
    number_card,
    reachable,
    release,
    swap_fits,
    sweep,
)
from bunfight.games.burger_war.rules.events import (
    AttackAllowed,
    AttackDeflected,
    CardRecycled,
    DeflectorAsked,
    GameBegan,
    HandDealt,
    IngredientNuked,
    IngredientPlaced,
    IngredientSwapped,
    NukeUsed,
    TransmogUsed,
    TurnEnded,
)
from bunfight.games.burger_war.rules.moves import (
    DRAW,
    END,
    L_BUN,
    NUKE,
    RECYCLER,
    TRANSMOG,
    Book,
    Deflect,
    Discard,
    Draw,
    EndTurn,
    PlaceIngredient,
    UseNuke,
    UseRecycler,
    UseTransmog,
)
from bunfight.games.burger_war.rules.state import House, Shot, WarState
from bunfight.games.burger_war.rules.steps_settle import OneAsked, next_turn, not_held, out_of_reach, settle
from bunfight.games.burger_war.rules.steps_war import check_answer, legal_answers, start_war

START_HAND: Final = 3


class TakeAction(OneAsked):
    """IW-TURN: draw a card or use a card; with two actions the second is voluntary."""

    def copy(self) -> TakeAction:
        return TakeAction(self.seat)

    def legal(self, s: WarState, seat: int) -> list[Move]:
        """Draw, then placements, then contraptions, each in printed order."""
        moves: list[Move] = [DRAW]
        places = s.book.places[s.house.seats]
        before = -1
        for kind in s.hands[seat]:
            if kind != before and s.book.types[kind] < NUKE:
                moves += places[kind]
            before = kind
        self._more(s, seat, moves)
        return moves

    def suggest(self, s: WarState, seat: int, rng: Rng) -> Move:
        """Any of legal(), without listing the many placements: for fast playouts."""
        seats: i64 = s.house.seats
        listed: i64 = 1
        before = -1
        for kind in s.hands[seat]:
            if kind != before and s.book.types[kind] < NUKE:
                listed += seats
            before = kind
        more: list[Move] = []
        self._more(s, seat, more)
        pick: i64 = rng.below(listed + len(more))
        if pick == 0:
            return DRAW
        if pick >= listed:
            return more[pick - listed]
        pick -= 1
        before = -1
        for kind in s.hands[seat]:
            if kind != before and s.book.types[kind] < NUKE:
                if pick < seats:
                    return s.book.places[seats][kind][pick]
                pick -= seats
            before = kind
        raise AssertionError("the hand changed while it was counted")

    def _more(self, s: WarState, seat: int, moves: list[Move]) -> None:
        """The moves with contraptions, and ending a turn that could go on."""
        before = -1
        for kind in s.hands[seat]:
            type = s.book.types[kind]
            if type < NUKE or kind == before:
                continue
            before = kind
            if type == NUKE:
                if not_banned(s, seat):
                    self._nukes(s, seat, moves)
            elif type == TRANSMOG:
                self._transmogs(s, seat, moves)
            elif type == RECYCLER:
                self._recycles(s, moves)
        if s.used > 0:
            moves.append(END)

    def _nukes(self, s: WarState, seat: int, moves: list[Move]) -> None:
        for plate in range(s.house.seats):
            if reachable(s, seat, plate):
                nukes = s.book.nukes[plate]
                for burger in s.plates[plate]:
                    if exposed(s, plate, burger):
                        for card in burger.cards:
                            moves.append(nukes[card])

    def _transmogs(self, s: WarState, seat: int, moves: list[Move]) -> None:
        swaps: list[int] = []
        before = -1
        for kind in s.hands[seat]:
            if kind != before and s.book.types[kind] < NUKE:
                swaps.append(kind)
            before = kind
        if not swaps:
            return
        made_before = s.book.transmogs
        for plate in range(s.house.seats):
            if reachable(s, seat, plate):
                for burger in s.plates[plate]:
                    if exposed(s, plate, burger):
                        for card in burger.cards:
                            at = s.book.transmog_at(plate, card)
                            for swap in swaps:
                                if burger.buns + burger.patties < 3 or swap_fits(s, burger, card, swap):
                                    made = made_before[at + swap]
                                    moves.append(s.book.transmog_of(plate, card, swap) if made is None else made)

    def _recycles(self, s: WarState, moves: list[Move]) -> None:
        there = [False] * s.book.kinds
        for kind in s.pile:
            there[kind] = True
        if not s.house.war_fires:
            there[s.book.war] = False
        for kind in range(s.book.kinds):
            if there[kind]:
                moves.append(s.book.recycles[kind])

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        book = s.book
        if isinstance(move, PlaceIngredient):
            lose(s, seat, move.kind)
            card = number_card(s, move.kind)
            burger = lay(s, card, move.plate)
            if move.plate != seat:
                s.deeds[seat].given += 1
                s.deeds[move.plate].received += 1
            if log.on:
                log.show(seat, IngredientPlaced(seat, move.plate, book.cards[card], burger.serial))
                log_finished(s, move.plate, burger, log)
            settle(s, log)
        elif isinstance(move, Draw):
            kind = draw_kind(s, luck, log)
            if kind == book.war:
                start_war(s, seat, luck, log)
            else:
                draw_to_hand(s, seat, kind, log)
                settle(s, log)
        elif isinstance(move, UseNuke):
            lose(s, seat, book.nuke)
            if log.on:
                log.show(seat, NukeUsed(seat, move.plate, book.cards[move.target]))
            shoot(s, Shot(seat, book.nuke, move.plate, move.target, -1), log)
        elif isinstance(move, UseTransmog):
            lose(s, seat, book.transmog)
            if log.on:
                target = book.cards[move.target]
                log.own(
                    seat,
                    TransmogUsed(seat, move.plate, target, book.ids[move.swap]),
                    TransmogUsed(seat, move.plate, target, None),
                )
            shoot(s, Shot(seat, book.transmog, move.plate, move.target, move.swap), log)
        elif isinstance(move, UseRecycler):
            lose(s, seat, book.recycler)
            s.pile.remove(move.kind)
            s.pile.append(book.recycler)
            s.deeds[seat].recycled += 1
            if log.on:
                log.show(seat, CardRecycled(seat, book.ids[move.kind]))
            if move.kind == book.war:  # IW-RECY-20
                start_war(s, seat, luck, log)
            else:
                gain_seen(s, seat, move.kind)
                settle(s, log)
        else:
            assert isinstance(move, EndTurn)
            if log.on:
                log.all(TurnEnded(seat))
            next_turn(s, log)

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        book = s.book
        if isinstance(move, Draw):
            return None
        if isinstance(move, PlaceIngredient):
            if move.plate >= s.house.seats or move.kind not in s.hands[seat]:
                return out_of_reach(s, move.plate, move.kind)
            if book.types[move.kind] >= NUKE:
                return IllegalMove("IW-CON-3", "not_for_plates", card=book.ids[move.kind])
            return None
        if isinstance(move, UseNuke):
            return self._check_nuke(s, seat, move)
        if isinstance(move, UseTransmog):
            return self._check_transmog(s, seat, move)
        if isinstance(move, UseRecycler):
            if book.recycler not in s.hands[seat]:
                return not_held(s, book.recycler)
            if not s.pile:
                return IllegalMove("IW-CON-2", "nothing_piled")
            if move.kind == book.war and not s.house.war_fires:
                return IllegalMove("IW-RECY-2", "not_recycled", card=book.ids[book.war])
            if move.kind not in s.pile:
                return IllegalMove("IW-RECY-1", "not_piled", card=book.ids[move.kind])
            return None
        if isinstance(move, EndTurn):
            return IllegalMove("IW-TURN-3", "act_first") if s.used == 0 else None
        if isinstance(move, Discard):
            return IllegalMove("IW-HAND-7", "not_too_full", n=hand_cap(s, seat))
        if isinstance(move, Deflect):
            return IllegalMove("IW-DEFL-1", "not_targeted")
        return IllegalMove("IW-TURN-8", "draw_or_use")

    def _check_nuke(self, s: WarState, seat: int, move: UseNuke) -> IllegalMove | None:
        if move.plate >= s.house.seats or s.book.nuke not in s.hands[seat]:
            return out_of_reach(s, move.plate, s.book.nuke)
        name = s.book.cards[move.target]
        burger = burger_with(s, move.plate, move.target)
        if burger is None:
            return IllegalMove("IW-NUKE-1", "not_there", card=name, plate=move.plate)
        if not exposed(s, move.plate, burger):
            return IllegalMove("IW-BURGER-5", "locked", card=name)
        if s.where[L_BUN] == move.plate:
            return IllegalMove("IW-NUKE-2", "shielded", plate=move.plate)
        if not not_banned(s, seat):
            return IllegalMove("IW-NUKE-3", "only_owner_nukes")
        if not reachable(s, seat, move.plate):
            return IllegalMove("IW-NUKE-4", "nukes_at_home", plate=move.plate)
        return None

    def _check_transmog(self, s: WarState, seat: int, move: UseTransmog) -> IllegalMove | None:
        hand = s.hands[seat]
        if move.plate >= s.house.seats or s.book.transmog not in hand:
            return out_of_reach(s, move.plate, s.book.transmog)
        if min([s.book.types[kind] for kind in hand]) >= NUKE:
            return IllegalMove("IW-TRANS-2", "nothing_to_swap")
        if move.swap not in hand:
            return not_held(s, move.swap)
        if s.book.types[move.swap] >= NUKE:
            return IllegalMove("IW-TRANS-2", "no_swap", card=s.book.ids[move.swap])
        name = s.book.cards[move.target]
        burger = burger_with(s, move.plate, move.target)
        if burger is None:
            return IllegalMove("IW-TRANS-1", "not_there", card=name, plate=move.plate)
        if not exposed(s, move.plate, burger):
            return IllegalMove("IW-BURGER-5", "locked", card=name)
        if s.where[L_BUN] == move.plate:
            return IllegalMove("IW-TRANS-3", "shielded", plate=move.plate)
        if not reachable(s, seat, move.plate):
            return IllegalMove("IW-TRANS-4", "transmogs_at_home", plate=move.plate)
        if not swap_fits(s, burger, move.target, move.swap):
            return IllegalMove("IW-BURGER-4", "several", card=name, swap=s.book.ids[move.swap])
        return None


class AnswerAttack(OneAsked):
    """IW-REACT: the owner of the targeted plate deflects or declines; asked whether or not it could deflect."""

    sealed: ClassVar[bool] = True

    def copy(self) -> AnswerAttack:
        return AnswerAttack(self.seat)

    def legal(self, s: WarState, seat: int) -> list[Move]:
        return legal_answers(s, seat)

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        return check_answer(s, seat, move)

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        shot = s.shot
        assert shot is not None
        s.agenda.pop()
        if isinstance(move, Deflect):
            lose(s, seat, s.book.deflector)
            s.deeds[seat].deflections += 1
            if log.on:
                log.show(seat, AttackDeflected(seat, shot.seat))
            s.shot = None
            s.pile.append(shot.kind)
            s.pile.append(s.book.deflector)
            settle(s, log)
        else:
            if log.on:
                log.all(AttackAllowed(seat))
            hit(s, shot, log)


def shoot(s: WarState, shot: Shot, log: EventLog) -> None:
    """IW-HIT-1: the card lies with its target for all to see; its owner may react."""
    s.shot = shot
    s.last_shot = Shot(shot.seat, shot.kind, shot.plate, shot.target, -1)
    if shot.plate != shot.seat and may_hold_deflector(s, shot.plate):
        if log.on:
            log.all(DeflectorAsked((shot.plate,)))
        s.agenda.append(AnswerAttack(shot.plate))
    else:
        hit(s, shot, log)


def hit(s: WarState, shot: Shot, log: EventLog) -> None:
    """The effect of a NUKE or TRANSMOG, then the card is discarded: IW-NUKE-1, IW-TRANS-1, IW-CON-1."""
    book = s.book
    burger = burger_with(s, shot.plate, shot.target)
    assert burger is not None
    s.shot = None
    if shot.kind == book.nuke:
        lift(s, shot.target, shot.plate, burger, log)
        if log.on:
            log.all(IngredientNuked(shot.plate, book.cards[shot.target], burger.serial))
        s.pile.append(release(s, shot.target))
        sweep(s, shot.plate, log)
    else:
        lose(s, shot.seat, shot.swap)
        s.pile.append(release(s, shot.target))
        new = number_card(s, shot.swap)
        if log.on:
            log.show(shot.seat, IngredientSwapped(shot.plate, book.cards[shot.target], book.cards[new], burger.serial))
        exchange(s, shot.target, new, shot.plate, burger, log)
    s.pile.append(shot.kind)
    settle(s, log)


def begin(book: Book, house: House, options: Options, first: int, luck: Luck, log: EventLog) -> WarState:
    """IW-SETUP: three cards for everyone, then WAR goes into the deck; ``first`` -1 lets chance choose."""
    s = WarState(book, house, book.full_deck.copy() if house.full else book.short_deck.copy())
    s.options = options
    seats = house.seats
    s.first = first if first >= 0 else luck.below(seats)
    s.active = s.first
    for _ in range(START_HAND):
        for turn in range(seats):
            gain(s, (s.first + turn) % seats, draw_kind(s, luck, log))
    for _ in range(s.listed()[book.war]):
        s.deck.add(book.war)
    if log.on:
        log.all(GameBegan(s.first, len(s.deck)))
        for seat in range(seats):
            dealt = tuple([book.ids[kind] for kind in s.hands[seat]])
            log.only([seat], HandDealt(seat, dealt), HandDealt(seat, None))
    s.agenda.append(TakeAction(s.first))
    return s
