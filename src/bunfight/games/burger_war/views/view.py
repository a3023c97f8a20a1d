"""Builds what a seat of Burger War may see."""

from __future__ import annotations

from functools import lru_cache

from bunfight.engine import Move, Seat
from bunfight.engine.view import Effect, Preview
from bunfight.games.burger_war.rules.actions import (
    all_served,
    allowance,
    burger_sum,
    effective,
    exposed,
    finished_sum,
    hand_cap,
    lay,
    not_banned,
    number_card,
    open_burger,
    served,
    unfinished_sum,
    unlay,
)
from bunfight.games.burger_war.rules.moves import (
    C_BUN,
    C_CHEESE,
    C_PATTY,
    C_SAUCE,
    C_VEGGIES,
    CHEESE,
    L_BUN,
    L_CHEESE,
    L_PATTY,
    L_VEGGIES,
    PATTY,
    VEGGIES,
    Book,
    PlaceIngredient,
)
from bunfight.games.burger_war.rules.state import (
    AIMING,
    CLOSING_TIME,
    DECLINED,
    DEFLECTED,
    NOT_ASKED,
    SERVED,
    SHIELDING,
    SILENT,
    Battle,
    Burger,
    Shot,
    WarState,
)
from bunfight.games.burger_war.views.types import (
    BattleShown,
    BurgerShown,
    CardShown,
    Cause,
    KindShown,
    PlateShown,
    ShotShown,
    WarView,
)

TYPE_NAMES = ("bun", "cheese", "patty", "sauce", "veggies", "nuke", "transmog", "recycler", "deflector", "war")
PRIORITIES = ("clockwise", "random", "first_lock")
STAGES = ("aim", "shield", "loot")
ENDINGS = {SERVED: "served", CLOSING_TIME: "closing"}


def view(s: WarState, seat: Seat | None) -> WarView:
    awaits = tuple(s.awaiting())
    moves = s.agenda[-1].legal(s, seat) if seat is not None and seat in awaits else []
    house = s.house
    seats = range(house.seats)
    wars = s.listed()[s.book.war] - s.pile.count(s.book.war) - (1 if s.battle is not None else 0)
    return WarView(
        seat=seat,
        seats=house.seats,
        awaits=awaits,
        step=type(s.agenda[-1]).__name__ if s.agenda else "",
        moves=tuple(move.text for move in moves),
        over=not s.agenda,
        options=s.options,
        kinds=kinds_shown(s.book, house.full),
        full_deck=house.full,
        war_priority=PRIORITIES[house.priority],
        war_loot="hand" if house.loot_to_hand else "plate",
        war_take="may" if house.may_spare else "must",
        cheese_stack="twice" if house.cheese_twice else "once",
        recycle_war="fires" if house.war_fires else "refused",
        max_rounds=house.max_rounds,
        first=s.first,
        active=s.active,
        round=s.round,
        closing_in=house.max_rounds - s.round,
        used=s.used,
        allowance=allowance(s, s.active),
        deck=len(s.deck),
        wars_in_deck=wars,
        pile=tuple(s.book.ids[kind] for kind in s.pile),
        reshuffles=s.reshuffles,
        served=sum(served(s, one) for one in seats),
        plates=tuple(plate_shown(s, one, one == seat or not s.agenda) for one in seats),
        shot=shot_shown(s, s.shot, seat),
        last_shot=shot_shown(s, s.last_shot, None),
        battle=None if s.battle is None else battle_shown(s.book, s.battle, seat, False),
        past=None if s.past is None else battle_shown(s.book, s.past, None, True),
        previews=previews(s, moves),
        ended=ENDINGS.get(s.ended, ""),
    )


@lru_cache(maxsize=8)
def kinds_shown(book: Book, full: bool) -> tuple[KindShown, ...]:
    copies = book.full if full else book.short
    return tuple(
        KindShown(
            book.ids[kind],
            TYPE_NAMES[book.types[kind]],
            book.modifiers[kind],
            "" if book.specials[kind] < 0 else "legendary" if book.specials[kind] < C_BUN else "cursed",
            copies[kind],
        )
        for kind in range(book.kinds)
    )


def plate_shown(s: WarState, seat: Seat, hand_open: bool) -> PlateShown:
    ids = s.book.ids
    current = open_burger(s, seat)
    deeds = s.deeds[seat]
    return PlateShown(
        seat=seat,
        burgers=tuple(burger_shown(s, seat, burger, burger is current) for burger in s.plates[seat]),
        finished=finished_sum(s, seat),
        unfinished=unfinished_sum(s, seat),
        served=served(s, seat),
        serials=s.serials[seat],
        hand_size=len(s.hands[seat]),
        cap=hand_cap(s, seat),
        known=tuple(ids[kind] for kind in s.known[seat]),
        hand=tuple(ids[kind] for kind in s.hands[seat]) if hand_open else None,
        actions=allowance(s, seat),
        immune=s.where[L_BUN] == seat,
        sole=s.where[L_VEGGIES] == seat,
        banned=not not_banned(s, seat),
        leaking=s.where[C_SAUCE] == seat,
        pacifist=s.where[C_VEGGIES] == seat,
        given=deeds.given,
        received=deeds.received,
        thefts=deeds.thefts,
        deflections=deeds.deflections,
        recycled=deeds.recycled,
    )


def burger_shown(s: WarState, plate: Seat, burger: Burger, is_open: bool) -> BurgerShown:
    lacks_bun, lacks_patty = burger.buns == 0, burger.patties == 0
    return BurgerShown(
        serial=burger.serial,
        finished=burger.finished(),
        needs="both" if lacks_bun and lacks_patty else "bun" if lacks_bun else "patty" if lacks_patty else "",
        open=is_open,
        points=burger_sum(s, plate, burger),
        cards=tuple(card_shown(s, plate, burger, card) for card in burger.cards),
    )


def card_shown(s: WarState, plate: Seat, burger: Burger, card: int) -> CardShown:
    kind = s.book.kind_of[card]
    return CardShown(
        id=s.book.cards[card],
        kind=s.book.ids[kind],
        type=TYPE_NAMES[s.book.types[kind]],
        printed=s.book.modifiers[kind],
        counts=effective(s, card, plate),
        causes=causes(s, kind, plate) if effective(s, card, plate) != s.book.modifiers[kind] else (),
        exposed=exposed(s, plate, burger),
    )


def causes(s: WarState, kind: int, plate: Seat) -> tuple[Cause, ...]:
    """The special cards that reach a card on a plate (IW-LCHE-1 to IW-CPAT-1)."""
    type_ = s.book.types[kind]
    reaching: list[int] = []
    if type_ == CHEESE:
        if s.where[L_CHEESE] == plate:
            reaching.append(L_CHEESE)
        if s.where[C_CHEESE] not in (-1, plate):
            reaching.append(C_CHEESE)
    elif type_ == PATTY:
        if s.where[L_PATTY] == plate:
            reaching.append(L_PATTY)
    else:
        if s.where[C_PATTY] == plate:
            reaching.append(C_PATTY)
        if type_ == VEGGIES and s.where[L_PATTY] not in (-1, plate):
            reaching.append(L_PATTY)
    return tuple(Cause(s.book.ids[s.book.special_kinds[special]], s.where[special]) for special in reaching)


def shot_shown(s: WarState, shot: Shot | None, seat: Seat | None) -> ShotShown | None:
    if shot is None:
        return None
    swap = s.book.ids[shot.swap] if shot.swap >= 0 and shot.seat == seat else None
    return ShotShown(shot.seat, s.book.ids[shot.kind], shot.plate, s.book.cards[shot.target], swap)


def battle_shown(book: Book, battle: Battle, seat: Seat | None, over: bool) -> BattleShown:
    aims: list[int | None] = []
    answers: list[str] = []
    for who, aim in enumerate(battle.aims):
        aims.append(None if battle.stage == AIMING and aim >= 0 and who != seat and not over else aim)
        answer = battle.answers[who]
        if answer == NOT_ASKED:
            answers.append("")
        elif answer == SILENT:
            answers.append("open")
        elif battle.stage == SHIELDING and who != seat and not over:
            answers.append("sealed")
        else:
            assert answer in (DECLINED, DEFLECTED)
            answers.append("deflect" if answer == DEFLECTED else "decline")
    return BattleShown(
        drawer=battle.drawer,
        stage=STAGES[battle.stage],
        pools=tuple(tuple(book.cards[card] for card in pool) for pool in battle.pools),
        aims=tuple(aims),
        locks=tuple(battle.locks),
        answers=tuple(answers),
        order=tuple(battle.order),
        queue=tuple(battle.queue),
        loot=tuple(book.cards[card] if card >= 0 else "" for card in battle.loot),
    )


def previews(s: WarState, moves: list[Move]) -> tuple[Preview, ...]:
    """What every placement on offer leads to, tried out on a copy."""
    found: list[Preview] = []
    placements = [move for move in moves if isinstance(move, PlaceIngredient)]
    if placements:
        draft, before = s.copy(), sums(s)
        for move in placements:
            card = number_card(draft, move.kind)
            burger = lay(draft, card, move.plate)
            found.append(Preview(move.text, effects(draft, move.plate, burger, before)))
            unlay(draft, card, move.plate, burger)
    return tuple(found)


def sums(s: WarState) -> list[tuple[int, int]]:
    """What is finished and what is not, by seat."""
    return [(finished_sum(s, seat), unfinished_sum(s, seat)) for seat in range(s.house.seats)]


def effects(s: WarState, plate: Seat, burger: Burger, before: list[tuple[int, int]]) -> tuple[Effect, ...]:
    """What has changed because a card was laid on a burger."""
    found = [Effect("finishes", burger_sum(s, plate, burger), plate)] if burger.finished() else []
    now = sums(s)
    for seat, (done, left) in enumerate(now):
        if done != before[seat][0]:
            found.append(Effect("sum", done, seat))
        if left != before[seat][1]:
            found.append(Effect("open", left, seat))
    if all_served(s):
        best = max(done for done, _ in now)
        first = [seat for seat, (done, _) in enumerate(now) if done == best]
        found.append(Effect("wins", seat=first[0]) if len(first) == 1 else Effect("tied"))
    return tuple(found)
