"""The rules of Bad Apple: moves, events, state and the two decisions."""

from typing import Final

from bunfight.engine import Event, EventLog, Luck, Move, PlainState, SealedStep, Seat, TurnStep, event
from bunfight.engine.grammar import Grammar, Noun, Verb, seats

MOST: Final = 6
KINDS: Final = ("fresh", "rotten")
GRAMMAR: Final = Grammar(
    Verb("lay", places={"crate": Noun("crate", KINDS)}),
    Verb("open", places={"whose": seats(MOST)}, role="risk"),
    Verb("stop", role="decline"),
)
LAY: Final[list[Move]] = GRAMMAR.made("lay")
OPEN: Final[list[Move]] = GRAMMAR.made("open")
STOP: Final[Move] = GRAMMAR.one("stop")


@event
class CratesLaid(Event):
    round: int


@event
class CrateOpened(Event):
    seat: int
    whose: int
    crate: str


@event
class PointsWon(Event):
    seat: int
    points: int


class BadAppleState(PlainState):
    def __init__(self, seats: int = 0, rounds: int = 0) -> None:
        super().__init__()
        self.rounds, self.round, self.pot = rounds, 0, 0
        self.scores = [0] * seats
        self.hands = [crates(rounds) for _ in range(seats)]
        self.laid = [""] * seats  # closed, on the counter
        self.gone: list[list[str]] = [[] for _ in range(seats)]  # thrown away without being opened
        self.seen: list[list[str]] = [[] for _ in range(seats)]  # thrown away after being opened


def crates(rounds: int) -> list[str]:
    """BA-SETUP-1: one crate for each round, half of them rotten."""
    return ["fresh"] * (rounds - rounds // 2) + ["rotten"] * (rounds // 2)


class Lay(SealedStep[BadAppleState]):
    """BA-LAY-1: everybody chooses a crate in secret."""

    def candidates(self, s: BadAppleState, seat: Seat) -> list[Move]:
        return [LAY[n] for n, kind in enumerate(KINDS) if kind in s.hands[seat]]

    def reveal(self, s: BadAppleState, choices: dict[Seat, Move], luck: Luck, log: EventLog) -> None:
        for seat, move in choices.items():
            s.laid[seat] = KINDS[move["crate"]]
            s.hands[seat].remove(s.laid[seat])
        log.all(CratesLaid(s.round + 1))
        s.agenda.append(Buy(s.round % len(s.hands)))


class Buy(TurnStep[BadAppleState]):
    """BA-BUY-1: open a crate of somebody else, or stop with what there is."""

    def candidates(self, s: BadAppleState, seat: Seat) -> list[Move]:
        closed = [OPEN[whose] for whose, crate in enumerate(s.laid) if crate and whose != seat]
        return [*closed, STOP] if s.pot else closed

    def take(self, s: BadAppleState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        winner = seat
        if move is not STOP:
            whose = move["whose"]
            s.seen[whose].append(s.laid[whose])
            log.show(whose, CrateOpened(seat, whose, s.laid[whose]))
            s.laid[whose] = ""
            s.pot += 1
            if s.seen[whose][-1] == "rotten":  # BA-BUY-2
                winner = whose
            elif any(crate for other, crate in enumerate(s.laid) if other != seat):
                return
        s.agenda.pop()
        s.scores[winner] += s.pot
        log.all(PointsWon(winner, s.pot))
        for other, crate in enumerate(s.laid):  # BA-BUY-3
            s.gone[other] += [crate] if crate else []
        s.pot, s.laid, s.round = 0, [""] * len(s.laid), s.round + 1
        if s.round < s.rounds:  # BA-END-1
            s.agenda.append(Lay(range(len(s.hands))))
