"""The board of Jom Burger in the terminal: the pool of dice, the stalls with their burgers, the bag and the Fridge."""

from __future__ import annotations

from typing import Final

from bunfight.games.jom_burger.rules.moves import GRAMMAR
from bunfight.games.jom_burger.views.types import JomView, SlotView, StallView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Part, Thing, cell_len, fit

PICTURE: Final = (  # the cover of the game
    "   ╭────╮ ╭────╮\n"
    "   │◓  5│ │●  6│\n"
    "   ╰────╯ ╰────╯\n"
    "   ╭────╮ ╭────╮ ╭────╮\n"
    "   │♣  4│ │◢  3│ │Ψ  6│\n"
    "   ╰────╯ ╰────╯ ╰────╯"
)

SIGNS: Final = {"bread": "◓", "meat": "●", "vegetable": "♣", "egg": "◉", "cheese": "◢", "fries_soda": "Ψ"}
ORDER: Final = ("bread", "cheese", "fries_soda", "meat", "vegetable", "egg")  # of the counts of the bag
DIE: Final = 13  # cells
OWN: Final = 32  # cells of your own stall
LEAST: Final = 16  # cells of another stall


def draw(scene: Scene) -> Canvas:
    view: JomView = scene.view
    canvas = Canvas(scene.width)
    y = _facts(scene, canvas)
    y = _dice(scene, canvas, y)
    if view.menu:
        y = _menu(scene, canvas, y)
    others = scene.others()
    own = max(OWN, scene.width // view.seats) if scene.width >= 60 else scene.width
    low = _stall(scene, canvas, 0, y, own, scene.me)
    across = max(1, min(len(others), (scene.width - own) // LEAST))
    each = (scene.width - own) // across
    for start in range(0, len(others), across):
        y = max(
            _stall(scene, canvas, own + number * each, y, each, seat, small=each < OWN)
            for number, seat in enumerate(others[start : start + across])
        )
    canvas.height = max(canvas.height, low)
    return canvas


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: JomView = scene.view
    order = " ".join(
        f"[{scene.initial(seat)}]" if turn == view.turn and not view.over else scene.initial(seat)
        for turn, seat in enumerate(view.order)
    )
    spoken = scene.board("order", order=scene.t.comma.join(scene.name(seat) for seat in view.order))
    bag = tuple(f"{scene.term(kind)}{scene.t.colon}{n}" for kind, n in zip(ORDER, view.bag, strict=True))
    fridge = tuple(
        scene.board(
            "in_fridge", n=one.round, die=scene.term(one.die), who="" if one.seat is None else scene.name(one.seat)
        )
        for one in view.fridge
    )
    in_bag, in_fridge = scene.board("terminal_bag", n=sum(view.bag)), scene.board("terminal_fridge", n=len(view.fridge))
    spoken_bag = f"{in_bag}{scene.t.aside(scene.t.comma.join(bag))}"
    parts = [
        Part(scene.board("terminal_round", n=view.round, of=view.rounds), "head"),
        Part(scene.board("order", order=order), "dim", None, spoken),
        Part(in_bag, "dim", None, spoken_bag, bag),
        Part(" ".join(f"{SIGNS[kind]}{n}" for kind, n in zip(ORDER, view.bag, strict=True)), "dim"),
        Part(in_fridge, "dim", None, in_fridge, fridge),
    ]
    y = canvas.flow(0, 0, scene.width, parts)
    canvas.transcript.remove(parts[3].text)  # the label of the bag says this in words
    return y


def _dice(scene: Scene, canvas: Canvas, y: int) -> int:
    """Draw the pool and the delivered dice."""
    view: JomView = scene.view
    x = 0
    wide, tall = (DIE + 2, 5) if scene.large else (DIE, 3)
    canvas.section(scene.board("pool"))
    dice = [("die", die) for die in view.pool] + [("delivered", die) for die in view.delivered]
    if len(dice) * wide > scene.width and not scene.roomy:
        parts = [
            Part(f"{SIGNS[die[:-1]]} {scene.term(die)}", f"{die[:-1]} bold", thing, label)
            for die, thing, label in _labelled(scene, dice)
        ]
        return canvas.flow(0, y, scene.width, parts, gap=1)
    for (die, thing, label), (noun, _) in zip(_labelled(scene, dice), dice, strict=True):
        if x + wide > scene.width:
            x, y = 0, y + tall
        kind, pips = die[:-1], die[-1]
        canvas.frame(x, y, wide - 1, tall, "", kind)
        canvas.put(x + 1, y + tall // 2, fit(f"{SIGNS[kind]}  {pips}", wide - 3, "middle"), f"{kind} die bold")
        canvas.put(x + 1, y + tall - 1, fit(scene.term(kind), wide - 3, "middle"), kind)
        spaces = [slot.id for slot in view.stalls[scene.me].slots if slot.ingredient == kind]
        asks = [GRAMMAR.text("burger", die, slot) for slot in spaces] if noun == "die" else []
        canvas.spot(x, y, wide - 1, tall, thing, label, asks=asks)
        x += wide
    return y + (tall if dice else 0)


def _labelled(scene: Scene, dice: list[tuple[str, str]]) -> list[tuple[str, Thing, str]]:
    """Return each die with its thing and its label."""
    seen: dict[tuple[str, str], int] = {}
    found: list[tuple[str, Thing, str]] = []
    for noun, die in dice:
        n = seen[noun, die] = seen.get((noun, die), 0) + 1
        where = scene.board("in_pool" if noun == "die" else "delivered")
        thing = {noun: die} | ({} if n == 1 else {"key": str(n)})
        found.append((die, thing, f"{where}{scene.t.colon}{scene.term(die)}"))
    return found


def _menu(scene: Scene, canvas: Canvas, y: int) -> int:
    x = 0
    for card in scene.view.menu:
        width = max(16, cell_len(scene.term(card.id)) + 4)
        if x + width > scene.width:
            x, y = 0, y + 3
        canvas.put(x + 2, y, scene.term(card.id), "bold")
        for at, side in enumerate(zip(*card.rows, strict=True)):
            canvas.put(x + 1, y + 1 + at, " ".join(SIGNS[kind] for kind in side))
        about = [f"{scene.term(left)} | {scene.term(right)}" for left, right in card.rows]
        canvas.spot(x, y, width - 1, 3, {"card": card.id}, scene.term(card.id), about)
        x += width
    return y + 3


def _stall(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int, small: bool = False) -> int:
    """Draw a stall with its burger; returns the line after it."""
    view: JomView = scene.view
    stall: StallView = view.stalls[seat]
    canvas.section(scene.who(seat).replace("▸", ""))
    points = scene.board("points", n=stall.total)
    about = [f"{scene.words.score(line.label)}{scene.t.colon}{line.points}" for line in stall.lines if line.points]
    if stall.voided:
        about.append(scene.board("waits", n=stall.voided))
    label = scene.t.clause.join([points, scene.term(stall.burger)])
    parts = [
        Part(scene.who(seat), scene.colour(seat) + " bold", None, label, tuple(about)),
        Part(points, "good", None, "", ("",)),
    ]
    kept = len(canvas.transcript)
    line = canvas.flow(x, y, width - 1, parts)
    del canvas.transcript[kept + 1 :]
    slots = {slot.id: slot for slot in stall.slots}
    if not slots:
        return line
    half = (width - 3) // 2
    inner = 2 * half + 1
    spread = 2 if scene.large else 1
    row = [("bread_top", 0, inner), *_rows(slots, half), ("bread_bottom", 0, inner)]
    for slot_id, dx, cells in row:
        slot = slots[slot_id]
        first = slot_id.startswith(("bread", "l"))
        left, right = ("╭", "╮") if slot_id == "bread_top" else ("╰", "╯") if slot_id == "bread_bottom" else ("│", "│")
        if first:
            canvas.put(x, line, left, "bread")
            canvas.put(x + 1 + inner, line, right, "bread")
        if first and spread == 2 and slot_id != "bread_bottom":
            canvas.put(x, line + 1, "│", "bread")
            canvas.put(x + 1 + inner, line + 1, "│", "bread")
        _slot(scene, canvas, x + 1 + dx, line, cells, slot, seat)
        if not slot_id.startswith("l"):
            line += spread if slot_id != "bread_bottom" else 1
    sides = [slot for slot in stall.slots if slot.id.startswith("side")]
    for number, slot in enumerate(sides):
        _slot(scene, canvas, x + 1 + number * (half + 1), line, half, slot, seat)
    return _extras(scene, canvas, x, line + 1, width, seat, small)


def _rows(slots: dict[str, SlotView], half: int) -> list[tuple[str, int, int]]:
    numbers = sorted(int(slot[1:]) for slot in slots if slot[0] == "l" and slot[1:].isdecimal())
    return [part for n in numbers for part in ((f"l{n}", 0, half), (f"r{n}", half + 1, half))]


def _slot(scene: Scene, canvas: Canvas, x: int, y: int, width: int, slot: SlotView, seat: int) -> None:
    kind = slot.ingredient
    mark = str(slot.pips) if slot.pips else "×" if slot.locked else "·"
    name = scene.term(slot.id) if slot.id.startswith("side") else scene.term(kind)
    text = f"  {SIGNS[kind]} {name}" if cell_len(name) + 7 <= width else f"  {SIGNS[kind]}"
    style = f"{kind} die bold" if slot.pips else "dim" if slot.locked else kind
    canvas.put(x, y, f"{fit(text, width - 2)}{mark} ", style)
    state = scene.term(kind) + f" {slot.pips}" if slot.pips else scene.t("locked" if slot.locked else "empty")
    label = f"{scene.term(slot.id)}{scene.t.colon}{state}" + ("" if slot.pips else scene.t.aside(scene.term(kind)))
    if seat != scene.view.seat:
        canvas.spot(x, y, width, 1, None, label)
        return
    asks = [GRAMMAR.text("burger", die, slot.id) for die in (*scene.view.pool, f"{kind}1") if die[:-1] == kind]
    canvas.spot(x, y, width, 1, _thing(scene, slot), label, asks=asks)


def _thing(scene: Scene, slot: SlotView) -> Thing:
    """Return what a space of your own burger stands for: a place for a die, or the die to remove."""
    view: JomView = scene.view
    if not view.delivered:
        return {"slot": slot.id}
    if not slot.pips:
        return {"into": slot.id}
    return {"out": slot.id, "into": slot.id} if view.extra_supply == "same_ingredient" else {"out": slot.id}


def _extras(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int, small: bool) -> int:
    view: JomView = scene.view
    stall: StallView = view.stalls[seat]
    for order, missing, first in (
        ("basic", stall.basic_missing, view.first_basic),
        ("premium", stall.premium_missing, view.first_premium),
    ):
        done_text = (
            scene.board("first" if first == seat else "later") if not missing else scene.board("missing", n=missing)
        )
        done = "★" if first == seat else "✓" if not missing else scene.board("lacks", n=missing)
        name = scene.board(f"{order}_short") if small else scene.term(order)
        y = canvas.paragraph(
            x + 1, y, width - 2, f"{name} {done}", "dim", f"{scene.term(order)}{scene.t.colon}{done_text}"
        )
    cards = [scene.term(card) for card, unused in (("reroll", stall.reroll), ("supply", stall.supply)) if unused]
    if cards:
        y = canvas.flow(x + 1, y, width - 2, [Part(card, "good") for card in cards])
    if view.salads:
        side = scene.term(stall.salad_side) if stall.salad_side else scene.t("chosen" if stall.salad_chosen else "open")
        salad = f"{side}{scene.t.colon}{' '.join(SIGNS[die[:-1]] + die[-1] for die in stall.salad) or '-'}"
        spoken = f"{side}{scene.t.colon}{scene.listed(stall.salad)}"
        y = canvas.paragraph(x + 1, y, width - 2, salad, "dim", spoken)
    if view.salads and seat == view.seat and stall.salad_side is None:
        choices = [Part(scene.term(card.side), "", {"side": card.side}, scene.term(card.side)) for card in view.salads]
        y = canvas.flow(x + 1, y, width - 2, choices)
    if scene.roomy and not view.menu:
        y = _breakdown(scene, canvas, x, y + 1, width, seat)
    return y


def _breakdown(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> int:
    """Say what everything on a stall is worth now."""
    for line in scene.view.stalls[seat].lines:
        why = explain_score(scene, seat, line.label, line.points)
        if line.points or why:
            canvas.put(x + 1, y, f"{line.points:3}", "dim")
            y = canvas.paragraph(x + 5, y, width - 6, f"{scene.words.score(line.label)}  {why}".strip(), "dim")
    return y


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    """Explain a line of the score: "4 x 5 = 20", or what is missing."""
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
