"""The board of Burger Up in the terminal: orders with the progress of both burgers, market, hand and burgers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bunfight.games.burger_up.views.types import Ask, Burger, BurgerUpView, Check, Face, Half, KitchenView, OrderView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Part, cell_len

PICTURE: Final = (  # the cover of the game
    "     ◓◓◓◓◓◓      $6\n"
    "     ≈≈≈≈≈≈\n"
    "     ♣♣♣♣♣♣     ◓◓◓◓◓◓\n"
    "     ◢◢◢◢◢◢     ♣♣♣♣♣♣\n"
    "     ▬▬▬▬▬▬     ▬▬▬▬▬▬\n"
    "    ╰──────╯   ╰──────╯"
)

SIGNS: Final = {"bun": "◓", "salad": "♣", "meat_patty": "▬", "cheese_egg": "◢", "sauce": "≈", "any": "◓"}
STYLES: Final = {"salad": "vegetable", "meat_patty": "meat", "cheese_egg": "cheese"}  # other types have their own
PERFECT: Final = "★"
STACK: Final = 20  # cells of a burger


def draw(scene: Scene) -> Canvas:
    view: BurgerUpView = scene.view
    canvas = Canvas(scene.width)
    y = _facts(scene, canvas)
    y = _orders(scene, canvas, y)
    stack = max(STACK, scene.width // 6)
    left = scene.width - 2 * stack
    mine: KitchenView = view.kitchens[scene.me]
    rows = _rows(scene, mine)
    low = _cards(scene, canvas, y, left)
    canvas.section(scene.board("terminal_burgers"))
    for number, burger in enumerate(mine.burgers):
        _stack(scene, canvas, left + number * stack, y, stack - 1, rows, number, burger)
    y = max(low, y + rows)
    if scene.roomy:
        others = scene.others()
        across = min(len(others), max(1, scene.width // (2 * STACK + 4)))
        for start in range(0, len(others), across):
            width = scene.width // across
            y = max(
                _kitchen(scene, canvas, number * width, y + 1, width - 2, seat)
                for number, seat in enumerate(others[start : start + across])
            )
    return canvas


def _rows(scene: Scene, kitchen: KitchenView) -> int:
    """Return the lines of the burgers of a kitchen: the bottom bun, the layers and what comes next."""
    return max(scene.height // 4, 2 + max(len(burger.layers) for burger in kitchen.burgers))


def ask(scene: Scene, asked: Ask) -> str:
    """Put a line of an order in words."""
    facts = {"n": asked.n, "of": asked.of}
    template = scene.words.text(scene.words.table["terms"][f"ask_{asked.kind}"])
    return scene.words.filled(template, lambda key: facts[key], scene.names)


def half_text(scene: Scene, half: Half) -> str:
    perfect = PERFECT if half.perfect else ""
    return f"{SIGNS[half.type]}{scene.term(half.ingredient)}{perfect} →{SIGNS[half.next]}"


def half_about(scene: Scene, half: Half) -> str:
    """Put a half in words: type, keywords, what must come next."""
    said = [scene.term(half.ingredient), scene.term(half.type)]
    said += [scene.term(word) for word in half.keywords]
    said += [scene.term("perfect")] if half.perfect else []
    next_type = scene.board("terminal_next", what=scene.term(half.next))
    return f"{scene.t.comma.join(dict.fromkeys(said))}{scene.t('semicolon')}{next_type}"


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: BurgerUpView = scene.view
    if view.over:
        heading = scene.t("over")
    else:
        heading = scene.board(
            "facts", round=view.round, phase=scene.term(view.phase), placed=view.placed, of=view.placements
        )
    more = scene.board("terminal_final") if view.final else scene.board("decks", orders=view.order_deck, deck=view.deck)
    mine = f"{scene.who(scene.me).strip()}  {_purse(scene, scene.me)}"
    served = tuple(_served(scene, view.kitchens[scene.me]))
    spoken = mine.replace("▸", "")
    parts = [Part(heading, "head"), Part(more, "dim"), Part(mine, "money", None, spoken, served)]
    y = canvas.flow(0, 0, scene.width, parts)
    if not scene.roomy:
        for seat in scene.others():
            kitchen = view.kitchens[seat]
            name = f"{scene.who(seat)}  {_purse(scene, seat)}"
            about = _about(scene, seat)
            spoken = scene.t("semicolon").join([name.replace("▸", "").strip(), *about])
            parts = [Part(name, scene.colour(seat), None, spoken, tuple(about))]
            kept = len(canvas.transcript)
            parts += [Part(_short(number, one), scene.colour(seat)) for number, one in enumerate(kitchen.burgers)]
            y = canvas.flow(0, y, scene.width, parts, indent=2)
            del canvas.transcript[kept + 1 :]  # the label of the kitchen says everything
    return y


def _purse(scene: Scene, seat: int) -> str:
    kitchen: KitchenView = scene.view.kitchens[seat]
    parts = [scene.money(kitchen.money), scene.board("terminal_spatula", state=scene.term(kitchen.spatula))]
    parts += [scene.board("served", n=len(kitchen.served))] + ([scene.board("upgraded")] if kitchen.upgraded else [])
    return scene.t.comma.join(parts)


def _short(number: int, burger: Burger) -> str:
    signs = "".join(SIGNS[layer.half.type] for layer in burger.layers)
    return f"#{number + 1} {signs} →{SIGNS[burger.need]}" if signs else f"#{number + 1} –"


def _served(scene: Scene, kitchen: KitchenView) -> list[str]:
    return [
        f"{scene.term(one.order)}{scene.t.colon}{scene.term(one.rank)}{scene.t.aside(one.size)}"
        for one in kitchen.served
    ]


def _about(scene: Scene, seat: int) -> list[str]:
    """Return the public information about another kitchen."""
    kitchen: KitchenView = scene.view.kitchens[seat]
    lines = [
        scene.board("terminal_burger", n=number + 1)
        + scene.t.colon
        + (scene.listed([layer.half.ingredient for layer in burger.layers]))
        for number, burger in enumerate(kitchen.burgers)
    ]
    lines.append(scene.board("hand", n=kitchen.hand_count))
    if kitchen.bought:
        lines.append(scene.board("bought", cards=scene.listed(kitchen.bought)))
    return lines + _served(scene, kitchen)


def _orders(scene: Scene, canvas: Canvas, y: int) -> int:
    view: BurgerUpView = scene.view
    canvas.section(scene.board("orders"))
    width = scene.width // len(view.pending)
    tall = 1
    for slot, order in enumerate(view.pending):
        x = slot * width
        if order is None:
            canvas.note(x + 2, y, scene.board("no_order"), "dim")
            continue
        tall = max(tall, _order(scene, canvas, x, y, width - 1, slot, order))
    return y + tall + (1 if scene.roomy else 0)


def _order(scene: Scene, canvas: Canvas, x: int, y: int, width: int, slot: int, order: OrderView) -> int:
    burgers = scene.view.kitchens[scene.me].burgers
    checks: list[Check | None] = [burger.checks[slot] if slot < len(burger.checks) else None for burger in burgers]
    ready = [number for number, check in enumerate(checks) if check is not None and check.ready]
    coins = scene.money(order.coins)
    row = canvas.lines(x + 2, y, width - cell_len(coins) - 3, scene.term(order.order), "good bold" if ready else "bold")
    canvas.put(x + width - cell_len(coins), y, coins, "money bold")
    requirements = []
    lines = [(asked, [None if c is None else c.marks[n] for c in checks]) for n, asked in enumerate(order.asks)]
    lines += [(asked, [None if c is None else c.size_mark for c in checks]) for asked in order.asks_size]
    for asked, marks in lines:
        text = ask(scene, asked)
        requirements.append(text)
        for number, mark in enumerate(marks):
            sign = " " if mark is None else "✓" if mark == 0 else "✗" if mark < 0 else str(min(mark, 9))
            canvas.put(x + 1 + 2 * number, row, sign, "good" if mark == 0 else "bad" if (mark or 0) < 0 else "dim")
        canvas.put(x + 2, row, "/", "dim")
        row = canvas.lines(x + 5, row, width - 5, text)
    pays = [scene.board("pays", n=number + 1, pay=scene.money(checks[number].pay)) for number in ready]  # type: ignore[union-attr]
    if scene.large:
        for pay in pays:
            row = canvas.lines(x + 5, row, width - 5, pay, "good")
    label = f"{scene.term(order.order)}{scene.t.clause}{coins}{scene.t.colon}{scene.t('semicolon').join(requirements)}"
    pays += _progress(scene, checks, ready)
    about = [*requirements, *pays, scene.board("marks")]
    canvas.spot(x, y, width, row - y, {"order": order.order}, scene.t("semicolon").join([label, *pays]), about)
    return row - y


def _progress(scene: Scene, checks: list[Check | None], ready: list[int]) -> list[str]:
    """Put the marks in words."""
    found = []
    for number, check in enumerate(checks):
        if check is not None and number not in ready:
            marks = [*check.marks, *([check.size_mark] if check.size_mark else [])]
            state = scene.board("dead") if min(marks) < 0 else scene.board("missing", n=sum(marks))
            found.append(scene.board("terminal_burger", n=number + 1) + scene.t.colon + state)
    return found


def _cards(scene: Scene, canvas: Canvas, y: int, width: int) -> int:
    """Draw the market and your own hand, several cards in a row, each by its halves."""
    view: BurgerUpView = scene.view
    hand = view.kitchens[scene.me].hand or ()
    canvas.head(0, y, scene.board("terminal_market"))
    faces = [(face, {"space": str(number)}) for number, face in enumerate(view.market)]
    y = _faces(scene, canvas, y + 1, width, faces)
    y += 1 if scene.roomy else 0
    canvas.head(0, y, scene.board("your_hand", n=len(hand)))
    return _faces(scene, canvas, y + 1, width, [(face, None) for face in hand])


def _faces(
    scene: Scene, canvas: Canvas, y: int, width: int, faces: Sequence[tuple[Face | None, dict[str, str] | None]]
) -> int:
    across = 2
    each = width // across
    for start in range(0, len(faces), across):
        tall = 1
        for number, (face, thing) in enumerate(faces[start : start + across]):
            if face is None:
                canvas.note(number * each + 2, y, scene.t("empty"), "dim")
            else:
                tall = max(tall, _face(scene, canvas, number * each, y, each - 1, face, thing))
        y += tall + (1 if scene.large else 0)
    return y


def _face(scene: Scene, canvas: Canvas, x: int, y: int, width: int, face: Face, thing: dict[str, str] | None) -> int:
    """Draw a card by its halves; returns how many lines it takes."""
    halves = [("a", face.a)] + ([] if face.twin else [("b", face.b)])
    about = [f"{scene.term(side)}{scene.t.colon}{half_about(scene, half)}" for side, half in halves]
    row = y
    for number, (side, half) in enumerate(halves):
        top = row
        text = about[number] if scene.large else half_text(scene, half)
        row = canvas.lines(x + 3, row, width - 3, text, STYLES.get(half.type, half.type))
        for line in range(top, row):
            canvas.put(x + 2, line, "▀" if side == "a" else "▄", "dim")
        if thing is None and scene.view.step != "CleanUp":
            label = scene.board("side", card=scene.term(face.card), side=scene.term(side))
            label += scene.t.colon + half_about(scene, half)
            thing_here = {"card": face.card, "side": side}
            canvas.spot(x, top, width, row - top, thing_here, label, [about[number]])
    if thing is not None:
        label = scene.board("in_market", card=scene.term(face.card))
        canvas.spot(x, y, width, row - y, thing, f"{label}{scene.t.aside(scene.t('semicolon').join(about))}", about)
    elif scene.view.step == "CleanUp":
        canvas.spot(x, y, width, row - y, {"card": face.card}, scene.term(face.card), about)
    return row - y


def _stack(scene: Scene, canvas: Canvas, x: int, y: int, width: int, rows: int, number: int, burger: Burger) -> None:
    """Draw a burger from the bottom up, with what must come next on top."""
    name = scene.board("terminal_burger", n=number + 1)
    bottom = y + rows - 1
    size = f"{scene.term(burger.rank) if burger.rank else ''} {burger.size}".strip() if burger.layers else ""
    canvas.put(x, bottom, "╰" + "─" * (width - 2) + "╯", "bun bold")
    canvas.put(x + 2, bottom, f"#{number + 1}", "bun bold")
    canvas.put(x + width - 1 - cell_len(size), bottom, size, "bun")
    about = [scene.board("terminal_next", what=scene.term(burger.need))]
    about += [scene.term(layer.half.ingredient) for layer in reversed(burger.layers)]
    label = scene.t.clause.join([name, *([size] if size else []), about[0]])
    canvas.spot(x, bottom, width, 1, {"burger": str(number)}, label, about)
    for at, layer in enumerate(burger.layers):
        line = bottom - 1 - at
        half = layer.half
        text = f"{SIGNS[half.type]} {scene.term(half.ingredient)}{PERFECT if half.perfect else ''}"
        canvas.put(x + 2, line, text, STYLES.get(half.type, half.type))
        label = scene.board("layer", n=number + 1, at=at + 1) + scene.t.colon + half_about(scene, half)
        canvas.spot(x, line, width, 1, {"stack": str(number), "layer": str(at)}, label)
    canvas.put(x + 1, bottom - 1 - len(burger.layers), f"→{SIGNS[burger.need]} {scene.term(burger.need)}", "dim")


def _kitchen(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> int:
    """Draw another kitchen with its burgers as stacks."""
    kitchen: KitchenView = scene.view.kitchens[seat]
    canvas.section(scene.name(seat))
    line = f"{scene.who(seat)}  {_purse(scene, seat)}{scene.t.comma}{scene.board('hand', n=kitchen.hand_count)}"
    about = _about(scene, seat)
    spoken = scene.t("semicolon").join([line.replace("▸", "").strip(), *about])
    low = canvas.lines(x, y, width, line, scene.colour(seat) + " bold")
    canvas.spot(x, y, width, low - y, None, spoken, about)
    rows = max(3, 2 + max(len(burger.layers) for burger in kitchen.burgers))
    each = max(STACK, width // 2)
    kept = len(canvas.transcript)
    for number, burger in enumerate(kitchen.burgers):
        bottom, left = low + rows - 1, x + number * each
        canvas.put(left, bottom, "╰" + "─" * (each - 4) + "╯", "bun")
        canvas.put(left + 2, bottom, f"#{number + 1}", "bun bold")
        for at, layer in enumerate(burger.layers):
            half = layer.half
            text = f"{SIGNS[half.type]} {scene.term(half.ingredient)}{PERFECT if half.perfect else ''}"
            canvas.put(left + 2, bottom - 1 - at, text, STYLES.get(half.type, half.type))
        need = f"→{SIGNS[burger.need]} {scene.term(burger.need)}"
        canvas.put(left + 1, bottom - 1 - len(burger.layers), need, "dim")
    del canvas.transcript[kept:]
    return low + rows


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """List the discard pile and what everybody has served."""
    view: BurgerUpView = scene.view
    found = [(scene.t("discards", n=len(view.discard)), [scene.term(card) for card in view.discard])]
    for seat, kitchen in enumerate(view.kitchens):
        found.append(
            (
                f"{scene.name(seat)}{scene.t.colon}{scene.board('served', n=len(kitchen.served))}",
                _served(scene, kitchen),
            )
        )
        if kitchen.bought and seat != view.seat:
            found.append((scene.board("known", who=scene.name(seat)), [scene.term(card) for card in kitchen.bought]))
    return found


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    kitchen: KitchenView = scene.view.kitchens[seat]
    if label == "coins":
        return scene.board(
            "because",
            orders=kitchen.from_orders,
            sizes=kitchen.from_classes,
            perfects=kitchen.from_perfects,
            market=kitchen.paid_market,
        )
    if label == "spatula":
        return scene.term(kitchen.spatula)
    if label == "most_top_buns":
        most = max(len(one.served) for one in scene.view.kitchens)
        return scene.board("served", n=len(kitchen.served)) + (
            "" if points or len(kitchen.served) < most else scene.t.aside(scene.board("tied"))
        )
    return ""
