"""Reasons in words: what the game's evaluation says about a choice and its alternatives."""

from __future__ import annotations

from bunfight.bots.bot import Alternative, Explanation, Reason, listable
from bunfight.kernel import Luck, Rng, Seat, State, Talk, View, advance
from bunfight.kernel.table import AnyGame

DREAMS = 12  # imagined states in which each alternative is tried
HORIZON = 40  # decisions that are played on before the position is judged
OWN_STEPS = 8  # further decisions of the same seat that belong to one choice
MOST = 24  # alternatives that are tried
REASONS = 3
NOTICEABLE = 0.005


def explained(
    game: AnyGame, view: View, choice: str, rng: Rng, known: tuple[Alternative, ...] | None = None
) -> Explanation:
    """Why ``choice``: with alternatives that were estimated already, or by playing on from each of them."""
    assert view.seat is not None
    dreams = [game.imagine(view, rng.fork(f"dream {n}")) for n in range(DREAMS)]
    texts = list(dict.fromkeys([choice, *view.moves]))[:MOST]
    if not listable(dreams[0].agenda[-1]):
        texts += [dreams[0].agenda[-1].suggest(dreams[0], view.seat, rng).text for _ in range(4)]
    if known is None:
        known = tuple(_chance(game, dreams, view.seat, text) for text in dict.fromkeys(texts))
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


def _chance(game: AnyGame, dreams: list[State], seat: Seat, text: str) -> Alternative:
    total = 0.0
    for number, dream in enumerate(dreams):
        s, rng = dream.copy(), Rng("explain", str(number))
        luck, talk = Luck(rng, game.rehearse), Talk(False)
        advance(s, seat, game.parse(text), luck, talk)
        for _ in range(HORIZON):
            if not s.agenda:
                break
            actor = s.awaiting()[0]
            advance(s, actor, game.policy(s, actor, rng), luck, talk)
        ended = game.outcome(s)
        if ended is None:
            total += game.value(s)[seat]
        elif seat in ended.winners:
            total += 1.0 / len(ended.winners)
    return Alternative(text, total / len(dreams), len(dreams))


def _terms(game: AnyGame, dreams: list[State], seat: Seat, text: str) -> dict[str, float]:
    """The evaluation terms after a choice and the seat's own further decisions that belong to it."""
    found: dict[str, float] = {}
    for number, dream in enumerate(dreams):
        s, rng = dream.copy(), Rng("terms", str(number))
        luck, talk = Luck(rng, game.rehearse), Talk(False)
        advance(s, seat, game.parse(text), luck, talk)
        for _ in range(OWN_STEPS):
            if s.awaiting() != [seat]:
                break
            advance(s, seat, game.policy(s, seat, rng), luck, talk)
        for name, amount in game.terms(s, seat):
            found[name] = found.get(name, 0.0) + amount / len(dreams)
    return found
