"""What a seat of Buffet Boss may know, in numbers: cards, pieces where they lie, and the grid of its catalogue."""

from typing import Final, final

from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS
from bunfight.games.buffet_boss.rules.scoring import bonus, stars
from bunfight.games.buffet_boss.rules.state import DINNER, NOBODY, UNLIMITED, BuffetState
from bunfight.games.buffet_boss.rules.state_shapes import LEVEL, PIECES
from bunfight.games.buffet_boss.rules.steps import (
    LastLook,
    MaySave,
    MustChoose,
    MustPick,
    MustShare,
    MustStack,
    MustVote,
)

CHARACTERS: Final = len(CHARACTER_IDS)
PHASES: Final = 9
POSE: Final = 4


@final
class BuffetEncoder(Encoder[BuffetState]):
    def __init__(self, seats: int) -> None:
        super().__init__(1, seats, [MustVote, MustPick, MustStack, MaySave, MustShare, LastLook, MustChoose])
        self.variant = self.field("version", [3], 1, "Lunch, Dinner, All-You-Can-Eat")
        self.round = self.field("round", [2], 8, "the round, and how many there are")
        self.first = self.field("first", [seats], 1, "the first player")
        self.turn = self.field("turn", [seats], 1, "whose turn it is")
        self.taken = self.field("taken", [1], 1, "whether the seat in turn has taken its food")
        self.two = self.field("took_two", [seats], 1, "who took two this round")
        self.vote = self.field("votes", [seats, seats], 1, "who votes for whom")
        self.line = self.field("line", [PIECES], 1, "food in the line")
        self.bin = self.field("bin", [PIECES], 1, "food in the bin")
        self.decks = self.field("decks", [2], 42, "cards in the deck and in the box")
        self.hand = self.field("hand", [seats, PIECES], 1, "pieces in each hand")
        self.rescued = self.field("rescued", [seats, PIECES], 1, "of them, those that were picked up")
        self.fallen = self.field("fallen", [seats, PIECES], 1, "pieces on the table that may still be saved")
        self.quota = self.field("quota", [seats], 4, "how many of them may still be picked up")
        self.placed = self.field("placed", [seats, PIECES], 1, "pieces on each plate")
        self.pose = self.field(
            "pose",
            [seats, PIECES, POSE],
            2000,
            "of each: x, y (in 20 mm), turn (in 0.2 rad), whether it is turned over",
        )
        self.lean = self.field("lean", [seats], 1000, "how far each plate leans, in 0.1 rad")
        self.height = self.field("height", [seats], 10000, "the highest point of each plate, in 100 mm")
        self.stars = self.field("stars", [seats], 10, "stars of the food on each plate")
        self.pushes = self.field("pushes", [seats, 2], 8, "adjustments made this turn, and left")
        self.characters = self.field("characters", [CHARACTERS], 1, "own characters")
        self.bonus = self.field("bonus", [CHARACTERS], 8, "what they would pay now")
        self.chosen = self.field("chosen", [seats], 1, "who has chosen a character")
        self.ready = self.field("ready", [seats], 1, "who is ready to score")
        self.phases = self.field("sway", [PHASES], 3600, "the phases of the own hand's next act; none at a calm table")

    def write(self, s: BuffetState, seat: int, out: ObservationWriter) -> None:
        self.write_question(s, seat, out)
        out.put(self.variant + s.version, 1)
        out.put(self.round, s.round)
        out.put(self.round + 1, s.rounds)
        out.put(self.first + self.from_seat(seat, s.first), 1)
        if s.turn != NOBODY:
            out.put(self.turn + self.from_seat(seat, s.turn), 1)
        out.put(self.taken, 1 if s.taken else 0)
        if s.took_two != NOBODY:
            out.put(self.two + self.from_seat(seat, s.took_two), 1)
        out.put_each(self.line, s.line)
        out.put_each(self.bin, s.bin)
        out.put(self.decks, len(s.deck))
        out.put(self.decks + 1, len(s.box))
        for other in range(self.seats):
            self.write_seat(s, other, seat, self.from_seat(seat, other), out)
        if s.version == DINNER:
            for character in s.characters[seat]:
                out.put(self.characters + character, 1)
                out.put(self.bonus + character, bonus(s.plates[seat], character))
        if not s.calm_only:
            out.put_all(self.phases, s.phases[seat])

    def write_seat(self, s: BuffetState, other: int, seat: int, far: i64, out: ObservationWriter) -> None:
        """What everybody sees of a seat."""
        if s.votes[other] != NOBODY:
            out.put(self.vote + far * self.seats + self.from_seat(seat, s.votes[other]), 1)
        out.put_each(self.hand + far * PIECES, s.hands[other])
        out.put_each(self.rescued + far * PIECES, s.rescued[other])
        out.put_each(self.fallen + far * PIECES, s.fallen[other])
        out.put(self.quota + far, s.quota[other])
        plate = s.plates[other]
        for at in range(len(plate.ids)):
            place = far * PIECES + plate.ids[at]
            out.put(self.placed + place, 1)
            pose = self.pose + place * POSE
            out.put(pose, plate.xs[at])
            out.put(pose + 1, plate.ys[at] - LEVEL[plate.kind])
            out.put(pose + 2, plate.turns[at])
            out.put(pose + 3, 2000 if plate.flips[at] else 0)
        out.put(self.lean + far, plate.a)
        out.put(self.height + far, plate.height)
        out.put(self.stars + far, stars(plate))
        out.put(self.pushes + far * 2, s.pushes[other])
        if s.pushes_allowed != UNLIMITED:
            out.put(self.pushes + far * 2 + 1, s.pushes_allowed - s.pushes[other])
        out.put(self.chosen + far, 1 if s.chosen[other] != NOBODY else 0)
        out.put(self.ready + far, 1 if s.ready[other] else 0)
