"""Scores a plate: stars, characters and height."""

from bunfight.games.buffet_boss.cards import GROUPS
from bunfight.games.buffet_boss.rules.state import DINNER, NOBODY, BuffetState
from bunfight.games.buffet_boss.rules.state_plate import Plate, pair_first, pair_second
from bunfight.games.buffet_boss.rules.state_shapes import PLATE


def stars(plate: Plate) -> int:
    """FB-SCORE-1: only food that is still on the plate counts."""
    total = 0
    for piece in plate.ids:
        total += plate.menu.stars[piece]
    return total


def counted(plate: Plate, character: int) -> int:
    """How many foods, pairs or kinds a character pays for (FB-CHAR-1 to -18)."""
    menu = plate.menu
    kind = menu.kind[character]
    if kind == "per_group":
        return len([p for p in plate.ids if menu.group[p] in menu.liked_groups[character]])
    if kind == "per_colour":
        return len([p for p in plate.ids if menu.colour[p] in menu.liked_colours[character]])
    if kind == "per_stars":
        return len([p for p in plate.ids if menu.stars[p] == menu.liked_stars[character]]) // menu.every[character]
    if kind == "touch_plate":
        return len([code for code in plate.touch if pair_first(code) == PLATE])
    if kind == "distinct_groups":
        return len({menu.group[p] for p in plate.ids})
    if kind == "distinct_colours":
        return len({menu.colour[p] for p in plate.ids})
    if kind == "modal_group":
        groups = [menu.group[p] for p in plate.ids]
        most = 0
        for group in range(len(GROUPS)):
            most = max(most, groups.count(group))
        return most
    if kind == "one_neighbour":
        return len(shy(plate))
    return len(liked_pairs(plate, character))


def liked_pairs(plate: Plate, character: int) -> list[int]:
    """Touching pairs of the same group or colour; the plate is never part of a pair."""
    same = plate.menu.group if plate.menu.kind[character] == "touching_pair_group" else plate.menu.colour
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
    return counted(plate, character) * plate.menu.points[character]


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
    tall = s.menu.tallest if seat in tallest(s) else 0
    return stars(s.plates[seat]) + character_bonus(s, seat) + tall


def better_character(s: BuffetState, seat: int) -> int:
    """FB-TIME-3: the character with the higher bonus; if equal the one listed first."""
    best = NOBODY
    for character in sorted(s.characters[seat]):
        if best == NOBODY or bonus(s.plates[seat], character) > bonus(s.plates[seat], best):
            best = character
    return best
