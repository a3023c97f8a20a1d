"""The rules of Hot Plate: moves, events, state and the two decisions."""

from typing import Final

from bunfight.engine import Event, EventLog, IllegalMove, Luck, Move, PlainState, Seat, TurnStep, event
from bunfight.engine.grammar import Grammar, Noun, Verb, seats

MOST: Final = 6
DISHES: Final = ("soup", "salad", "curry", "cake")
ALL: Final = [dish for dish in DISHES for _ in range(9)]  # HP-SETUP-1
GRAMMAR: Final = Grammar(
    Verb("give", places={"dish": Noun("dish", DISHES), "to": seats(MOST), "claim": Noun("claim", DISHES)}),
    Verb("believe", role="main"),
    Verb("doubt", role="risk"),
)
GIVE: Final[list[Move]] = GRAMMAR.made("give")
BELIEVE: Final[Move] = GRAMMAR.one("believe")
DOUBT: Final[Move] = GRAMMAR.one("doubt")


@event
class DishGiven(Event):
    seat: int
    to: int
    claim: str


@event
class DishUncovered(Event):
    seat: int
    dish: str


@event
class DishEaten(Event):
    seat: int
    dish: str


class HotPlateState(PlainState):
    def __init__(self, seats: int = 0, full: int = 0) -> None:
        super().__init__()
        self.full = full  # so many of a kind end the game
        self.rest = ALL[:]  # not dealt; it has no order
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.eaten: list[list[str]] = [[] for _ in range(seats)]
        self.scores = [0] * seats
        self.giver, self.plate, self.claim = -1, "", ""  # the covered dish


class Give(TurnStep[HotPlateState]):
    """HP-GIVE-1: hand a covered dish to somebody and say what it is."""

    def candidates(self, s: HotPlateState, seat: Seat) -> list[Move]:
        return [m for m in GIVE if DISHES[m["dish"]] in s.hands[seat] and m["to"] < len(s.hands) and m["to"] != seat]

    def check(self, s: HotPlateState, seat: Seat, move: Move) -> IllegalMove | None:
        if move in GIVE and DISHES[move["dish"]] not in s.hands[seat]:
            return IllegalMove("HP-GIVE-1", "not_in_hand", dish=DISHES[move["dish"]])
        return super().check(s, seat, move)

    def take(self, s: HotPlateState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        s.giver, s.plate, s.claim = seat, DISHES[move["dish"]], DISHES[move["claim"]]
        s.hands[seat].remove(s.plate)
        log.all(DishGiven(seat, move["to"], s.claim))
        s.agenda = [Answer(move["to"])]


class Answer(TurnStep[HotPlateState]):
    """HP-ANSWER-1: believe or doubt what was said."""

    def candidates(self, s: HotPlateState, seat: Seat) -> list[Move]:
        return [BELIEVE, DOUBT]

    def take(self, s: HotPlateState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        dish, giver = s.plate, s.giver
        log.show(giver, DishUncovered(giver, dish))
        right = (move is BELIEVE) == (dish == s.claim)  # HP-ANSWER-2
        eater, winner = (giver, seat) if right else (seat, giver)
        s.eaten[eater].append(dish)
        s.scores[winner] += 1
        log.all(DishEaten(eater, dish))
        s.giver, s.plate, s.claim = -1, "", ""
        over = s.eaten[eater].count(dish) >= s.full or not s.hands[eater]  # HP-END-1
        s.agenda = [] if over else [Give(eater)]
