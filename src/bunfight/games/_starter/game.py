"""Defines Tea Time: options, views, outcome and bot."""

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, Seat
from bunfight.engine.view import BySeat, Cards, GameView, Hand, Pile, common

from .rules import ALL, GRAMMAR, SERVE, TEAS, TeaTimeState, Turn


class TeaTimeView(GameView, frozen=True, kw_only=True):
    hand: Hand
    hand_sizes: BySeat[Pile]
    table: Cards
    drunk: BySeat[Cards]
    pot: Pile


def policy(s: TeaTimeState, seat: Seat, rng: Rng) -> Move:
    """The strongest tea that can be drunk, else the weakest one."""
    strengths = [TEAS.index(tea) for tea in s.hands[seat]]
    return SERVE[max((tea for tea in strengths if TEAS[tea] in s.table), default=min(strengths))]


class TeaTime(Game[TeaTimeState, TeaTimeView]):
    api = 1
    id = "tea_time"
    title = "Tea Time"
    seats = range(2, 5)
    minutes = "3"
    rules_version = 1
    options = (Option("hand", 3, low=2, high=4, rule="TT-SETUP-2"),)
    grammar = GRAMMAR
    bots = BotHooks(policy=policy, terms=lambda s, seat: [("drunk", float(s.points(seat)))])

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> TeaTimeState:
        s = TeaTimeState(seats)
        for seat in [*range(seats)] * int(options["hand"]):
            s.draw(seat, luck, log)
        s.agenda.append(Turn(0))
        return s

    def outcome(self, s: TeaTimeState) -> Outcome | None:
        totals = [s.points(seat) for seat in range(len(s.hands))]
        return None if s.agenda else Outcome.by_points("pot_empty", "TT-END-1", "tea", totals)

    def view(self, s: TeaTimeState, seat: Seat | None) -> TeaTimeView:
        return TeaTimeView(
            **common(s, seat, len(s.hands)),
            hand=() if seat is None else tuple(s.hands[seat]),
            hand_sizes=tuple(len(hand) for hand in s.hands),
            table=tuple(s.table),
            drunk=tuple(tuple(cups) for cups in s.drunk),
            pot=len(s.pot),
        )

    def determinize(self, view: TeaTimeView, rng: Rng) -> TeaTimeState:
        """Sample a state that this seat cannot rule out: what it does not see is dealt at random."""
        s = TeaTimeState(view.seats)
        s.table, s.drunk = [*view.table], [[*cups] for cups in view.drunk]
        s.hands = [[*view.hand] if seat == view.seat else [] for seat in range(view.seats)]
        for tea in [tea for cups in [s.table, *s.drunk, *s.hands] for tea in cups]:
            s.pot.remove(tea)
        for hand, size in zip(s.hands, view.hand_sizes, strict=True):
            hand[:] = sorted([*hand, *(s.pot.pop(rng.below(len(s.pot))) for _ in range(size - len(hand)))])
        s.agenda = [Turn(seat) for seat in view.awaits]
        return s

    def resample_hidden(self, s: TeaTimeState, seat: Seat | None, rng: Rng) -> TeaTimeState:
        """TT-SETUP-2: hidden are the pot and the hands of others. Written from the rules, not from ``view``."""
        new = s.copy()
        others = [hand for holder, hand in enumerate(new.hands) if holder != seat]
        new.pot += [tea for hand in others for tea in hand]
        for hand in others:
            hand[:] = sorted(new.pot.pop(rng.below(len(new.pot))) for _ in hand)
        return new

    def audit(self, s: TeaTimeState) -> None:
        there = [*s.pot, *s.table, *(tea for cups in [*s.hands, *s.drunk] for tea in cups)]
        assert sorted(there) == sorted(ALL), "a tea was lost or duplicated"


GAME = TeaTime()
