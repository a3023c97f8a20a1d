"""The rest of a round between two players of Jom Burger, thought through to its end.

The dice lie open and the order of the picks is known, so all ways to share them can be tried.
"""

from typing import Final

from bunfight.engine.step import Seat
from bunfight.games.jom_burger.bots.evaluation import Outlook, Scene, ahead, doubt, outlook
from bunfight.games.jom_burger.rules.actions import open_slots
from bunfight.games.jom_burger.rules.state import BIT, ROUNDS, UNCHOSEN, JomState, Stall, drafter, first_slot
from bunfight.games.jom_burger.rules.steps import suits_salad

LEAD: Final = 0.004  # what a point of lead is worth beside the chance to win


class Rest:
    """What remains of a round after the pick that is being weighed; sets of dice are bits, by their place in the pool.

    ``stalls[seat]`` must already hold that pick.
    """

    def __init__(self, s: JomState, seat: Seat, scenes: list[Scene]) -> None:
        self.s = s
        self.seat = seat
        self.scenes = scenes
        self.picks: int = 2 * (ROUNDS - s.round)
        self.doubt = doubt(s, self.picks)
        self.filled: list[dict[int, int]] = [{}, {}]  # by seat and dice taken: the slots that are then filled
        self.seen: list[dict[int, Outlook]] = [{}, {}]
        self.leads: dict[int, float] = {}

    def forget(self, seat: Seat) -> None:
        """The stall of a seat has changed."""
        self.filled[seat] = {}
        self.seen[seat] = {}
        self.leads = {}

    def value(self, turn: int, left: int, mine: int, theirs: int) -> float:
        """How well the seat will stand if from this draft turn on both take dice of ``left``.

        It takes its best ones; the other one's taste is unknown, so any die is thought as likely.
        """
        s = self.s
        if turn == 4:
            return self.lead(mine, theirs)
        actor = drafter(s, turn)
        own = actor == self.seat
        options = self.options(actor, left, mine if own else theirs)
        best = -1000.0
        whole = 0.0
        tried = 0
        last = -1
        for place, kind in enumerate(s.pool):
            if not options & BIT[place] or kind == last:
                continue
            last = kind
            if own:
                best = max(best, self.value(turn + 1, left & ~BIT[place], mine | BIT[place], theirs))
            else:
                whole += self.value(turn + 1, left & ~BIT[place], mine, theirs | BIT[place])
                tried += 1
        return best if own else whole / tried

    def lead(self, mine: int, theirs: int) -> float:
        key = mine * 64 + theirs
        known = self.leads.get(key)
        if known is None:
            me, other = self.look(self.seat, mine), self.look(1 - self.seat, theirs)
            known = ahead(me, other, self.doubt) + LEAD * (me.points() - other.points())
            self.leads[key] = known
        return known

    def options(self, seat: Seat, left: int, dice: int) -> int:
        """The dice that a seat may take next (JB-DRAFT-5)."""
        s = self.s
        filled = self.placed(seat, dice)
        stall = s.stalls[seat]
        fine: int = 0
        green: int = 0
        for place, kind in enumerate(s.pool):
            if left & BIT[place]:
                if open_slots(s.rules, stall.card, filled, kind // 6):
                    fine |= BIT[place]
                elif salad_takes(s, stall, kind):
                    green |= BIT[place]
        return fine | green if fine else left

    def placed(self, seat: Seat, dice: int) -> int:
        """The filled slots after taking these dice; a die that opens the space of another was taken before it."""
        known = self.filled[seat].get(dice)
        if known is None:
            stall = self.s.stalls[seat]
            known = stall.filled
            rest = dice
            before = -1
            while rest != before:
                before = rest
                for place, kind in enumerate(self.s.pool):
                    if rest & BIT[place]:
                        fitting: int = open_slots(self.s.rules, stall.card, known, kind // 6)
                        if fitting:
                            known |= fitting & -fitting
                            rest &= ~BIT[place]
            self.filled[seat][dice] = known
        return known

    def look(self, seat: Seat, dice: int) -> Outlook:
        """The outlook of a seat after taking these dice."""
        known = self.seen[seat].get(dice)
        if known is None:
            s = self.s
            stall = s.stalls[seat]
            filled: int = stall.filled
            pips = stall.pips[:]
            salad = stall.salad[:]
            rest = dice
            before = -1
            while rest != before:
                before = rest
                for place, kind in enumerate(s.pool):
                    if rest & BIT[place]:
                        fitting: int = open_slots(s.rules, stall.card, stall.filled, kind // 6)
                        if fitting:
                            slot: int = first_slot(fitting)
                            stall.pips[slot] = kind % 6 + 1
                            stall.filled |= BIT[slot]
                            rest &= ~BIT[place]
            for place, kind in enumerate(s.pool):
                if rest & BIT[place] and salad_takes(s, stall, kind):
                    stall.salad.append(kind)
            known = outlook(s, self.scenes[seat], self.picks)
            stall.filled = filled
            stall.pips = pips
            stall.salad = salad
            self.seen[seat][dice] = known
        return known


def salad_takes(s: JomState, stall: Stall, kind: int) -> bool:
    """Whether a die may go into the salad (JB-SALAD-1 to JB-SALAD-4)."""
    if stall.side == UNCHOSEN or len(stall.salad) >= s.rules.salads[stall.side].columns:
        return False
    return suits_salad(stall, kind)
