"""The board of Intergalactic Burger War in the terminal: plates with burgers, your hand, deck and discard pile."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_war.views.types import BurgerShown, CardShown, KindShown, PlateShown, WarView
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Thing, cell_len, cut, fit

PICTURE: Final = (  # its cover
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
    """The name of a card without its type and number, which stand beside it."""
    return scene.term(kind).partition(" (")[0].partition("（")[0]


def _style(kind: KindShown | None, card: str) -> str:
    if kind is None:
        return ""
    if kind.special:
        return kind.special
    return FOOD.get(kind.type, "tool")


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: WarView = scene.view
    last = "" if view.max_rounds >= ENDLESS else scene.board("of", n=view.max_rounds)
    told = scene.board("facts", round=view.round, of=last, served=view.served, seats=view.seats)
    x = canvas.note(0, 0, told, "head") + 2
    deck = scene.board("deck", n=view.deck, wars=view.wars_in_deck)
    canvas.put(x, 0, f" ▤ {deck}", "")
    canvas.spot(x, 0, cell_len(deck) + 3, 1, {"verb": "draw"}, deck)
    x += cell_len(deck) + 4
    top = short(scene, view.pile[-1]) if view.pile else scene.t("empty")
    pile = scene.board("pile", n=len(view.pile), top=top)
    about = [scene.term(card) for card in reversed(view.pile)]
    canvas.put(x, 0, f" ▥ {cut(pile, scene.width - x - 4)}", "dim")
    canvas.spot(x, 0, min(cell_len(pile) + 3, scene.width - x), 1, {"verb": "recycle"}, pile, about)
    y = 1
    piled = [card for card in dict.fromkeys(view.pile) if scene.lit({"piled": card})]
    x = 0
    for card in piled:
        label = f" {short(scene, card)} "
        if x + cell_len(label) > scene.width:
            x, y = 0, y + 1
        canvas.put(x, y, label, _style(kinds(scene).get(card), card))
        canvas.spot(x, y, cell_len(label), 1, {"piled": card}, scene.term(card))
        x += cell_len(label) + 1
    return y + (1 if piled else 0)


def _plate(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown) -> int:
    view: WarView = scene.view
    total = scene.board("total", n=f"{plate.finished:+d}")
    name = cut(scene.who(plate.seat), width - cell_len(total) - 3)
    row = y + 1
    for burger in plate.burgers:
        row = _burger(scene, canvas, x + 1, row, width - 2, plate, burger)
    marks = _marks(scene, plate)
    for mark in marks:
        canvas.put(x + 1, row, cut(mark, width - 2), "cursed")
        row += 1
    aim = _aim(scene, plate.seat)
    if aim:
        canvas.put(x + 1, row, cut(aim, width - 2), "bad bold")
        row += 1
    if view.over and plate.hand and plate.seat != view.seat:
        for card in plate.hand:
            canvas.put(x + 1, row, cut(f"  ({short(scene, card)})", width - 2), "dim")
            row += 1
    tall = max(row + 1 - y, 4 if not scene.roomy else 8)
    hand = scene.board("hand", n=plate.hand_size, cap=plate.cap)
    canvas.frame(x, y, width, tall, f" {name} ", scene.colour(plate.seat), f" {hand} ")
    canvas.put(x + width - 1 - cell_len(total), y, total, "good bold" if plate.finished >= 0 else "bad bold")
    about = [scene.board("sums", done=f"{plate.finished:+d}", open=f"{plate.unfinished:+d}"), hand, *marks]
    if plate.known and plate.hand is None:
        about.append(scene.board("terminal_known", cards=scene.listed(plate.known)))
    label = scene.board("plate", who=scene.name(plate.seat)) + f"{scene.t.colon}{about[0]}"
    canvas.spot(x, y, width, tall, {"plate": str(plate.seat)}, label, about)
    return tall


def _burger(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown, burger: BurgerShown) -> int:
    if burger.finished:
        head = scene.board("done", n=burger.serial, points=f"{burger.points:+d}")
    else:
        need = {"bun": ["bun"], "patty": ["patty"], "both": ["bun", "patty"]}.get(burger.needs, [])
        needs = " ".join(f"{SIGNS[one]} {scene.term(f'plain.{one.upper()}')}" for one in need)
        head = scene.board("open", n=burger.serial, needs=needs)
    canvas.put(x, y, fit(f"{'■' if burger.finished else '□'} {head}", width), "good" if burger.finished else "dim")
    canvas.transcript.append(head)
    for number, card in enumerate(burger.cards, 1):
        _card(scene, canvas, x, y + number, width, plate, card)
    return y + 1 + len(burger.cards)


def _card(scene: Scene, canvas: Canvas, x: int, y: int, width: int, plate: PlateShown, card: CardShown) -> None:
    kind = kinds(scene).get(card.kind)
    worth = f"{card.counts:+d}" + ("!" if card.counts != card.printed else "")
    rare = RARE.get(kind.special if kind else "", "")
    text = f"  {SIGNS.get(card.type, '?')} {rare}{cut(short(scene, card.kind), width - cell_len(worth) - 6)}"
    canvas.put(x, y, fit(text, width - cell_len(worth)) + worth, _style(kind, card.kind))
    about = [scene.board("printed", n=f"{card.printed:+d}")] if card.causes else []
    about += [scene.board("cause", card=scene.term(one.card), who=scene.name(one.plate)) for one in card.causes]
    if not card.exposed:
        about.append(scene.board("locked"))
    label = scene.t.clause.join([scene.term(card.kind), scene.board("on", who=scene.name(plate.seat)), worth])
    canvas.spot(
        x,
        y,
        width,
        1,
        {"placed": card.id, "plate": str(plate.seat)} if _aimed(scene) else {"placed": card.id},
        label,
        about,
    )


def _aimed(scene: Scene) -> bool:
    """Whether a card on a plate stands for its plate too: NUKE and TRANSMOG name both."""
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
    told = "" if aim < 0 else scene.board("aims", who=scene.name(aim))
    if battle.answers[seat] == "deflect":
        told += f" {SIGNS['deflector']}"
    if battle.loot[seat]:
        told += f" + {short(scene, battle.loot[seat].partition('#')[0])}"
    return told


def _hand(scene: Scene, canvas: Canvas, y: int) -> int:
    view: WarView = scene.view
    hand = view.plates[scene.me].hand or ()
    width = max(14, min(22, scene.width // max(len(hand), 1)))
    known, seen, x = kinds(scene), dict[str, int](), 0
    canvas.transcript.append(f"# {scene.board('your_hand')}")
    for card in hand:
        if x + width > scene.width + 1:
            x, y = 0, y + 3
        kind = known.get(card)
        seen[card] = seen.get(card, 0) + 1
        style = _style(kind, card)
        tool = kind is not None and kind.type not in FOOD
        worth = "" if tool or kind is None else f"{kind.modifier:+d}"
        title = f"{SIGNS.get(kind.type if kind else '', '?')} {RARE.get(kind.special if kind else '', '')}{worth}"
        canvas.frame(x, y, width - 1, 3, f" {title} ", style)
        canvas.put(x + 1, y + 1, fit(short(scene, card), width - 3, "middle"), f"{style} bold")
        about = [scene.term(card)]
        canvas.spot(
            x,
            y,
            width - 1,
            3,
            _held(scene, card, kind, seen[card]),
            f"{scene.board('your_hand')}{scene.t.colon}{scene.term(card)}",
            about,
        )
        x += width
    return y + (3 if hand else 0)


def _held(scene: Scene, card: str, kind: KindShown | None, copy: int) -> Thing:
    more = {} if copy == 1 else {"key": str(copy)}
    if kind is not None and kind.type in VERBS and scene.view.step != "MustDiscard":
        return {"verb": VERBS[kind.type], **more}
    return {"card": card, **more}


def _battle(scene: Scene, canvas: Canvas, y: int) -> None:
    view: WarView = scene.view
    if view.shot is not None:
        told = scene.board(
            "shot", who=scene.name(view.shot.seat), card=scene.term(view.shot.card),
            target=scene.term(view.shot.target.partition("#")[0]), whom=scene.name(view.shot.plate),
        )  # fmt: skip
        canvas.note(0, y, cut(told, scene.width), "bad bold")
    elif view.battle is not None:
        told = scene.board("war", who=scene.name(view.battle.drawer))
        canvas.note(0, y, cut(told, scene.width), "bad bold")


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """The discard pile, and what is known of hands."""
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
    """What changes the value of a card in a finished burger; empty if it counts as printed."""
    cards = [card for burger in scene.view.plates[seat].burgers if burger.finished for card in burger.cards]
    found = next((card for card in cards if card.kind == label and card.counts == points and card.causes), None)
    if found is None:
        return ""
    causes = [scene.board("cause", card=short(scene, one.card), who=scene.name(one.plate)) for one in found.causes]
    return scene.t.comma.join([scene.board("printed", n=f"{found.printed:+d}"), *causes])
