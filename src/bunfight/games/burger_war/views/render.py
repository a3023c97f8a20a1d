"""A position of Burger War in characters."""

from __future__ import annotations

from bunfight.games.burger_war.rules.state import ENDLESS
from bunfight.games.burger_war.views.types import BurgerShown, PlateShown, WarView


def burger_text(burger: BurgerShown) -> str:
    """``[bun_p2#1 +2, patty_leg#1 +3]*`` with a star for a finished burger."""
    cards = ", ".join(f"{card.id} {card.counts:+d}" + ("!" if card.causes else "") for card in burger.cards)
    needs = {"": f"* {burger.points:+d}", "both": " needs bun, patty"}.get(burger.needs, f" needs {burger.needs}")
    return f"[{cards}]{needs}"


def plate_text(plate: PlateShown, mark: str, tools: dict[str, str]) -> str:
    signs = [
        name
        for name, on in (
            ("two actions", plate.actions == 2),
            ("immune", plate.immune),
            (f"sole {tools['nuke']} and {tools['deflector']}", plate.sole),
            ("leaking", plate.leaking),
            ("pacifist", plate.pacifist),
        )
        if on
    ]
    head = f"{mark} seat {plate.seat}: {plate.finished:+d} ({plate.unfinished:+d} open)"
    head += f", hand {plate.hand_size}/{plate.cap}"
    if plate.hand is not None:
        head += f": {' '.join(plate.hand) or 'nothing'}"
    elif plate.known:
        head += f", among them {' '.join(plate.known)}"
    if signs:
        head += f"; {', '.join(signs)}"
    return "\n".join([head, *(f"    {burger_text(burger)}" for burger in plate.burgers)])


def show(v: WarView) -> str:
    pile = " ".join(v.pile[-6:]) or "empty"
    more = f" and {len(v.pile) - 6} more" if len(v.pile) > 6 else ""
    tools = {kind.type: kind.id for kind in v.kinds if not kind.modifier}
    last = f" of {v.max_rounds}" if v.max_rounds != ENDLESS else ""
    when = f"round {v.round}{last}, {v.served} of {v.seats} served"
    lines = [f"{when}; deck {v.deck} with {v.wars_in_deck} {tools['war']}; pile {len(v.pile)}: {pile}{more}"]
    lines += [plate_text(plate, ">" if plate.seat in v.awaits else " ", tools) for plate in v.plates]
    if v.shot is not None:
        swap = f" with {v.shot.swap}" if v.shot.swap else ""
        lines.append(f"seat {v.shot.seat} uses {v.shot.card} on {v.shot.target} of seat {v.shot.plate}{swap}")
    if v.battle is not None:
        aims = [f"{seat}->{'?' if aim is None else aim}" for seat, aim in enumerate(v.battle.aims) if aim != -1]
        war = f"{tools['war']} of seat {v.battle.drawer}, {v.battle.stage}: {' '.join(aims)}"
        lines.append(war.rstrip(": "))
        shields = [str(seat) for seat, answer in enumerate(v.battle.answers) if answer == "deflect"]
        if shields:
            lines.append(f"protected: seat {', '.join(shields)}")
        loot = [f"seat {seat} has {card}" for seat, card in enumerate(v.battle.loot) if card]
        if loot:
            lines.append(f"loot: {', '.join(loot)}")
    if v.over:
        lines.append("closing time" if v.ended == "closing" else "everyone is served")
    return "\n".join(lines)
