"""The board of Burger Boss in the terminal: the queue, the spaces for workers and the kitchens."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_boss.views.types import BossView, CustomerView, GameCard, ItemView, PlayerView, QueueSlot
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, cell_len, cut, fit, wrap

PICTURE: Final = (  # its cover
    "      ▄▄▄▄▄▄▄▄\n    ▟██████████▙\n    ♣♣●●♣♣●●♣♣●●\n    ◢◢◢◢◢◢◢◢◢◢◢◢\n    ▬▬▬▬▬▬▬▬▬▬▬▬\n    ▜██████████▛   [4] [2]"
)

KINDS: Final = ("bun", "patty", "cheese", "tomato", "lettuce")
SIGNS: Final = {"bun": "◓", "patty": "▬", "cheese": "◢", "tomato": "●", "lettuce": "♣"}
SPECIALS: Final = ("double", "discount", "steal", "tip", "first")


def draw(scene: Scene) -> Canvas:
    view: BossView = scene.view
    canvas = Canvas(scene.width)
    _facts(scene, canvas)
    y = _queue(scene, canvas, 1)
    y = _places(scene, canvas, y)
    y = _kitchen(scene, canvas, y, view.players[scene.me])
    for seat in scene.others():
        y = _rival(scene, canvas, y, view.players[seat])
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
    """The name of a restaurant and its colour, for those who cannot see it."""
    return scene.t.comma.join((scene.term(player.sign), scene.term(f"{player.sign}_colour")))


def signs(counts: tuple[int, ...]) -> str:
    """Ingredients as signs, one for each."""
    return "".join(SIGNS[kind] * n for kind, n in zip(KINDS, counts, strict=True))


def counted(scene: Scene, counts: tuple[int, ...]) -> str:
    things = [kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n)]
    return scene.words.filled("{things:counted}", lambda key: things, scene.names)


def order_name(scene: Scene, order: str) -> str:
    return scene.term(f"order_{order}") if order else scene.board("no_order")


def _facts(scene: Scene, canvas: Canvas) -> None:
    view: BossView = scene.view
    x = canvas.note(0, 0, scene.board("facts", n=view.round, deck=view.deck), "head") + 2
    pile = " ".join(f"{SIGNS[kind]}{n}" for kind, n in zip(KINDS, view.pile, strict=True))
    if view.next_customer is not None:
        coming = scene.board("next", what=_order(scene, view.next_customer))
        canvas.put(x, 0, cut(coming, scene.width - x - cell_len(pile) - 2), "dim")
        canvas.spot(x, 0, cell_len(coming), 1, None, coming, [counted(scene, view.next_customer.recipe)])
    canvas.put(scene.width - cell_len(pile) - 1, 0, pile, "dim")
    x = scene.width - cell_len(pile) - 1
    for kind, n in zip(KINDS, view.pile, strict=True):
        text = f"{SIGNS[kind]}{n}"
        canvas.spot(
            x, 0, cell_len(text), 1, {"supply": kind}, scene.board("terminal_supply", what=scene.term(kind), n=n)
        )
        x += cell_len(text) + 1


def _order(scene: Scene, card: CustomerView) -> str:
    return f"{order_name(scene, card.order)} {signs(card.recipe)} {scene.money(card.price)}"


def _queue(scene: Scene, canvas: Canvas, y: int) -> int:
    """Six places, the front of the queue on the left."""
    view: BossView = scene.view
    width = scene.width // len(view.queue)
    for number, place in enumerate(view.queue):
        _place_in_queue(scene, canvas, number * width, y, width - 1, place)
    return y + (5 if scene.roomy else 4)


def _place_in_queue(scene: Scene, canvas: Canvas, x: int, y: int, width: int, place: QueueSlot) -> None:
    own = scene.view.seat in place.servers
    style = "good" if own else {"super": "bad", "large": "money"}.get(place.size, "dim")
    tall = 5 if scene.roomy else 4
    canvas.frame(x, y, width, tall, f" {place.slot.upper()} +{scene.money(place.extra)} ", style)
    where = f"{scene.term(place.slot)}{scene.t.clause}+{scene.money(place.extra)}"
    if place.customer is None:
        canvas.put(x + 1, y + 1, fit(scene.t("empty"), width - 2, "middle"), "dim")
        canvas.spot(x, y, width, tall, {"slot": place.slot}, f"{where}{scene.t.colon}{scene.t('empty')}")
        return
    card = place.customer
    canvas.put(x + 1, y + 1, fit(order_name(scene, card.order), width - 2), "bold")
    price = scene.money(card.price)
    _paint(canvas, x + 1, y + 2, signs(card.recipe), width - 2 if scene.roomy else width - 3 - cell_len(price))
    canvas.put(x + width - 1 - cell_len(price), y + (3 if scene.roomy else 2), price, "money bold")
    servers = "".join(scene.initial(seat) for seat in place.servers)
    if servers:
        canvas.put(x + 2, y + tall - 1, f"◂{servers}", "good bold")
    about = [f"{order_name(scene, card.order)}{scene.t.colon}{counted(scene, card.recipe)}", where]
    about.append(scene.board("pays", n=card.price + place.extra))
    about += [scene.board("could", who=scene.name(seat)) for seat in place.servers]
    label = f"{where}{scene.t.colon}{order_name(scene, card.order)}"
    label += f"{scene.t.aside(counted(scene, card.recipe))}{scene.t.clause}{price}"
    canvas.spot(x, y, width, tall, {"slot": place.slot}, label, about)


def _paint(canvas: Canvas, x: int, y: int, text: str, width: int) -> None:
    """Signs in the colours of their ingredients."""
    names = {sign: kind for kind, sign in SIGNS.items()}
    for number, sign in enumerate(cut(text, width)):
        canvas.put(x + number, y, sign, names.get(sign, ""))


def _places(scene: Scene, canvas: Canvas, y: int) -> int:
    """The eight cards for workers, and your own kitchen as the ninth."""
    view: BossView = scene.view
    across = 4
    width = scene.width // across
    tall = 5 if scene.roomy else 2
    for number, card in enumerate(view.cards):
        at_x, at_y = (number % across) * width, y + (number // across) * tall
        _card(scene, canvas, at_x, at_y, width - 1, card)
    return y + tall * -(-len(view.cards) // across)


def _card(scene: Scene, canvas: Canvas, x: int, y: int, width: int, card: GameCard) -> None:
    name = scene.board(f"card_{card.card}")
    roomy = scene.roomy
    if roomy:
        canvas.frame(x, y, width, 5, f" {name} ", "head")
    else:
        canvas.put(x, y, fit(f" {name}", width), "head")
    taken, told = 0, []
    at, end = x + 1, x + width - (1 if roomy else 0)
    for space in card.spaces:
        if space.seat >= 0:
            taken += 1
        what = _space(scene, card, space.accepts)
        if space.seat >= 0:
            text, style = f"[{space.value}]{scene.initial(space.seat)}", scene.colour(space.seat)
            pair = "×2" if space.pair else ""
            told.append(scene.board("taken", n=space.value, who=scene.name(space.seat)) + pair)
        else:
            text, style = what, ""
            told.append(scene.board("free", what=_accepts(scene, space.accepts, card)))
        if at + cell_len(text) <= end:
            canvas.put(at, y + 1, text, style)
            at += cell_len(text) + 1
    price = _price(scene, card.card)
    if price:
        canvas.put(end - cell_len(price), y + 1, cut(price, end - at), "money")
    if roomy:
        for row, line in enumerate(wrap(scene.board(f"about_{card.card}"), width - 2)[:2]):
            canvas.put(x + 1, y + 2 + row, line, "dim")
    free = scene.board("terminal_spaces", n=len(card.spaces) - taken, of=len(card.spaces))
    label = f"{scene.term(card.card)}{scene.t.colon}{free}"
    about = [scene.board(f"about_{card.card}"), *told]
    canvas.spot(
        x,
        y,
        width,
        5 if roomy else 2,
        {"card": card.card},
        f"{label}{scene.t('stop')}{scene.board(f'about_{card.card}')}",
        about,
    )


def _space(scene: Scene, card: GameCard, accepts: tuple[int, ...]) -> str:
    """A free space: the number it takes and what that yields."""
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


def _dice(scene: Scene, canvas: Canvas, x: int, y: int, player: PlayerView) -> int:
    """Your own dice, each of which can be selected."""
    view: BossView = scene.view
    own = player.seat == view.seat
    choosing = own and view.step == "RevealWorkers"
    values = view.roll if choosing else player.dice
    seen: dict[int, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
        key = {} if seen[value] == 1 else {"key": str(seen[value])}
        canvas.put(x, y, f" [{value}]", scene.colour(player.seat) + " bold")
        label = scene.board("worker", n=value)
        canvas.spot(x, y, 4, 1, {"die": str(value), **key} if own else None, label if own else "")
        x += 4
    if player.benched:
        x = canvas.put(x + 1, y, scene.board("benched", n=player.benched), "dim")
    return x


def _kitchen(scene: Scene, canvas: Canvas, y: int, me: PlayerView) -> int:
    """Your own restaurant: workers, cold storage, grills, specials, the mission."""
    view: BossView = scene.view
    canvas.put(0, y, "─" * scene.width, scene.colour(me.seat))
    title = f" {scene.who(me.seat)} · {restaurant(scene, me)} "
    x = canvas.note(1, y, title, scene.colour(me.seat) + " bold")
    x = canvas.put(x, y, "■", COLOURS[me.sign])
    facts = [
        scene.money(me.money),
        scene.board("place", n=view.order.index(me.seat) + 1),
        scene.board("sold", n=me.served),
    ]
    canvas.note(x + 1, y, scene.t.comma.join(facts) + " ", "money")
    x = canvas.put(1, y + 1, scene.board("card_workers"), "dim")
    x = _dice(scene, canvas, x, y + 1, me) + 3
    x = canvas.put(x, y + 1, scene.board("terminal_storage", n=sum(me.storage), of=me.slots), "dim") + 1
    for kind, n in zip(KINDS, me.storage, strict=True):
        if not n:
            continue
        text = f" {SIGNS[kind]}×{n}"
        canvas.put(x, y + 1, text, f"{kind} bold")
        canvas.spot(x, y + 1, cell_len(text), 1, {"stored": kind}, scene.board("stored", what=scene.term(kind), n=n))
        x += cell_len(text) + 1
    x = 1
    kitchen = scene.board("card_kitchen")
    canvas.put(x, y + 2, f" {kitchen}", "head")
    canvas.spot(
        x,
        y + 2,
        cell_len(kitchen) + 1,
        1,
        {"card": "kitchen"},
        f"{scene.term('kitchen')}{scene.t('stop')}{scene.board('about_kitchen')}",
    )
    x += cell_len(kitchen) + 3
    for grill in range(1, me.kitchens + 1):
        x = _grill(scene, canvas, x, y + 2, me, grill)
    return _secrets(scene, canvas, y + 3)


def _grill(scene: Scene, canvas: Canvas, x: int, y: int, me: PlayerView, grill: int) -> int:
    view: BossView = scene.view
    items: dict[int, ItemView] = {item.space: item for item in me.items if item.grill == grill}
    for space in range(1, view.grill_spaces + 1):
        item = items.get(space)
        if item is None and not (space == 1 and not items):
            continue
        if item is None:
            text = scene.board("grill_empty", n=grill)
            label, about = text, []
        else:
            wanted = f" →{' '.join(slot.upper() for slot in item.slots)}" if item.slots else ""
            text = (
                scene.board("terminal_grill", n=grill, space=space, of=view.grill_spaces, what=signs(item.recipe))
                + wanted
            )
            label = f"{text} {order_name(scene, item.order)}"
            about = [
                counted(scene, item.recipe),
                order_name(scene, item.order),
                scene.board("slides", n=view.grill_spaces),
            ]
        style = "good bold" if item is not None and item.slots else "" if item is not None else "dim"
        text = cut(f" {text}", scene.width - x)
        canvas.put(x, y, text, style)
        canvas.spot(x, y, cell_len(text), 1, {"grill": str(grill), "space": str(space)}, label, about)
        x += cell_len(text) + 2
    return x


def _secrets(scene: Scene, canvas: Canvas, y: int) -> int:
    view: BossView = scene.view
    if view.mission is None:
        return y
    mission = view.mission
    told = scene.board("mission", what=scene.term(mission.id), n=mission.progress, of=mission.need, bonus=mission.bonus)
    canvas.note(1, y, cut(told, scene.width - 2), "dim")
    hand = [scene.term(name) for name, n in zip(SPECIALS, view.hand, strict=True) for _ in range(n)]
    if hand:
        y += 1
        canvas.note(
            1, y, cut(scene.board("terminal_specials", cards=scene.t.comma.join(hand)), scene.width - 2), "tool"
        )
    for step in view.agenda:
        if step.kind == "MakeRoom":
            y += 1
            canvas.note(1, y, scene.board("waits", what=scene.term(step.ingredient), n=step.count), "bad bold")
    return y + 1


def _rival(scene: Scene, canvas: Canvas, y: int, player: PlayerView) -> int:
    view: BossView = scene.view
    dice = " ".join(f"[{value}]" for value in player.dice)
    food = "  ".join(
        f"{signs(item.recipe)}{'→' + ' '.join(slot.upper() for slot in item.slots) if item.slots else ''}"
        for item in player.items
    )
    facts = [scene.money(player.money), scene.board("place", n=view.order.index(player.seat) + 1)]
    line = f"■ {scene.who(player.seat)} {scene.t.comma.join(facts)}  {dice}  {signs(player.storage) or '–'} "
    line += f"{sum(player.storage)}/{player.slots}"
    line += f"  {scene.board('on_grill', what=food)}" if food else ""
    canvas.put(0, y, cut(line, scene.width), scene.colour(player.seat))
    canvas.put(0, y, "■", COLOURS[player.sign])
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
        what = counted(scene, item.recipe)
        where = scene.board("terminal_grill", n=item.grill, space=item.space, of=view.grill_spaces, what=what)
        about.append(f"{where} {order_name(scene, item.order)}")
    canvas.spot(0, y, scene.width, 1, {"seat": str(player.seat)}, line[2:].strip(), about)
    x = cell_len(cut(line, scene.width)) + 1
    for kind, n in zip(KINDS, player.storage, strict=True):
        if n and scene.lit({"loot": kind, "seat": str(player.seat)}):
            canvas.put(x, y, f" {SIGNS[kind]}", kind)
            label = scene.board("loot", what=scene.term(kind), who=scene.name(player.seat))
            canvas.spot(x, y, 2, 1, {"loot": kind, "seat": str(player.seat)}, label)
            x += 3
    if scene.roomy:
        for told in about[1:]:
            y += 1
            canvas.put(4, y, cut(told, scene.width - 4), "dim")
        y += 1
    return y + 1


def piles(scene: Scene) -> list[tuple[str, list[str]]]:
    """Who was served by whom, who has left, and the specials that were played."""
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
        told = f"{scene.term(player.mission)}{scene.t.colon}"
        return told + scene.board("reached" if points else "missed", n=player.mission_progress or 0)
    return ""
