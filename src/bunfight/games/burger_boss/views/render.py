"""A position of Burger Boss in characters."""

from __future__ import annotations

from typing import Final

from bunfight.games.burger_boss.cards import SPECIALS
from bunfight.games.burger_boss.views.types import BossView, CustomerView, PlayerView

LETTERS: Final = "bpctl"


def bag(counts: tuple[int, ...]) -> str:
    """Ingredients by their first letters: ``2b 1p``; a dash for none."""
    return " ".join(f"{count}{letter}" for count, letter in zip(counts, LETTERS, strict=True) if count) or "-"


class Names:
    """The English names of the list that is being played."""

    def __init__(self, terms: dict[str, dict[str, str]]) -> None:
        self.terms = terms

    def of(self, key: str) -> str:
        return self.terms[key].get("en") or next(iter(self.terms[key].values()))

    def customer(self, card: CustomerView | None) -> str:
        return "-" if card is None else f"{self.of(f'order_{card.order}')} ${card.price} ({bag(card.recipe)})"


def dice(values: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in values) or "-"


def show(v: BossView, terms: dict[str, dict[str, str]]) -> str:
    """Queue, supply, worker spaces, then one line or two per restaurant; ``terms``: what the cards are called."""
    names = Names(terms)
    coming = "" if v.next_customer is None else f", next {names.customer(v.next_customer)}"
    lines = [f"Round {v.round}   {v.deck} customers to come{coming}"]
    for size in range(0, 6, 2):
        places = "   ".join(f"{p.slot}: {names.customer(p.customer)}" for p in v.queue[size : size + 2])
        lines.append(f"  {v.queue[size].size:>7} +${v.queue[size].extra}   {places}")
    lines.append(f"  supply {bag(v.pile)}   specials {v.special_deck}   cheese shop from {v.cheese_low}")
    busy = [
        f"{card.card} " + ",".join(f"{s.value}{'x2' if s.pair else ''}@{s.seat}" for s in card.spaces if s.seat >= 0)
        for card in v.cards
        if any(space.seat >= 0 for space in card.spaces)
    ]
    lines.append(f"  taken: {'; '.join(busy) or 'nothing'}")
    for seat in v.order:
        lines += _restaurant(v, v.players[seat], names)
    if v.mission is not None:
        hand = (
            ", ".join(names.of(name) for name, n in zip(SPECIALS, v.hand, strict=True) for _ in range(n))
            or "no specials"
        )
        lines.append(
            f"you rolled {dice(v.roll)}; you hold {hand}; "
            f"mission {names.of(v.mission.id)} {v.mission.progress}/{v.mission.need} for ${v.mission.bonus}"
        )
    for step in v.agenda:
        if step.kind == "MakeRoom":
            lines.append(f"a {step.ingredient} waits for room ({step.count} in all)")
    return "\n".join(lines)


def _restaurant(v: BossView, p: PlayerView, names: Names) -> list[str]:
    mark = ">" if p.seat in v.awaits else " "
    place = f"{mark} {p.seat} {p.sign:<13} ${p.money:<3} workers {p.workers} (dice {dice(p.dice)}, {p.benched} benched)"
    lines = [f"{place}  storage {bag(p.storage)} of {p.slots}  specials {p.specials}  served {p.served}"]
    for item in p.items:
        fits = f", wanted at {' '.join(item.slots)}" if item.slots else ""
        name = names.of(f"order_{item.order}") if item.order else "no known order"
        lines.append(
            f"      grill {item.grill}, space {item.space} of {v.grill_spaces}: {bag(item.recipe)} {name}{fits}"
        )
    return lines
