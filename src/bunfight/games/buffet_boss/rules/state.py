"""The state of Buffet Boss."""

from typing import ClassVar, Final

from bunfight.engine.deck import Deck
from bunfight.engine.step import IllegalMove, Move, State
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS, Adjust, ChooseCharacter, Place
from bunfight.games.buffet_boss.rules.state_menu import PRINTED, Menu
from bunfight.games.buffet_boss.rules.state_plate import Plate
from bunfight.games.buffet_boss.rules.state_shapes import IDS, PIECES

LUNCH: Final = 0
DINNER: Final = 1
ALL_YOU_CAN_EAT: Final = 2
NOBODY: Final = -1
UNLIMITED: Final = 999  # "as often as you like" ends here, so that every game ends (FB-INV-12)
BALLOTS: Final = 5  # FB-COOP-20: then most votes count

SHUT: Final = 0  # no rescue window has closed in this turn, or one is open
USED_UP: Final = 1  # the last one closed because the quota was used
TIME_UP: Final = 2  # the last one closed because the seat left the rest, or its time was up
WORN_OUT: Final = 3  # nothing that fell could be saved once more (FB-RESC-10)


class BuffetState(State):
    """Cards and pieces share a number (state_shapes.IDS). Deck and boxes have no order that anyone knows."""

    SHARED: ClassVar[tuple[str, ...]] = ("menu",)

    def __init__(self, seats: int, menu: Menu = PRINTED) -> None:
        super().__init__()
        self.seats = seats
        self.menu = menu
        # options
        self.version = DINNER
        self.level = 0  # snack, meal, buffet
        self.beginner = False  # which characters were shuffled (FB-SETUP-12)
        self.rounds = 0
        self.sway = 2  # steady, gentle, real, wild
        self.calm_only = False
        self.plate_kind = 0
        self.rescue_seconds = 3  # 0: untimed
        self.hold_seconds = 45  # 0: off
        self.saves_allowed = 3
        self.pushes_allowed = 8
        self.any_time = False  # FB-ADJ-20
        self.two_hands: list[int] = [0] * seats
        self.unhurried: list[int] = [0] * seats
        # the table
        self.round = 0
        self.first = 0
        self.turn = NOBODY
        self.deck = Deck()
        self.box: list[int] = []
        self.line: list[int] = []
        self.bin: list[int] = []
        self.character_box: list[int] = []
        self.votes: list[int] = [NOBODY] * seats
        self.ballot = 0  # All-You-Can-Eat: how often all have been asked who takes the food that is left
        self.took_two = NOBODY  # All-You-Can-Eat: who took two this round
        self.taken = False  # whether the seat in turn has taken its food
        self.last_look = False
        self.lost = False  # All-You-Can-Eat: a piece has fallen
        # by seat
        self.rows: list[list[int]] = [[] for _ in range(seats)]
        self.gone: list[list[int]] = [[] for _ in range(seats)]  # cards a seat lost to the bin
        self.plates: list[Plate] = [Plate(0, menu) for _ in range(seats)]
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.rescued: list[list[int]] = [[] for _ in range(seats)]  # those in the hand that were picked up
        self.fallen: list[list[int]] = [[] for _ in range(seats)]  # the open fall event
        self.quota: list[int] = [0] * seats
        self.window: list[int] = [SHUT] * seats
        self.fall_ms: list[int] = [0] * seats  # how long the last act took to watch
        self.released: list[list[int]] = [[] for _ in range(seats)]  # pose or push of the last act, sway included
        self.pushes: list[int] = [0] * seats
        self.saves: list[list[int]] = [[0] * PIECES for _ in range(seats)]
        self.acts: list[int] = [0] * seats
        self.phases: list[list[int]] = [[0] * 9 for _ in range(seats)]
        self.ready: list[int] = [0] * seats
        self.characters: list[list[int]] = [[] for _ in range(seats)]
        self.chosen: list[int] = [NOBODY] * seats

    def copy(self) -> "BuffetState":
        new = BuffetState(0, self.menu)
        new.seats = self.seats
        new.options = self.options
        new.version = self.version
        new.level = self.level
        new.beginner = self.beginner
        new.rounds = self.rounds
        new.sway = self.sway
        new.calm_only = self.calm_only
        new.plate_kind = self.plate_kind
        new.rescue_seconds = self.rescue_seconds
        new.hold_seconds = self.hold_seconds
        new.saves_allowed = self.saves_allowed
        new.pushes_allowed = self.pushes_allowed
        new.any_time = self.any_time
        new.two_hands = self.two_hands[:]
        new.unhurried = self.unhurried[:]
        new.round = self.round
        new.first = self.first
        new.turn = self.turn
        new.deck = self.deck.copy()
        new.box = self.box[:]
        new.line = self.line[:]
        new.bin = self.bin[:]
        new.character_box = self.character_box[:]
        new.votes = self.votes[:]
        new.ballot = self.ballot
        new.took_two = self.took_two
        new.taken = self.taken
        new.last_look = self.last_look
        new.lost = self.lost
        new.rows = [row[:] for row in self.rows]
        new.gone = [cards[:] for cards in self.gone]
        new.plates = [plate.copy() for plate in self.plates]
        new.hands = [hand[:] for hand in self.hands]
        new.rescued = [pieces[:] for pieces in self.rescued]
        new.fallen = [pieces[:] for pieces in self.fallen]
        new.quota = self.quota[:]
        new.window = self.window[:]
        new.fall_ms = self.fall_ms[:]
        new.released = [pose[:] for pose in self.released]
        new.pushes = self.pushes[:]
        new.saves = [counts[:] for counts in self.saves]
        new.acts = self.acts[:]
        new.phases = [phases[:] for phases in self.phases]
        new.ready = self.ready[:]
        new.characters = [pair[:] for pair in self.characters]
        new.chosen = self.chosen[:]
        new.agenda = [step.copy() for step in self.agenda]
        return new

    def character_pool(self) -> list[int]:
        """FB-SETUP-11, FB-SETUP-12: the characters that were shuffled."""
        return self.menu.beginners[: 10 if self.seats == 5 else 8] if self.beginner else list(range(len(CHARACTER_IDS)))

    def coop(self) -> bool:
        return self.version == ALL_YOU_CAN_EAT

    def last_in_round(self) -> int:
        """FB-ROUND-2: the seat before the first player ends the round."""
        return (self.first + self.seats - 1) % self.seats

    def not_asked(self, seat: int, move: Move) -> IllegalMove:
        if not self.agenda:
            return IllegalMove("FB-COOP-10" if self.coop() else "FB-END-2", "over")
        if isinstance(move, ChooseCharacter) and self.version == DINNER and 0 <= seat < self.seats:
            if self.chosen[seat] != NOBODY:
                return IllegalMove("FB-SCORE-2", "character_chosen")
            return IllegalMove("FB-SCORE-2", "characters_later")
        if self.last_look and 0 <= seat < self.seats and self.ready[seat]:
            return IllegalMove("FB-END-1", "ready_is_final")
        if isinstance(move, Adjust):
            return IllegalMove("FB-ADJ-2", "adjust_later")
        if isinstance(move, Place):
            for other in range(self.seats):
                if other != seat and move.piece in self.hands[other]:
                    return IllegalMove("FB-STACK-11", "other_plate", seat=other, piece=IDS[move.piece])
        return IllegalMove("FB-ROUND-2", "not_asked")
