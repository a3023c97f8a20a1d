"""Builds the view of a seat of Buffet Boss, and samples a state that is consistent with a view."""

from __future__ import annotations

from typing import Any, Final

from bunfight.engine import Move, Rng, Seat, Step
from bunfight.engine.deck import Deck
from bunfight.engine.view import Effect, Preview
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import lean10
from bunfight.games.buffet_boss.rules.hand import PHASES
from bunfight.games.buffet_boss.rules.modes import guests, may_adjust
from bunfight.games.buffet_boss.rules.moves import BIN, CHARACTER_IDS, ChooseCharacter, TakeFood, TakeTwo
from bunfight.games.buffet_boss.rules.scoring import bonus, liked_pairs, shy, stars, tallest, total
from bunfight.games.buffet_boss.rules.spots import spots
from bunfight.games.buffet_boss.rules.state import DINNER, NOBODY, UNLIMITED, BuffetState
from bunfight.games.buffet_boss.rules.state_menu import Menu
from bunfight.games.buffet_boss.rules.state_plate import (
    Plate,
    balance_x,
    balance_y,
    in_mm,
    pair,
    pair_first,
    pair_second,
)
from bunfight.games.buffet_boss.rules.steps import (
    InTurn,
    LastLook,
    MaySave,
    MustChoose,
    MustPick,
    MustShare,
    MustStack,
    MustVote,
)
from bunfight.games.buffet_boss.views.types import (
    BuffetView,
    CharacterView,
    Held,
    Lying,
    PieceView,
    PlateView,
    SeatView,
    SpotView,
)

VERSIONS: Final = ("lunch", "dinner", "all_you_can_eat")
LEVELS: Final = ("snack", "meal", "buffet")
HANDS: Final = ("steady", "gentle", "real", "wild")
SIDES: Final = ("front", "back")
RISKS: Final = ("steady", "shaky", "falls")
PICK_SECONDS: Final = 60  # FB-TIME-1: also vote, last look and choose


def mode(s: BuffetState, seat: Seat) -> str:
    """Section 6 of the ledger."""
    if not s.agenda:
        return "done"
    step = s.agenda[-1]
    if seat not in step.awaits():
        return "done" if s.ready[seat] and s.last_look else "wait"
    if isinstance(step, InTurn) and seat != step.seat:
        return "adjust"
    if isinstance(step, (MustVote, MustShare)):
        return "vote"
    if isinstance(step, MustChoose):
        return "choose"
    if s.fallen[seat]:
        return "rescue"
    if s.hands[seat]:
        return "stack"
    return "last_look" if isinstance(step, LastLook) else "pick"


def clock(s: BuffetState, seat: Seat) -> int:
    """FB-TIME-1, FB-TIME-4: the seconds a seat has for its open question; 0: no clock."""
    now = mode(s, seat)
    if now in ("wait", "done", "adjust"):
        return 0
    if now == "rescue":
        return 0 if s.unhurried[seat] else s.rescue_seconds
    if now == "stack":
        return 0 if s.unhurried[seat] else s.hold_seconds
    return PICK_SECONDS


def name(piece: int) -> str:
    return "plate" if piece == shapes.PLATE else "table" if piece < 0 else shapes.IDS[piece]


def plate_view(plate: Plate) -> PlateView:
    return PlateView(
        y=plate.y,
        a=plate.a,
        pieces=tuple(
            PieceView(shapes.IDS[piece], plate.flips[at], plate.xs[at], plate.ys[at], plate.turns[at])
            for at, piece in enumerate(plate.ids)
        ),
        touch=tuple((name(pair_first(code)), name(pair_second(code))) for code in plate.touch),
        height=in_mm(plate.height),
        top=plate.height,
        lean10=lean10(plate),
        balance=(round(balance_x(plate) * 100), round(balance_y(plate) * 100)),
    )


def seat_view(s: BuffetState, seat: Seat, viewer: Seat | None, tall: list[int]) -> SeatView:
    over = not s.agenda
    chosen = s.chosen[seat]
    shown = chosen != NOBODY and (over or seat == viewer)
    so_far = stars(s.plates[seat]) + (s.menu.tallest if seat in tall else 0)
    return SeatView(
        mode=mode(s, seat),
        cards=tuple(shapes.IDS[card] for card in s.rows[seat]),
        lost=tuple(shapes.IDS[card] for card in s.gone[seat]),
        hand=tuple(Held(shapes.IDS[p], p in s.rescued[seat], s.saves[seat][p]) for p in s.hands[seat]),
        fallen=tuple(
            Lying(shapes.IDS[p], s.saves[seat][p] < s.saves_allowed, s.saves[seat][p]) for p in s.fallen[seat]
        ),
        quota=s.quota[seat],
        plate=plate_view(s.plates[seat]),
        stars=stars(s.plates[seat]),
        tallest=seat in tall and not s.coop(),
        total=0 if s.coop() else total(s, seat) if over else so_far,
        pushes=s.pushes[seat],
        pushes_left=-1 if s.pushes_allowed == UNLIMITED else max(s.pushes_allowed - s.pushes[seat], 0),
        may_adjust=may_adjust(s, seat) and mode(s, seat) in ("pick", "stack", "last_look", "adjust"),
        acts=s.acts[seat],
        saves=tuple(s.saves[seat]) if any(s.saves[seat]) else (),
        last_window=s.window[seat],
        fall_ms=s.fall_ms[seat],
        released=tuple(s.released[seat]),
        ready=bool(s.ready[seat]),
        vote=s.votes[seat],
        chosen=CHARACTER_IDS[chosen] if shown else "sealed" if chosen != NOBODY else "",
        bonus=bonus(s.plates[seat], chosen) if over and chosen != NOBODY else 0,
        two_hands=bool(s.two_hands[seat]),
        unhurried=bool(s.unhurried[seat]),
        clock=clock(s, seat),
    )


def character_view(plate: Plate, character: int) -> CharacterView:
    kind = plate.menu.kind[character]
    counts: list[str] = []
    if kind == "touch_plate":
        counts = [name(pair_second(code)) for code in plate.touch if pair_first(code) == shapes.PLATE]
    elif kind == "one_neighbour":
        counts = [name(piece) for piece in shy(plate)]
    elif kind.startswith("touching_pair"):
        for code in liked_pairs(plate, character):
            for piece in (pair_first(code), pair_second(code)):
                if name(piece) not in counts:
                    counts.append(name(piece))
    return CharacterView(CHARACTER_IDS[character], bonus(plate, character), tuple(counts))


def spot_views(s: BuffetState, seat: Seat) -> list[SpotView]:
    return [
        SpotView(
            spot.move.text,
            shapes.IDS[piece],
            spot.x,
            spot.height,
            spot.support,
            tuple(name(who) for who in spot.on),
            spot.lean10,
            RISKS[spot.risk],
        )
        for piece in s.hands[seat]
        for spot in spots(s.plates[seat], piece)
    ]


def spot_preview(spot: SpotView) -> Preview:
    """Preview a spot; the hand sways, so every effect depends on luck."""
    degrees = (abs(spot.lean10) + 5) // 10
    leans = "stays_level" if degrees == 0 else "leans_right" if spot.lean10 > 0 else "leans_left"
    effects = (
        Effect("rests_on", things=spot.on, chance=True),
        Effect(spot.stability, chance=True),
        Effect(leans, degrees, chance=True),
    )
    return Preview(spot.move, effects)


def preview(s: BuffetState, seat: Seat, move: Move) -> Preview | None:
    """The stars of food that can be taken, the bonus of a character that can be chosen."""
    if isinstance(move, TakeFood):
        return Preview(move.text, (Effect("stars", s.menu.stars[move.card]),))
    if isinstance(move, TakeTwo):
        return Preview(move.text, (Effect("stars", s.menu.stars[move.one] + s.menu.stars[move.two]),))
    if isinstance(move, ChooseCharacter):
        return Preview(move.text, (Effect("bonus", bonus(s.plates[seat], move.character)),))
    return None


def view(s: BuffetState, seat: Seat | None) -> BuffetView:
    awaits = tuple(s.awaiting())
    asked = seat is not None and seat in awaits
    listed: list[str] = []
    shown: list[SpotView] = []
    previews: list[Preview] = []
    step = type(s.agenda[-1]).__name__ if s.agenda else ""
    if seat is not None and asked:
        if mode(s, seat) == "adjust":
            step = "MayAdjust"
        if mode(s, seat) == "stack":
            shown = spot_views(s, seat)
            listed = [spot.move for spot in shown] + [BIN[piece].text for piece in s.rescued[seat]]
            previews = [spot_preview(spot) for spot in shown]
        else:
            for move in s.agenda[-1].legal(s, seat):
                listed.append(move.text)
                found = preview(s, seat, move)
                if found is not None:
                    previews.append(found)
    tall = tallest(s)
    return BuffetView(
        seat=seat,
        seats=s.seats,
        awaits=awaits,
        step=step,
        moves=tuple(listed),
        previews=tuple(previews),
        over=not s.agenda,
        options=s.options,
        version=VERSIONS[s.version],
        level=LEVELS[s.level],
        beginner=s.beginner,
        sway=HANDS[s.sway],
        calm_only=s.calm_only,
        plate_kind=shapes.PLATE_IDS[s.plate_kind],
        rescue_seconds=s.rescue_seconds,
        hold_seconds=s.hold_seconds,
        saves_allowed=s.saves_allowed,
        pushes_allowed=s.pushes_allowed,
        any_time=s.any_time,
        round=s.round,
        rounds=s.rounds,
        first=s.first,
        last=s.last_in_round(),
        turn=s.turn,
        taken=s.taken,
        took_two=s.took_two,
        ballot=s.ballot,
        in_last_look=s.last_look,
        lost=s.lost,
        line=tuple(shapes.IDS[card] for card in s.line),
        marked=tuple(shapes.IDS[card] for card in s.line if card % 2 == 0),
        menu=tuple(s.menu.dishes),
        deck_size=len(s.deck),
        box_size=len(s.box),
        bin=tuple(shapes.IDS[card] for card in s.bin),
        players=tuple(seat_view(s, other, seat, tall) for other in range(s.seats)),
        characters=()
        if seat is None
        else tuple(character_view(s.plates[seat], character) for character in s.characters[seat]),
        phases=() if seat is None or s.calm_only else tuple(s.phases[seat]),
        spots=tuple(shown),
    )


# --- determinizing --------------------------------------------------------------------------------------------------


def determinize(v: BuffetView, rng: Rng, menu: Menu) -> BuffetState:
    """Deal everything that the viewer has not seen at random."""
    s = BuffetState(v.seats, menu)
    s.options = v.options
    s.version = VERSIONS.index(v.version)
    s.level = LEVELS.index(v.level)
    s.beginner = v.beginner
    s.sway = HANDS.index(v.sway)
    s.calm_only = v.calm_only
    s.plate_kind = shapes.PLATE_IDS.index(v.plate_kind)
    s.rescue_seconds = v.rescue_seconds
    s.hold_seconds = v.hold_seconds
    s.saves_allowed = v.saves_allowed
    s.pushes_allowed = v.pushes_allowed
    s.any_time = v.any_time
    s.round = v.round
    s.rounds = v.rounds
    s.first = v.first
    s.turn = v.turn
    s.taken = v.taken
    s.took_two = v.took_two
    s.ballot = v.ballot
    s.last_look = v.in_last_look
    s.lost = v.lost
    s.line = numbers(v.line)
    s.bin = numbers(v.bin)
    for seat, player in enumerate(v.players):
        determinize_seat(s, seat, player, v, rng)
    deal_deck(s, v, rng)
    if s.version == DINNER:
        deal_characters(s, v, rng)
    s.agenda = determinize_agenda(v, s)
    return s


def numbers(texts: tuple[str, ...]) -> list[int]:
    return [shapes.NUMBER[text] for text in texts]


def determinize_seat(s: BuffetState, seat: Seat, player: SeatView, v: BuffetView, rng: Rng) -> None:
    plate = Plate(s.plate_kind, s.menu)
    plate.y, plate.a, plate.height = player.plate.y, player.plate.a, player.plate.top
    for piece in player.plate.pieces:
        plate.add(shapes.NUMBER[piece.id], piece.flip, piece.x, piece.y, piece.a)
    for one, two in player.plate.touch:
        plate.touch.append(pair(shapes.PLATE if one == "plate" else shapes.NUMBER[one], shapes.NUMBER[two]))
    s.plates[seat] = plate
    s.rows[seat] = numbers(player.cards)
    s.gone[seat] = numbers(player.lost)
    s.hands[seat] = [shapes.NUMBER[held.id] for held in player.hand]
    s.rescued[seat] = [shapes.NUMBER[held.id] for held in player.hand if held.rescued]
    s.fallen[seat] = [shapes.NUMBER[lying.id] for lying in player.fallen]
    s.quota[seat] = player.quota
    s.window[seat] = player.last_window
    s.fall_ms[seat] = player.fall_ms
    s.released[seat] = list(player.released)
    s.pushes[seat] = player.pushes
    s.saves[seat] = list(player.saves) if player.saves else [0] * shapes.PIECES
    s.acts[seat] = player.acts
    s.ready[seat] = int(player.ready)
    s.votes[seat] = player.vote
    s.two_hands[seat] = int(player.two_hands)
    s.unhurried[seat] = int(player.unhurried)
    mine = seat == v.seat and v.phases
    s.phases[seat] = list(v.phases) if mine else [int(rng.below(3600)) for _ in range(PHASES)]


def deal_deck(s: BuffetState, v: BuffetView, rng: Rng) -> None:
    """What is neither in the line nor in front of a seat nor in the bin is in the deck or in the box."""
    seen = {*s.line, *s.bin, *(card for row in s.rows for card in row)}
    unseen = [card for card in range(shapes.PIECES) if card not in seen]
    for _ in range(v.box_size):
        # FB-SETUP-3: at Dinner only marked cards (the even ones) went to the box
        choices = [card for card in unseen if s.version != DINNER or card % 2 == 0]
        card = choices[rng.below(len(choices))]
        unseen.remove(card)
        s.box.append(card)
    s.deck = Deck(unseen)


def deal_characters(s: BuffetState, v: BuffetView, rng: Rng) -> None:
    """FB-SETUP-11, -12: everyone has two; which, only the owner knows, until the chosen ones are shown."""
    if v.seat is not None:
        s.characters[v.seat] = [CHARACTER_IDS.index(mine.id) for mine in v.characters]
    shown = {seat: CHARACTER_IDS.index(p.chosen) for seat, p in enumerate(v.players) if p.chosen not in ("", "sealed")}
    taken = {*shown.values(), *(character for held in s.characters for character in held)}
    free = [n for n in s.character_pool() if n not in taken]
    for seat, player in enumerate(v.players):
        held = s.characters[seat]
        if not held and seat in shown:
            held.append(shown[seat])
        while len(held) < 2:
            held.append(free.pop(rng.below(len(free))))
        if seat in shown:
            s.chosen[seat] = shown[seat]
        elif player.chosen == "sealed":
            s.chosen[seat] = held[rng.below(2)]
    dealt = {character for held in s.characters for character in held}
    s.character_box = [n for n in range(len(CHARACTER_IDS)) if n not in dealt]


def determinize_agenda(v: BuffetView, s: BuffetState) -> list[Step[Any]]:
    if v.over:
        return []
    awaited = list(v.awaits)
    if v.step == "MustVote":
        return [MustVote(awaited)]
    if v.step == "MustShare":
        return [MustShare(awaited)]
    if v.step == "LastLook":
        return [LastLook(awaited)]
    if v.step == "MustChoose":
        return [MustChoose(awaited)]
    stacking = bool(s.hands[s.turn])
    if awaited[0] == s.turn:
        if v.step == "MaySave":
            return [MaySave(s.turn)]
        return [MustStack(s.turn, awaited[1:]) if stacking else MustPick(s.turn, awaited[1:])]
    below: Step[Any] = MustStack(s.turn, guests(s)) if stacking else MustPick(s.turn, guests(s))
    return [below, MaySave(awaited[0]) if s.fallen[awaited[0]] else MustStack(awaited[0], [])]
