"""Defines Jom Burger: options, setup, outcome, audit.

The package docstring lists where each rule section is implemented.
"""

from __future__ import annotations

from operator import itemgetter

from bunfight.engine.cards import digest as card_digest
from bunfight.engine.event_log import EventLog
from bunfight.engine.game import CardWords, Game, Option, Options, Outcome, ScoreLine, chosen
from bunfight.engine.hooks import BotHooks
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import Seat
from bunfight.games.jom_burger import cards
from bunfight.games.jom_burger.bots import evaluation, policy
from bunfight.games.jom_burger.bots.encoding import JomEncoder
from bunfight.games.jom_burger.rules.actions import (
    LABELS,
    has_basic,
    has_premium,
    left_first_kept,
    score_lines,
    total,
    winners,
)
from bunfight.games.jom_burger.rules.events import DieWasted, OrderCompleted, OrderFirst
from bunfight.games.jom_burger.rules.moves import grammar
from bunfight.games.jom_burger.rules.state import (
    BIT,
    BURGERS,
    CHOOSE_BURGER,
    FRIES_SODA,
    INGREDIENTS,
    LEFT_FIRST,
    MIXED,
    NOBODY,
    ONES,
    ROUNDS,
    SLOT_IDS,
    SPECIAL,
    Card,
    JomState,
    Rules,
    SaladSide,
    Stall,
    drafter,
    slots_in,
)
from bunfight.games.jom_burger.rules.steps import MayRerollOnce, MaySwapDie, MustTakeDie
from bunfight.games.jom_burger.rules.steps_setup import set_up
from bunfight.games.jom_burger.views.hidden import determinize, resample_hidden
from bunfight.games.jom_burger.views.oracles import ORACLES
from bunfight.games.jom_burger.views.types import JomView
from bunfight.games.jom_burger.views.view import view
from bunfight.i18n import languages


def engine_card(burger: cards.Burger) -> Card:
    """A printed card as the engine reads it."""
    rows = [(INGREDIENTS.index(left), INGREDIENTS.index(right)) for left, right in burger.rows]
    return Card(burger.id, rows, burger.kind == "special")


class JomBurger(Game[JomState, JomView]):
    """Six rounds of drafting dice for one burger."""

    id = "jom_burger"
    title = "Jom Burger"
    seats = range(2, 7)
    minutes = "15-30"
    rules_version = 2
    oracles = ORACLES
    bots = BotHooks(
        policy=policy.policy,
        rollout=policy.rollout,
        greedy=lambda s, seat, rng: policy.default(s, seat),
        fallback=policy.default,
        terms=evaluation.terms,
        milestones=(OrderFirst, OrderCompleted, DieWasted),
        winners=winners,
        search_moves=policy.promising,
        search={"turns": 100, "horizon": 1000, "caution": 1.0, "patience": 3.0},  # short: played to its end
        master={"endgame": 600, "saving": 1},
        coach={"draws": 8.0, "sureness": 0.75},  # the evaluation includes the luck of the dice
    )
    options = (
        Option("scoring", "additional", ("additional", "multiplication"), rule="JB-SCORE-1"),
        Option("burgers", "regular", tuple(BURGERS), rule="JB-SETUP-6"),
        Option("salad", False, rule="JB-SETUP-10"),
        Option("supply", "standard", ("standard", "advanced2"), rule="JB-SETUP-3"),
        Option("single_die", "zero", ("zero", "one"), rule="JB-MUL-3"),
        Option("young_seats", "", ("0", "1", "2", "3", "4", "5"), rule="JB-MUL-3", many=True),
        Option("order_bonus", "both", ("both", "highest"), rule="JB-ORDER-10"),
        Option("left_first", "column", tuple(LEFT_FIRST), rule="JB-PLACE-5"),
        Option("extra_supply", "same_ingredient", ("same_ingredient", "any_ingredient"), rule="JB-ES-6"),
    )

    def __init__(self, box: cards.Box = cards.STANDARD, digest: str = "") -> None:
        self.box = box
        self.cards_digest = digest or card_digest(cards.FILE)
        self.cards = {burger.id: engine_card(burger) for burger in box.burgers}
        self.regular = self.cards[box.regular.id]
        self.specials = [self.cards[burger.id] for burger in box.specials]
        self.menu = [self.regular, *self.specials]
        slots = {SLOT_IDS[slot] for card in self.menu for slot, takes in enumerate(card.accepts) if takes >= 0}
        self.grammar = grammar([card.id for card in self.menu], slots)
        self.bags = {(seats, False): list(box.supply(seats, False).dice) for seats in self.seats}
        self.bags[2, True] = list(box.supply(2, True).dice)
        self.answers = itemgetter(*[option.name for option in self.options])
        self.read: dict[tuple[object, ...], Rules] = {}  # options as the engine reads them, made once

    def with_cards(self, text: str) -> JomBurger:
        return JomBurger(cards.load(text), card_digest(text))

    def card_words(self) -> CardWords:
        own = cards.BETTER_NAMES if self.box is cards.STANDARD else {}
        return {"terms": {card.id: own.get(card.id) or languages.named(card.name) for card in self.box.burgers}}

    # ---- setup ----

    def _check_options(self, options: Options, seats: int) -> None:
        if options["supply"] == "advanced2" and seats != 2:
            raise cards.Invalid("advanced_two", rule="JB-SETUP-3")
        if options["burgers"] == "special" and len(self.box.specials) < seats:
            raise cards.Invalid("few_special_cards", rule="JB-SETUP-6")
        if any(int(seat) >= seats for seat in chosen(options["young_seats"])):
            raise cards.Invalid("young_seats", rule="JB-MUL-6")

    def rules(self, options: Options) -> Rules:
        """The options as the engine reads them."""
        key = self.answers(options)
        rules = self.read.get(key)
        if rules is None:
            rules = self.read[key] = self._rules(options)
        return rules

    def _rules(self, options: Options) -> Rules:
        scoring = str(options["scoring"])
        printed = [self.box.salad(scoring, side) for side in cards.SIDES] if options["salad"] else []
        return Rules(
            multiplication=scoring == "multiplication",
            single_one=options["single_die"] == "one",
            young=sum(1 << int(seat) for seat in chosen(options["young_seats"])),
            highest=options["order_bonus"] == "highest",
            left_first=LEFT_FIRST.index(str(options["left_first"])),
            any_ingredient=options["extra_supply"] == "any_ingredient",
            burgers=BURGERS.index(str(options["burgers"])),
            advanced=options["supply"] == "advanced2",
            salads=[SaladSide(list(p.points), list(p.caps), list(p.multipliers)) for p in printed],
            cards=self.menu,
            menu=self.grammar.made("take"),
        )

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> JomState:
        rules = self.rules(options)
        bag = self.bags[seats, rules.advanced][:]
        cards = [self.regular]
        if rules.burgers == SPECIAL:
            cards = self.specials
        elif rules.burgers == MIXED:  # JB-SETUP-21
            cards = cards * seats + self.specials
        return set_up(rules, options, cards, seats, bag, luck, log)

    # ---- the end ----

    def outcome(self, s: JomState) -> Outcome | None:
        if s.agenda:
            return None
        totals = tuple(total(s, seat) for seat in range(s.seats))
        ranks = tuple(1 + sum(other > mine for other in totals) for mine in totals)
        labels = LABELS if s.rules.salads else LABELS[:-1]
        return Outcome(
            reason="six_rounds",
            rule="JB-END-1",
            winners=tuple(winners(s)),
            ranks=ranks,
            totals=totals,
            lines=tuple(
                ScoreLine(seat, label, points)
                for seat in range(s.seats)
                for label, points in zip(labels, score_lines(s, seat), strict=False)
            ),
        )

    # ---- seeing ----

    def view(self, s: JomState, seat: Seat | None) -> JomView:
        return view(s, seat)

    def determinize(self, view: JomView, rng: Rng) -> JomState:
        options: Options = {
            option.name: getattr(view, option.name) for option in self.options if option.name != "salad"
        }
        return determinize(view, self.rules({**options, "salad": bool(view.salads)}), self.cards, rng)

    def resample_hidden(self, s: JomState, seat: Seat | None, rng: Rng) -> JomState:
        return resample_hidden(s, seat, rng)

    def bound(self, options: Options, seats: int) -> int:
        return (17 if self.rules(options).burgers == CHOOSE_BURGER else 16) * seats

    # ---- playing ----

    def encoder(self, seats: int) -> JomEncoder:
        return JomEncoder(self.menu, seats)

    def value(self, s: JomState) -> list[float]:
        return evaluation.value(s)

    # ---- audit ----

    def audit(self, s: JomState) -> None:
        n = int(s.seats)
        step = s.agenda[-1] if s.agenda else None
        supply = self.box.supply(n, s.rules.advanced).dice
        for ingredient, start in enumerate(supply):
            loose = [*s.pool, *s.delivered, *s.fridge, *(kind for stall in s.stalls for kind in stall.salad)]
            placed = sum(
                stall.card.accepts[slot] == ingredient for stall in s.stalls for slot in slots_in(stall.filled)
            )
            found = s.bag[ingredient] + placed + sum(kind // 6 == ingredient for kind in loose)
            assert found == start, f"{INGREDIENTS[ingredient]}: {found} dice instead of {start}"
        assert min(s.bag) >= 0 and sum(s.bag) == s.in_bag
        assert sum(s.bag) + len(s.delivered) == sum(supply) - int(s.round) * (2 * n + 1)
        assert (len(s.delivered) > 0) == isinstance(step, MaySwapDie)
        assert s.pool == sorted(s.pool) and s.delivered == sorted(s.delivered)
        taken = int(s.turn) + isinstance(step, MayRerollOnce)
        assert len(s.pool) == (2 * n + 1 - taken if s.round and s.agenda else 0)
        assert s.fridge_by.count(NOBODY) == (ROUNDS if not s.agenda else max(0, int(s.round) - 1))
        assert self._order_card_fine(s, int(s.first_basic), [has_basic(stall) for stall in s.stalls])
        assert self._order_card_fine(s, int(s.first_premium), [has_premium(stall) for stall in s.stalls])
        if isinstance(step, MustTakeDie):
            assert step.seat == drafter(s, s.turn)
        for seat, stall in enumerate(s.stalls):
            before = 2 * max(0, int(s.round) - 1)
            picks = before + sum(drafter(s, turn) == seat for turn in range(taken)) if s.round else 0
            dice = len(slots_in(stall.filled)) + len(stall.salad) + int(stall.wasted)
            assert dice == picks, f"seat {seat}: {dice} dice after {picks} picks"
            self._audit_stall(s, seat, stall)

    def _order_card_fine(self, s: JomState, owner: int, done: list[bool]) -> bool:
        return not any(done) if owner == NOBODY else done[owner]

    def _audit_stall(self, s: JomState, seat: Seat, stall: Stall) -> None:
        assert stall.wasted == s.fridge_by.count(seat)
        for slot, pips in enumerate(stall.pips):
            assert (1 <= pips <= 6) if stall.filled & BIT[slot] else pips == 0
            assert pips == 0 or stall.card.accepts[slot] >= 0
        assert left_first_kept(s.rules, stall.card, stall.filled)
        if stall.salad:
            assert len(stall.salad) <= s.rules.salads[stall.side].columns
            assert all(kind // 6 != FRIES_SODA for kind in stall.salad)
            assert stall.side != ONES or all(kind % 6 == 0 for kind in stall.salad)
