"""A position of Buffet Boss in characters: the plate from the side, and a line for everything else."""

from __future__ import annotations

from typing import Final

from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss import state_shapes as shapes
from bunfight.games.buffet_boss.shown import BuffetView, PlateView, SeatView
from bunfight.games.buffet_boss.state_plate import MM, RAD
from bunfight.plane import Silhouette, contains, stand

WIDTH: Final = 2.5  # mm of one character
HEIGHT: Final = 5.0  # mm of one line
HALF: Final = 34  # characters to either side of the middle
LETTERS: Final = {
    "apple": "A", "banana": "B", "broccoli": "R", "chicken_wing": "W", "cupcake": "U", "custard_tart": "T",
    "doughnut": "D", "egg": "E", "gingerbread_man": "M", "grapes": "G", "lemon": "N", "lettuce": "L",
    "lobster_claw": "C", "mushroom": "O", "mussel": "Y", "pea_pod": "P", "ribs": "I", "sausage": "S", "shrimp": "H",
    "squid": "Q", "steak": "K",
}  # fmt: skip


def letter(card: str) -> str:
    """The food's letter; small for the second copy."""
    food, copy = card.split(".")
    mark = LETTERS.get(food, food[0].upper())
    return mark if copy == "a" else mark.lower()


def draw(plate: PlateView, kind: str) -> list[str]:
    """The plate from the side, highest line first, with a ruler on the left and the table below."""
    bodies: list[tuple[str, Silhouette]] = []
    rim = shapes.RIMS[shapes.PLATE_IDS.index(kind)]
    bodies.append(("=", stand(rim, 0.0, plate.y * MM, plate.a * RAD)))
    for piece in plate.pieces:
        outline = shapes.side(shapes.NUMBER[piece.id], piece.flip)
        bodies.append((letter(piece.id), stand(outline, piece.x * MM, piece.y * MM, piece.a * RAD)))
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


def story(plate: PlateView) -> str:
    """FB-ACC-3: what rests on what, lean and height in words."""
    if not plate.pieces:
        return f"empty, {side(plate.lean10)}"
    rests = []
    for piece in sorted(plate.pieces, key=lambda piece: piece.x):
        below = [one if two == piece.id else two for one, two in plate.touch if piece.id in (one, two)]
        rests.append(f"{piece.id} touches {', '.join(below) or 'nothing'}")
    return f"{plate.height} mm high, {side(plate.lean10)}; {'; '.join(rests)}"


def seat_line(v: BuffetView, seat: int, player: SeatView) -> str:
    mark = ">" if seat in v.awaits else " "
    first = " first" if seat == v.first and v.turn >= 0 else ""
    points = "" if v.version == "all_you_can_eat" else f" {player.stars} stars{', tallest' if player.tallest else ''};"
    words = f"{mark} seat {seat}{first}:{points} {len(player.plate.pieces)} foods, {player.plate.height} mm"
    if player.hand:
        words += f"; holds {' '.join(held.id for held in player.hand)}"
    if player.fallen:
        words += f"; on the table {' '.join(one.id for one in player.fallen)}, may save {player.quota}"
    if player.chosen:
        words += f"; character {player.chosen if player.chosen != 'sealed' else 'chosen'}"
    return words


def show(v: BuffetView, foods: tuple[cards.Food, ...] = cards.FOODS) -> str:
    food = {f.id: f for f in foods}
    named = [
        f"{letter(card)} {card} {'*' * food[card.split('.')[0]].stars} {food[card.split('.')[0]].group}"
        for card in v.line
    ]
    where = "last look" if v.in_last_look and not v.over else f"round {v.round} of {v.rounds}"
    lines = [f"{v.version}, {where}; deck {v.deck_size}, bin {' '.join(v.bin) or 'empty'}"]
    if v.line:
        lines.append(f"line: {'; '.join(named)}")
    lines += [seat_line(v, seat, player) for seat, player in enumerate(v.players)]
    shown = v.seat if v.seat is not None else max(v.turn, 0)
    plate = v.players[shown].plate
    lines.append(f"plate of seat {shown}: {story(plate)}")
    lines += draw(plate, v.plate_kind)
    if v.seat is not None and v.players[v.seat].may_adjust and plate.pieces:
        left = v.players[v.seat].pushes_left
        lines.append(f"adjusting is possible ({left} left), for example: adjust {plate.pieces[0].id} 30 0 0 calm")
    for mine in v.characters:
        lines.append(f"character {mine.id}: {mine.bonus} now")
    for spot in v.spots:
        where = "in the middle" if spot.x == 0 else f"{abs(spot.x)} mm {'right' if spot.x > 0 else 'left'}"
        lines.append(f"spot {where}: on {', '.join(spot.on)}, {spot.height} mm high, {side(spot.lean10)}: {spot.move}")
    return "\n".join(lines)
