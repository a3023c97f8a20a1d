"""The board of Buffet Boss in the terminal: plates drawn to scale, the buffet line and the piece in the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import radians
from typing import Any, Final

from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD
from bunfight.games.buffet_boss.terminal_hand import Hand, Reel
from bunfight.games.buffet_boss.views.types import BuffetView, Dish, PlateView, SeatView
from bunfight.physics.geometry import Silhouette, stand
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Part, cell_len, cut, wrap
from bunfight.tui.motion import Motion as NoMotion
from bunfight.tui.motion import SeatEvent
from bunfight.tui.pixels import Picture

PICTURE: Final = (  # the cover of the game
    "           ▄▄\n"
    "         ▟████▙\n"
    "       ▄▄▜████▛▄▄\n"
    "     ▟████▙▟███████▙\n"
    "   ▀▀▄▄▄▄▄▄▄▄▄▄▄▄▄▄▀▀\n"
    "  ▂▂▂▂▂▂▂▂▀▀▀▀▀▂▂▂▂▂▂▂▂"
)

NOT_SECRET: Final = frozenset(["phases", "spots"])  # help with placing a piece

COLOURS: Final = {
    "green": "#5f9a3c", "white": "#e8e0d0", "yellow": "#e9c53d", "purple": "#9a63b5",
    "red": "#d2503c", "orange": "#e58a3a", "brown": "#96693f",
}  # fmt: skip
PLATE: Final = "#2f9ea3"
TABLE: Final = "#8a5a2c"
HELD_PIECE: Final = "#ffe9a8"
MARK: Final = "#7a6a58"
SMALL: Final = 26  # cells of another player's plate
Body = tuple[str, float, float, float, bool]  # id, x, y in millimetres, degrees, turned over


def draw(scene: Scene) -> Canvas:
    view: BuffetView = scene.view
    canvas = Canvas(scene.width)
    y = _line(scene, canvas, _facts(scene, canvas))
    own = shown_seat(scene)
    others = [seat for seat in (scene.me, *scene.others()) if seat != own]
    side = max(SMALL, scene.width // 4) if (others or view.characters) and scene.width >= 2 * SMALL else 0
    wide = scene.width - side
    tall = max(9, scene.height - y - 1)
    _own(scene, canvas, 0, y, wide, tall)
    _around(scene, canvas, wide, y, side, tall, others)
    return canvas


def dishes(scene: Scene) -> dict[str, Dish]:
    return {dish.id: dish for dish in scene.view.menu}


def food(piece: str) -> str:
    return piece.partition(".")[0]


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: BuffetView = scene.view
    where = scene.board("last_look") if view.in_last_look else scene.board("round", n=view.round, of=view.rounds)
    parts = [Part(f"{scene.term(view.version)} · {where}", "head")]
    if view.seats > 1 and view.last >= 0:
        parts.append(Part(scene.board("terminal_last", who=scene.name(view.last)), "dim"))
    thrown = scene.board("terminal_bin", n=len(view.bin))
    parts.append(Part(thrown, "dim", None, thrown, tuple(scene.term(card) for card in view.bin)))
    return canvas.flow(0, 0, scene.width, parts)


def _line(scene: Scene, canvas: Canvas, y: int) -> int:
    """Draw the buffet line, the hand and fallen pieces, each as a small card."""
    view: BuffetView = scene.view
    menu = dishes(scene)
    me: SeatView | None = None if view.seat is None else view.players[view.seat]
    cards = [("card", card, "in_line") for card in view.line]
    if me is not None:
        cards += [("held", one.id, "in_hand") for one in me.hand]
        cards += [("fallen", one.id, "fallen") for one in me.fallen]
    if not cards:
        return y
    canvas.section(scene.board("line"))
    least = max(20, *(cell_len(scene.term(card)) + 7 for _, card, _ in cards))
    across = max(1, min(len(cards), scene.width // (max(26, least) if scene.large else least)))
    width = min(36, scene.width // across)
    for start in range(0, len(cards), across):
        row = cards[start : start + across]
        texts = [_dish_lines(scene, menu[food(card)], noun, width - 3) for noun, card, _ in row]
        tall = 2 + max(len(lines) for lines in texts)
        for number, ((noun, card, where), lines) in enumerate(zip(row, texts, strict=True)):
            x, dish = number * width, menu[food(card)]
            style = {"card": COLOURS[dish.colour], "held": "good", "fallen": "bad"}[noun]
            name = scene.term(card)
            canvas.frame(x, y, width - 1, tall, f"─ {name} ", style)
            for at, line in enumerate(lines, y + 1):
                canvas.put(x + 1, at, line, "star" if at == y + 1 else "dim")
            about = [name, scene.board("terminal_stars", n=dish.stars), scene.term(dish.group), scene.term(dish.colour)]
            label = f"{scene.board(where)}{scene.t.colon}{scene.t.clause.join(about)}"
            canvas.spot(x, y, width - 1, tall, {noun: card}, label)
        y += tall
    return y


def _dish_lines(scene: Scene, dish: Dish, noun: str, width: int) -> list[str]:
    """Write the facts on a card: stars, group and colour, and the place of a piece that is not in the line."""
    where = {"held": scene.board("in_hand"), "fallen": scene.board("fallen")}.get(noun, "")
    facts = [
        f"{'★' * dish.stars} {scene.term(dish.group)}",
        scene.t.clause.join(filter(None, [scene.term(dish.colour), where])),
    ]
    return [line for fact in facts for line in wrap(fact, width)]


def outline(body: Body, kind: str) -> Silhouette:
    name, x, y, a, flip = body
    if name == "plate":
        return stand(shapes.RIMS[shapes.PLATE_IDS.index(kind)], x, y, radians(a))
    return stand(shapes.side(shapes.NUMBER[name], int(flip)), x, y, radians(a))


def bodies(plate: PlateView) -> list[Body]:
    degrees = 57.29577951308232 * RAD
    found: list[Body] = [("plate", 0.0, plate.y * MM, plate.a * degrees, False)]
    found += [(one.id, one.x * MM, one.y * MM, one.a * degrees, one.flip == 1) for one in plate.pieces]
    return found


def shown_seat(scene: Scene) -> int:
    """Return the seat whose plate is drawn large: your own, or for a spectator that of the active player."""
    return scene.me if scene.view.seat is not None else max(int(scene.view.turn), 0)


def _own(scene: Scene, canvas: Canvas, x: int, y: int, width: int, tall: int) -> None:
    """Draw the large plate."""
    view: BuffetView = scene.view
    seat = shown_seat(scene)
    player: SeatView = view.players[seat]
    canvas.section(scene.board("terminal_plate", who=scene.name(seat)))
    canvas.put(x, y, _summary(scene, seat), scene.colour(seat) + " bold")
    about = _story(scene, player.plate)
    canvas.spot(x, y, width, 1, None, scene.t("semicolon").join([_spoken(scene, seat), *about]), about)
    held = scene.extra.get("held")
    need = max(105.0, player.plate.height + 55.0)
    scale = max(need / (2 * (tall - 1)), 190.0 / width)
    picture = Picture(width, 2 * (tall - 1), scale)
    canvas.ruler = (x, picture.left, scale)
    low = 1.0
    shown = scene.extra.get("bodies", {}).get(seat) or bodies(player.plate)
    picture.line(0, TABLE)
    marks: list[tuple[int, int, str]] = []
    menu = dishes(scene)
    for body in shown:
        shape = outline(body, view.plate_kind).raised(low * scale)
        colour = PLATE if body[0] == "plate" else COLOURS[menu[food(body[0])].colour]
        picture.fill(shape, colour)
        if body[0] != "plate":
            marks.append((*picture.cell(body[1], body[2] + low * scale), body[0]))
    for height in range(50, int(need) + 1, 50):
        picture.line(height + low * scale, MARK, 6)
    if held is not None and seat not in scene.extra.get("bodies", {}):
        _held_piece(picture, held, player, need, low * scale)
    picture.put(canvas, x, y + 1)
    for height in range(50, int(need) + 1, 50):
        row = picture.cell(0, height + low * scale)[1]
        if row >= 0:
            canvas.put(x, y + 1 + row, str(height), "dim", over=True)
    for column, row, piece in marks:
        letter = cut(scene.term(piece), 2 if cell_len(scene.term(piece)[0]) == 2 else 1)
        chosen = piece == scene.extra.get("pushing")
        colour = COLOURS[menu[food(piece)].colour]
        canvas.put(x + column, y + 1 + row, "◎" if chosen else letter, f"#20140c/{colour} bold", over=True)
        canvas.spot(x + column, y + 1 + row, 2, 1, None, "", [scene.term(piece)])
    _balance(canvas, picture, player.plate, x, y + 1)
    _spots(scene, canvas, picture, x, y + 1)


def _held_piece(
    picture: Picture, held: tuple[str, float, float, bool], player: SeatView, need: float, low: float
) -> None:
    """Draw the held piece above the plate, with a line to where it would land."""
    piece, x, turn, flip = held
    shape = stand(shapes.side(shapes.NUMBER[piece], int(flip)), x, 0.0, radians(turn))
    hang = min(need - shape.high - 3, max(60.0, player.plate.height + 22.0) - shape.low)
    shape = shape.raised(hang + low)
    column, _ = picture.cell(x, 0)
    if 0 <= column < picture.width:
        for row in range(picture.height):
            if not picture.rows[row][column] and row % 2:
                picture.rows[row][column] = MARK
    picture.fill(shape, HELD_PIECE)


def _aim(body: dict[str, Any] | None) -> Body | None:
    """Show where another player holds a piece, from an ephemeral message."""
    if not body:
        return None
    return str(body["piece"]), body["x"] / 10, body["y"] / 10, body["a"] / 10, bool(body["flip"])


def _balance(canvas: Canvas, picture: Picture, plate: PlateView, x: int, y: int) -> None:
    if plate.pieces:
        column, _ = picture.cell(plate.balance[0] * MM, 0)
        canvas.put(x + column, y + (picture.height + 1) // 2 - 1, "▽", f"#ffe9a8/{TABLE}", over=True)


def _spots(scene: Scene, canvas: Canvas, picture: Picture, x: int, y: int) -> None:
    """Draw the suggested places for the held piece, by number."""
    held = scene.extra.get("held")
    if held is None:
        return
    mine = [spot for spot in scene.view.spots if spot.piece == held[0]]
    for number, spot in enumerate(mine, 1):
        column, _ = picture.cell(spot.x, 0)
        canvas.put(x + column, y + (picture.height + 1) // 2 - 1, str(number), "lit", over=True)
        on = scene.listed(spot.on)
        canvas.transcript.append(
            scene.board("terminal_spot", n=number, x=spot.x, on=on, height=spot.height, lean=f"{spot.lean10 / 10:+.1f}")
        )


def _summary(scene: Scene, seat: int) -> str:
    view: BuffetView = scene.view
    player: SeatView = view.players[seat]
    parts = [scene.who(seat)]
    if view.version != "all_you_can_eat":
        parts.append(f"★{player.total}")
    parts.append(f"↑{player.plate.height} {scene.term('mm')}{' ♛' if player.tallest else ''}")
    parts.append(_lean(scene, player.plate.lean10))
    return "  ".join(parts)


def _spoken(scene: Scene, seat: int) -> str:
    """Put ``_summary`` in words."""
    player: SeatView = scene.view.players[seat]
    parts = [scene.name(seat), scene.board("height", n=player.plate.height), _lean(scene, player.plate.lean10)]
    if scene.view.version != "all_you_can_eat":
        parts.insert(1, scene.board("terminal_stars", n=player.total))
    return scene.t.clause.join(parts + ([scene.board("tallest")] if player.tallest else []))


def _lean(scene: Scene, tenths: int) -> str:
    if abs(tenths) < 5:
        return scene.board("level")
    return scene.board("terminal_right" if tenths > 0 else "terminal_left", n=f"{abs(tenths) / 10:.1f}")


def _story(scene: Scene, plate: PlateView) -> list[str]:
    """Say what rests on what (FB-ACC-3)."""
    lines = []
    for piece in sorted(plate.pieces, key=lambda one: one.x):
        touches = [two if one == piece.id else one for one, two in plate.touch if piece.id in (one, two)]
        lines.append(scene.board("touches", what=scene.term(piece.id), others=scene.listed(touches)))
    return lines or [scene.t("empty")]


def _around(scene: Scene, canvas: Canvas, x: int, y: int, width: int, tall: int, others: list[int]) -> None:
    """Draw the other plates, small, and your own characters."""
    if not width:
        return
    view: BuffetView = scene.view
    end = y + tall
    for mine in view.characters:
        text = f"{scene.term(mine.id)}{scene.t.colon}{scene.board('terminal_worth', n=mine.bonus)}"
        pays = scene.term(f"{mine.id}.pays")
        low = canvas.lines(x + 2, y, width - 2, text, "legendary")
        low = canvas.lines(x + 2, low, width - 2, pays, "dim")
        label = f"{text}{scene.t.aside(pays)}"
        canvas.spot(x, y, width, low - y, {"character": mine.id.lower()}, label, [pays])
        y = low
    each = max(5, (end - y) // max(len(others), 1))
    for seat in others:
        player: SeatView = view.players[seat]
        canvas.section(scene.board("terminal_plate", who=scene.name(seat)))
        top, about = y, _story(scene, player.plate)
        y = canvas.lines(x, y, width, _summary(scene, seat), scene.colour(seat) + " bold")
        canvas.spot(x, top, width, y - top, None, scene.t("semicolon").join([_spoken(scene, seat), *about]), about)
        rows = 2 * max(2, each - (y - top))
        need = max(70.0, player.plate.height + 12.0)
        scale = max(need / rows, 150.0 / (width - 1))
        picture = Picture(width - 1, rows, scale)
        picture.line(0, TABLE)
        shown = scene.extra.get("bodies", {}).get(seat) or bodies(player.plate)
        aimed = _aim(scene.extra.get("ephemeral", {}).get(seat))
        for body in [*shown, *([aimed] if aimed else [])]:
            colour = PLATE if body[0] == "plate" else COLOURS[dishes(scene)[food(body[0])].colour]
            picture.fill(outline(body, view.plate_kind).raised(scale), colour)
        picture.put(canvas, x + 1, y)
        y += rows // 2


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    view: BuffetView = scene.view
    menu = [
        f"{scene.term(dish.id)}  {'★' * dish.stars}  {scene.term(dish.group)}{scene.t.comma}{scene.term(dish.colour)}"
        for dish in view.menu
    ]
    found = [(scene.board("terminal_bin", n=len(view.bin)), [scene.term(card) for card in view.bin])]
    for seat, player in enumerate(view.players):
        found.append((f"{scene.name(seat)}{scene.t.colon}{_summary(scene, seat).strip()}", _story(scene, player.plate)))
    return [*found, (scene.board("menu"), menu)]


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    view: BuffetView = scene.view
    player: SeatView = view.players[seat]
    menu = dishes(scene)
    if label == "stars":
        return " + ".join(f"{scene.term(one.id)} {menu[food(one.id)].stars}" for one in player.plate.pieces)
    if label == "tallest":
        return f"{player.plate.height} {scene.term('mm')}"
    if label == "character" and player.chosen not in ("", "sealed"):
        return f"{scene.term(player.chosen)}{scene.t.colon}{scene.term(f'{player.chosen}.pays')}"
    return ""


class Motion(NoMotion):
    """The piece in the hand, and the recording of how the last act went."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.reel: Reel | None = None
        self._view: BuffetView | None = None
        self._active = False

    @property
    def move(self) -> str:  # type: ignore[override]
        return self.hand.move

    def update(self, view: Any, events: Sequence[SeatEvent], active: bool) -> None:
        flips = {piece.id: piece.flip == 1 for player in view.players for piece in player.plate.pieces}
        for one in events:
            film = one.attachment or one.event.get("film")
            if "piece" in one.event and "flip" in one.event and film and film["frames"]:
                flips[one.event["piece"]] = one.event["flip"] == 1
                self.reel = Reel(one.event["seat"], film, flips)
        self._view, self._active = view, active
        self._take_up()

    def _take_up(self) -> None:
        if self._view is not None:
            self.hand.look(self._view, self._active and self.reel is None)

    def skip(self) -> None:
        self.reel = None
        self._take_up()

    @property
    def playing(self) -> bool:
        return self.reel is not None

    @property
    def ended(self) -> bool:
        return self.reel is not None and self.reel.over

    @property
    def length(self) -> float:
        return 0.0 if self.reel is None else self.reel.length

    @property
    def moving(self) -> bool:
        return self.reel is not None or self.hand.sways

    def key(self, key: str) -> bool:
        return self.hand.key(key)

    @property
    def numbers(self) -> bool:
        return bool(self.hand.piece)

    def focus(self, thing: Mapping[str, str]) -> bool:
        return "held" in thing and self.hand.take(thing["held"])

    def status(self, scene: Scene) -> str:
        if self.hand.pushing:
            return scene.board("terminal_pushing", what=scene.term(self.hand.pushing))
        if not self.hand.piece:
            return ""
        side = scene.board("middle")
        if round(self.hand.x):
            side = scene.board(
                "terminal_right_of" if self.hand.x > 0 else "terminal_left_of", n=abs(round(self.hand.x))
            )
        facts = {"what": scene.term(self.hand.piece), "where": side, "turn": round(self.hand.turn % 360)}
        return scene.board("terminal_holding", **facts)

    def point(self, x: float) -> bool:
        if self.hand.piece:
            self.hand.point(x)
        return bool(self.hand.piece)

    def help(self, scene: Scene) -> str:
        if self.hand.pushing:
            return scene.board("push_keys", what=scene.term(self.hand.pushing))
        return scene.board("keys") if self.hand.piece else ""

    def shared(self) -> dict[str, Any] | None:
        if not self.hand.piece:
            return None
        angle = round(self.hand.turn % 360 * 10) % 3600
        return {
            "piece": self.hand.piece,
            "x": round(self.hand.x * 10),
            "y": 900,
            "a": angle,
            "flip": self.hand.flip,
        }

    def extra(self) -> dict[str, Any]:
        found = dict(self.hand.now())
        if self.reel is not None:
            found["bodies"] = {self.reel.seat: self.reel.bodies()}
        return found
