"""The capabilities of Buffet Boss: its bots, the time limits of its rules, and the stacking simulation."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any, Final

import msgspec

from bunfight.engine import BotHooks, IllegalMove, MotionHooks, Move, PhysicsHooks, Seat, TimingHooks
from bunfight.games.buffet_boss.bots import policy, stacker
from bunfight.games.buffet_boss.rules import estimate, moves
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.events import BuffetLost, BuffetWon, FoodFell
from bunfight.games.buffet_boss.rules.moves import CALM, CHOOSE, EXTRA, LEAVE, LOWER, READY, VOTE
from bunfight.games.buffet_boss.rules.scoring import better_character
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import TENTH_DEGREE, beside
from bunfight.games.buffet_boss.rules.steps import MustPick, MustShare, MustStack, MustVote, volunteer
from bunfight.games.buffet_boss.rules.vetting import vetted
from bunfight.games.buffet_boss.views import view

FAR_AWAY: Final = 100_000  # in tenths; a held piece is above the plate
SLOW_MOTION: Final = 1.0  # seconds by which a fall takes longer to watch than it took


def fallback(s: BuffetState, seat: Seat) -> Move:
    """FB-TIME-2, FB-TIME-3."""
    now = view.mode(s, seat)
    if now == "rescue":
        return LEAVE
    if now == "stack":
        return moves.place(s.hands[seat][0], 0, LOWER, 0, 0, CALM)
    if now in ("last_look", "adjust"):
        return READY
    if now == "choose":
        return CHOOSE[better_character(s, seat)]
    if isinstance(s.agenda[-1], MustVote):
        return VOTE[0 if s.round == 1 else (s.first + 1) % s.seats]
    if isinstance(s.agenda[-1], MustShare):
        return EXTRA[volunteer(s)]
    assert isinstance(s.agenda[-1], MustPick)
    return s.agenda[-1].legal(s, seat)[0]


def catalogue_moves(s: BuffetState, seat: Seat) -> list[str]:
    """The moves of the catalogue's two grids that a seat may make now: placings from the hand, and pushes."""
    step, outlines = s.agenda[-1], s.plates[seat].outlines()
    pushes = [moves.adjust(piece, dx, dy, da, CALM) for piece in s.plates[seat].ids for dx, dy, da in moves.PUSHES]
    found = [push.text for push in pushes if step.check(s, seat, push) is None]
    for piece in s.hands[seat]:
        if step.check(s, seat, moves.place(piece, 0, LOWER, 0, 0, CALM)) is not None:
            continue
        for x10, a10, flip in product(moves.GRID_X, moves.GRID_A, (0, 1)):
            if not beside(outlines, piece, flip, x10 / 10, a10 * TENTH_DEGREE):
                found.append(moves.place(piece, x10, LOWER, a10, flip, CALM).text)
    return found


def time_limit(s: BuffetState, seat: Seat) -> tuple[str, float]:
    """FB-TIME-1: picking up and holding are timed by the rules."""
    doing = view.mode(s, seat)
    return (doing, float(view.clock(s, seat))) if doing in ("rescue", "stack") else ("", 0.0)


def too_late(move: Move, held: float) -> IllegalMove | None:
    """FB-HAND-8: nobody lets go later than after the seconds for which they could have held the piece."""
    if isinstance(move, (moves.Place, moves.Adjust)) and move.t_ms != CALM and move.t_ms > 1000 * held:
        return IllegalMove("FB-HAND-8", "too_soon")
    return None


def simplify(question: str) -> str:
    """The question for a coarser simulation, without a film."""
    return question[:-1].replace(stacker.EXACT, stacker.QUICK_WORLD, 1) + ',"blind":true}'


def split_film(answer: str) -> tuple[str, str]:
    """FB-LOG-2: an answer of the simulation without its film, and the film."""
    decoded = msgspec.json.decode(answer)
    film = decoded.pop("film", None) if isinstance(decoded, dict) else None
    if film is None:
        return answer, ""
    return msgspec.json.encode(decoded).decode(), msgspec.json.encode(film).decode()


def strip_film(event: dict[str, Any]) -> dict[str, Any]:
    """An event without its film."""
    return {key: value for key, value in event.items() if key != "film"} if "film" in event else event


def film_seconds(event: dict[str, Any]) -> float:
    """How long the film of an event runs; a fall is shown in slow motion."""
    return float(event.get("sim_ms", 0)) / 1000 + (SLOW_MOTION if event.get("fallen") and "sim_ms" in event else 0.0)


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Where a player holds a piece, in tenths of a millimetre and of a degree."""

    piece: str
    x: Annotated[int, msgspec.Meta(ge=-FAR_AWAY, le=FAR_AWAY)]
    y: Annotated[int, msgspec.Meta(ge=-FAR_AWAY, le=FAR_AWAY)]
    a: Annotated[int, msgspec.Meta(ge=-FAR_AWAY, le=FAR_AWAY)]
    flip: bool


def shows(kind: str, body: dict[str, Any]) -> bool:
    """Whether a message says where a piece is held."""
    try:
        return kind == "hold" and msgspec.convert(body, Held).piece in shapes.NUMBER
    except msgspec.ValidationError:
        return False


def balance_move(s: BuffetState, seat: Seat) -> type[Move] | None:
    """A placement, when the seat holds its last piece."""
    return moves.Place if isinstance(s.agenda[-1], MustStack) and len(s.hands[seat]) == 1 else None


def stable(s: BuffetState, seat: Seat) -> bool:
    """Whether nothing of this seat's fell."""
    return not any(s.fallen[seat])


BOTS: Final = BotHooks(
    policy=policy.policy,
    fallback=fallback,
    terms=policy.terms,
    milestones=(FoodFell, BuffetWon, BuffetLost),
    coach_moves=stacker.weighed,
    catalogue_moves=catalogue_moves,
    coach={"draws": 0.0},
    player=stacker.Stacker,
)
TIMING: Final = TimingHooks(limit=time_limit, too_late=too_late, lasting=("rescue",))
PHYSICS: Final = PhysicsHooks(
    module="bunfight.physics",
    estimate=estimate.answer,
    vet=vetted,
    simplify=simplify,
    motion=MotionHooks(split=split_film, strip=strip_film, seconds=film_seconds),
    shows=shows,
    balance_move=balance_move,
    stable=stable,
)
