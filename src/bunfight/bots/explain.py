"""Reasons in words: what the game's evaluation says about a choice and its alternatives."""

from __future__ import annotations

import time

from bunfight.bots.bot import Alternative, Explanation, Reason, listable
from bunfight.kernel import Luck, Rng, Seat, State, Talk, View, advance
from bunfight.kernel.table import AnyGame

DREAMS = 12  # imagined states in which each alternative is tried
HORIZON = 12  # decisions that are played on before the position is judged
OWN_STEPS = 4  # further decisions of the same seat that belong to one choice
SECONDS = 1.0  # of processor time after which no more states are imagined
MOST = 24  # alternatives that are tried
REASONS = 3
NOTICEABLE = 0.005


def explained(
    game: AnyGame, view: View, choice: str, rng: Rng, known: tuple[Alternative, ...] | None = None
) -> Explanation:
    """Why ``choice``: with alternatives that were estimated already, or by playing on from each of them."""
    assert view.seat is not None
    dreams = [game.imagine(view, rng.fork(f"dream {n}")) for n in range(DREAMS)]
    if known is None:
        texts = list(dict.fromkeys([choice, *view.moves]))[:MOST]
        if not listable(dreams[0].agenda[-1]):
            texts += [dreams[0].agenda[-1].suggest(dreams[0], view.seat, rng).text for _ in range(4)]
        known = _chances(game, dreams, view.seat, list(dict.fromkeys(texts)))
    ranked = tuple(sorted(known, key=lambda one: (-one.chance, one.move)))
    others = [one.move for one in ranked if one.move != choice]
    if not others:
        return Explanation(view.seat, choice, ranked, "", ())
    mine, theirs = _terms(game, dreams, view.seat, choice), _terms(game, dreams, view.seat, others[0])
    names = list(dict.fromkeys([*mine, *theirs]))
    reasons = [Reason(name, round(mine.get(name, 0.0) - theirs.get(name, 0.0), 3)) for name in names]
    reasons = [reason for reason in reasons if abs(reason.difference) >= NOTICEABLE]
    reasons.sort(key=lambda reason: (-abs(reason.difference), reason.term))
    return Explanation(view.seat, choice, ranked, others[0], tuple(reasons[:REASONS]))


def _chances(game: AnyGame, dreams: list[State], seat: Seat, texts: list[str]) -> tuple[Alternative, ...]:
    """Every alternative, tried in the same imagined states."""
    totals, tries = [0.0] * len(texts), 0
    until = time.thread_time() + SECONDS
    for number, dream in enumerate(dreams):
        if tries and time.thread_time() > until:
            break
        tries += 1
        for place, text in enumerate(texts):
            totals[place] += _played_on(game, dream.copy(), seat, text, Rng("explain", str(number)))
    return tuple(Alternative(text, total / tries, tries) for text, total in zip(texts, totals, strict=True))


def _played_on(game: AnyGame, s: State, seat: Seat, text: str, rng: Rng) -> float:
    luck, talk = Luck(rng, game.rehearse), Talk(False)
    advance(s, seat, game.parse(text), luck, talk)
    for _ in range(HORIZON):
        if not s.agenda:
            break
        actor = s.awaiting()[0]
        advance(s, actor, game.policy(s, actor, rng), luck, talk)
    ended = game.outcome(s)
    if ended is None:
        return float(game.value(s)[seat])
    return 1.0 / len(ended.winners) if seat in ended.winners else 0.0


def _terms(game: AnyGame, dreams: list[State], seat: Seat, text: str) -> dict[str, float]:
    """The evaluation terms after a choice and the seat's own further decisions that belong to it."""
    found: dict[str, float] = {}
    until, tries = time.thread_time() + SECONDS / 2, 0
    for number, dream in enumerate(dreams):
        if tries and time.thread_time() > until:
            break
        tries += 1
        s, rng = dream.copy(), Rng("terms", str(number))
        luck, talk = Luck(rng, game.rehearse), Talk(False)
        advance(s, seat, game.parse(text), luck, talk)
        for _ in range(OWN_STEPS):
            if s.awaiting() != [seat]:
                break
            advance(s, seat, game.policy(s, seat, rng), luck, talk)
        for name, amount in game.terms(s, seat):
            found[name] = found.get(name, 0.0) + amount
    return {name: amount / tries for name, amount in found.items()}
