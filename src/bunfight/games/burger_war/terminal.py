"""The board of Intergalactic Burger War in the terminal: plates with burgers, your hand, deck and discard pile."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_war.views.types import BurgerShown, CardShown, KindShown, PlateShown, WarView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Part, Thing, cell_len, fit, wrap

PICTURE: Final = (  # the cover of the game
    "         ▄▄▄▄\n     ▄▄▟██████▙▄▄\n   ▟██●██●██●██●██▙\n     ▀▀▀▀╲▀▀▀▀╱▀▀▀▀\n          ╲◓▬╱\n      ★        †"
)

SIGNS: Final = {
    "bun": "◓", "patty": "▬", "cheese": "◢", "sauce": "≈", "veggies": "♣",
    "nuke": "✸", "transmog": "⇄", "recycler": "↻", "deflector": "◈", "war": "╳",
}  # fmt: skip
FOOD: Final = {"bun": "bun", "patty": "patty", "cheese": "cheese", "sauce": "sauce", "veggies": "vegetable"}  # styles
RARE: Final = {"legendary": "★", "cursed": "†", "": ""}
VERBS: Final = {"nuke": "nuke", "transmog": "transmog", "recycler": "recycle", "deflector": "deflect"}
ENDLESS: Final = 1000
LEAST: Final = 26  # cells of a plate


def draw(scene: Scene) -> Canvas:
    view: WarView = scene.view
    canvas = Canvas(scene.width)
    y = _facts(scene, canvas)
    seats = [scene.me, *scene.others()]
    across = min(len(seats), max(1, scene.width // LEAST))
    if len(seats) == 4:
        across = 2 if scene.width < 4 * LEAST else 4
    each = scene.width // across
    for start in range(0, len(seats), across):
        tall = 0
        for number, seat in enumerate(seats[start : start + across]):
            tall = max(tall, _plate(scene, canvas, number * each, y, each - 1, view.plates[seat]))
        y += tall
    if view.seat is not None:
        y = _hand(scene, canvas, y)
    _battle(scene, canvas, y)
    return canvas


def kinds(scene: Scene) -> dict[str, KindShown]:
    return {kind.id: kind for kind in scene.view.kinds}


def short(scene: Scene, kind: str) -> str:
    """Return the name of a card without its type and number, which stand beside it."""
    return scene.term(kind).partition(" (")[0].partition("（")[0]


def _style(kind: KindShown | None) -> str:
    if kind is None:
        return ""
    if kind.special:
        return kind.special
    return FOOD.get(kind.type, "tool")


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: WarView = scene.view
    last = "" if view.max_rounds >= ENDLESS else scene.board("of", n=view.max_rounds)
    text = scene.board("facts", round=view.round, of=last, served=view.served, seats=view.seats)
    deck = scene.board("deck", n=view.deck, wars=view.wars_in_deck)
    top = short(scene, view.pile[-1]) if view.pile else scene.t("empty")
    pile = scene.board("pile", n=len(view.pile), top=top)
    about = tuple(scene.term(card) for card in reversed(view.pile))
    parts = [Part(text, "head"), Part(f"▤ {deck}", "", {"verb": "draw"}, deck)]
    parts.append(Part(f"▥ {pile}", "dim", {"verb": "recycle"}, pile, about))
    y = canvas.flow(0, 0, scene.width, parts, indent=2)
    piled = [card for card in dict.fromkeys(view.pile) if scene.lit({"piled": card})]
    if not piled:
        return y
    cards = [Part(short(scene, one), _style(kinds(scene).get(one)), {"piled": one}, scene.term(one)) for one in piled]
    return canvas.flow(0, y, scene.width, cards)


def _plate(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown) -> int:
    view: WarView = scene.view
    total = scene.board("total", n=f"{plate.finished:+d}")
    name = scene.who(plate.seat)
    canvas.section(scene.board("plate", who=scene.name(plate.seat)))
    row = y + 1
    for burger in plate.burgers:
        row = _burger(scene, canvas, x + 1, row, width - 2, plate, burger)
    marks = _marks(scene, plate)
    for mark in marks:
        row = canvas.lines(x + 1, row, width - 2, mark, "cursed")
    aim = _aim(scene, plate.seat)
    if aim:
        row = canvas.lines(x + 1, row, width - 2, aim, "bad bold")
    if view.over and plate.hand and plate.seat != view.seat:
        for card in plate.hand:
            row = canvas.lines(x + 3, row, width - 4, f"({short(scene, card)})", "dim")
    tall = max(row + 1 - y, 4, scene.height // 3 if scene.roomy and len(view.plates) <= 4 else 0)
    hand = scene.board("hand", n=plate.hand_size, cap=plate.cap)
    canvas.frame(x, y, width, tall, f" {name} ", scene.colour(plate.seat), f" {hand} ")
    canvas.put(x + width - 1 - cell_len(total), y, total, "good bold" if plate.finished >= 0 else "bad bold")
    about = [scene.board("sums", done=f"{plate.finished:+d}", open=f"{plate.unfinished:+d}"), hand, *marks]
    if plate.known and plate.hand is None:
        about.append(scene.board("terminal_known", cards=scene.listed(plate.known)))
    text = scene.t("semicolon").join([*about, *([aim] if aim else [])])
    label = scene.board("plate", who=scene.name(plate.seat)) + f"{scene.t.colon}{text}"
    canvas.spot(x, y, width, tall, {"plate": str(plate.seat)}, label, about)
    return tall


def _burger(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown, burger: BurgerShown) -> int:
    if burger.finished:
        head = spoken = scene.board("done", n=burger.serial, points=f"{burger.points:+d}")
    else:
        need = {"bun": ["bun"], "patty": ["patty"], "both": ["bun", "patty"]}.get(burger.needs, [])
        needs = " ".join(f"{SIGNS[one]} {scene.term(f'plain.{one.upper()}')}" for one in need)
        head = scene.board("open", n=burger.serial, needs=needs)
        plain = scene.t.comma.join(scene.term(f"plain.{one.upper()}") for one in need)
        spoken = scene.board("open", n=burger.serial, needs=plain)
    sign, style = ("■", "good") if burger.finished else ("□", "dim")
    y = canvas.paragraph(x, y, width, f"{sign} {head}", style, spoken)
    for card in burger.cards:
        y = _card(scene, canvas, x, y, width, plate, card)
    return y


def _card(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown, card: CardShown) -> int:
    kind = kinds(scene).get(card.kind)
    worth = f"{card.counts:+d}" + ("!" if card.counts != card.printed else "")
    rare = RARE.get(kind.special if kind else "", "")
    name, style = f"{SIGNS.get(card.type, '?')} {rare}{short(scene, card.kind)}", _style(kind)
    low = canvas.lines(x + 2, y, width - cell_len(worth) - 3, name, style)
    canvas.put(x + width - cell_len(worth), y, worth, style)
    about = [scene.board("printed", n=f"{card.printed:+d}")] if card.causes else []
    about += [scene.board("cause", card=scene.term(one.card), who=scene.name(one.plate)) for one in card.causes]
    if not card.exposed:
        about.append(scene.board("locked"))
    label = scene.t.clause.join([scene.term(card.kind), scene.board("on", who=scene.name(plate.seat))])
    label += f"{scene.t.colon}{card.counts:+d}"
    if card.causes:
        label += scene.t.aside(scene.t("semicolon").join(about[: 1 + len(card.causes)]))
    if scene.large:
        for line in about[: -1 if not card.exposed else None]:
            low = canvas.lines(x + 6, low, width - 6, line, "dim")
    canvas.spot(
        x,
        y,
        width,
        low - y,
        {"placed": card.id, "plate": str(plate.seat)} if _aimed(scene) else {"placed": card.id},
        label,
        about,
    )
    return low


def _aimed(scene: Scene) -> bool:
    """Return whether a card on a plate also stands for its plate: NUKE and TRANSMOG name both."""
    return str(scene.view.step) == "TakeAction"


def _marks(scene: Scene, plate: PlateShown) -> list[str]:
    found = [
        ("mark.actions", plate.actions == 2),
        ("mark.immune", plate.immune),
        ("mark.sole", plate.sole),
        ("mark.leaking", plate.leaking),
        ("mark.pacifist", plate.pacifist),
    ]
    return [scene.term(key) for key, on in found if on]


def _aim(scene: Scene, seat: int) -> str:
    battle = scene.view.battle
    if battle is None:
        return ""
    aim = battle.aims[seat]
    if aim is None:
        return scene.board("sealed")
    text = "" if aim < 0 else scene.board("aims", who=scene.name(aim))
    if battle.answers[seat] == "deflect":
        text += f" {SIGNS['deflector']}"
    if battle.loot[seat]:
        text += f" + {short(scene, battle.loot[seat].partition('#')[0])}"
    return text


def _hand(scene: Scene, canvas: Canvas, y: int) -> int:
    view: WarView = scene.view
    hand = view.plates[scene.me].hand or ()
    if not hand:
        return y
    least = 26 if scene.large else 16
    across = max(1, min(len(hand), scene.width // least))
    width = min(36, scene.width // across)
    known, seen = kinds(scene), dict[str, int]()
    canvas.section(scene.board("your_hand"))
    for start in range(0, len(hand), across):
        row = hand[start : start + across]
        texts = [_hand_lines(scene, card, width - 3) for card in row]
        tall = 2 + max(len(lines) for lines in texts)
        for number, (card, lines) in enumerate(zip(row, texts, strict=True)):
            x, kind = number * width, known.get(card)
            seen[card] = seen.get(card, 0) + 1
            style = _style(kind)
            tool = kind is not None and kind.type not in FOOD
            worth = "" if tool or kind is None else f"{kind.modifier:+d}"
            title = f"{SIGNS.get(kind.type if kind else '', '?')} {RARE.get(kind.special if kind else '', '')}{worth}"
            canvas.frame(x, y, width - 1, tall, f"─ {title} ", style)
            for at, (line, look) in enumerate(lines, y + 1):
                canvas.put(x + 1, at, line, look or f"{style} bold")
            label = f"{scene.board('your_hand')}{scene.t.colon}{scene.term(card)}"
            held = _held(scene, card, kind, seen[card])
            canvas.spot(x, y, width - 1, tall, held, label, [scene.term(card)])
        y += tall
    return y


def _hand_lines(scene: Scene, card: str, width: int) -> list[tuple[str, str]]:
    """Return the name of a card in the hand and, if there is room, its effect."""
    lines = [(fit(line, width, "middle"), "") for line in wrap(short(scene, card), width)]
    does = scene.does(card) if scene.large else ""
    return lines + [(line, "dim") for line in (wrap(does, width) if does else [])]


def _held(scene: Scene, card: str, kind: KindShown | None, copy: int) -> Thing:
    more = {} if copy == 1 else {"key": str(copy)}
    if kind is not None and kind.type in VERBS and scene.view.step != "MustDiscard":
        return {"verb": VERBS[kind.type], **more}
    return {"card": card, **more}


def _battle(scene: Scene, canvas: Canvas, y: int) -> None:
    view: WarView = scene.view
    if view.shot is not None:
        text = scene.board(
            "shot", who=scene.name(view.shot.seat), card=scene.term(view.shot.card),
            target=scene.term(view.shot.target.partition("#")[0]), whom=scene.name(view.shot.plate),
        )  # fmt: skip
        canvas.paragraph(0, y, scene.width, text, "bad bold")
    elif view.battle is not None:
        text = scene.board("war", who=scene.name(view.battle.drawer))
        canvas.paragraph(0, y, scene.width, text, "bad bold")


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """List the discard pile and the known cards in hands."""
    view: WarView = scene.view
    found = [(scene.t("discards", n=len(view.pile)), [scene.term(card) for card in reversed(view.pile)])]
    found += [
        (scene.board("known_hand", who=scene.name(plate.seat)), [scene.term(card) for card in plate.known])
        for plate in view.plates
        if plate.known and plate.seat != view.seat
    ]
    listed = [
        f"{SIGNS.get(kind.type, '?')} {scene.term(kind.id)}  × {kind.copies}" for kind in view.kinds if kind.copies
    ]
    return [*found, (scene.board("all_cards"), listed)]


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    """Say what changes the value of a card in a finished burger; "" if it counts as printed."""
    cards = [card for burger in scene.view.plates[seat].burgers if burger.finished for card in burger.cards]
    found = next((card for card in cards if card.kind == label and card.counts == points and card.causes), None)
    if found is None:
        return ""
    causes = [scene.board("cause", card=short(scene, one.card), who=scene.name(one.plate)) for one in found.causes]
    return scene.t.comma.join([scene.board("printed", n=f"{found.printed:+d}"), *causes])
