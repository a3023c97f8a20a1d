"""What food and characters pay at a table, in the numbers that the rules work with."""

from __future__ import annotations

from typing import Final

from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.views.types import Dish


class Menu:
    """Stars, groups and colours by piece; what each character likes and pays; the bonus for the tallest plate."""

    def __init__(self, box: cards.Box) -> None:
        foods = sorted(box.foods, key=lambda f: f.id)
        characters = sorted(box.characters, key=lambda c: cards.PRINTED_ORDER.index(c.id))
        self.dishes: list[Dish] = [Dish(f.id, f.stars, f.group, f.colour) for f in foods]
        self.stars: list[int] = [f.stars for f in foods for _ in range(2)]
        self.group: list[int] = [cards.GROUPS.index(f.group) for f in foods for _ in range(2)]
        self.colour: list[int] = [cards.COLOURS.index(f.colour) for f in foods for _ in range(2)]
        self.kind: list[str] = [c.kind for c in characters]
        self.points: list[int] = [c.points for c in characters]
        self.liked_groups: list[list[int]] = [[cards.GROUPS.index(g) for g in c.groups] for c in characters]
        self.liked_colours: list[list[int]] = [[cards.COLOURS.index(g) for g in c.colours] for c in characters]
        self.liked_stars: list[int] = [c.stars for c in characters]
        self.every: list[int] = [c.every for c in characters]
        self.tallest: int = box.deck.tallest_bonus
        known = box.deck.beginner + box.deck.beginner_extra_for_5
        self.beginners: list[int] = [cards.PRINTED_ORDER.index(n) for n in known]


PRINTED: Final = Menu(cards.BOX)
