"""Defines Burger Up with one card list: options, setup, outcome and how its parts fit together."""

from __future__ import annotations

from typing import Final

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, ScoreLine, Seat
from bunfight.engine.errors import InvalidInput
from bunfight.engine.game import CardWords
from bunfight.engine.options import seat_labels
from bunfight.games.burger_up.bots import policy, rollout
from bunfight.games.burger_up.bots.encoding import BurgerUpEncoder
from bunfight.games.burger_up.card_rows import Invalid
from bunfight.games.burger_up.cards import PRINTED, CardList, cards_needed, load
from bunfight.games.burger_up.rules.actions import REASONS, draw_up, fill_market, most_top_buns, points, reveal, winners
from bunfight.games.burger_up.rules.audit import audit
from bunfight.games.burger_up.rules.events import (
    FinalRoundBegun,
    FirstPlayerChosen,
    KitchenUpgraded,
    OrderServed,
    TurnBegun,
)
from bunfight.games.burger_up.rules.moves import Buy
from bunfight.games.burger_up.rules.state import ENDLESS, SPATULA_POINTS, TOP_BUNS_IN_PLAY, BurgerUpState, Kitchen
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp, TakeTurn
from bunfight.games.burger_up.views import hidden
from bunfight.games.burger_up.views.oracles import ORACLES
from bunfight.games.burger_up.views.types import BurgerUpView
from bunfight.games.burger_up.views.view import Painter

FIRST: Final = ("random", "seat_0", "seat_1", "seat_2", "seat_3")
RULES: Final = ("", "BU-END-3", "BU-END-6", "BU-STALL-2")
MOST_DECISIONS_A_TURN: Final = 15


def bought_card(s: BurgerUpState, move: Move) -> str:
    """The card that a purchase refers to by its place in the market."""
    there = s.market[move.slot] if isinstance(move, Buy) else -1
    return s.book.cards[there] if there >= 0 else ""


def fallback(s: BurgerUpState, seat: Seat) -> Move:
    """BU-GEN-5."""
    step = s.agenda[-1]
    if isinstance(step, ChooseReward):
        return s.book.rewards[0]
    if isinstance(step, CleanUp):
        hand = s.kitchens[seat].hand
        return s.book.end if len(hand) <= 4 else s.book.discards[hand[-1]]
    return s.book.cleanup


def stall_limit(options: Options) -> int:
    """BU-STALL-2, -4: how many rounds in a row without serving end the game."""
    return ENDLESS if options["stall_rounds"] == "off" else int(options["stall_rounds"])


class BurgerUp(Game[BurgerUpState, BurgerUpView]):
    """Burger Up with one card list."""

    id = "burger_up"
    title = "Burger Up"
    seats = range(2, 5)
    minutes = "20-45"
    rules_version = 1
    oracles = ORACLES
    bots = BotHooks(
        policy=policy.policy,
        rollout=rollout.rollout,
        greedy=policy.greedy,
        fallback=fallback,
        terms=policy.terms,
        milestones=(OrderServed, KitchenUpgraded, FinalRoundBegun),
        winners=winners,
        search_moves=rollout.promising,
        subject=bought_card,
        search={"turns": 4},
        master={"trust": 0.5, "endgame": 600, "saving": 1},
        coach={"turns": 16.0, "draws": 0.0, "luck": 40.0, "effort": 0.33},
    )

    def __init__(self, cards: CardList) -> None:
        self.cards = cards
        self.book = cards.book
        self.grammar = cards.book.grammar
        self.painter = Painter(cards)
        self.cards_digest = cards.digest
        self.options = (
            Option("first_player", "random", FIRST, rule="BU-SETUP-2", labels=("random", *seat_labels(4))),
            Option("order_pool", "all", ("all", "known_first"), rule="BU-SETUP-3"),
            Option("stall_rounds", "10", ("5", "10", "20", "off"), rule="BU-STALL-2"),
            Option("no_orders", "end", ("end", "play_out"), rule="BU-END-6"),
            Option("final_tie", "shared", ("shared", "top_buns"), rule="BU-SCORE-6"),
            Option("card_list", cards.name, (cards.name,), rule="BU-DATA-1"),
        )

    def with_cards(self, text: str) -> BurgerUp:
        return BurgerUp(load(text))

    def card_words(self) -> CardWords:
        return self.cards.names.card_words()

    def _check_options(self, options: Options, seats: int) -> None:
        first = str(options["first_player"])
        if first != "random" and int(first[-1]) >= seats:
            raise InvalidInput("option_seat", name="first_player", seat=int(first[-1]) + 1, seats=seats)
        if len(self.book.orders) < TOP_BUNS_IN_PLAY[seats]:
            raise Invalid("few_top_buns_for", seats=seats, wanted=TOP_BUNS_IN_PLAY[seats], n=len(self.book.orders))
        if len(self.book.cards) < cards_needed(seats):
            raise Invalid("few_cards_for", seats=seats, wanted=cards_needed(seats), n=len(self.book.cards))

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> BurgerUpState:
        named = str(options["first_player"])
        first = int(luck.below(seats)) if named == "random" else int(named[-1])  # BU-SETUP-2
        s = BurgerUpState(self.book, seats, first, stall_limit(options), options["final_tie"] == "top_buns")
        s.options = options
        s.play_out = options["no_orders"] == "play_out"
        s.known_first = options["order_pool"] == "known_first"
        log.all(FirstPlayerChosen(first))
        s.kitchens = [Kitchen() for _ in range(seats)]  # BU-SETUP-9 to -11
        self._choose_orders(s, TOP_BUNS_IN_PLAY[seats], luck)
        for slot in range(3):  # BU-SETUP-4, -5
            reveal(s, slot, luck, log)
            s.coins[slot] = 1
        s.deck = self.book.deck.copy()  # BU-SETUP-6
        s.pool = [True] * len(self.book.cards)
        fill_market(s, luck, log)  # BU-SETUP-7
        for distance in range(seats):  # BU-SETUP-12
            draw_up(s, (first + distance) % seats, luck, log)
        s.agenda = [TakeTurn(first)]
        log.all(TurnBegun(first, 1))
        return s

    def _choose_orders(self, s: BurgerUpState, wanted: int, luck: Luck) -> None:
        """BU-SETUP-3: so many Top Buns are in play, the rest is set aside unseen."""
        book = self.book
        for group in (book.known_orders, book.new_orders) if s.known_first else (book.all_orders,):
            deck = group.copy()
            while len(deck) and len(s.order_deck) < wanted:
                s.order_deck.add(deck.draw(luck))
            s.aside.add_all(deck)

    def outcome(self, s: BurgerUpState) -> Outcome | None:
        if s.agenda:
            return None
        bonus = most_top_buns(s.kitchens)
        lines: list[ScoreLine] = []
        totals = points(s)
        for seat, kitchen in enumerate(s.kitchens):
            lines.append(ScoreLine(seat, "coins", kitchen.money))
            lines.append(ScoreLine(seat, "spatula", SPATULA_POINTS[kitchen.spatula]))
            lines.append(ScoreLine(seat, "most_top_buns", bonus[seat]))
        served = [len(kitchen.claimed) if s.buns_break_ties else 0 for kitchen in s.kitchens]
        standing = list(zip(totals, served, strict=True))
        ranks = tuple(1 + sum(other > mine for other in standing) for mine in standing)  # BU-SCORE-6
        return Outcome(
            reason=REASONS[s.ending],
            rule=RULES[s.ending],
            winners=tuple(winners(s)),
            ranks=ranks,
            totals=tuple(totals),
            lines=tuple(lines),
        )

    def view(self, s: BurgerUpState, seat: Seat | None) -> BurgerUpView:
        return self.painter.view(s, seat)

    def determinize(self, view: BurgerUpView, rng: Rng) -> BurgerUpState:
        return self.painter.determinize(view, rng)

    def resample_hidden(self, s: BurgerUpState, seat: Seat | None, rng: Rng) -> BurgerUpState:
        return hidden.resample_hidden(s, seat, rng)

    def audit(self, s: BurgerUpState) -> None:
        audit(s)

    def bound(self, options: Options, seats: int) -> int:
        rounds = (TOP_BUNS_IN_PLAY[seats] - 2) * stall_limit(options)
        return rounds * seats * MOST_DECISIONS_A_TURN

    def encoder(self, seats: int) -> BurgerUpEncoder:
        return BurgerUpEncoder(self.book, seats)

    def value(self, s: BurgerUpState) -> list[float]:
        return policy.value(s)


GAME: Final = BurgerUp(PRINTED)
