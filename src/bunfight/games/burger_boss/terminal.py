"""The board of Burger Boss in the terminal: the queue, the spaces for workers and the kitchens."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_boss.views.types import (
    BossView,
    GameCard,
    ItemView,
    PlayerView,
    QueueSlot,
    SpaceView,
)
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, Part, cell_len, fit, wrap

PICTURE: Final = (  # the cover of the game
    "      ▄▄▄▄▄▄▄▄\n    ▟██████████▙\n    ♣♣●●♣♣●●♣♣●●\n    ◢◢◢◢◢◢◢◢◢◢◢◢\n    ▬▬▬▬▬▬▬▬▬▬▬▬\n    ▜██████████▛   [4] [2]"
)

KINDS: Final = ("bun", "patty", "cheese", "tomato", "lettuce")
SIGNS: Final = {"bun": "◓", "patty": "▬", "cheese": "◢", "tomato": "●", "lettuce": "♣"}
RIVAL: Final = 60  # cells of another restaurant
SPECIALS: Final = ("double", "discount", "steal", "tip", "first")


def draw(scene: Scene) -> Canvas:
    view: BossView = scene.view
    canvas = Canvas(scene.width)
    y = _facts(scene, canvas)
    y = _queue(scene, canvas, y)
    y = _places(scene, canvas, y)
    y = _kitchen(scene, canvas, y, view.players[scene.me])
    others = scene.others()
    across = min(len(others), scene.width // RIVAL) if scene.roomy else 1
    for start in range(0, len(others), max(across, 1)):
        y = max(
            _rival(scene, canvas, number * (scene.width // across), y, scene.width // across - 1, view.players[seat])
            for number, seat in enumerate(others[start : start + across])
        )
    return canvas


COLOURS: Final = {
    "mcdowels": "#f2c230",
    "big_tasties": "#4caf50",
    "hipster": "#4a90e2",
    "burger_prince": "#e5443a",
    "great_burger": "#000000/#b8b8b8",
}
"""The printed colours of the restaurants; black has a light ground."""


def restaurant(scene: Scene, player: PlayerView) -> str:
    """Name a restaurant and its colour, for players who cannot see it."""
    return scene.t.comma.join((scene.term(player.sign), scene.term(f"{player.sign}_colour")))


def signs(counts: tuple[int, ...]) -> str:
    """Write ingredients as signs, one for each."""
    return "".join(SIGNS[kind] * n for kind, n in zip(KINDS, counts, strict=True))


def counted(scene: Scene, counts: tuple[int, ...]) -> str:
    things = [kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n)]
    return scene.words.filled("{things:counted}", lambda key: things, scene.names)


def order_name(scene: Scene, order: str) -> str:
    return scene.term(f"order_{order}") if order else scene.board("no_order")


def _facts(scene: Scene, canvas: Canvas) -> int:
    view: BossView = scene.view
    parts = [Part(scene.board("facts", n=view.round, deck=view.deck), "head")]
    if view.next_customer is not None:
        card = view.next_customer
        label = scene.board("next", what=f"{order_name(scene, card.order)}{scene.t.aside(counted(scene, card.recipe))}")
        text = scene.board(
            "next", what=f"{order_name(scene, card.order)} {signs(card.recipe)} {scene.money(card.price)}"
        )
        parts.append(Part(text, "dim", None, f"{label}{scene.t.clause}{scene.money(card.price)}", ()))
    for kind, n in zip(KINDS, view.pile, strict=True):
        label = scene.board("terminal_supply", what=scene.term(kind), n=n)
        thing = {"supply": kind}
        parts.append(Part(f"{SIGNS[kind]}{n}", "dim", thing, label, key=scene.lit(thing)))
    return canvas.flow(0, 0, scene.width, parts, gap=1)


def _queue(scene: Scene, canvas: Canvas, y: int) -> int:
    """Draw the six places of the queue, its front on the left."""
    view: BossView = scene.view
    canvas.section(scene.board("queue"))
    if scene.width < 100:
        return _narrow_queue(scene, canvas, y)
    width = scene.width // len(view.queue)
    inner = width - 3
    texts = [_wanted(scene, place, inner) for place in view.queue]
    tall = 2 + max(len(lines) for lines in texts) + (2 if scene.large else 0)
    for number, (place, lines) in enumerate(zip(view.queue, texts, strict=True)):
        _place_in_queue(scene, canvas, number * width, y, inner + 2, tall, place, lines)
    return y + tall


def _narrow_queue(scene: Scene, canvas: Canvas, y: int) -> int:
    """Draw the queue in two rows: size, recipe and price of each customer, and the name of the order below."""
    view: BossView = scene.view
    across = 3
    width = scene.width // across
    for start in range(0, len(view.queue), across):
        end = y
        for number, place in enumerate(view.queue[start : start + across]):
            x, card = number * width, place.customer
            at = canvas.put(x + 2, y, f"{place.slot.upper()} +{scene.money(place.extra)}", _size_style(scene, place))
            if card is None:
                canvas.put(at + 1, y, scene.t("empty"), "dim")
                low = y + 1
            else:
                recipe = signs(card.recipe)
                _paint(canvas, at + 1, y, recipe)
                canvas.put(at + 2 + len(recipe), y, scene.money(card.price), "money bold")
                servers = "".join(scene.initial(seat) for seat in place.servers)
                name = (f"◂{servers} " if servers else "") + order_name(scene, card.order)
                low = canvas.lines(x + 1, y + 1, width - 1, name, "good bold" if servers else "bold")
            _queue_spot(scene, canvas, x, y, width - 1, low - y, place)
            end = max(end, low)
        y = end
    return y


def _size_style(scene: Scene, place: QueueSlot) -> str:
    own = scene.view.seat in place.servers
    return "good" if own else {"super": "bad", "large": "money"}.get(place.size, "dim")


def _wanted(scene: Scene, place: QueueSlot, width: int) -> list[tuple[str, str]]:
    """Return the wish of the customer at a place, in lines with their styles."""
    card = place.customer
    if card is None:
        return [(fit(scene.t("empty"), width, "middle"), "dim")]
    lines = [(line, "bold") for line in wrap(order_name(scene, card.order), width)]
    if scene.large:
        lines += [("", "")] + [
            (f"{SIGNS[kind]} {n} × {scene.term(kind)}", kind) for kind, n in zip(KINDS, card.recipe, strict=True) if n
        ]
        return lines
    recipe = signs(card.recipe)
    return lines + [(recipe[at : at + width], "signs") for at in range(0, len(recipe), width)]


def _place_in_queue(
    scene: Scene, canvas: Canvas, x: int, y: int, width: int, tall: int, place: QueueSlot, lines: list[tuple[str, str]]
) -> None:
    style = _size_style(scene, place)
    canvas.frame(x, y, width, tall, f" {place.slot.upper()} +{scene.money(place.extra)} ", style)
    for row, (text, how) in enumerate(lines, y + 1):
        if how == "signs":
            _paint(canvas, x + 1, row, text)
        else:
            canvas.put(x + 1, row, text, how)
    if place.customer is not None:
        price = scene.money(place.customer.price)
        canvas.put(x + width - 1 - cell_len(price), y + tall - 1, price, "money bold")
        servers = "".join(scene.initial(seat) for seat in place.servers)
        if servers:
            canvas.put(x + 1, y + tall - 1, f"◂{servers}", "good bold")
    _queue_spot(scene, canvas, x, y, width, tall, place)


def _queue_spot(scene: Scene, canvas: Canvas, x: int, y: int, width: int, tall: int, place: QueueSlot) -> None:
    where = f"{scene.term(place.slot)}{scene.t.clause}+{scene.money(place.extra)}"
    card = place.customer
    if card is None:
        canvas.spot(x, y, width, tall, {"slot": place.slot}, f"{where}{scene.t.colon}{scene.t('empty')}")
        return
    about = [f"{order_name(scene, card.order)}{scene.t.colon}{counted(scene, card.recipe)}", where]
    about.append(scene.board("pays", n=card.price + place.extra))
    about += [scene.board("could", who=scene.name(seat)) for seat in place.servers]
    label = f"{where}{scene.t.colon}{order_name(scene, card.order)}"
    label += f"{scene.t.aside(counted(scene, card.recipe))}{scene.t.clause}{scene.money(card.price)}"
    canvas.spot(x, y, width, tall, {"slot": place.slot}, label, about)


def _paint(canvas: Canvas, x: int, y: int, text: str) -> None:
    """Colour signs by their ingredients."""
    names = {sign: kind for kind, sign in SIGNS.items()}
    for number, sign in enumerate(text):
        canvas.put(x + number, y, sign, names.get(sign, ""))


def _places(scene: Scene, canvas: Canvas, y: int) -> int:
    """Draw the eight cards for workers, and your own kitchen as the ninth."""
    view: BossView = scene.view
    canvas.section(scene.board("terminal_cards"))
    across = 4
    width = scene.width // across
    edges = [round(number * scene.width / across) for number in range(across + 1)]  # names need every column
    for start in range(0, len(view.cards), across):
        row = view.cards[start : start + across]
        texts = [_card_lines(scene, card, width - 1 - (2 if _framed(scene) else 1)) for card in row]
        tall = max(len(lines) for lines in texts) + (2 if _framed(scene) else 1)
        for card, lines, x, end in zip(row, texts, edges, edges[1:], strict=False):
            _card(scene, canvas, x, y, end - x - 1, tall, card, lines)
        y += tall
    return y


def _framed(scene: Scene) -> bool:
    return scene.roomy and scene.width >= 100


def _card_lines(scene: Scene, card: GameCard, width: int) -> list[list[tuple[str, str]]]:
    """Return the spaces of a card, its price and, if there is room, its effect; each line in parts with styles."""
    if scene.large:
        return _large_card_lines(scene, card, width)
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0
    parts = []
    for space in card.spaces:
        if space.seat >= 0:
            parts.append((f"[{space.value}]{scene.initial(space.seat)}", scene.colour(space.seat)))
        else:
            parts.append((_space(scene, card, space.accepts), ""))
    price = _price(scene, card.card)
    for text, style in [*parts, *([(price, "money")] if price else [])]:
        if used and used + 1 + cell_len(text) > width:
            lines.append([])
            used = 0
        lines[-1].append((" " * bool(used) + text, style))
        used += bool(used) + cell_len(text)
    if scene.roomy:
        lines += [[(line, "dim")] for line in wrap(scene.board(f"about_{card.card}"), width)]
    return lines


def _large_card_lines(scene: Scene, card: GameCard, width: int) -> list[list[tuple[str, str]]]:
    """Return every space in a line of its own."""
    lines: list[list[tuple[str, str]]] = []
    for space in card.spaces:
        style = scene.colour(space.seat) if space.seat >= 0 else ""
        sign = f"[{space.value}]" if space.seat >= 0 else _space(scene, card, space.accepts)
        text = wrap(_space_text(scene, card, space), width - 6)
        lines.append([(f"{fit(sign, 5)} ", f"{style} bold".strip()), (text[0], style or "dim")])
        lines += [[(f"      {line}", style or "dim")] for line in text[1:]]
    price = _price(scene, card.card)
    lines += [[(price, "money")]] if price else []
    return lines + [[(line, "dim")] for line in wrap(scene.board(f"about_{card.card}"), width)]


def _card(
    scene: Scene,
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    tall: int,
    card: GameCard,
    lines: list[list[tuple[str, str]]],
) -> None:
    name = scene.board(f"card_{card.card}")
    if _framed(scene):
        canvas.frame(x, y, width, tall, f"─ {name} ", "head")
    else:
        canvas.put(x + 2, y, name, "head")
    for row, line in enumerate(lines, y + 1):
        canvas.parts(x + 1, row, line)
    text = [_space_text(scene, card, space) for space in card.spaces]
    taken = sum(space.seat >= 0 for space in card.spaces)
    free = scene.board("terminal_spaces", n=len(card.spaces) - taken, of=len(card.spaces))
    what = scene.board(f"about_{card.card}")
    label = f"{scene.term(card.card)}{scene.t.colon}{free}{scene.t('semicolon')}{what}"
    canvas.spot(x, y, width, tall, {"card": card.card}, label, [what, *text])


def _space_text(scene: Scene, card: GameCard, space: SpaceView) -> str:
    if space.seat < 0:
        return scene.board("free", what=_accepts(scene, space.accepts, card))
    return scene.board("taken", n=space.value, who=scene.name(space.seat)) + (" × 2" if space.pair else "")


def _space(scene: Scene, card: GameCard, accepts: tuple[int, ...]) -> str:
    """Describe a free space: the number it takes and what that yields."""
    gives = {gift.value: gift for gift in card.gives}
    if len(accepts) == 1:
        gift = gives.get(accepts[0])
        return f"{accepts[0]}" + (SIGNS[gift.kind] * gift.count if gift is not None else "")
    if card.card == "cheese_shop":
        return f"{scene.view.cheese_low}+{SIGNS['cheese']}"
    return "□"


def _accepts(scene: Scene, accepts: tuple[int, ...], card: GameCard) -> str:
    if len(accepts) == 1:
        return f"{accepts[0]}"
    low = scene.view.cheese_low if card.card == "cheese_shop" else min(accepts, default=1)
    return f"{low}-6"


def _price(scene: Scene, card: str) -> str:
    me: PlayerView = scene.view.players[scene.me]
    prices = {"workers": me.hire_price, "expansion": me.expand_price}.get(card)
    if prices is None:
        return scene.money(2) if card == "supermarket" else ""
    if not prices:
        return scene.board("most")
    return scene.board("price", one=scene.money(prices[0]), pair=scene.money(prices[-1]))


def _dice(scene: Scene, player: PlayerView) -> list[Part]:
    """Draw your own dice, each of which can be selected."""
    view: BossView = scene.view
    own = player.seat == view.seat
    values = view.roll if own and view.step == "RevealWorkers" else player.dice
    seen: dict[int, int] = {}
    parts = []
    for value in values:
        seen[value] = seen.get(value, 0) + 1
        key = {} if seen[value] == 1 else {"key": str(seen[value])}
        style = scene.colour(player.seat) + " bold"
        label = scene.board("worker", n=value) if own else ""
        parts.append(Part(f"[{value}]", style, {"die": str(value), **key} if own else None, label))
    if player.benched:
        parts.append(Part(scene.board("benched", n=player.benched), "dim"))
    return parts


def _kitchen(scene: Scene, canvas: Canvas, y: int, me: PlayerView) -> int:
    """Draw your own restaurant: workers, cold storage, grills, specials, the mission."""
    view: BossView = scene.view
    canvas.section(scene.who(me.seat).replace("▸", ""))
    canvas.put(0, y, "─" * scene.width, scene.colour(me.seat))
    facts = [
        scene.money(me.money),
        scene.board("place", n=view.order.index(me.seat) + 1),
        scene.board("sold", n=me.served),
    ]
    title = Part(f" {scene.who(me.seat)} · {restaurant(scene, me)} ", scene.colour(me.seat) + " bold", told=False)
    sign = Part("■", COLOURS[me.sign], None, restaurant(scene, me))
    y = canvas.flow(1, y, scene.width - 2, [sign, title, Part(f" {scene.t.comma.join(facts)} ", "money")], gap=1)
    parts = [Part(scene.board("card_workers"), "dim", told=False), *_dice(scene, me)]
    parts.append(Part(scene.board("terminal_storage", n=sum(me.storage), of=me.slots), "dim"))
    for kind, n in zip(KINDS, me.storage, strict=True):
        if n:
            label = scene.board("stored", what=scene.term(kind), n=n)
            parts.append(Part(f"{SIGNS[kind]}×{n}", f"{kind} bold", {"stored": kind}, label))
    y = canvas.flow(1, y, scene.width - 2, parts, indent=2, gap=1)
    kitchen = f"{scene.term('kitchen')}{scene.t('semicolon')}{scene.board('about_kitchen')}"
    parts = [Part(scene.board("card_kitchen"), "head", {"card": "kitchen"}, kitchen)]
    for grill in range(1, me.kitchens + 1):
        parts += _grill(scene, me, grill)
    y = canvas.flow(1, y, scene.width - 2, parts, indent=2)
    return _secrets(scene, canvas, y)


def _grill(scene: Scene, me: PlayerView, grill: int) -> list[Part]:
    view: BossView = scene.view
    items: dict[int, ItemView] = {item.space: item for item in me.items if item.grill == grill}
    parts = []
    for space in range(1, view.grill_spaces + 1):
        item = items.get(space)
        thing = {"grill": str(grill), "space": str(space)}
        if item is not None:
            where = {"n": grill, "space": space, "of": view.grill_spaces}
            wanted = f" →{' '.join(slot.upper() for slot in item.slots)}" if item.slots else ""
            text = scene.board("terminal_grill", what=signs(item.recipe), **where) + wanted
            label = scene.board("terminal_grill", what=order_name(scene, item.order), **where) + wanted
            label += scene.t.aside(counted(scene, item.recipe))
            about = (counted(scene, item.recipe), scene.board("slides", n=view.grill_spaces))
            parts.append(Part(text, "good bold" if item.slots else "", thing, label, about))
        elif space == 1 and not items:
            text = scene.board("grill_empty", n=grill)
            parts.append(Part(text, "dim", thing, text))
    return parts


def _secrets(scene: Scene, canvas: Canvas, y: int) -> int:
    view: BossView = scene.view
    if view.mission is None:
        return y
    mission = view.mission
    text = scene.board("mission", what=scene.term(mission.id), n=mission.progress, of=mission.need, bonus=mission.bonus)
    parts = [Part(text, "dim")]
    hand = [scene.term(name) for name, n in zip(SPECIALS, view.hand, strict=True) for _ in range(n)]
    if hand:
        parts.append(Part(scene.board("terminal_specials", cards=scene.t.comma.join(hand)), "tool"))
    for step in view.agenda:
        if step.kind == "MakeRoom":
            parts.append(Part(scene.board("waits", what=scene.term(step.ingredient), n=step.count), "bad bold"))
    return canvas.flow(1, y, scene.width - 2, parts, indent=2)


def _rival(scene: Scene, canvas: Canvas, x: int, y: int, width: int, player: PlayerView) -> int:
    view: BossView = scene.view
    canvas.section(scene.name(player.seat))
    facts = [scene.money(player.money), scene.board("place", n=view.order.index(player.seat) + 1)]
    about = [
        restaurant(scene, player),
        scene.board(
            "about_rival",
            workers=player.workers,
            kitchens=player.kitchens,
            specials=player.specials,
            sold=player.served,
        ),
        scene.board("terminal_storage", n=sum(player.storage), of=player.slots) + f" {counted(scene, player.storage)}",
    ]
    for item in player.items:
        what = f"{order_name(scene, item.order)}{scene.t.aside(counted(scene, item.recipe))}"
        about.append(scene.board("terminal_grill", n=item.grill, space=item.space, of=view.grill_spaces, what=what))
    style = scene.colour(player.seat)
    name = f"{scene.who(player.seat)} {scene.t.comma.join(facts)}"
    label = scene.t("semicolon").join([name.replace("▸", "").strip(), *about])
    parts = [Part(name, f"{style} bold", {"seat": str(player.seat)}, label, tuple(about))]
    parts.append(Part("■", COLOURS[player.sign], None, restaurant(scene, player)))
    parts += [Part(f"[{value}]", style, None, scene.board("terminal_die", n=value)) for value in player.dice]
    stock = f"{signs(player.storage) or '–'} {sum(player.storage)}/{player.slots}"
    parts.append(Part(stock, style, None, about[2]))
    for item, text in zip(player.items, about[3:], strict=True):
        wanted = "→" + " ".join(slot.upper() for slot in item.slots) if item.slots else ""
        parts.append(Part(scene.board("on_grill", what=f"{signs(item.recipe)}{wanted}"), style, None, text))
    for kind, n in zip(KINDS, player.storage, strict=True):
        thing = {"loot": kind, "seat": str(player.seat)}
        if n and scene.lit(thing):
            label = scene.board("loot", what=scene.term(kind), who=scene.name(player.seat))
            parts.append(Part(SIGNS[kind], kind, thing, label))
    kept = len(canvas.transcript)
    y = canvas.flow(x, y, width, parts, indent=4)
    del canvas.transcript[kept + 1 :]  # the label of the seat says everything
    if scene.roomy:
        for line in about[1:]:
            y = canvas.lines(x + 4, y, width - 4, line, "dim")
        y += 1
    return y


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """List who served which customers, who has left, and the specials that were played."""
    view: BossView = scene.view
    sales = [
        scene.board(
            "sale",
            round=one.round,
            who=scene.name(one.seat),
            what=order_name(scene, one.order),
            size=scene.term(one.size),
            n=one.amount,
        )
        for one in view.sales
    ]
    played = [f"{scene.term(name)} × {n}" for name, n in zip(SPECIALS, view.special_discards, strict=True) if n]
    return [
        (scene.board("sales"), sales),
        (scene.board("gone"), [scene.term(one) for one in view.gone]),
        (scene.board("played"), played),
    ]


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    view: BossView = scene.view
    player: PlayerView = view.players[seat]
    sales = [sale for sale in view.sales if sale.seat == seat]
    if label == "menu":
        extra = {slot.size: slot.extra for slot in view.queue}
        prices = [sale.amount - extra.get(sale.size, 0) for sale in sales]
        return " + ".join(str(price) for price in prices)
    if label == "size":
        extra = {slot.size: slot.extra for slot in view.queue}
        return " + ".join(str(extra.get(sale.size, 0)) for sale in sales)
    if label == "mission" and player.mission is not None:
        text = f"{scene.term(player.mission)}{scene.t.colon}"
        return text + scene.board("reached" if points else "missed", n=player.mission_progress or 0)
    return ""
