"""The board of Burger Up in the terminal: orders with the progress of both burgers, market, hand and burgers."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_up.views.types import Ask, Burger, BurgerUpView, Check, Face, Half, KitchenView, OrderView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, cell_len, cut, fit, wrap

PICTURE: Final = (  # its cover
    "     ◓◓◓◓◓◓      $6\n"
    "     ≈≈≈≈≈≈\n"
    "     ♣♣♣♣♣♣     ◓◓◓◓◓◓\n"
    "     ◢◢◢◢◢◢     ♣♣♣♣♣♣\n"
    "     ▬▬▬▬▬▬     ▬▬▬▬▬▬\n"
    "    ╰──────╯   ╰──────╯"
)

SIGNS: Final = {"bun": "◓", "salad": "♣", "meat_patty": "▬", "cheese_egg": "◢", "sauce": "≈", "any": "◓"}
STYLES: Final = {"salad": "vegetable", "meat_patty": "meat", "cheese_egg": "cheese"}  # other types: their own
PERFECT: Final = "★"
STACK: Final = 15  # cells of a burger


def draw(scene: Scene) -> Canvas:
    view: BurgerUpView = scene.view
    canvas = Canvas(scene.width)
    y = _facts(scene, canvas)
    y = _orders(scene, canvas, y)
    stack = STACK + (5 if scene.width >= 90 else 0)
    left = scene.width - 2 * stack
    low = _cards(scene, canvas, y, left)
    mine: KitchenView = view.kitchens[scene.me]
    rows = max(low - y, 3 + max(len(burger.layers) for burger in mine.burgers))
    for number, burger in enumerate(mine.burgers):
        _stack(scene, canvas, left + number * stack, y, stack - 1, rows, number, burger)
    y += rows
    if scene.roomy:
        for seat in scene.others():
            y = _kitchen(scene, canvas, y + 1, seat)
    return canvas


def ask(scene: Scene, asked: Ask) -> str:
    """One line of an order in words."""
    facts = {"n": asked.n, "of": asked.of}
    template = scene.words.text(scene.words.table["terms"][f"ask_{asked.kind}"])
    return scene.words.filled(template, lambda key: facts[key], scene.names)


def half_text(scene: Scene, half: Half) -> str:
    perfect = PERFECT if half.perfect else ""
    return f"{SIGNS[half.type]} {scene.term(half.ingredient)}{perfect} →{SIGNS[half.next]}"


def half_about(scene: Scene, half: Half) -> str:
    """A half in words: type, keywords, what must come next."""
    said = [scene.term(half.ingredient), scene.term(half.type)]
    said += [scene.term(word) for word in half.keywords]
    said += [scene.term("perfect")] if half.perfect else []
    return scene.t.comma.join(dict.fromkeys(said)) + " → " + scene.term(half.next)


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: BurgerUpView = scene.view
    if view.over:
        told = scene.t("over")
    else:
        told = scene.board(
            "facts", round=view.round, phase=scene.term(view.phase), placed=view.placed, of=view.placements
        )
    x = canvas.note(0, 0, told, "head")
    more = scene.board("terminal_final") if view.final else scene.board("decks", orders=view.order_deck, deck=view.deck)
    mine = view.kitchens[scene.me]
    money = f"{scene.who(scene.me).strip()}  {_purse(scene, scene.me)}"
    canvas.note(x + 2, 0, more, "dim", max(1, scene.width - x - cell_len(money) - 4))
    canvas.put(scene.width - cell_len(money), 0, money, "money")
    canvas.spot(scene.width - cell_len(money), 0, cell_len(money), 1, None, money, _served(scene, mine))
    y = 1
    if not scene.roomy:
        for seat in scene.others():
            kitchen = view.kitchens[seat]
            line = f"{scene.who(seat)}  {_purse(scene, seat)}  "
            line += "   ".join(_short(scene, number, burger) for number, burger in enumerate(kitchen.burgers))
            canvas.put(0, y, cut(line, scene.width), scene.colour(seat))
            canvas.spot(0, y, scene.width, 1, None, line.strip(), _about(scene, seat))
            y += 1
    return y


def _purse(scene: Scene, seat: int) -> str:
    kitchen: KitchenView = scene.view.kitchens[seat]
    told = [scene.money(kitchen.money), scene.board("terminal_spatula", state=scene.term(kitchen.spatula))]
    told += [scene.board("served", n=len(kitchen.served))] + ([scene.board("upgraded")] if kitchen.upgraded else [])
    return scene.t.comma.join(told)


def _short(scene: Scene, number: int, burger: Burger) -> str:
    signs = "".join(SIGNS[layer.half.type] for layer in burger.layers)
    return f"{number + 1} {signs} →{SIGNS[burger.need]}" if signs else f"{number + 1} –"


def _served(scene: Scene, kitchen: KitchenView) -> list[str]:
    return [
        f"{scene.term(one.order)}{scene.t.colon}{scene.term(one.rank)}{scene.t.aside(one.size)}"
        for one in kitchen.served
    ]


def _about(scene: Scene, seat: int) -> list[str]:
    """The public information about another kitchen."""
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
    width = scene.width // 3
    tall = 0
    for slot, order in enumerate(view.pending):
        x = slot * width
        if order is None:
            canvas.put(x, y, f" {scene.board('no_order')}", "dim")
            continue
        tall = max(tall, _order(scene, canvas, x, y, width - 1, slot, order))
    return y + max(tall, 1)


def _order(scene: Scene, canvas: Canvas, x: int, y: int, width: int, slot: int, order: OrderView) -> int:
    burgers = scene.view.kitchens[scene.me].burgers
    checks: list[Check | None] = [burger.checks[slot] if slot < len(burger.checks) else None for burger in burgers]
    ready = [number for number, check in enumerate(checks) if check is not None and check.ready]
    coins = scene.money(order.coins)
    title = f" {cut(scene.term(order.order), width - cell_len(coins) - 3)}"
    canvas.put(x, y, fit(title, width - cell_len(coins)), "good bold" if ready else "bold")
    canvas.put(x + width - cell_len(coins), y, coins, "money bold")
    row, told = y + 1, []
    lines = [(asked, [None if c is None else c.marks[n] for c in checks]) for n, asked in enumerate(order.asks)]
    lines += [(asked, [None if c is None else c.size_mark for c in checks]) for asked in order.asks_size]
    for asked, marks in lines:
        text = ask(scene, asked)
        told.append(text)
        for number, mark in enumerate(marks):
            sign = " " if mark is None else "✓" if mark == 0 else "✗" if mark < 0 else str(min(mark, 9))
            canvas.put(x + 1 + number, row, sign, "good" if mark == 0 else "bad" if (mark or 0) < 0 else "dim")
        for part in wrap(text, width - 4)[: 2 if scene.roomy else 1]:
            canvas.put(x + 4, row, fit(part, width - 4))
            row += 1
    pays = [scene.board("pays", n=number + 1, pay=scene.money(checks[number].pay)) for number in ready]  # type: ignore[union-attr]
    label = f"{scene.term(order.order)}{scene.t.clause}{coins}{scene.t.colon}{scene.t('semicolon').join(told)}"
    about = [*told, *pays, scene.board("marks")]
    canvas.spot(x, y, width, row - y, {"order": order.order}, scene.t("semicolon").join([label, *pays]), about)
    return row - y + (1 if scene.roomy else 0)


def _cards(scene: Scene, canvas: Canvas, y: int, width: int) -> int:
    """The market and your own hand, two cards in a row, each by its halves."""
    view: BurgerUpView = scene.view
    hand = view.kitchens[scene.me].hand or ()
    across = 2
    each = width // across
    canvas.head(0, y, scene.board("terminal_market"), 0)
    for number, face in enumerate(view.market):
        at_x, at_y = (number % across) * each, y + 1 + (number // across) * 2
        if face is None:
            canvas.put(at_x + 1, at_y, scene.t("empty"), "dim")
            continue
        _face(scene, canvas, at_x, at_y, each - 1, face, {"space": str(number)})
    y += 1 + 2 * -(-len(view.market) // across)
    canvas.head(each + 1, y - 1, scene.board("your_hand", n=len(hand)), 0)
    for number, face in enumerate(hand):
        at_x, at_y = (number % across) * each, y + (number // across) * 2
        _face(scene, canvas, at_x, at_y, each - 1, face, None)
    return y + 2 * -(-len(hand) // across)


def _face(scene: Scene, canvas: Canvas, x: int, y: int, width: int, face: Face, thing: dict[str, str] | None) -> None:
    halves = [("a", face.a)] + ([] if face.twin else [("b", face.b)])
    about = [f"{side}{scene.t.colon}{half_about(scene, half)}" for side, half in halves]
    for row, (side, half) in enumerate(halves):
        canvas.put(x, y + row, " ▏", "dim")
        canvas.put(x + 2, y + row, fit(f"{side} {half_text(scene, half)}", width - 2), STYLES.get(half.type, half.type))
        if thing is None and scene.view.step != "CleanUp":
            label = scene.board("side", card=scene.term(face.card), side=side) + scene.t.colon + half_about(scene, half)
            canvas.spot(x, y + row, width, 1, {"card": face.card, "side": side}, label, [about[row]])
    if thing is not None:
        label = scene.board("in_market", card=scene.term(face.card))
        canvas.spot(x, y, width, len(halves), thing, label, about)
    elif scene.view.step == "CleanUp":
        canvas.spot(x, y, width, len(halves), {"card": face.card}, scene.term(face.card), about)


def _stack(scene: Scene, canvas: Canvas, x: int, y: int, width: int, rows: int, number: int, burger: Burger) -> None:
    """A burger from the bottom up, with what must come next on top."""
    name = scene.board("terminal_burger", n=number + 1)
    bottom = y + rows - 1
    size = f"{scene.term(burger.rank) if burger.rank else ''} {burger.size}".strip() if burger.layers else name
    canvas.put(x, bottom, fit(f"╰{number + 1}", width - 1) + "╯", "bun bold")
    canvas.put(x + width - 1 - cell_len(size), bottom, size, "bun")
    about = [scene.board("terminal_next", what=scene.term(burger.need))]
    about += [scene.term(layer.half.ingredient) for layer in reversed(burger.layers)]
    canvas.spot(x, bottom, width, 1, {"burger": str(number)}, f"{name}{scene.t.clause}{about[0]}", about)
    for at, layer in enumerate(burger.layers):
        line = bottom - 1 - at
        half = layer.half
        text = f" {SIGNS[half.type]} {scene.term(half.ingredient)}{PERFECT if half.perfect else ''}"
        canvas.put(x, line, fit(text, width), STYLES.get(half.type, half.type))
        label = scene.board("layer", n=number + 1, at=at + 1) + scene.t.colon + half_about(scene, half)
        canvas.spot(x, line, width, 1, {"stack": str(number), "layer": str(at)}, label)
    line = bottom - 1 - len(burger.layers)
    if line >= y:
        need = f" →{SIGNS[burger.need]} {scene.term(burger.need)}"
        canvas.put(x, line, fit(need, width), "dim")


def _kitchen(scene: Scene, canvas: Canvas, y: int, seat: int) -> int:
    kitchen: KitchenView = scene.view.kitchens[seat]
    line = f"{scene.who(seat)}  {_purse(scene, seat)}  {scene.board('hand', n=kitchen.hand_count)}"
    canvas.put(0, y, cut(line, scene.width), scene.colour(seat) + " bold")
    canvas.spot(0, y, scene.width, 1, None, line.strip(), _about(scene, seat))
    for number, burger in enumerate(kitchen.burgers):
        y += 1
        told = " ".join(
            f"{SIGNS[layer.half.type]} {scene.term(layer.half.ingredient)}" for layer in burger.layers
        ) or scene.t("empty")
        canvas.put(
            2, y, cut(f"{scene.board('terminal_burger', n=number + 1)}  {told}  →{SIGNS[burger.need]}", scene.width - 2)
        )
    return y + 1


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """What lies in the discard pile and what everybody has served."""
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
