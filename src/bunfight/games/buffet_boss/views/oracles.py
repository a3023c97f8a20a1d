"""Checks the claims of rejections and previews of Buffet Boss against a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bunfight.engine.hooks import Oracles
from bunfight.engine.view import Effect
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import GRAMMAR, LOWER, Adjust, Place
from bunfight.games.buffet_boss.rules.state import TIME_UP, USED_UP, WORN_OUT
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD, SKY, TENTH_DEGREE
from bunfight.games.buffet_boss.views.types import BuffetView, SeatView
from bunfight.physics.geometry import Silhouette, clearance, drop, gap, stand

FOOD: Final = ("MustPick", "MustStack", "MaySave", "LastLook")  # questions in which one handles food


def me(v: BuffetView) -> SeatView:
    assert v.seat is not None
    return v.players[v.seat]


def on_plate(v: BuffetView) -> dict[str, Silhouette]:
    """The outlines on the viewer's plate, the plate's own first."""
    plate = me(v).plate
    found = {"plate": stand(shapes.RIMS[shapes.PLATE_IDS.index(v.plate_kind)], 0.0, plate.y * MM, plate.a * RAD)}
    for one in plate.pieces:
        outline = shapes.side(shapes.NUMBER[one.id], one.flip)
        found[one.id] = stand(outline, one.x * MM, one.y * MM, one.a * RAD)
    return found


def aimed(facts: Any) -> Silhouette:
    """Where the piece of a refused Place would be let go; lowered ones from high above."""
    move = GRAMMAR.parse(facts["move"])
    assert isinstance(move, Place)
    y = SKY if move.y10 == LOWER else move.y10 / 10
    return stand(shapes.side(move.piece, move.flip), move.x10 / 10, y, move.a10 * TENTH_DEGREE)


def lands_on_table(v: BuffetView, facts: Any) -> bool:
    held = aimed(facts)
    below = clearance if held.low > SKY / 2 else drop
    return all(below(held, outline) > held.low - 0.002 for outline in on_plate(v).values())


def room_below(v: BuffetView, facts: Any) -> float:
    held = aimed(facts)
    return min(held.low, *(drop(held, outline) for outline in on_plate(v).values()))


def lifted(v: BuffetView, facts: Any) -> bool:
    move = GRAMMAR.parse(facts["move"])
    assert isinstance(move, Adjust)
    name = shapes.IDS[move.piece]
    there = on_plate(v)
    del there[name]
    one = next(piece for piece in me(v).plate.pieces if piece.id == name)
    x, y = one.x * MM + move.dx10 / 10, one.y * MM + move.dy10 / 10
    moved = stand(shapes.side(move.piece, one.flip), x, y, one.a * RAD + move.da10 * TENTH_DEGREE)
    return all(gap(moved, outline, 2.1) > 1.999 for outline in there.values())


REJECTIONS: Final[Mapping[str, Callable[[BuffetView, Any], bool]]] = {
    "over": lambda v, _: v.over,
    "not_asked": lambda v, _: v.seat not in v.awaits,
    "character_chosen": lambda v, _: me(v).chosen != "",
    "characters_later": lambda v, _: v.step != "MustChoose",
    "ready_is_final": lambda v, _: me(v).ready,
    "adjust_only": lambda v, facts: v.any_time and v.turn == facts["seat"] != v.seat,
    "adjust_later": lambda v, _: v.seat not in v.awaits or v.step not in FOOD,
    "other_plate": lambda v, facts: facts["piece"] in [held.id for held in v.players[facts["seat"]].hand],
    "saved_enough": lambda v, facts: (
        any(lying.id == facts["piece"] and not lying.savable for lying in me(v).fallen)
        or (me(v).last_window == WORN_OUT and facts["piece"] in me(v).lost)
    ),
    "not_fallen": lambda v, facts: facts["piece"] not in [lying.id for lying in me(v).fallen],
    "half_only": lambda v, _: me(v).last_window == USED_UP,
    "saving_over": lambda v, facts: me(v).last_window in (0, TIME_UP) and facts["piece"] in me(v).lost,
    "all_handed_out": lambda v, _: v.in_last_look,
    "together_before": lambda v, _: v.taken and v.last == v.seat and bool(v.line),
    "taken_already": lambda v, _: v.taken,
    "pick_up_first": lambda v, _: bool(me(v).fallen),
    "put_back_first": lambda v, _: any(held.rescued for held in me(v).hand),
    "nothing_fell": lambda v, _: not me(v).fallen,
    "not_holding": lambda v, facts: facts["piece"] not in [held.id for held in me(v).hand],
    "no_passing": lambda v, _: v.seat in v.awaits,
    "try_first": lambda v, facts: facts["piece"] in [held.id for held in me(v).hand if not held.rescued],
    "not_saved": lambda v, facts: facts["piece"] not in [held.id for held in me(v).hand],
    "last_look_later": lambda v, _: not v.in_last_look,
    "first_player_later": lambda v, _: v.step != "MustVote",
    "sharing_later": lambda v, _: v.step != "MustShare",
    "nobody_there": lambda v, facts: facts["seat"] >= v.seats,
    "vote_first": lambda v, _: v.step == "MustVote",
    "agree_first": lambda v, _: v.step == "MustShare",
    "not_in_line": lambda v, facts: facts["card"] not in v.line,
    "extra_taken": lambda v, facts: v.took_two == facts["seat"] and v.version == "all_you_can_eat",
    "only_the_last": lambda v, facts: v.last == facts["seat"] != v.seat,
    "not_your_character": lambda v, facts: facts["character"] not in [mine.id for mine in v.characters],
    "plates_fixed": lambda v, _: v.step == "MustChoose",
    "choose_character": lambda v, _: v.step == "MustChoose",
    "mismatch": lambda v, _: v.seat in v.awaits,
    "too_far": lambda _, facts: abs(facts["x"]) > 1000,
    "height_range": lambda _, facts: not 0 <= facts["y"] <= facts["most"],
    "angle_range": lambda _, facts: not 0 <= facts["a"] < 3600,
    "moment_range": lambda _, facts: not 0 <= facts["t"] <= facts["most"],
    "calm_only": lambda v, _: v.calm_only,
    "table_first": lands_on_table,
    "too_low": lambda _, facts: aimed(facts).low < 0.501,
    "piece_in_the_way": lambda v, facts: gap(aimed(facts), on_plate(v)[facts["piece"]], 0.1) < 0.001,
    "plate_in_the_way": lambda v, facts: gap(aimed(facts), on_plate(v)["plate"], 0.1) < 0.001,
    "too_high": lambda v, facts: room_below(v, facts) > 60.0,
    "plate_itself": lambda _, facts: GRAMMAR.plain(facts["move"])["piece"] == "plate",
    "not_on_plate": lambda v, facts: facts["piece"] not in [piece.id for piece in me(v).plate.pieces],
    "no_pushes_left": lambda v, _: me(v).pushes >= v.pushes_allowed,
    "push_range": lambda _, facts: facts["wide"] > 100 or facts["turn"] > 150 or facts["wide"] == facts["turn"] == 0,
    "off_the_plate": lifted,
}


def gained(before: BuffetView, after: BuffetView) -> int:
    """The stars on the menu of the food that came into the hand."""
    had = [held.id for held in me(before).hand]
    stars = {dish.id: dish.stars for dish in before.menu}
    return sum(stars[held.id.split(".")[0]] for held in me(after).hand if held.id not in had)


def touches(v: BuffetView, things: tuple[str, ...]) -> bool:
    """Whether the viewer's newest piece touches one of these."""
    pairs = me(v).plate.touch
    return any(one in things or two in things for one, two in pairs)


PREVIEWS: Final[Mapping[str, Callable[[BuffetView, BuffetView, Effect], bool]]] = {
    "stars": lambda before, after, effect: gained(before, after) == effect.n,
    "bonus": lambda before, after, effect: (
        effect.n in [mine.bonus for mine in before.characters if mine.id == me(after).chosen]
    ),
    "rests_on": lambda _, after, effect: touches(after, effect.things),
    "steady": lambda before, after, _: len(me(after).plate.pieces) > len(me(before).plate.pieces),
    "shaky": lambda _, __, ___: True,  # it may stay or fall
    "falls": lambda before, after, _: len(me(after).plate.pieces) <= len(me(before).plate.pieces),
    "leans_left": lambda _, after, effect: abs(-me(after).plate.lean10 / 10 - effect.n) < 1.5,
    "leans_right": lambda _, after, effect: abs(me(after).plate.lean10 / 10 - effect.n) < 1.5,
    "stays_level": lambda _, after, __: abs(me(after).plate.lean10) < 15,
}

ORACLES: Final = Oracles(REJECTIONS, PREVIEWS)
