"""How to play Burger Boss sensibly: a policy, an evaluation, and its terms."""

from typing import Final

from mypy_extensions import i64

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games.burger_boss.bots.planning import (
    LOOSE,
    Market,
    Outlook,
    Plan,
    lacking,
    outlook,
    ready_now,
    rival_ready,
    rounds_left,
    sale_worth,
)
from bunfight.games.burger_boss.rules.actions import count_due, kind_due, progress, winners
from bunfight.games.burger_boss.rules.moves import (
    PASS,
    PLAY_FIRST,
    PLAY_TIP,
    REFUSE,
    REVEALS,
    STOP_BUYING,
    STOP_COOKING,
    STOP_SELLING,
    Buy,
    Cook,
    PlacePair,
    PlaceWorker,
    PlaySteal,
    Reveal,
    Sell,
    SendHome,
    SwapIn,
)
from bunfight.games.burger_boss.rules.state import (
    EXPANSION,
    KINDS,
    KITCHEN,
    MANAGER,
    SUPERMARKET,
    TIP,
    UPGRADES,
    WORKERS,
    BossState,
    amount,
    customers_left,
    die,
    held,
    how_many,
    in_hand,
    item_at,
    room,
    total,
    unit,
)
from bunfight.games.burger_boss.rules.steps import AnswerWindow, RevealWorkers, SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, CookFood, MakeRoom
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers, bill, fruitless

WORKER_ROUND: Final = 1.5  # what an extra worker earns in a round
KITCHEN_ROUND: Final = 0.8
SECOND: Final = 0.6  # what the second of its kind is worth of the first
CARD: Final = 1.1  # a Manager's Special in hand
PLACE_IN_LINE: Final = 0.35  # what one seat earlier on the Turn card is worth


def policy(s: BossState, seat: int, rng: Rng) -> Move:
    """A sensible move. The generator is not needed: equal moves are taken in their order."""
    step = s.agenda[-1]
    moves = step.legal(s, seat)
    if len(moves) == 1:
        return moves[0]
    if isinstance(step, DirectWorkers):
        return best_placement(s, seat, moves, True)
    if isinstance(step, CookFood):
        return next_ingredient(s, seat, moves, step.added > 0)
    if isinstance(step, SellFood):
        return best_sale(s, seat, moves, step)
    if isinstance(step, RevealWorkers):
        return best_reveal(s, seat, moves)
    if isinstance(step, MakeRoom):
        return best_swap(s, seat, moves, step.kind)
    if isinstance(step, BuyIngredients):
        return best_purchase(s, seat, moves, step)
    assert isinstance(step, AnswerWindow)
    return best_answer(s, seat, moves, step.closing)


# Placing workers


class PlacementContext:
    """One placement to decide: the market, and what the seat can do without each of its dice."""

    def __init__(self, s: BossState, seat: i64) -> None:
        self.s = s
        self.seat = seat
        self.market = Market(s, seat)
        self.idle: list[Outlook | None] = [None] * 7  # by value: the outlook when this die is gone

    def without_die(self, value: i64) -> Outlook:
        view = self.idle[value]
        if view is None:
            s = self.s
            view = outlook(self.market, s.store[self.seat], s.dice[self.seat] - die(value))
            self.idle[value] = view
        return view


def best_placement(s: BossState, seat: i64, moves: list[Move], bold: bool) -> Move:
    """The best placement; who is not bold neither invests nor plays cards."""
    best = moves[0]
    best_worth = -1000.0
    context = PlacementContext(s, seat)
    for move in moves:
        if bold or not adventurous(move):
            worth = placement_worth(context, move)
            if worth > best_worth:
                best, best_worth = move, worth
    return best


def adventurous(move: Move) -> bool:
    if isinstance(move, PlaceWorker):
        return move.card in (MANAGER, WORKERS, EXPANSION) or move.doubles + move.discounts > 0
    return isinstance(move, (PlacePair, PlaySteal))


def placement_worth(context: PlacementContext, move: Move) -> float:
    s, seat = context.s, context.seat
    store, dice = s.store[seat], s.dice[seat]
    if isinstance(move, PlaceWorker):
        if move.card == KITCHEN:
            return cooking_worth(context.market, dice - die(move.value))
        if s.blocking and fruitless(s, seat, move.card, move.value, move.doubles, move.discounts):
            return context.without_die(move.value).worth - 0.1
        if move.card == MANAGER:
            return context.without_die(move.value).worth + card_worth(s)
        if move.card == SUPERMARKET:
            return shopping_worth(context, context.without_die(move.value), dice - die(move.value), move.discounts)
        if move.card in (WORKERS, EXPANSION):
            price = max(bill(s, seat, move.card, False) - 2 * move.discounts, 0)
            cost = float(price) + CARD * float(move.discounts)
            return context.without_die(move.value).worth + upgrade_worth(s, seat, move.card) - cost
        return fetching_worth(context.market, move, dice - die(move.value))
    if isinstance(move, PlacePair):
        price = max(bill(s, seat, move.card, True) - 2 * move.discounts, 0)
        cost = float(price) + CARD * float(move.discounts)
        rest = dice - 2 * die(move.value)
        return outlook(context.market, store, rest).worth + upgrade_worth(s, seat, move.card) - cost
    if isinstance(move, SendHome):
        return context.without_die(move.value).worth - 0.05
    assert isinstance(move, PlaySteal)
    if room(s, seat) == 0:
        return -1000.0
    better = outlook(context.market, store + unit(move.kind), dice).worth
    card = CARD * 1.3 if rounds_left(s) > 2.0 else 0.2
    now = outlook(context.market, store, dice).worth
    return better - card if better - now > card else -1000.0


def fetching_worth(market: Market, move: PlaceWorker, rest: i64) -> float:
    """A die that brings ingredients; what does not fit replaces what is not needed."""
    s, seat = market.s, market.seat
    kind = kind_due(move.card, move.value)
    count = count_due(move.card, move.value) * (1 + move.doubles)
    got = min(min(count, held(s.pile, kind)), room(s, seat))
    store = s.store[seat] + unit(kind) * got
    worth = outlook(market, store, rest).worth
    if got == 0:
        out: i64 = 0
        while out < KINDS:
            if out != kind and held(store, out) > 0:
                worth = max(worth, outlook(market, store + unit(kind) - unit(out), rest).worth)
            out += 1
    return worth - CARD * float(move.doubles)


def cooking_worth(market: Market, rest: i64) -> float:
    """Cook now: what can be finished is sold this round, the rest waits for the next."""
    s, seat = market.s, market.seat
    view = ready_now(market, cookable(s, seat), rest)
    if s.cooked[seat] > 0:  # BB-COOK-20: a second time pays only for what it finishes
        kept = LOOSE * float(amount(s.store[seat] - s.leftover[seat]))
        return view.worth + kept if finishes(view) else -1000.0
    if finishes(view):
        return view.worth
    if last_round(s):
        return view.worth + 1.0
    return view.worth + (0.3 if crammed(market) else -3.0)


def cookable(s: BossState, seat: i64) -> i64:
    """BB-COOK-4, 20: what a worker in the kitchen may put on the grills."""
    return s.store[seat] if s.cooked[seat] == 0 else s.leftover[seat]


def finishes(view: Outlook) -> bool:
    """Whether something is finished and sold this round."""
    for plan in view.plans:
        if plan.later == 0 and plan.need != 0:
            return True
    return False


def crammed(market: Market) -> bool:
    """Whether the best order is larger than the storage, so that it must be begun before all is there."""
    s, seat = market.s, market.seat
    if room(s, seat) > 0:
        return False
    view = outlook(market, s.store[seat], 0)
    return len(view.plans) > 0 and amount(view.plans[0].need) > 4 * s.kitchens[seat]


def last_round(s: BossState) -> bool:
    """Whether nobody will be left after this round."""
    slot: i64 = 2
    while slot < 6:
        if s.queue[slot] >= 0:
            return False
        slot += 1
    return customers_left(s) == 0


def finishable(market: Market) -> list[Plan]:
    """Items that the storage can finish right now for somebody in the queue, the best first."""
    found: list[Plan] = []
    for plan in ready_now(market, cookable(market.s, market.seat), 0).plans:
        if plan.later == 0 and plan.need != 0:
            found.append(plan)
    return found


def card_worth(s: BossState) -> float:
    return CARD if rounds_left(s) > 2.0 else 0.1


def upgrade_worth(s: BossState, seat: i64, card: i64) -> float:
    """What a worker or a kitchen earns until the end."""
    left = rounds_left(s) - 1.0
    if left <= 0.0:
        left = 0.0
    mission = s.missions[seat]
    pull = 0.0
    if s.menu.mission_test[mission] == UPGRADES:
        reached, need = progress(s, seat, mission), s.menu.mission_need[mission]
        if reached < need:
            pull = float(s.menu.mission_bonus[mission]) * (0.9 if reached + 1 == need else 0.35)
    if card == WORKERS:
        return pull + left * WORKER_ROUND * (SECOND if s.hired[seat] > 0 else 1.0)
    rate = KITCHEN_ROUND * (SECOND if s.kitchens[seat] > 1 else 1.0) * (1.3 if s.hired[seat] > 0 else 0.7)
    return pull + left * rate


def shopping_worth(context: PlacementContext, view: Outlook, rest: i64, gifts: i64) -> float:
    """Buy what the best plan lacks, as long as it pays; ``view`` is the outlook if nothing is bought."""
    s, seat = context.s, context.seat
    store, money, space = s.store[seat], s.money[seat], room(s, seat)
    spent = CARD * float(gifts)
    bought: i64 = 0
    result = view.worth - 3.0
    while bought < 3 and space > 0:
        price: i64 = 0 if bought < gifts else 2
        kind = wanted(s, view)
        if price > money or kind < 0:
            break
        store += unit(kind)
        money -= price
        space -= 1
        spent += float(price)
        bought += 1
        view = outlook(context.market, store, rest)
        result = max(result, view.worth - spent)
    return result


def wanted(s: BossState, view: Outlook) -> i64:
    """What the best plan lacks and the supply has, toppings first; else any; -1 if the supply is empty."""
    kind: i64 = KINDS - 1
    for plan in view.plans:
        kind = KINDS - 1
        while kind >= 0:
            if held(plan.missing, kind) > 0 and held(s.pile, kind) > 0:
                return kind
            kind -= 1
    kind = 0
    while kind < KINDS:
        if held(s.pile, kind) > 0:
            return kind
        kind += 1
    return -1


# Inside a placement


def next_ingredient(s: BossState, seat: i64, moves: list[Move], begun: bool) -> Move:
    """Finish what can be sold, one ingredient after the other; then stop."""
    market = Market(s, seat)
    for plan in finishable(market):
        for move in moves:
            if isinstance(move, Cook) and move.grill == plan.grill and held(plan.need, move.kind) > 0:
                if move.space == plan.space:
                    return move
    if last_round(s):
        for move in moves:  # every item on a grill pays a dollar at the end
            if isinstance(move, Cook) and s.items[item_at(s, seat, move.grill, move.space)] == 0:
                return move
    for plan in outlook(market, s.store[seat], 0).plans:
        if not begun or (room(s, seat) < 2 and amount(plan.need) > 4 * s.kitchens[seat] - 2):
            for move in moves:
                if isinstance(move, Cook) and move.grill == plan.grill and move.space == plan.space:
                    if held(plan.need, move.kind) > 0:
                        return move
    if begun:
        return STOP_COOKING
    for move in moves:  # something must go on a grill: rather on an empty one
        if isinstance(move, Cook) and s.items[item_at(s, seat, move.grill, move.space)] == 0:
            return move
    return moves[0]


def best_swap(s: BossState, seat: i64, moves: list[Move], kind: i64) -> Move:
    store, dice, market = s.store[seat], s.dice[seat], Market(s, seat)
    best: Move = REFUSE
    best_worth = outlook(market, store, dice).worth + 0.01
    for move in moves:
        if isinstance(move, SwapIn):
            worth = outlook(market, store + unit(kind) - unit(move.kind), dice).worth
            if worth > best_worth:
                best, best_worth = move, worth
    return best


def best_purchase(s: BossState, seat: i64, moves: list[Move], step: BuyIngredients) -> Move:
    store, dice, market = s.store[seat], s.dice[seat], Market(s, seat)
    view = outlook(market, store, dice)
    kind = wanted(s, view)
    if step.bought > 0:
        if room(s, seat) == 0:
            return STOP_BUYING
        spent, now = 0.0, view.worth
        bought, pays = step.bought, False
        while bought < 3 and kind >= 0 and not pays:
            spent += 0.0 if bought < step.gifts else 2.0
            store += unit(wanted(s, view))
            view = outlook(market, store, dice)
            bought += 1
            pays = spent <= float(s.money[seat]) and view.worth - spent > now
        if not pays:
            return STOP_BUYING
    for move in moves:
        if isinstance(move, Buy) and move.kind == kind:
            return move
    return moves[0]


# Sales, reveals, windows


def best_sale(s: BossState, seat: i64, moves: list[Move], step: SellFood) -> Move:
    """Sell the dearest first; keep nothing, for a grill that is free earns more than a larger meal."""
    best: Move = STOP_SELLING
    best_worth = 0.0
    possible = 0
    grills: i64 = 0
    for move in moves:
        if isinstance(move, Sell):
            worth = sale_worth(s, seat, move.slot, 0)
            if grills & (die(1) << move.grill) == 0:
                possible += 1
                grills |= die(1) << move.grill
            if worth > best_worth:
                best, best_worth = move, worth
    if s.hands[seat * 5 + TIP] > 0:
        sales = possible + step.sold
        if sales >= 2 or (sales >= 1 and (rounds_left(s) <= 4.0 or in_hand(s, seat) > 2)):
            return PLAY_TIP
    return best


def best_reveal(s: BossState, seat: i64, moves: list[Move]) -> Move:
    """Which dice turn up: what they can do, against the places that a lower total wins."""
    best = moves[0]
    best_worth = -1000.0
    contested = contest(s, seat)
    market = Market(s, seat)
    for move in moves:
        assert isinstance(move, Reveal)
        worth = outlook(market, s.store[seat], move.dice).worth + 0.4 * float(how_many(move.dice))
        worth -= (PLACE_IN_LINE + contested) * rank_guess(s, seat, total(move.dice))
        if move.first:
            worth -= CARD * 2.0 - (PLACE_IN_LINE + contested) * rank_guess(s, seat, total(move.dice))
        if worth > best_worth:
            best, best_worth = move, worth
    return best


def contest(s: BossState, seat: i64) -> float:
    """What is at stake on the grills if somebody else sells first."""
    stake = 0.0
    at = item_at(s, seat, 0, 0)
    end = at + s.kitchens[seat] * s.menu.track
    while at < end:
        if s.items[at] != 0 and rival_ready(s, seat, s.items[at], True):
            stake = max(stake, 2.5)
        at += 1
    return stake


def rank_guess(s: BossState, seat: i64, mine: i64) -> float:
    """How many seats will probably stand before a seat with this total."""
    before = 0.0
    other: i64 = 0
    while other < s.seats:
        if other != seat:
            if s.working[other] != 0:
                theirs = total(s.working[other])
                before += 1.0 if theirs < mine else 0.5 if theirs == mine else 0.0
            else:
                guess = 3.2 * float(how_many(s.rolled[other]))
                before += min(max(0.5 + (float(mine) - guess) / 12.0, 0.0), 1.0)
        other += 1
    return before


def best_answer(s: BossState, seat: i64, moves: list[Move], closing: bool) -> Move:
    """Early Opening where it saves a sale; Light Fingers where it finishes an item."""
    for move in moves:
        if move is PLAY_FIRST and closing and contested_sale(s, seat):
            return move
    if closing and not last_round(s):
        return PASS
    market = Market(s, seat)
    now = outlook(market, s.store[seat], s.dice[seat]).worth
    for move in moves:
        if isinstance(move, PlaySteal) and room(s, seat) > 0 and not closing:
            store = s.store[seat] + unit(move.kind)
            if outlook(market, store, s.dice[seat]).worth > now + 2.5:
                return move
    return PASS


def contested_sale(s: BossState, seat: i64) -> bool:
    """Whether somebody who sells earlier could take a customer of ours."""
    at = item_at(s, seat, 0, 0)
    end = at + s.kitchens[seat] * s.menu.track
    while at < end:
        item = s.items[at]
        if item != 0 and wanted_by(s, item) == 1 and rival_ready(s, seat, item, False):
            return True
        at += 1
    return False


def wanted_by(s: BossState, item: i64) -> i64:
    found: i64 = 0
    slot: i64 = 0
    while slot < 6:
        if s.queue[slot] >= 0 and lacking(s.menu.wants[s.queue[slot]], item) == 0:
            found += 1
        slot += 1
    return found


# Evaluation


def terms(s: BossState, seat: int) -> list[tuple[str, float]]:
    """What a seat's position is worth in dollars, by name."""
    me: i64 = seat
    cash = float(s.money[me])
    if not s.agenda:
        return [("cash", cash), ("grills", 0.0), ("larder", 0.0), ("staff", 0.0), ("specials", 0.0), ("goal", 0.0)]
    market = Market(s, me)
    cooking = cooks_now(s, seat)
    if cooking:
        with_food = ready_now(market, s.store[me], s.dice[me]).worth
        bare = ready_now(market, 0, s.dice[me]).worth
    else:
        with_food = outlook(market, s.store[me], s.dice[me]).worth
        bare = outlook(market, 0, s.dice[me]).worth
    left = max(rounds_left(s) - 1.0, 0.0)
    hired_worth = float(s.hired[me]) * WORKER_ROUND
    staff = left * (hired_worth + float(s.kitchens[me] - 1) * KITCHEN_ROUND)
    mission = s.missions[me]
    reached, need = progress(s, me, mission), s.menu.mission_need[mission]
    share = 1.0 if reached >= need else 0.5 * float(reached) / float(need)
    return [
        ("cash", cash),
        ("grills", bare),
        ("larder", with_food - bare),
        ("staff", staff),
        ("specials", float(in_hand(s, me)) * card_worth(s)),
        ("goal", share * float(s.menu.mission_bonus[mission])),
    ]


def cooks_now(s: BossState, seat: int) -> bool:
    """Whether the seat stands at its grills at this moment."""
    step = s.agenda[-1]
    return isinstance(step, CookFood) and step.seat == seat


def greedy(s: BossState, seat: int, rng: Rng) -> Move:
    """A simpler player: plans and cooks like the policy, but never invests, benches, or plays a card."""
    step = s.agenda[-1]
    moves = step.legal(s, seat)
    if isinstance(step, RevealWorkers):
        return REVEALS[s.rolled[seat]]
    if isinstance(step, AnswerWindow):
        return PASS
    if isinstance(step, DirectWorkers):
        return best_placement(s, seat, moves, False)
    return policy(s, seat, rng)


def value(s: BossState) -> list[float]:
    """The chance of each seat: at the end what it won, before by the dollars that it may expect."""
    seats = int(s.seats)
    if not s.agenda:
        first = winners(s)
        return [1.0 / len(first) if seat in first else 0.0 for seat in range(seats)]
    points: list[float] = []
    for seat in range(seats):
        dollars = 0.0
        for _, worth in terms(s, seat):
            dollars += worth
        points.append(dollars)
    spread = 5.0 + 1.2 * rounds_left(s)
    top_points = max(points)
    weights = [weight((one - top_points) / spread) for one in points]
    whole = sum(weights)
    return [one / whole for one in weights]


def weight(x: float) -> float:
    """exp(x) for x <= 0, by halving and squaring; close enough and the same everywhere."""
    y = 1.0 + x / 64.0
    if y <= 0.0:
        return 1e-9
    for _ in range(6):
        y = y * y
    return max(y, 1e-9)
