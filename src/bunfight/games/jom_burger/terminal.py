"""The board of Jom Burger in the terminal: the pool of dice, the stalls with their burgers, the bag and the Fridge."""

from __future__ import annotations

from typing import Final

from bunfight.games.jom_burger.rules.moves import GRAMMAR
from bunfight.games.jom_burger.views.types import JomView, SlotView, StallView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Thing, cell_len, cut, fit

PICTURE: Final = (  # its cover
    "   ╭────╮ ╭────╮\n"
    "   │◓  5│ │●  6│\n"
    "   ╰────╯ ╰────╯\n"
    "   ╭────╮ ╭────╮ ╭────╮\n"
    "   │♣  4│ │◢  3│ │Ψ  6│\n"
    "   ╰────╯ ╰────╯ ╰────╯"
)

SIGNS: Final = {"bread": "◓", "meat": "●", "vegetable": "♣", "egg": "◉", "cheese": "◢", "fries_soda": "Ψ"}
ORDER: Final = ("bread", "cheese", "fries_soda", "meat", "vegetable", "egg")  # of the counts of the bag
DIE: Final = 9  # cells


def draw(scene: Scene) -> Canvas:
    view: JomView = scene.view
    canvas = Canvas(scene.width)
    _facts(scene, canvas)
    y = _dice(scene, canvas, 1)
    if view.menu:
        y = _menu(scene, canvas, y)
    own = 30 if scene.width >= 60 else scene.width
    _stall(scene, canvas, 0, y, own, scene.me)
    others = scene.others()
    if not others:
        return canvas
    each = max(13, min(24, (scene.width - own) // len(others)))
    across = max(1, (scene.width - own) // each)
    tall = 5 + max([len(stall.slots) // 2 for stall in view.stalls] or [4]) + (9 if scene.roomy else 0)
    for number, seat in enumerate(others):
        x = own + (number % across) * each
        _stall(scene, canvas, x, y + (number // across) * tall, each, seat, small=True)
    return canvas


def _facts(scene: Scene, canvas: Canvas) -> None:
    view: JomView = scene.view
    order = " ".join(
        f"[{scene.initial(seat)}]" if turn == view.turn and not view.over else scene.initial(seat)
        for turn, seat in enumerate(view.order)
    )
    told = scene.board("terminal_round", n=view.round, of=view.rounds)
    x = canvas.note(0, 0, told, "head")
    x = canvas.note(x + 2, 0, scene.board("order", order=order), "dim")
    bag = " ".join(f"{SIGNS[kind]}{n}" for kind, n in zip(ORDER, view.bag, strict=True))
    about = [f"{scene.term(kind)}: {n}" for kind, n in zip(ORDER, view.bag, strict=True)]
    text = scene.board("terminal_bag", n=sum(view.bag), kinds=bag)
    canvas.put(scene.width - cell_len(text) - 14, 0, text, "dim")
    canvas.spot(scene.width - cell_len(text) - 14, 0, cell_len(text), 1, None, text, about)
    fridge = [
        scene.board(
            "in_fridge", n=one.round, die=scene.term(one.die), who="" if one.seat is None else scene.name(one.seat)
        )
        for one in view.fridge
    ]
    text = scene.board("terminal_fridge", n=len(view.fridge))
    canvas.put(scene.width - cell_len(text), 0, text, "dim")
    canvas.spot(scene.width - cell_len(text), 0, cell_len(text), 1, None, text, fridge)


def _dice(scene: Scene, canvas: Canvas, y: int) -> int:
    """The pool, and what was delivered."""
    view: JomView = scene.view
    x = 0
    rows = [("die", die) for die in view.pool] + [("delivered", die) for die in view.delivered]
    seen: dict[tuple[str, str], int] = {}
    for noun, die in rows:
        if x + DIE > scene.width:
            x, y = 0, y + 3
        kind, pips = die[:-1], die[-1]
        n = seen[noun, die] = seen.get((noun, die), 0) + 1
        key = {} if n == 1 else {"key": str(n)}
        canvas.frame(x, y, DIE - 1, 3, "", kind)
        canvas.put(x + 1, y + 1, f" {SIGNS[kind]}  {pips} ", f"{kind} die bold")
        canvas.put(x + 1, y + 2, fit(scene.term(kind), DIE - 3, "middle"), kind)
        where = scene.board("in_pool" if noun == "die" else "delivered")
        spaces = [slot.id for slot in view.stalls[scene.me].slots if slot.ingredient == kind]
        asks = [GRAMMAR.text("burger", die, slot) for slot in spaces] if noun == "die" else []
        canvas.spot(x, y, DIE - 1, 3, {noun: die, **key}, f"{where}{scene.t.colon}{scene.term(die)}", asks=asks)
        x += DIE
    return y + (3 if rows else 0)


def _menu(scene: Scene, canvas: Canvas, y: int) -> int:
    x = 0
    for card in scene.view.menu:
        width = max(16, cell_len(scene.term(card.id)) + 3)
        if x + width > scene.width:
            x, y = 0, y + 3
        canvas.put(x + 1, y, scene.term(card.id), "bold")
        for at, side in enumerate(zip(*card.rows, strict=True)):
            canvas.put(x + 1, y + 1 + at, " ".join(SIGNS[kind] for kind in side))
        about = [f"{scene.term(left)} | {scene.term(right)}" for left, right in card.rows]
        canvas.spot(x, y, width - 1, 3, {"card": card.id}, scene.term(card.id), about)
        x += width
    return y + 3


def _stall(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int, small: bool = False) -> None:
    view: JomView = scene.view
    stall: StallView = view.stalls[seat]
    points = scene.board("points" if not small else "points_short", n=stall.total)
    name = cut(scene.who(seat), width - cell_len(points) - 2)
    canvas.put(x, y, name, scene.colour(seat) + " bold")
    canvas.put(x + width - 1 - cell_len(points), y, points, "good")
    about = [f"{scene.words.score(line.label)}{scene.t.colon}{line.points}" for line in stall.lines if line.points]
    if stall.voided:
        about.append(scene.board("waits", n=stall.voided))
    canvas.spot(
        x,
        y,
        width - 1,
        1,
        None,
        scene.t.clause.join([scene.who(seat).strip(), points, scene.term(stall.burger)]),
        about,
    )
    slots = {slot.id: slot for slot in stall.slots}
    if not slots:
        return
    at = y + 1
    half = (width - 3) // 2
    inner = 2 * half + 1
    row = [("bread_top", 0, inner), *_rows(slots, half), ("bread_bottom", 0, inner)]
    canvas.put(x, at, "╭", "bread")
    line = at
    for slot_id, dx, cells in row:
        slot = slots[slot_id]
        first = slot_id.startswith(("bread", "l"))
        left, right = ("╭", "╮") if slot_id == "bread_top" else ("╰", "╯") if slot_id == "bread_bottom" else ("│", "│")
        if first:
            canvas.put(x, line, left, "bread")
            canvas.put(x + 1 + inner, line, right, "bread")
        _slot(scene, canvas, x + 1 + dx, line, cells, slot, seat, small)
        if not slot_id.startswith("l"):
            line += 1
    sides = [slot for slot in stall.slots if slot.id.startswith("side")]
    for number, slot in enumerate(sides):
        _slot(scene, canvas, x + 1 + number * (half + 1), line, half, slot, seat, small)
    _extras(scene, canvas, x, line + 1, width, seat, small)


def _rows(slots: dict[str, SlotView], half: int) -> list[tuple[str, int, int]]:
    numbers = sorted(int(slot[1:]) for slot in slots if slot[0] == "l" and slot[1:].isdecimal())
    return [part for n in numbers for part in ((f"l{n}", 0, half), (f"r{n}", half + 1, half))]


def _slot(scene: Scene, canvas: Canvas, x: int, y: int, width: int, slot: SlotView, seat: int, small: bool) -> None:
    kind = slot.ingredient
    mark = str(slot.pips) if slot.pips else "×" if slot.locked else "·"
    name = scene.term(slot.id) if slot.id.startswith("side") else scene.term(kind)
    if small or width < 9:
        text = fit(f" {SIGNS[kind]} {mark}", width)
    else:
        text = fit(f" {SIGNS[kind]} {cut(name, width - 6)}", width - 2) + f"{mark} "
    style = f"{kind} die bold" if slot.pips else "dim" if slot.locked else kind
    canvas.put(x, y, text, style)
    state = scene.term(kind) + f" {slot.pips}" if slot.pips else scene.t("locked" if slot.locked else "empty")
    label = f"{scene.term(slot.id)}{scene.t.colon}{state}" + ("" if slot.pips else scene.t.aside(scene.term(kind)))
    if seat != scene.view.seat:
        canvas.spot(x, y, width, 1, None, label if not small else "")
        return
    asks = [GRAMMAR.text("burger", die, slot.id) for die in (*scene.view.pool, f"{kind}1") if die[:-1] == kind]
    canvas.spot(x, y, width, 1, _thing(scene, slot), label, asks=asks)


def _thing(scene: Scene, slot: SlotView) -> Thing:
    """What a space of your own burger stands for: a place for a die, or the die to remove."""
    view: JomView = scene.view
    if not view.delivered:
        return {"slot": slot.id}
    if not slot.pips:
        return {"into": slot.id}
    return {"out": slot.id, "into": slot.id} if view.extra_supply == "same_ingredient" else {"out": slot.id}


def _extras(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int, small: bool) -> None:
    view: JomView = scene.view
    stall: StallView = view.stalls[seat]
    told = []
    for order, missing, first in (
        ("basic", stall.basic_missing, view.first_basic),
        ("premium", stall.premium_missing, view.first_premium),
    ):
        done = "★" if first == seat else "✓" if not missing else scene.board("lacks", n=missing)
        told.append(f"{cut(scene.term(order), 2 if small else 14)} {done}")
    canvas.note(x + 1, y, cut("  ".join(told), width - 1), "dim")
    cards = [scene.term(card) for card, unused in (("reroll", stall.reroll), ("supply", stall.supply)) if unused]
    salad = ""
    if view.salads:
        side = scene.term(stall.salad_side) if stall.salad_side else scene.t("chosen" if stall.salad_chosen else "open")
        salad = f"{side}{scene.t.colon}{' '.join(SIGNS[die[:-1]] + die[-1] for die in stall.salad) or '-'}"
    canvas.note(x + 1, y + 1, cut("  ".join([*cards, salad]).strip(), width - 1), "good" if cards else "dim")
    if scene.roomy and not view.menu and stall.salad_chosen == bool(view.salads):
        _breakdown(scene, canvas, x, y + 3, width, seat)
    if view.salads and seat == view.seat and stall.salad_side is None:
        for number, card in enumerate(view.salads):
            label = scene.term(card.side)
            canvas.put(x + 1, y + 2 + number, f" {label}")
            canvas.spot(x + 1, y + 2 + number, cell_len(label) + 1, 1, {"side": card.side}, label)


def _breakdown(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
    """What everything on a stall is worth now."""
    for line in scene.view.stalls[seat].lines:
        why = explain_score(scene, seat, line.label, line.points)
        if line.points or why:
            canvas.put(x + 1, y, fit(f"{line.points:3} {scene.words.score(line.label)}  {why}", width - 2), "dim")
            y += 1


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    """How a line of the score comes about: "4 x 5 = 20", or what is missing."""
    view: JomView = scene.view
    stall: StallView = view.stalls[seat]
    pips = sorted((slot.pips for slot in stall.slots if slot.ingredient == label and slot.pips), reverse=True)
    if label == "fries_soda" and stall.basic_missing:
        return scene.board("void") if pips else ""
    if label in SIGNS and pips:
        if view.scoring == "additional":
            return f"{' + '.join(map(str, pips))} = {points}" if len(pips) > 1 else ""
        pairs = [f"{a} × {b}" for a, b in zip(pips[::2], pips[1::2], strict=False)]
        single = [str(pips[-1]) + (" × 0" if points == 0 or view.single_die == "zero" else "")] if len(pips) % 2 else []
        return f"{' + '.join([*pairs, *single])} = {points}"
    if label in ("basic", "premium"):
        missing = stall.basic_missing if label == "basic" else stall.premium_missing
        first = view.first_basic if label == "basic" else view.first_premium
        if missing:
            return scene.board("missing", n=missing)
        return scene.board("first" if first == seat else "later")
    if label == "cards":
        unused = int(stall.reroll) + int(stall.supply)
        return f"{unused} × {view.card_worth} = {points}"
    if label == "salad" and stall.salad:
        return scene.board("terminal_salad", n=len(stall.salad), pips=stall.salad_pips)
    return ""
