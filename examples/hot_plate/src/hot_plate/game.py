"""Defines Hot Plate: options, views, outcome and bot."""

from bunfight.engine import HIDDEN, BotHooks, EventLog, Game, Luck, Move, Option, Options, Oracles, Outcome, Rng, Seat
from bunfight.engine.view import BySeat, Cards, Effect, GameView, Hand, Pile, Preview, Score, SeatRef, Secret, common

from .rules import ALL, BELIEVE, DOUBT, GRAMMAR, MOST, Answer, Give, HotPlateState


class HotPlateView(GameView, frozen=True, kw_only=True):
    full: int
    giver: SeatRef
    plate: Secret
    claim: str
    hand: Hand
    hand_sizes: BySeat[Pile]
    eaten: BySeat[Cards]
    scores: BySeat[Score]
    rest: Pile


def policy(s: HotPlateState, seat: Seat, rng: Rng) -> Move:
    """Doubt most claims; hand over anything and say anything."""
    step = s.agenda[-1]
    if isinstance(step, Answer):
        return DOUBT if rng.below(4) else BELIEVE
    return step.suggest(s, seat, rng)


class HotPlate(Game[HotPlateState, HotPlateView]):
    api = 1
    id = "hot_plate"
    title = "Hot Plate"
    seats = range(2, MOST + 1)
    minutes = "5"
    rules_version = 1
    options = (Option("full", 3, low=2, high=4, rule="HP-END-1"),)
    grammar = GRAMMAR
    oracles = Oracles(previews={"left": lambda before, after, effect: after.hand_sizes[before.seat] == effect.n})
    bots = BotHooks(policy=policy, terms=lambda s, seat: [("scores", float(s.scores[seat]))])

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> HotPlateState:
        s = HotPlateState(seats, int(options["full"]))
        for hand in s.hands * 5:  # HP-SETUP-2
            hand.append(s.rest.pop(luck.below(len(s.rest))))
        for hand in s.hands:
            hand.sort()
        s.agenda.append(Give(0))
        return s

    def outcome(self, s: HotPlateState) -> Outcome | None:
        return None if s.agenda else Outcome.by_points("full", "HP-END-1", "points", s.scores)

    def view(self, s: HotPlateState, seat: Seat | None) -> HotPlateView:
        known = common(s, seat, len(s.hands))
        left = () if seat is None else (Effect("left", len(s.hands[seat]) - 1),)
        return HotPlateView(
            **known,
            previews=tuple(Preview(move, left) for move in known["moves"] if move.startswith("give")),
            full=s.full,
            giver=s.giver,
            plate=s.plate and (s.plate if seat == s.giver else HIDDEN),
            claim=s.claim,
            hand=() if seat is None else tuple(s.hands[seat]),
            hand_sizes=tuple(len(hand) for hand in s.hands),
            eaten=tuple(tuple(eaten) for eaten in s.eaten),
            scores=tuple(s.scores),
            rest=len(s.rest),
        )

    def determinize(self, view: HotPlateView, rng: Rng) -> HotPlateState:
        """Sample a state that this seat cannot rule out: what it does not see is dealt at random."""
        s = HotPlateState(view.seats, view.full)
        s.eaten, s.scores = [[*eaten] for eaten in view.eaten], [*view.scores]
        s.giver, s.claim = view.giver, view.claim
        s.plate = "" if view.plate == HIDDEN else view.plate
        s.hands = [[*view.hand] if seat == view.seat else [] for seat in range(view.seats)]
        for dish in [*(dish for dishes in [*s.eaten, *s.hands] for dish in dishes), *filter(None, [s.plate])]:
            s.rest.remove(dish)
        if view.plate == HIDDEN:
            s.plate = s.rest.pop(rng.below(len(s.rest)))
        for hand, size in zip(s.hands, view.hand_sizes, strict=True):
            hand[:] = sorted([*hand, *(s.rest.pop(rng.below(len(s.rest))) for _ in range(size - len(hand)))])
        s.agenda = [Answer(seat) if view.step == "Answer" else Give(seat) for seat in view.awaits]
        return s

    def resample_hidden(self, s: HotPlateState, seat: Seat | None, rng: Rng) -> HotPlateState:
        """HP-SETUP-2, HP-GIVE-1: hidden are the hands of others, the rest, and the plate from all but its giver."""
        new = s.copy()
        others = [hand for holder, hand in enumerate(new.hands) if holder != seat]
        new.rest += [dish for hand in others for dish in hand]
        if new.plate and seat != new.giver:
            new.rest.append(new.plate)
            new.plate = new.rest.pop(rng.below(len(new.rest)))
        for hand in others:
            hand[:] = sorted(new.rest.pop(rng.below(len(new.rest))) for _ in hand)
        return new

    def audit(self, s: HotPlateState) -> None:
        there = [*s.rest, *filter(None, [s.plate]), *(dish for dishes in [*s.hands, *s.eaten] for dish in dishes)]
        assert sorted(there) == sorted(ALL), "a dish was lost or duplicated"


GAME = HotPlate()
