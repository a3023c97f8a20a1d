"""The structs that a view of Buffet Boss is made of."""

from __future__ import annotations

from bunfight.engine import Seat
from bunfight.engine.view import GameView, ViewPart


class PieceView(ViewPart, frozen=True):
    """A piece at rest: its centroid in hundredths of a mm, its angle in ten-thousandths of a radian."""

    id: str
    flip: int
    x: int
    y: int
    a: int


class PlateView(ViewPart, frozen=True):
    """A plate at rest; x of the plate is 0. ``balance`` is the common centre of gravity, hundredths of a mm."""

    y: int
    a: int
    pieces: tuple[PieceView, ...]
    touch: tuple[tuple[str, str], ...]
    height: int  # mm, as it is shown
    top: int  # the same in hundredths of a mm, as it is compared
    lean10: int  # tenths of a degree, to the right if positive
    balance: tuple[int, int]


class Held(ViewPart, frozen=True):
    id: str
    rescued: bool
    saves: int  # how often it was picked up this turn


class Lying(ViewPart, frozen=True):
    """A piece on the table that may still be saved, unless it was saved too often."""

    id: str
    savable: bool
    saves: int


class SeatView(ViewPart, frozen=True):
    """What everybody sees of a seat. ``clock``: seconds for its open question, 0 for none (FB-TIME-1)."""

    mode: str  # vote, pick, stack, rescue, adjust, last_look, choose, wait, done
    cards: tuple[str, ...]
    lost: tuple[str, ...]
    hand: tuple[Held, ...]
    fallen: tuple[Lying, ...]
    quota: int
    plate: PlateView
    stars: int
    tallest: bool
    total: int  # stars and tallest bonus now; at the end with the character
    pushes: int  # adjustments made this turn
    pushes_left: int  # -1: as many as they like
    may_adjust: bool
    acts: int
    saves: tuple[int, ...]  # by piece, in the order of the ids; empty when all are 0
    last_window: int  # how the last rescue window closed
    fall_ms: int  # how long the last act took to watch
    released: tuple[int, ...]  # x, y, a of the last Place, or the push of the last Adjust, sway included
    ready: bool
    vote: Seat  # -1: none
    chosen: str  # "", "sealed", or the character
    bonus: int  # of the shown character
    two_hands: bool
    unhurried: bool
    clock: int


class CharacterView(ViewPart, frozen=True):
    """One of the viewer's own characters with its present value; ``counts``: foods that light up."""

    id: str
    bonus: int
    counts: tuple[str, ...]


class Dish(ViewPart, frozen=True):
    """A food on the menu: what it is worth in the card list that is played."""

    id: str
    stars: int
    group: str
    colour: str


class SpotView(ViewPart, frozen=True):
    """A ready Place (FB-ACC-2) with what can be said of it; ``x`` and ``height`` in mm."""

    move: str
    piece: str
    x: int
    height: int
    support: int
    on: tuple[str, ...]
    lean10: int
    stability: str  # steady, shaky or falls: an estimate, not a promise


class BuffetView(GameView, frozen=True, kw_only=True):
    """Outlines are not here: they never change (cards.toml)."""

    version: str
    level: str
    beginner: bool  # dealt from the characters for a first game
    sway: str
    calm_only: bool
    plate_kind: str
    rescue_seconds: int
    hold_seconds: int
    saves_allowed: int
    pushes_allowed: int
    any_time: bool
    round: int
    rounds: int
    first: Seat
    last: Seat  # who ends this round
    turn: Seat  # -1: nobody's
    taken: bool
    took_two: Seat
    ballot: int  # how often all have been asked who takes the food that is left
    in_last_look: bool
    lost: bool
    line: tuple[str, ...]
    marked: tuple[str, ...]  # cards of the line with the dinner symbol
    menu: tuple[Dish, ...]
    deck_size: int
    box_size: int
    bin: tuple[str, ...]
    players: tuple[SeatView, ...]
    characters: tuple[CharacterView, ...]  # the viewer's own
    phases: tuple[int, ...]  # of the viewer's next act; empty for others and at a calm table
    spots: tuple[SpotView, ...]  # of the viewer's pieces in hand
