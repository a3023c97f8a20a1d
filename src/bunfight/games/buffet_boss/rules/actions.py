"""Actions that the steps of Buffet Boss share: moving cards, asking the simulation, opening and closing windows."""

import json
from typing import Any, Final

from msgspec import MsgspecError
from msgspec.structs import asdict

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import IllegalMove
from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.rules import events
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.answers import DECODER, Answer, FilmAnswer
from bunfight.games.buffet_boss.rules.hand import draw_phases, pushed, released, sway
from bunfight.games.buffet_boss.rules.moves import CALM, Adjust, Place
from bunfight.games.buffet_boss.rules.state import SHUT, TIME_UP, USED_UP, BuffetState
from bunfight.games.buffet_boss.rules.state_plate import (
    RAD,
    Plate,
    grounded,
    height_of,
    in_mm,
    loose,
    pair,
    touching_pairs,
)
from bunfight.physics.geometry import PI, rounded


def names(pieces: list[int]) -> tuple[str, ...]:
    return tuple([shapes.IDS[piece] for piece in pieces])


def reveal_line(s: BuffetState, luck: Luck, log: EventLog) -> None:
    """FB-ROUND-1: one card more than there are players."""
    s.line = [int(s.deck.draw(luck)) for _ in range(s.seats + 1)]
    if log.on:
        log.all(events.LineRevealed(s.round, names(s.line)))


def take_card(s: BuffetState, seat: int, card: int) -> None:
    """FB-PICK-1: the card goes in front of the seat, its piece into the hand."""
    s.line.remove(card)
    s.rows[seat].append(card)
    s.hands[seat].append(card)


def take_food(s: BuffetState, seat: int, card: int, log: EventLog) -> None:
    take_card(s, seat, card)
    s.taken = True
    if log.on:
        log.all(events.FoodTaken(seat, shapes.IDS[card]))


def take_two(s: BuffetState, seat: int, one: int, two: int, log: EventLog) -> None:
    """The hand gets them in the order of the line (FB-TIME-3)."""
    for card in [card for card in s.line if card in (one, two)]:
        take_card(s, seat, card)
    s.taken = True
    s.took_two = seat
    if log.on:
        log.all(events.TwoTaken(seat, shapes.IDS[s.hands[seat][-2]], shapes.IDS[s.hands[seat][-1]]))


def bin_card(s: BuffetState, seat: int, card: int) -> None:
    """Card and piece leave the game."""
    s.rows[seat].remove(card)
    s.gone[seat].append(card)
    s.bin.append(card)


def new_turn(s: BuffetState, seat: int) -> None:
    """Counters that hold for one turn, or for the last look, start again."""
    s.pushes[seat] = 0
    s.window[seat] = SHUT
    s.saves[seat] = [0] * shapes.PIECES


# --- physics ----------------------------------------------------------------------------------------------------


def as_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


CONSTANTS: Final[str] = as_json(asdict(cards.PHYSICS))
PLATE_OUTLINES: Final[list[str]] = [as_json(plate.outline) for plate in cards.PLATES]
FOOD_OUTLINES: Final[list[str]] = [as_json(food.outline) for food in cards.FOODS]


def question(plate: Plate, hands: int, placed: int, act: dict[str, Any]) -> str:
    """What is asked of the stacking world: its constants, the outlines, the stored plate and the act.

    The world knows no food and no rule: everything that it needs is in the question (bunfight.physics.world).
    """
    foods = sorted({piece // 2 for piece in plate.ids + ([] if placed == shapes.PLATE else [placed])})
    outlines = ",".join([f'"{shapes.FOOD_IDS[food]}":{FOOD_OUTLINES[food]}' for food in foods])
    pieces = [
        [
            shapes.IDS[plate.ids[at]],
            shapes.FOOD_IDS[plate.ids[at] // 2],
            plate.flips[at],
            plate.xs[at],
            plate.ys[at],
            plate.turns[at],
        ]
        for at in range(len(plate.ids))
    ]
    facts: dict[str, Any] = {
        "kind": shapes.PLATE_IDS[plate.kind],
        "tilt": [plate.y, plate.a],
        "hands": hands,
        "pieces": pieces,
    }
    facts.update(act)
    rocker = f'"plate":{PLATE_OUTLINES[plate.kind]},"radius":{shapes.RADIUS[plate.kind]}'
    known = f'"world":{CONSTANTS},{rocker},"outlines":{{{outlines}}}'
    return f"{{{known},{as_json(facts)[1:]}"


def place_piece(s: BuffetState, seat: int, move: Place, luck: Luck, log: EventLog) -> None:
    """FB-STACK-1: the piece leaves the hand; the simulation decides where it ends up."""
    plate = s.plates[seat]
    phases = draw_phases(luck) if move.t_ms == CALM else s.phases[seat]
    at = released(plate, move, sway(s, seat, move.t_ms, phases))
    piece = shapes.IDS[move.piece]
    shape = shapes.FOOD_IDS[move.piece // 2]
    act = {"act": "place", "piece": piece, "shape": shape, "flip": move.flip, "at": at}
    said = answered(luck.observe(question(plate, 1 + s.two_hands[seat], move.piece, act)))
    fallen = settle(plate, move.piece, move.flip, said)
    s.released[seat] = at
    s.hands[seat].remove(move.piece)
    if move.piece in s.rescued[seat]:
        s.rescued[seat].remove(move.piece)
    finish_act(s, seat, fallen, said, luck)
    if log.on:
        log.all(events.FoodPlaced(*settled_facts(seat, piece, move.flip, at, plate, said)))
        log_falls(s, seat, log)


def adjust_piece(s: BuffetState, seat: int, move: Adjust, luck: Luck, log: EventLog) -> None:
    """FB-ADJ-6."""
    plate = s.plates[seat]
    phases = draw_phases(luck) if move.t_ms == CALM else s.phases[seat]
    by = pushed(move, sway(s, seat, move.t_ms, phases))
    piece = shapes.IDS[move.piece]
    flip = plate.flips[plate.ids.index(move.piece)]
    act = {"act": "push", "piece": piece, "by": by}
    said = answered(luck.observe(question(plate, 1 + s.two_hands[seat], shapes.PLATE, act)))
    fallen = settle(plate, shapes.PLATE, 0, said)
    s.released[seat] = by
    s.pushes[seat] += 1
    finish_act(s, seat, fallen, said, luck)
    if log.on:
        log.all(events.FoodAdjusted(*settled_facts(seat, piece, flip, by, plate, said)))
        log_falls(s, seat, log)


def mismatch() -> IllegalMove:
    return IllegalMove("FB-LOG-3", "mismatch")


def answered(text: str) -> Answer:
    """The answer of the simulation, if it has the parts that the rules read (FB-LOG-2)."""
    try:
        said: Answer = DECODER.decode(text)
    except (MsgspecError, UnicodeError, RecursionError):
        raise mismatch() from None
    for one, two in said.touch:
        if two not in said.pieces or (one != "plate" and one not in said.pieces):
            raise mismatch()
    return said


def settle(plate: Plate, placed: int, flip: int, said: Answer) -> list[int]:
    """FB-LOG-1: the plate becomes what the answer says; returns the fallen. Nothing is measured again."""
    before = plate.ids[:]
    flips = plate.flips[:]
    if placed != shapes.PLATE:
        before.append(placed)
        flips.append(flip)
    fallen = [shapes.NUMBER.get(text, shapes.PLATE) for text in said.fallen]
    there = [shapes.NUMBER.get(text, shapes.PLATE) for text in said.pieces]
    if sorted(fallen + there) != sorted(before):
        raise mismatch()
    plate.clear()
    plate.y = said.plate[0]
    plate.a = said.plate[1]
    for text, pose in said.pieces.items():
        piece = shapes.NUMBER[text]
        plate.add(piece, flips[before.index(piece)], pose[0], pose[1], pose[2])
    for one, two in said.touch:
        first = shapes.PLATE if one == "plate" else shapes.NUMBER[one]
        plate.touch.append(pair(first, shapes.NUMBER[two]))
    plate.height = said.height
    return fallen


def vet(plate: Plate) -> None:
    """FB-LOG-3: what was told of a settled plate is what geometry gives for its poses."""
    if plate.touch != touching_pairs(plate) or plate.height != height_of(plate):
        raise mismatch()
    if grounded(plate) or loose(plate):
        raise mismatch()


def finish_act(s: BuffetState, seat: int, fallen: list[int], said: Answer, luck: Luck) -> None:
    """Count the act, draw the next sway, and open the event of what fell (FB-RESC-1 to -3, -10)."""
    s.acts[seat] += 1
    s.phases[seat] = draw_phases(luck)
    s.fall_ms[seat] = said.sim_ms
    s.fallen[seat] = fallen
    s.window[seat] = SHUT
    can_be_saved = len([piece for piece in fallen if s.saves[seat][piece] < s.saves_allowed])
    s.quota[seat] = min((len(fallen) + 1) // 2, can_be_saved)


def log_falls(s: BuffetState, seat: int, log: EventLog) -> None:
    fallen = s.fallen[seat]
    if fallen and not s.coop():
        log.all(events.FoodFell(seat, names(fallen), s.quota[seat], len(fallen)))


def settled_facts(seat: int, piece: str, flip: int, at: list[int], plate: Plate, said: Answer) -> tuple[Any, ...]:
    """The fields of a settled act, in their order."""
    return (
        seat,
        piece,
        flip,
        tuple(at),
        (plate.y, plate.a),
        tuple(
            [
                events.Pose(shapes.IDS[plate.ids[at]], plate.flips[at], plate.xs[at], plate.ys[at], plate.turns[at])
                for at in range(len(plate.ids))
            ]
        ),
        tuple([(one, two) for one, two in said.touch]),
        tuple(said.fallen),
        in_mm(plate.height),
        lean10(plate),
        said.overturned,
        said.settled,
        said.sim_ms,
        film(said.film),
    )


def film(kept: FilmAnswer | None) -> events.Film:
    """A film may have been dropped from an old record (FB-LOG-2); then there is nothing to see."""
    if kept is None:
        return events.Film(0.0, (), (), (), 0)
    return events.Film(kept.ms, kept.bodies, kept.first, kept.frames, kept.shift)


def lean10(plate: Plate) -> int:
    """How far the plate leans, in tenths of a degree; to the right if positive."""
    return -rounded(plate.a * RAD * 1800.0 / PI)


# --- dropped food -------------------------------------------------------------------------------------------------


def grab(s: BuffetState, seat: int, piece: int, log: EventLog) -> None:
    """FB-RESC-6; the window closes when the quota is used (FB-RESC-5)."""
    s.fallen[seat].remove(piece)
    s.hands[seat].append(piece)
    s.rescued[seat].append(piece)
    s.saves[seat][piece] += 1
    s.quota[seat] -= 1
    if log.on:
        log.all(events.FoodSaved(seat, shapes.IDS[piece]))
    if s.quota[seat] == 0:
        close_window(s, seat, USED_UP, log)


def leave(s: BuffetState, seat: int, log: EventLog) -> None:
    close_window(s, seat, TIME_UP, log)


def close_window(s: BuffetState, seat: int, how: int, log: EventLog) -> None:
    """FB-RESC-7: what was not saved goes to the Waste Bin."""
    unsaved = s.fallen[seat]
    s.fallen[seat] = []
    s.quota[seat] = 0
    s.window[seat] = how
    for piece in unsaved:
        bin_card(s, seat, piece)
    if log.on and unsaved:
        log.all(events.FoodBinned(seat, names(unsaved)))


def throw_away(s: BuffetState, seat: int, piece: int, log: EventLog) -> None:
    """FB-RESC-11."""
    s.hands[seat].remove(piece)
    s.rescued[seat].remove(piece)
    bin_card(s, seat, piece)
    if log.on:
        log.all(events.FoodBinned(seat, (shapes.IDS[piece],)))
