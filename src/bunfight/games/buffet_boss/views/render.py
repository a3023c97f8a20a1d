"""A position of Buffet Boss in characters: the plate from the side, and a line for everything else."""

from __future__ import annotations

from typing import Final

from bunfight.games.buffet_boss import card_names, cards
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD
from bunfight.games.buffet_boss.views.types import BuffetView, PlateView, SeatView
from bunfight.physics.geometry import Silhouette, contains, stand

WIDTH: Final = 2.5  # mm of one character
HEIGHT: Final = 5.0  # mm of one line
HALF: Final = 34  # characters to either side of the middle


class Labels:
    """What the cards of a list are called on paper."""

    def __init__(self, box: cards.Box) -> None:
        self.words = card_names.terms(box)
        self.letters = card_names.letters(box)
        self.foods = {food.id: food for food in box.foods}

    def name(self, what: str) -> str:
        """A card, a piece, a character, the plate or the table."""
        return self.words[what]["en"] if what in self.words else what

    def letter(self, card: str) -> str:
        """The food's letter; small for the second copy."""
        food, copy = card.split(".")
        return self.letters[food] if copy == "a" else self.letters[food].lower()

    def dish(self, card: str) -> str:
        food = self.foods[card.split(".")[0]]
        return f"{self.letter(card)} {self.name(card)} {'*' * food.stars} {food.group}"


def draw(plate: PlateView, kind: str, labels: Labels) -> list[str]:
    """The plate from the side, highest line first, with a ruler on the left and the table below."""
    bodies: list[tuple[str, Silhouette]] = []
    rim = shapes.RIMS[shapes.PLATE_IDS.index(kind)]
    bodies.append(("=", stand(rim, 0.0, plate.y * MM, plate.a * RAD)))
    for piece in plate.pieces:
        outline = shapes.side(shapes.NUMBER[piece.id], piece.flip)
        bodies.append((labels.letter(piece.id), stand(outline, piece.x * MM, piece.y * MM, piece.a * RAD)))
    top = max(body.high for _, body in bodies)
    lines = []
    for row in range(int(top / HEIGHT), -1, -1):
        y = (row + 0.5) * HEIGHT
        cells = []
        for column in range(-HALF, HALF + 1):
            x = column * WIDTH
            mark = " "
            for name, body in bodies:
                if body.left <= x <= body.right and body.low <= y <= body.high and contains(body, x, y):
                    mark = name
            cells.append(mark)
        ruler = f"{row * HEIGHT:4.0f} |" if row % 2 == 0 else "     |"
        lines.append((ruler + "".join(cells)).rstrip())
    lines.append("     +" + "-" * (2 * HALF + 1))
    return lines


def side(tenths: int) -> str:
    if abs(tenths) < 5:
        return "level"
    return f"leans {abs(tenths) / 10:.1f}° to the {'right' if tenths > 0 else 'left'}"


def story(plate: PlateView, labels: Labels) -> str:
    """FB-ACC-3: what rests on what, lean and height in words."""
    if not plate.pieces:
        return f"empty, {side(plate.lean10)}"
    rests = []
    for piece in sorted(plate.pieces, key=lambda piece: piece.x):
        below = [labels.name(one if two == piece.id else two) for one, two in plate.touch if piece.id in (one, two)]
        rests.append(f"{labels.name(piece.id)} touches {', '.join(below) or 'nothing'}")
    return f"{plate.height} mm high, {side(plate.lean10)}; {'; '.join(rests)}"


def seat_line(v: BuffetView, seat: int, player: SeatView, labels: Labels) -> str:
    mark = ">" if seat in v.awaits else " "
    first = " first" if seat == v.first and v.turn >= 0 else ""
    points = "" if v.version == "all_you_can_eat" else f" {player.stars} stars{', tallest' if player.tallest else ''};"
    words = f"{mark} seat {seat}{first}:{points} {len(player.plate.pieces)} foods, {player.plate.height} mm"
    if player.hand:
        words += f"; holds {', '.join(labels.name(held.id) for held in player.hand)}"
    if player.fallen:
        words += f"; on the table {', '.join(labels.name(one.id) for one in player.fallen)}, may save {player.quota}"
    if player.chosen:
        words += f"; character {labels.name(player.chosen) if player.chosen != 'sealed' else 'chosen'}"
    return words


def show(v: BuffetView, box: cards.Box = cards.BOX) -> str:
    labels = Labels(box)
    where = "last look" if v.in_last_look and not v.over else f"round {v.round} of {v.rounds}"
    lines = [f"{v.version}, {where}; deck {v.deck_size}, bin {', '.join(map(labels.name, v.bin)) or 'empty'}"]
    if v.line:
        lines.append(f"line: {'; '.join(map(labels.dish, v.line))}")
    lines += [seat_line(v, seat, player, labels) for seat, player in enumerate(v.players)]
    shown = v.seat if v.seat is not None else max(v.turn, 0)
    plate = v.players[shown].plate
    lines.append(f"plate of seat {shown}: {story(plate, labels)}")
    lines += draw(plate, v.plate_kind, labels)
    if v.seat is not None and v.players[v.seat].may_adjust and plate.pieces:
        left = v.players[v.seat].pushes_left
        often = "as often as you like" if left < 0 else f"{left} left"
        lines.append(f"adjusting is possible ({often}), for example: adjust {plate.pieces[0].id} 30 0 0 calm")
    for mine in v.characters:
        lines.append(f"character {labels.name(mine.id)} ({labels.name(f'{mine.id}.pays')}): {mine.bonus} now")
    for spot in v.spots:
        where = "in the middle" if spot.x == 0 else f"{abs(spot.x)} mm {'right' if spot.x > 0 else 'left'}"
        on = ", ".join(map(labels.name, spot.on))
        lines.append(f"spot {where}: on {on}, {spot.height} mm high, {side(spot.lean10)}: {spot.move}")
    return "\n".join(lines)
