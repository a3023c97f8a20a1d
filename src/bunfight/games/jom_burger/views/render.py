"""A position of Jom Burger in characters."""

from __future__ import annotations

from bunfight.games.jom_burger.views.types import JomView, StallView

SHORT = {"bread": "bread", "cheese": "cheese", "fries_soda": "fries", "meat": "meat", "vegetable": "veg", "egg": "egg"}


def show(v: JomView, names: dict[str, str]) -> str:
    """Round and snake, pool, bag and Fridge, then every stall; ``names`` of the burger cards."""
    snake = " ".join(f"[{seat}]" if turn == v.turn and not v.over else str(seat) for turn, seat in enumerate(v.order))
    bag = "  ".join(f"{name} {n}" for name, n in zip(SHORT.values(), v.bag, strict=True))
    lines = [
        f"round {v.round} of {v.rounds}, {v.scoring}, snake {snake}",
        f"pool: {'  '.join(v.pool) or '-'}",
        f"bag {sum(v.bag)}: {bag}",
        f"fridge: {'  '.join(_stack(v, number) for number in range(1, v.round + 1)) or '-'}",
    ]
    if v.delivered:
        lines.insert(2, f"delivered: {'  '.join(v.delivered)}")
    for card in v.menu:
        rows = "   ".join(f"{SHORT[left]} | {SHORT[right]}" for left, right in card.rows)
        lines.append(f"left to take: {names[card.id]} ({card.id}): {rows}")
    for seat, stall in enumerate(v.stalls):
        mark = ">" if seat in v.awaits else " "
        you = " (you)" if seat == v.seat else ""
        lines += [
            f"{mark} seat {seat}{you}: {names.get(stall.burger, '-')}, {stall.total} points{_extras(v, seat, stall)}",
            *([_card(stall)] if stall.slots else []),
        ]
    return "\n".join(lines)


def _stack(v: JomView, number: int) -> str:
    dice = [one.die + ("" if one.seat is None else f"({one.seat})") for one in v.fridge if one.round == number]
    return f"{number}:{'+'.join(dice) or '-'}"


def _extras(v: JomView, seat: int, stall: StallView) -> str:
    told = [name for name, unused in (("reroll", stall.reroll), ("extra supply", stall.supply)) if unused]
    if stall.voided:
        told.append(f"fries/soda ({stall.voided}) need Basic")
    for order, missing, first in (
        ("Basic", stall.basic_missing, v.first_basic),
        ("Premium", stall.premium_missing, v.first_premium),
    ):
        told.append(f"{order} {'first' if first == seat else 'done' if not missing else f'lacks {missing}'}")
    if v.salads:
        side = stall.salad_side or ("chosen" if stall.salad_chosen else "open")
        told.append(f"salad {side}: {' '.join(stall.salad) or '-'}")
    return "; " + ", ".join(told)


def _card(stall: StallView) -> str:
    def cell(slot_id: str) -> str:
        slot = next(slot for slot in stall.slots if slot.id == slot_id)
        return f"{SHORT[slot.ingredient]} {slot.pips or ('#' if slot.locked else '.')}"

    rows = [slot.id[1:] for slot in stall.slots if slot.id.startswith("l")]
    parts = [f"{cell('bread_bottom')} {cell('bread_top')}"]
    parts += [f"{cell('l' + row)} | {cell('r' + row)}" for row in rows]
    parts.append(f"{cell('side_fries')} {cell('side_soda')}")
    return "    " + "   ".join(parts)
