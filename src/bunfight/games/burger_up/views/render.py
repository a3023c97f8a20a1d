"""A position of Burger Up in characters, for people at a terminal."""

from __future__ import annotations

from bunfight.games.burger_up.card_names import Names
from bunfight.games.burger_up.views.types import Burger, BurgerUpView, Face, Half, KitchenView, OrderView


def show(v: BurgerUpView, names: Names) -> str:
    """The table in a few lines."""
    lines = [_head(v, names), "", "Orders"]
    lines += [f"  {_order(order, names)}" for order in v.pending if order is not None]
    lines.append(f"  {v.order_deck} to come; ingredients: deck {v.deck}, discard pile {len(v.discard)}")
    lines.append("Market")
    lines += [f"  {slot} {'empty' if face is None else _face(face, names)}" for slot, face in enumerate(v.market)]
    for seat, kitchen in enumerate(v.kitchens):
        lines += ["", *_kitchen(v, seat, kitchen, names)]
    if v.uncovered is not None and v.uncovered.order_deck:
        lines += ["", f"Orders never seen: {', '.join(names.of(order) for order in v.uncovered.order_deck)}"]
    return "\n".join(lines)


def _head(v: BurgerUpView, names: Names) -> str:
    if v.over:
        return f"Round {v.round}, game over ({v.ending.replace('_', ' ')})"
    head = f"Round {v.round}, seat {v.active}, phase {v.phase.replace('_', ' ')}, placed {v.placed} of {v.placements}"
    if v.announced is not None:
        head += f", Colossal burger {v.announced.burger} announced for {names.of(v.announced.order)}"
    if v.final:
        head += ", final round"
    if 2 * v.stall >= v.stall_rounds:
        head += f", {v.stall} of {v.stall_rounds} rounds without an order served"
    return head


def _order(order: OrderView, names: Names) -> str:
    asked = "; ".join(names.read(ask) for ask in (*order.asks, *order.asks_size))
    return f"${order.coins} {names.of(order.order)} [{order.order}]: {asked}"


def _named(half: Half, names: Names) -> str:
    return names.of(half.ingredient) + ("*" if half.perfect else "")


def _half(half: Half, names: Names) -> str:
    return f"{_named(half, names)} (then {names.of(half.next)})"


def _face(face: Face, names: Names) -> str:
    if face.twin:
        return f"{face.card}: {_half(face.a, names)}"
    return f"{face.card}: a {_half(face.a, names)} / b {_half(face.b, names)}"


def _kitchen(v: BurgerUpView, seat: int, k: KitchenView, names: Names) -> list[str]:
    marks = [f"${k.money}", f"Spatula {k.spatula}", f"{len(k.served)} served"]
    if k.upgraded:
        marks.append("upgraded")
    if seat == v.first:
        marks.append("First Player")
    marks.append(f"{k.score} points")
    who = "you" if seat == v.seat else f"seat {seat}"
    lines = [f"{'>' if seat in v.awaits else ' '} {who}: {', '.join(marks)}"]
    lines += [f"    burger {number}: {_burger(burger, names)}" for number, burger in enumerate(k.burgers)]
    if k.hand is None:
        known = f", bought: {', '.join(k.bought)}" if k.bought else ""
        lines.append(f"    hand: {k.hand_count} cards{known}")
    else:
        lines += [f"    {_face(face, names)}" for face in k.hand]
    return lines


def _burger(burger: Burger, names: Names) -> str:
    if not burger.layers:
        return "empty"
    layers = ", ".join(_named(layer.half, names) for layer in burger.layers)
    line = f"{layers} | size {burger.size}, next {names.of(burger.need)}"
    ready = [names.of(check.order) for check in burger.checks if check is not None and check.ready]
    return f"{line}, ready for {', '.join(ready)}" if ready else line
