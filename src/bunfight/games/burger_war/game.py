"""Defines Intergalactic Burger War: options, setup, outcome, audit.

The package docstring lists where each rule section is implemented.
"""

from __future__ import annotations

from typing import Any, Final

from bunfight.engine import BotHooks, EventLog, Game, Luck, Option, Options, Outcome, Rng, ScoreLine, Seat
from bunfight.engine.cards import digest as card_digest
from bunfight.engine.errors import InvalidInput
from bunfight.engine.game import CardWords
from bunfight.games.burger_war import cards
from bunfight.games.burger_war.bots import fallback, policy
from bunfight.games.burger_war.bots.encoding import WarEncoder
from bunfight.games.burger_war.bots.inference import likelihood
from bunfight.games.burger_war.rules.actions import effective, finished_sum, hand_cap, served, winners
from bunfight.games.burger_war.rules.events import BurgerFinished, EveryoneServed
from bunfight.games.burger_war.rules.moves import NUKE, SPECIALS, Book
from bunfight.games.burger_war.rules.state import CLOSING_TIME, ENDLESS, LOOTING, RUNNING, House, WarState
from bunfight.games.burger_war.rules.steps import TakeAction, begin
from bunfight.games.burger_war.rules.steps_settle import MustDiscard
from bunfight.games.burger_war.views import hidden, view
from bunfight.games.burger_war.views.oracles import ORACLES
from bunfight.games.burger_war.views.types import WarView
from bunfight.games.burger_war.views.view import PRIORITIES

SOONEST_CLOSING: Final = 20
TYPE_CODES: Final = {name: code for code, name in enumerate((*cards.TYPES, *cards.CONTRAPTIONS, "WAR"))}


def book_of(listed: tuple[cards.Card, ...]) -> Book:
    """A card list in numbers."""
    types = [TYPE_CODES[card.type] for card in listed]
    return Book(
        [card.id for card in listed],
        types,
        [card.modifier for card in listed],
        [
            -1 if card.rarity == "plain" else code + (5 if card.rarity == "cursed" else 0)
            for card, code in zip(listed, types, strict=True)
        ],
        [card.short for card in listed],
        [card.full for card in listed],
    )


def last_round(options: Options) -> int:
    """IW-GUARD-1; without closing time a game still ends at last, long after people would have left it: IW-GUARD-20."""
    return int(options["max_rounds"]) or ENDLESS


class BurgerWar(Game[WarState, WarView]):
    id = "burger_war"
    title = "Intergalactic Burger War"
    seats = range(2, 7)
    minutes = "5-20"
    rules_version = 2
    options = (
        Option("deck", "auto", choices=("auto", "short", "full", "custom"), rule="IW-SETUP-2"),
        Option("first_player", "random", choices=("random", "seat"), rule="IW-SETUP-3"),
        Option("first_seat", 1, low=1, high=6, rule="IW-SETUP-3"),
        Option("war_priority", "clockwise", choices=PRIORITIES, rule="IW-WAR-13"),
        Option("war_loot", "plate", choices=("plate", "hand"), rule="IW-WAR-19"),
        Option("war_take", "may", choices=("must", "may"), rule="IW-WAR-16"),
        Option("recycle_war", "refused", choices=("refused", "fires"), rule="IW-RECY-20"),
        Option("cheese_stack", "once", choices=("once", "twice"), rule="IW-MOD-5"),
        Option("max_rounds", 40, low=0, high=100, rule="IW-GUARD-1"),
    )
    oracles = ORACLES
    bots = BotHooks(
        policy=policy.policy,
        fallback=fallback.default,
        terms=policy.terms,
        milestones=(BurgerFinished, EveryoneServed),
        winners=winners,
        search={"turns": 8},
        master={"trust": 0.5, "belief": 1, "endgame": 600, "saving": 1},
        likelihood=likelihood,
        coach={"draws": 0.0},
    )

    def __init__(self, listed: tuple[cards.Card, ...] = cards.CARDS, digest: str = "") -> None:
        self.own_list = bool(digest)
        self.listed = listed
        self.cards_digest = digest or card_digest(cards.FILE)
        self.book = book_of(listed)
        self.grammar = self.book.grammar
        self._card_words: CardWords = {}  # made once, when it is first asked for

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Other processes make their own book of moves from the card list."""
        return (BurgerWar, (self.listed, self.cards_digest)) if self.own_list else "GAME"

    def with_cards(self, text: str) -> BurgerWar:
        """This rulebook with a list of one's own; option deck = custom plays it."""
        return BurgerWar(cards.load(text), card_digest(text))

    def card_words(self) -> CardWords:
        if not self._card_words:
            self._card_words = cards.card_words(self.listed)
        return self._card_words

    def column(self, options: Options, seats: int) -> str:
        """Which column of the card list is played: IW-SETUP-2."""
        deck = str(options["deck"])
        return deck if deck in ("short", "full") else "short" if seats <= 3 else "full"

    def _check_options(self, options: Options, seats: int) -> None:
        if options["deck"] == "custom" and not self.own_list:
            raise cards.Invalid("custom")
        if 0 < int(options["max_rounds"]) < SOONEST_CLOSING:
            raise cards.Invalid("max_rounds", n=SOONEST_CLOSING)
        if options["first_player"] == "seat" and int(options["first_seat"]) > seats:
            raise InvalidInput("option_seat", name="first_seat", seat=options["first_seat"], seats=seats)
        cards.fits(self.listed, self.column(options, seats), seats)

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> WarState:
        house = House(
            seats,
            self.column(options, seats) == "full",
            PRIORITIES.index(str(options["war_priority"])),
            options["war_loot"] == "hand",
            options["war_take"] == "may",
            options["cheese_stack"] == "twice",
            options["recycle_war"] == "fires",
            last_round(options),
        )
        first = -1 if options["first_player"] == "random" else int(options["first_seat"]) - 1
        return begin(self.book, house, options, first, luck, log)

    def outcome(self, s: WarState) -> Outcome | None:
        if s.ended == RUNNING:
            return None
        seats = range(s.house.seats)
        totals = tuple(finished_sum(s, seat) for seat in seats)
        order = [(served(s, seat), totals[seat]) for seat in seats]
        ranks = tuple(1 + sum(other > mine for other in order) for mine in order)
        first = [seat for seat in seats if ranks[seat] == 1 and served(s, seat)]
        reason = "closing" if s.ended == CLOSING_TIME else "served"
        if len(first) != 1:
            reason += "_tie" if first else "_none"
        rule = "IW-END-1" if s.ended != CLOSING_TIME else "IW-GUARD-1"
        return Outcome(
            reason=reason,
            rule=rule if len(first) == 1 else "IW-SCORE-5" if first else "IW-GUARD-4",
            winners=tuple(winners(s)),
            ranks=ranks,
            totals=totals,
            lines=tuple(line for seat in seats for line in self._score_lines(s, seat)),
        )

    def _score_lines(self, s: WarState, seat: Seat) -> list[ScoreLine]:
        """One line for each ingredient of a finished burger, with what it counts."""
        return [
            ScoreLine(seat, self.book.ids[self.book.kind_of[card]], effective(s, card, seat))
            for burger in s.plates[seat]
            if burger.finished()
            for card in burger.cards
        ]

    def view(self, s: WarState, seat: Seat | None) -> WarView:
        return view.view(s, seat)

    def determinize(self, view_: WarView, rng: Rng) -> WarState:
        return hidden.determinize(self.book, view_, rng)

    def resample_hidden(self, s: WarState, seat: Seat | None, rng: Rng) -> WarState:
        return hidden.resample_hidden(s, seat, rng)

    def audit(self, s: WarState) -> None:
        """The invariants of the ledger, section 7."""
        self._audit_cards(s)
        book, step = s.book, s.agenda[-1] if s.agenda else None
        where = [-1] * SPECIALS
        looting = s.battle is not None and s.battle.stage == LOOTING
        for seat, plate in enumerate(s.plates):
            serials = [burger.serial for burger in plate]
            assert serials == sorted(set(serials)) and all(1 <= one <= s.serials[seat] for one in serials), serials
            for burger in plate:
                types = [book.types[book.kind_of[card]] for card in burger.cards]
                assert types or looting, "an empty burger"
                assert all(one < NUKE for one in types), "no ingredient on a plate"
                assert (burger.buns, burger.patties) == (types.count(0), types.count(2)), "miscounted burger"
                assert burger.buns < 2 or burger.patties < 2, "several BUN and several PATTY"
                for card in burger.cards:
                    if book.specials[book.kind_of[card]] >= 0:
                        where[book.specials[book.kind_of[card]]] = seat
            hand = s.hands[seat]
            assert hand == sorted(hand) and book.war not in hand, f"hand of seat {seat}"
            assert s.known[seat] == sorted(s.known[seat]), "memory out of order"
            assert all(s.known[seat].count(kind) <= hand.count(kind) for kind in s.known[seat]), "a memory of nothing"
            above = len(hand) > hand_cap(s, seat)
            if isinstance(step, MustDiscard):
                assert above == (seat in step.waiting), "the wrong seats must discard"
            else:
                assert not above or step is None, f"seat {seat} holds too much"
        assert where == s.where, "specials are not where they are said to be"
        if isinstance(step, TakeAction):
            assert step.seat == s.active and not all(served(s, seat) for seat in range(s.house.seats))
        assert (s.ended == RUNNING) == bool(s.agenda)

    def _audit_cards(self, s: WarState) -> None:
        book = s.book
        on_plates = [card for plate in s.plates for burger in plate for card in burger.cards]
        aside: list[int] = []
        if s.battle is not None:
            on_plates += [card for card in s.battle.loot if card >= 0]
            aside.append(book.war)
            left = {card for plate in s.plates for burger in plate for card in burger.cards}
            assert all(card in left for pool in s.battle.pools for card in pool), "a pool holds what is gone"
        if s.shot is not None:
            aside.append(s.shot.kind)
            assert s.shot.swap < 0 or s.shot.swap in s.hands[s.shot.seat], "the sealed card is not held"
        assert len(set(on_plates)) == len(on_plates), "a card lies twice"
        piles = [[int(kind) for kind in s.deck], s.pile, *s.hands, aside, [book.kind_of[card] for card in on_plates]]
        for kind, printed in enumerate(s.listed()):
            there = sum(pile.count(kind) for pile in piles)
            assert there == printed, f"{there} of {book.ids[kind]}, {printed} were printed"
        for kind in range(book.kinds):
            numbers = sum(1 << (card - book.base[kind]) for card in on_plates if book.kind_of[card] == kind)
            assert numbers == s.numbers[kind], f"numbers of {book.ids[kind]}"

    def bound(self, options: Options, seats: int) -> int:
        """IW-GUARD-1: two actions a turn, each with at most a WAR and the discards after it."""
        return last_round(options) * seats * (2 * (1 + 3 * seats + max(3, seats)) + 1)

    def encoder(self, seats: int) -> WarEncoder:
        return WarEncoder(self.book, seats)

    def value(self, s: WarState) -> list[float]:
        return policy.value(s)


GAME: Final = BurgerWar()
