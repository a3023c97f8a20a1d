"""Defines Buffet Boss: options, setup, outcome, audit.

The package docstring lists where each rule section is implemented.
"""

from __future__ import annotations

from typing import Final

from bunfight.engine import Event, EventLog, Game, Luck, Option, Options, Outcome, Rng, ScoreLine, Seat, chosen
from bunfight.engine.cards import digest as card_digest
from bunfight.engine.deck import Deck
from bunfight.engine.errors import InvalidInput
from bunfight.engine.game import CardWords
from bunfight.engine.hooks import PhysicsHooks, TimingHooks
from bunfight.engine.options import seat_labels
from bunfight.games.buffet_boss import card_names, cards, hooks
from bunfight.games.buffet_boss.bots import policy
from bunfight.games.buffet_boss.bots.encoding import BuffetEncoder
from bunfight.games.buffet_boss.rules import moves
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.events import (
    AllYouCanEatOpened,
    CharactersDealt,
    DinnerOpened,
    FirstPlayerChosen,
    LunchOpened,
)
from bunfight.games.buffet_boss.rules.hand import draw_phases
from bunfight.games.buffet_boss.rules.moves import CHARACTER_IDS
from bunfight.games.buffet_boss.rules.scoring import character_bonus, stars, tallest, total
from bunfight.games.buffet_boss.rules.state import (
    ALL_YOU_CAN_EAT,
    BALLOTS,
    DINNER,
    LUNCH,
    NOBODY,
    UNLIMITED,
    BuffetState,
)
from bunfight.games.buffet_boss.rules.state_menu import PRINTED, Menu
from bunfight.games.buffet_boss.rules.state_plate import (
    Plate,
    grounded,
    height_of,
    loose,
    touching_pairs,
)
from bunfight.games.buffet_boss.rules.steps import begin_round
from bunfight.games.buffet_boss.views import hidden, view
from bunfight.games.buffet_boss.views.oracles import ORACLES
from bunfight.games.buffet_boss.views.types import BuffetView
from bunfight.games.buffet_boss.views.view import HANDS, LEVELS, VERSIONS

MOST_PIECES: Final = 14  # that one seat can have
STEEPEST: Final = 13090  # 75 degrees
SEATS: Final = ("0", "1", "2", "3", "4")


def version_of(options: Options, seats: int) -> int:
    named = str(options["version"])
    if named == "auto":
        return ALL_YOU_CAN_EAT if seats == 1 else DINNER
    return VERSIONS.index(named)


def limit_of(value: object) -> int:
    """How often something may be done; "unlimited" is far more often than anybody wants."""
    return UNLIMITED if value == "unlimited" else int(str(value))


def deck_size(deck: cards.Deck, version: int, level: str, seats: int) -> int:
    """Section 2: the deck tables."""
    table = {LUNCH: deck.lunch_remove, DINNER: deck.dinner_remove}.get(version)
    if table is not None:
        return shapes.PIECES - table[str(seats)]
    sizes = {"snack": deck.coop_snack, "meal": deck.coop_meal, "buffet": deck.coop_buffet}
    return sizes[level][str(seats)]


def opening(s: BuffetState, foods: int) -> Event:
    """Which version is played, and what it is about."""
    if s.coop():
        return AllYouCanEatOpened(s.rounds, foods)
    return (DinnerOpened if s.version == DINNER else LunchOpened)(s.rounds, s.menu.tallest)


class BuffetBoss(Game[BuffetState, BuffetView]):
    id = "buffet_boss"
    title = "Buffet Boss"
    seats = range(1, 6)
    minutes = "15-25"
    rules_version = 2
    grammar = moves.GRAMMAR
    bots = hooks.BOTS
    timing: TimingHooks = hooks.TIMING
    physics: PhysicsHooks = hooks.PHYSICS
    oracles = ORACLES
    options = (
        Option("version", "auto", choices=("auto", *VERSIONS), rule="FB-VER-1"),
        Option("level", "snack", choices=LEVELS, rule="FB-SETUP-4"),
        Option("characters", "all", choices=("all", "beginner"), rule="FB-SETUP-12"),
        Option("first_player", "random", ("random", *SEATS), rule="FB-SETUP-9", labels=("random", *seat_labels(5))),
        Option("hand", "real", choices=HANDS, rule="FB-HAND-2"),
        Option("release", "any", choices=("any", "calm"), rule="FB-HAND-9"),
        Option("plate", "standard", choices=("standard", "family"), rule="FB-SETUP-6"),
        Option("rescue_seconds", "3", choices=("3", "6", "12", "untimed"), rule="FB-RESC-4"),
        Option("hold_seconds", "auto", choices=("auto", "45", "90", "off"), rule="FB-TIME-1"),
        Option("rescues_per_piece", "3", choices=(*map(str, range(1, 10)), "unlimited"), rule="FB-RESC-10"),
        Option("adjust", "own_turn", choices=("own_turn", "any_time"), rule="FB-ADJ-20"),
        Option("adjusts_per_turn", "8", choices=(*map(str, range(21)), "unlimited"), rule="FB-ADJ-7"),
        Option("two_hands", "", SEATS, rule="FB-HAND-6", many=True, labels=seat_labels(5)),
        Option("unhurried", "", SEATS, rule="FB-TIME-4", many=True, labels=seat_labels(5)),
    )

    def __init__(self, box: cards.Box = cards.BOX, digest: str = "") -> None:
        self.box = box
        self.menu = Menu(box) if digest else PRINTED
        self.cards_digest = digest or card_digest(cards.FILE)

    def with_cards(self, text: str) -> BuffetBoss:
        """The same pieces with other stars, groups, colours, characters and decks."""
        return BuffetBoss(cards.load_own(text), card_digest(text))

    def card_words(self) -> CardWords:
        return {"terms": card_names.terms(self.box)}

    def _check_options(self, options: Options, seats: int) -> None:
        if seats == 1 and version_of(options, seats) != ALL_YOU_CAN_EAT:
            raise cards.Invalid("alone", rule="FB-VER-1")
        first = str(options["first_player"])
        if first != "random" and int(first) >= seats:
            raise InvalidInput("option_seat", rule="FB-SETUP-9", name="first_player", seat=int(first) + 1, seats=seats)
        for name, rule in (("two_hands", "FB-HAND-6"), ("unhurried", "FB-TIME-4")):
            for seat in chosen(options[name]):
                if int(seat) >= seats:
                    raise InvalidInput("option_seat", rule=rule, name=name, seat=int(seat) + 1, seats=seats)

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> BuffetState:
        s = BuffetState(seats, self.menu)
        s.options = options
        s.version = version_of(options, seats)
        s.level = LEVELS.index(str(options["level"]))
        s.sway = HANDS.index(str(options["hand"]))
        s.calm_only = options["release"] == "calm"
        s.plate_kind = shapes.PLATE_IDS.index(str(options["plate"]))
        s.rescue_seconds = 0 if options["rescue_seconds"] == "untimed" else int(options["rescue_seconds"])
        hold = str(options["hold_seconds"])
        s.hold_seconds = (0 if s.coop() else 45) if hold == "auto" else 0 if hold == "off" else int(hold)
        s.saves_allowed = limit_of(options["rescues_per_piece"])
        s.pushes_allowed = limit_of(options["adjusts_per_turn"])
        s.any_time = options["adjust"] == "any_time"
        s.two_hands = [int(str(seat) in chosen(options["two_hands"])) for seat in range(seats)]
        s.unhurried = [int(str(seat) in chosen(options["unhurried"])) for seat in range(seats)]
        s.plates = [Plate(s.plate_kind, self.menu) for _ in range(seats)]
        size = deck_size(self.box.deck, s.version, str(options["level"]), seats)
        s.rounds = size // (seats + 1)
        if log.on:
            log.all(opening(s, size))
        every = range(shapes.PIECES)
        if s.version == DINNER:  # FB-SETUP-3: only marked cards go back
            marked = Deck([card for card in every if card % 2 == 0])
            s.box = [int(marked.draw(luck)) for _ in range(shapes.PIECES - size)]
            s.deck = Deck([card for card in every if card not in s.box])
        else:
            s.deck = Deck(every)
            s.box = [int(s.deck.draw(luck)) for _ in range(shapes.PIECES - size)]
        if s.version == DINNER:
            s.beginner = options["characters"] == "beginner"
            self._deal_characters(s, luck, log)
        first = str(options["first_player"])
        if not s.coop():  # FB-SETUP-9
            s.first = int(luck.below(seats)) if first == "random" else int(first)
            if log.on:
                log.all(FirstPlayerChosen(s.first))
        s.phases = [draw_phases(luck) for _ in range(seats)]
        begin_round(s, luck, log)
        return s

    def _deal_characters(self, s: BuffetState, luck: Luck, log: EventLog) -> None:
        """FB-SETUP-11, FB-SETUP-12."""
        pool = Deck(s.character_pool())
        for seat in range(s.seats):
            s.characters[seat] = sorted(int(pool.draw(luck)) for _ in range(2))
            if log.on:
                known = CharactersDealt(seat, tuple(CHARACTER_IDS[character] for character in s.characters[seat]))
                log.only([seat], known, CharactersDealt(seat, None))
        dealt = {character for held in s.characters for character in held}
        s.character_box = [n for n in range(len(CHARACTER_IDS)) if n not in dealt]

    def outcome(self, s: BuffetState) -> Outcome | None:
        if s.agenda:
            return None
        everyone = tuple(range(s.seats))
        nothing = (0,) * s.seats
        if s.coop():
            reason, rule = ("food_fell", "FB-COOP-8") if s.lost else ("all_stacked", "FB-COOP-9")
            return Outcome(reason, rule, () if s.lost else everyone, (1,) * s.seats, nothing, ())
        totals = tuple(total(s, seat) for seat in everyone)
        heights = [s.plates[seat].height for seat in everyone]
        # FB-TIE-1, FB-TIE-2: the taller plate wins among equals; then the place is shared
        best = [(totals[seat], heights[seat]) for seat in everyone]
        ranks = tuple(1 + sum(other > best[seat] for other in best) for seat in everyone)
        winners = tuple(seat for seat in everyone if ranks[seat] == 1)
        top = [seat for seat in everyone if totals[seat] == max(totals)]
        reason, rule = "most_stars", "FB-SCORE-6"
        if len(winners) > 1:
            reason, rule = "shared", "FB-TIE-2"
        elif len(top) > 1:
            reason, rule = "taller_plate", "FB-TIE-1"
        tall = tallest(s)
        lines = []
        for seat in everyone:
            lines.append(ScoreLine(seat, "stars", stars(s.plates[seat])))
            if s.version == DINNER:
                lines.append(ScoreLine(seat, "character", character_bonus(s, seat)))
            lines.append(ScoreLine(seat, "tallest", self.menu.tallest if seat in tall else 0))
        return Outcome(reason, rule, winners, ranks, totals, tuple(lines))

    def view(self, s: BuffetState, seat: Seat | None) -> BuffetView:
        return view.view(s, seat)

    def determinize(self, view_: BuffetView, rng: Rng) -> BuffetState:
        return view.determinize(view_, rng, self.menu)

    def resample_hidden(self, s: BuffetState, seat: Seat | None, rng: Rng) -> BuffetState:
        return hidden.resample_hidden(s, seat, rng)

    def audit(self, s: BuffetState) -> None:
        everywhere = s.box + [*map(int, s.deck)] + s.line + s.bin + [card for row in s.rows for card in row]
        assert sorted(everywhere) == list(range(shapes.PIECES)), "FB-INV-1: a card is lost or doubled"
        for seat in range(s.seats):
            self._audit_seat(s, seat)
        if s.version == DINNER:  # FB-INV-9
            dealt = [character for held in s.characters for character in held]
            assert all(len(held) == 2 for held in s.characters), "a seat has not two characters"
            assert sorted(dealt + s.character_box) == list(range(len(CHARACTER_IDS))), "a character is lost or doubled"
            assert all(card % 2 == 0 for card in s.box), "FB-SETUP-3: an unmarked card is in the box"
            assert set(dealt) <= set(s.character_pool()), "FB-SETUP-12: a character that was not shuffled"
        if s.coop():  # FB-INV-10
            assert not s.bin and s.lost == any(s.fallen), "FB-INV-10"
        left = s.rounds - s.round
        assert len(s.deck) == left * (s.seats + 1), f"FB-INV-4: {len(s.deck)} cards for {left} rounds"

    def _audit_seat(self, s: BuffetState, seat: Seat) -> None:
        plate = s.plates[seat]
        placed = plate.ids + s.hands[seat] + s.fallen[seat]
        assert sorted(placed) == sorted(s.rows[seat]), f"FB-INV-2: seat {seat} has other pieces than cards"
        assert plate.ids == sorted(plate.ids), "pieces lie in the order of their ids"
        assert set(s.rescued[seat]) <= set(s.hands[seat]), "a rescued piece is not in the hand"
        assert not grounded(plate) and not loose(plate), f"FB-INV-6: seat {seat} has food beside its plate"
        assert abs(plate.a) <= STEEPEST, "FB-INV-6: an overturned plate"
        assert plate.height == height_of(plate) and plate.touch == touching_pairs(plate), "FB-INV-7"
        assert 0 <= s.quota[seat] <= (len(s.fallen[seat]) + 1) // 2 or s.coop(), "FB-INV-8"
        assert len(s.phases[seat]) == 9 and all(0 <= phase < 3600 for phase in s.phases[seat])
        assert s.chosen[seat] == NOBODY or s.chosen[seat] in s.characters[seat]

    def bound(self, options: Options, seats: int) -> int:
        """FB-INV-12: in each round and in the last look a seat has a turn, together one seat has another."""
        saves = MOST_PIECES * limit_of(options["rescues_per_piece"])
        acts = limit_of(options["adjusts_per_turn"]) + 2 + saves
        turn = 2 * acts + 2 * saves + 2 + (seats if options["adjust"] == "any_time" else 0)
        return 8 * (seats + 1) * (turn + 1 + BALLOTS)

    def encoder(self, seats: int) -> BuffetEncoder:
        return BuffetEncoder(seats)

    def value(self, s: BuffetState) -> list[float]:
        return policy.value(s)


GAME: Final = BuffetBoss()
