"""The structs that a view of Burger War is made of."""

from __future__ import annotations

from bunfight.engine import Seat
from bunfight.engine.view import GameView, ViewPart


class KindShown(ViewPart, frozen=True):
    """A row of the card list. ``special``: "legendary", "cursed" or ""; ``copies`` in this table's deck."""

    id: str
    type: str
    modifier: int
    special: str
    copies: int


class Cause(ViewPart, frozen=True):
    """A special card on a plate that changes what another card counts."""

    card: str
    plate: Seat


class CardShown(ViewPart, frozen=True):
    """A card on a plate; ``counts`` differs from ``printed`` because of ``causes``."""

    id: str
    kind: str
    type: str
    printed: int
    counts: int
    causes: tuple[Cause, ...]
    exposed: bool


class BurgerShown(ViewPart, frozen=True):
    """``needs``: "", "bun", "patty" or "both"; ``open``: the next ingredient goes here."""

    serial: int
    finished: bool
    needs: str
    open: bool
    points: int
    cards: tuple[CardShown, ...]


class PlateShown(ViewPart, frozen=True):
    """A seat with its plate. ``hand`` is None unless it is the viewer's own or the game is over."""

    seat: Seat
    burgers: tuple[BurgerShown, ...]
    finished: int  # what counts now
    unfinished: int
    served: bool
    serials: int  # burgers begun so far
    hand_size: int
    cap: int
    known: tuple[str, ...]
    hand: tuple[str, ...] | None
    actions: int  # 2 under the Legendary Sauce
    immune: bool  # Legendary Bun: no NUKE, no TRANSMOG
    sole: bool  # Legendary Veggies: the only one with NUKE and DEFLECTOR
    banned: bool  # somebody else has the Legendary Veggies
    leaking: bool  # Cursed Sauce: finished burgers are exposed
    pacifist: bool  # Cursed Veggies: no stealing, NUKE and TRANSMOG only at home
    given: int
    received: int
    thefts: int
    deflections: int
    recycled: int


class ShotShown(ViewPart, frozen=True):
    """A NUKE or TRANSMOG that waits for an answer; ``swap`` only for its user."""

    seat: Seat
    card: str
    plate: Seat
    target: str
    swap: str | None


class BattleShown(ViewPart, frozen=True):
    """A WAR. Aims: the seat aimed at, -1 none, None sealed. Answers: "", "open", "sealed", "deflect", "decline"."""

    drawer: Seat
    stage: str  # "aim", "shield", "loot"
    pools: tuple[tuple[str, ...], ...]
    aims: tuple[int | None, ...]
    locks: tuple[Seat, ...]
    answers: tuple[str, ...]
    order: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    loot: tuple[str, ...]  # card beside each seat, "" for none


class WarView(GameView, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, sees it."""

    kinds: tuple[KindShown, ...]
    full_deck: bool
    war_priority: str
    war_loot: str
    war_take: str
    cheese_stack: str
    recycle_war: str
    max_rounds: int  # closing time comes after this round
    first: Seat
    active: Seat
    round: int
    closing_in: int  # rounds left after this one
    used: int
    allowance: int
    deck: int
    wars_in_deck: int
    pile: tuple[str, ...]  # oldest first, the top last
    reshuffles: int
    served: int  # how many seats have a finished burger
    plates: tuple[PlateShown, ...]
    shot: ShotShown | None
    last_shot: ShotShown | None  # the last NUKE or TRANSMOG that was used, this one included
    battle: BattleShown | None
    past: BattleShown | None  # the last WAR that is over; pools are what was left of them
    ended: str  # "", "served" or "closing"
