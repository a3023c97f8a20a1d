"""Stars, characters and height: what a plate is worth."""

from typing import Final

from bunfight.games.buffet_boss.cards import CHARACTERS, COLOURS, DECK, GROUPS
from bunfight.games.buffet_boss.state import DINNER, NOBODY, BuffetState
from bunfight.games.buffet_boss.state_plate import Plate, pair_first, pair_second
from bunfight.games.buffet_boss.state_shapes import COLOUR, GROUP, PLATE, STARS

TALLEST_BONUS: Final[int] = DECK.tallest_bonus

KIND: Final[list[str]] = [c.kind for c in CHARACTERS]
POINTS: Final[list[int]] = [c.points for c in CHARACTERS]
LIKED_GROUPS: Final[list[list[int]]] = [[GROUPS.index(g) for g in c.groups] for c in CHARACTERS]
LIKED_COLOURS: Final[list[list[int]]] = [[COLOURS.index(g) for g in c.colours] for c in CHARACTERS]
LIKED_STARS: Final[list[int]] = [c.stars for c in CHARACTERS]
EVERY: Final[list[int]] = [c.every for c in CHARACTERS]


def stars(plate: Plate) -> int:
    """FB-SCORE-1: only food that is still on the plate counts."""
    total = 0
    for piece in plate.ids:
        total += STARS[piece]
    return total


def counted(plate: Plate, character: int) -> int:
    """How many foods, pairs or kinds a character pays for (FB-CHAR-1 to -18)."""
    kind = KIND[character]
    if kind == "per_group":
        return len([p for p in plate.ids if GROUP[p] in LIKED_GROUPS[character]])
    if kind == "per_colour":
        return len([p for p in plate.ids if COLOUR[p] in LIKED_COLOURS[character]])
    if kind == "per_stars":
        return len([p for p in plate.ids if STARS[p] == LIKED_STARS[character]]) // EVERY[character]
    if kind == "touch_plate":
        return len([code for code in plate.touch if pair_first(code) == PLATE])
    if kind == "distinct_groups":
        return len({GROUP[p] for p in plate.ids})
    if kind == "distinct_colours":
        return len({COLOUR[p] for p in plate.ids})
    if kind == "modal_group":
        groups = [GROUP[p] for p in plate.ids]
        most = 0
        for group in range(len(GROUPS)):
            most = max(most, groups.count(group))
        return most
    if kind == "one_neighbour":
        return len(shy(plate))
    return len(liked_pairs(plate, character))


def liked_pairs(plate: Plate, character: int) -> list[int]:
    """Touching pairs of the same group or colour; the plate is never part of a pair."""
    same = GROUP if KIND[character] == "touching_pair_group" else COLOUR
    found: list[int] = []
    for code in plate.touch:
        one = pair_first(code)
        if one != PLATE and same[one] == same[pair_second(code)]:
            found.append(code)
    return found


def shy(plate: Plate) -> list[int]:
    """FB-CHAR-18: foods that touch exactly one other food."""
    neighbours = [0] * len(plate.ids)
    for code in plate.touch:
        if pair_first(code) != PLATE:
            neighbours[plate.ids.index(pair_first(code))] += 1
            neighbours[plate.ids.index(pair_second(code))] += 1
    return [plate.ids[at] for at in range(len(plate.ids)) if neighbours[at] == 1]


def bonus(plate: Plate, character: int) -> int:
    return counted(plate, character) * POINTS[character]


def tallest(s: BuffetState) -> list[int]:
    """FB-SCORE-3 to -5: the seats with the greatest height; none if no plate has food."""
    top = max([plate.height for plate in s.plates])
    return [seat for seat in range(s.seats) if s.plates[seat].height == top and s.plates[seat].ids]


def character_bonus(s: BuffetState, seat: int) -> int:
    """FB-SCORE-2: exactly one character scores."""
    if s.version != DINNER or s.chosen[seat] == NOBODY:
        return 0
    return bonus(s.plates[seat], s.chosen[seat])


def total(s: BuffetState, seat: int) -> int:
    """FB-SCORE-6."""
    tall = TALLEST_BONUS if seat in tallest(s) else 0
    return stars(s.plates[seat]) + character_bonus(s, seat) + tall


def better_character(s: BuffetState, seat: int) -> int:
    """FB-TIME-3: the character with the higher bonus; if equal the one listed first."""
    best = NOBODY
    for character in sorted(s.characters[seat]):
        if best == NOBODY or bonus(s.plates[seat], character) > bonus(s.plates[seat], best):
            best = character
    return best
