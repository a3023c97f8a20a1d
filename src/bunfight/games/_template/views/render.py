"""A position of Crumbs in characters."""

from __future__ import annotations

from bunfight.games._template.cards import IDS
from bunfight.games._template.views.types import CrumbsView


def listed(counts: tuple[int, ...]) -> str:
    return " ".join(name for name, count in zip(IDS, counts, strict=True) for _ in range(count)) or "nothing"


def show(v: CrumbsView) -> str:
    lines = [f"basket: {v.basket_size} buns   crumbs: {listed(v.crumbs)}"]
    for seat in range(v.seats):
        mark = ">" if seat in v.awaits else " "
        hand = f"holds {listed(v.hand)}" if seat == v.seat else f"holds {v.hand_sizes[seat]} buns"
        if seat != v.seat and any(v.known[seat]):
            hand += f", among them {listed(v.known[seat])}"
        lines.append(f"{mark} seat {seat}: ate {listed(v.eaten[seat])}; {hand}")
    for step in v.agenda:
        if step.kind == "MaySnatch":
            lines.append(f"seat {step.seat} is about to eat {step.bun}")
    return "\n".join(lines)
