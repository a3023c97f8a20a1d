"""Defines Burger Boss: options, setup, outcome.

The package docstring lists where each rule section is implemented.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, ScoreLine, Seat, chosen
from bunfight.engine.cards import digest as card_digest
from bunfight.engine.game import CardWords
from bunfight.games.burger_boss import card_names, cards
from bunfight.games.burger_boss.bots import policy
from bunfight.games.burger_boss.bots.encoding import BossEncoder
from bunfight.games.burger_boss.cards import KINDS, PRINTED, SIGNS, SIZES, SPECIALS, TESTS, Cards, Mission
from bunfight.games.burger_boss.rules import audit, events
from bunfight.games.burger_boss.rules.actions import ENDINGS, seats_in, show_next_customer, winners
from bunfight.games.burger_boss.rules.moves import (
    GRAMMAR,
    PASS,
    REFUSE,
    REVEALS,
    STOP_BUYING,
    STOP_COOKING,
    STOP_SELLING,
    Cook,
    Sell,
    SendHome,
)
from bunfight.games.burger_boss.rules.state import CAUSES, BossState, Menu, lay_out
from bunfight.games.burger_boss.rules.steps import BEGIN, AnswerWindow, RevealWorkers, Round, SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import MakeRoom, carry_on
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers
from bunfight.games.burger_boss.views import hidden, view
from bunfight.games.burger_boss.views.oracles import ORACLES
from bunfight.games.burger_boss.views.types import BossView

CAUSE_NAMES: Final = (
    "start",
    "menu",
    "size",
    "tips",
    "recycling",
    "clearance",
    "supermarket",
    "workers",
    "expansion",
    "mission",
)


def menu_of(printed: Cards) -> Menu:
    """The printed things as the numbers that the rules work with."""
    return Menu(
        [customer.id for customer in printed.customers],
        [mission.id for mission in printed.missions],
        [_bag(printed.recipe(customer)) for customer in printed.customers],
        [customer.price for customer in printed.customers],
        [next(special.copies for special in printed.specials if special.id == kind) for kind in SPECIALS],
        [_mission(mission) for mission in printed.missions],
        [[sum(1 << value for value in space) for space in row.accepts] for row in printed.spaces],
        printed.grill_spaces,
    )


def _bag(recipe: tuple[int, ...]) -> int:
    return sum(count << (5 * kind) for kind, count in enumerate(recipe))


def _mission(mission: Mission) -> list[int]:
    about = sum(1 << (5 * KINDS.index(kind)) for kind in mission.kinds)
    if mission.size:
        about = 1 + SIZES.index(mission.size)
    return [TESTS.index(mission.test), about, mission.each, mission.need, mission.bonus]


def on_track(track: int, move: Move) -> bool:
    """Whether the grills of the card list have the space that a move names."""
    return not isinstance(move, (Cook, Sell)) or move.space < track


def served_customer(s: BossState, move: Move) -> str:
    """The customer that a sale refers to by the place in the queue."""
    there = s.queue[move.slot] if isinstance(move, Sell) else -1
    return s.menu.customer_ids[there] if there >= 0 else ""


def fallback(s: BossState, seat: Seat) -> Move:
    """The move for a seat whose time is up."""
    step = s.agenda[-1]
    if isinstance(step, RevealWorkers):
        return REVEALS[s.rolled[seat]]
    if isinstance(step, AnswerWindow):
        return PASS
    if isinstance(step, MakeRoom):
        return REFUSE
    if isinstance(step, SellFood):
        return STOP_SELLING
    moves = step.legal(s, seat)
    if isinstance(step, DirectWorkers):
        return next(move for move in moves if isinstance(move, SendHome))
    last = moves[-1]
    return last if last is STOP_BUYING or last is STOP_COOKING else moves[0]


class BurgerBoss(Game[BossState, BossView]):
    id = "burger_boss"
    title = "Burger Boss"
    seats = range(2, 6)
    minutes = "45-90"
    rules_version = 2
    options = (
        Option("customer_deck", "face_up", choices=("face_up", "face_down"), rule="BB-SETUP-7"),
        Option("queue_rush_from", 3, low=3, high=4, rule="BB-QUEUE-10"),
        Option("queue_fill", "late", choices=("late", "early"), rule="BB-QUEUE-20"),
        Option("grill_mode", "one_item", choices=("one_item", "one_per_space"), rule="BB-COOK-7"),
        Option("second_cook", "once", choices=("once", "leftovers"), rule="BB-COOK-20"),
        Option("blocking", False, rule="BB-PLACE-20"),
        Option("special_windows", "open", choices=("open", "quick", "literal"), rule="BB-SPEC-3"),
        Option("restaurants", ",".join(SIGNS), SIGNS, rule="BB-SETUP-2", many=True, by_seat=True),
        Option("burger_recency", "", ("0", "1", "2", "3", "4"), rule="BB-ORDER-3", many=True),
    )

    oracles = ORACLES
    bots = BotHooks(
        policy=policy.policy,
        greedy=policy.greedy,
        fallback=fallback,
        terms=policy.terms,
        milestones=(events.ItemSold, events.WorkerHired, events.KitchenExpanded),
        winners=winners,
        subject=served_customer,
        search={"turns": 16, "worthwhile": 0.03},  # a game has a hundred decisions: do not search long for small gains
        master={"trust": 0.5, "endgame": 600, "saving": 1},
        coach={"draws": 0.0},
    )

    def __init__(self, printed: Cards = PRINTED, digest: str = "") -> None:
        self.printed = printed
        self.menu = menu_of(printed)
        self.cards_digest = digest or card_digest(cards.FILE)
        self._named = card_names.card_words(printed)
        self.grammar = GRAMMAR.narrowed(partial(on_track, self.menu.track))

    def with_cards(self, text: str) -> BurgerBoss:
        return BurgerBoss(cards.load(text), card_digest(text))

    def card_words(self) -> CardWords:
        return self._named

    def _check_options(self, options: Options, seats: int) -> None:
        if len(chosen(options["restaurants"])) < seats:
            raise cards.Invalid("restaurants", rule="BB-SETUP-2")
        recency = chosen(options["burger_recency"])
        if recency and sorted(recency) != [str(seat) for seat in range(seats)]:
            example = ",".join("10234"[:seats])
            raise cards.Invalid("recency", rule="BB-ORDER-3", example=example, given=options["burger_recency"])

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> BossState:
        """BB-SETUP-1 to 12, in the order of the ledger's random events."""
        s = lay_out(self.menu, seats)
        s.options = options
        s.face_up = options["customer_deck"] == "face_up"
        s.rush_from = int(options["queue_rush_from"])
        s.fill_early = options["queue_fill"] == "early"
        s.per_space = options["grill_mode"] == "one_per_space"
        s.cook_twice = options["second_cook"] == "leftovers"
        s.blocking = bool(options["blocking"])
        s.quick = options["special_windows"] == "quick"
        s.literal = options["special_windows"] == "literal"
        s.signs = vec[i64]([SIGNS.index(sign) for sign in chosen(options["restaurants"])[:seats]])
        if s.face_up:
            show_next_customer(s, luck, log)
        for seat in range(seats):
            s.missions[seat] = s.spare.draw(luck)
            if log.on:
                known = events.MissionDealt(seat, self.menu.mission_ids[s.missions[seat]])
                log.only([seat], known, events.MissionDealt(seat, None))
        self._settle_ties(s, chosen(options["burger_recency"]), luck, log)
        s.before = s.recency[:]
        s.order = s.recency[:]
        s.agenda = [Round(BEGIN)]
        carry_on(s, luck, log)
        return s

    def _settle_ties(self, s: BossState, recency: list[str], luck: Luck, log: EventLog) -> None:
        """BB-ORDER-3: the hamburger list if it is known, else drawn."""
        if recency:
            s.recency = vec[i64]([int(seat) for seat in recency])
        else:
            left = list(range(int(s.seats)))
            s.recency = vec[i64]([left.pop(luck.below(len(left))) for _ in range(int(s.seats))])
        if log.on:
            log.all(events.TieOrderDrawn(seats_in(s.recency), int(s.recency[0])))

    def outcome(self, s: BossState) -> Outcome | None:
        """BB-OVER-7 to 9: most money, then most customers, then the place is shared."""
        if s.agenda:
            return None
        totals = [int(money) for money in s.money]
        merits = [(totals[seat], int(s.served[seat])) for seat in range(int(s.seats))]
        ranks = tuple(1 + sum(other > mine for other in merits) for mine in merits)
        return Outcome(
            reason=ENDINGS[s.ending],
            rule="BB-OVER-1",
            winners=tuple(winners(s)),
            ranks=ranks,
            totals=tuple(totals),
            lines=tuple(
                ScoreLine(seat, label, int(s.book[seat * CAUSES + cause]))
                for seat in range(int(s.seats))
                for cause, label in enumerate(CAUSE_NAMES)
                if s.book[seat * CAUSES + cause] or label in ("start", "mission")
            ),
        )

    def view(self, s: BossState, seat: Seat | None) -> BossView:
        return view.view(self.printed, s, seat)

    def determinize(self, view_: BossView, rng: Rng) -> BossState:
        return hidden.determinize(self.menu, view_, rng)

    def resample_hidden(self, s: BossState, seat: Seat | None, rng: Rng) -> BossState:
        return hidden.resample_hidden(s, seat, rng)

    def audit(self, s: BossState) -> None:
        audit.audit(s)

    def bound(self, options: Options, seats: int) -> int:
        return 40000 if options["special_windows"] == "literal" else 4000

    def encoder(self, seats: int) -> BossEncoder:
        return BossEncoder(self.menu, seats)

    def value(self, s: BossState) -> list[float]:
        return policy.value(s)


GAME: Final = BurgerBoss()
