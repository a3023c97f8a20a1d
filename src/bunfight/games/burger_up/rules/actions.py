"""Actions the steps share: match orders, serve, draw, refill the market, pass the turn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bunfight.engine.deck import Deck
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.games.burger_up.rules.events import (
    CardsDrawn,
    DeckReshuffled,
    FinalRoundBegun,
    GameEnded,
    KitchenUpgraded,
    MarketFilled,
    OrderRevealed,
    OrderServed,
    OrdersGrown,
    TurnBegun,
)
from bunfight.games.burger_up.rules.state import (
    ANY,
    AT_LEAST,
    AT_MOST,
    BUN,
    CLASS_LOW,
    CLASS_PAY,
    COLOSSAL,
    DIFFERENT,
    EQUAL,
    GOURMET,
    HAND,
    MARKET,
    MOST_TOP_BUNS,
    NONE,
    NOTHING_LEFT,
    ORDERS_RAN_OUT,
    PLACEMENTS,
    RUNNING,
    SANDWICH,
    SPATULA_POINTS,
    STALLED,
    TOP,
    TOWER,
    Book,
    BurgerUpState,
    Kitchen,
    Line,
    Order,
)

NEXTS = ("any", "salad", "meat_patty", "cheese_egg", "sauce")
CLASS_NAMES = ("sandwich", "gourmet", "tower", "colossal")
REASONS = ("", "orders_ran_out", "nothing_left", "stalled")


# Burgers


def need(book: Book, stack: vec[i64]) -> i64:
    """The type that must come next on a stack (BU-BUILD-5, -6, BU-BUN-2)."""
    return book.nexts[stack[-1]] if len(stack) > 0 else ANY


def fits(book: Book, half: i64, wanted: i64) -> bool:
    """Whether a half may lie on a stack that needs ``wanted`` (BU-BUILD-5, BU-BUN-1)."""
    if wanted == ANY:
        return True
    kind = book.kinds[half]
    return kind == BUN or kind == wanted


def size(book: Book, stack: vec[i64]) -> i64:
    """The number of ingredients; buns do not count (BU-BUN-4)."""
    count: i64 = 0
    kinds = book.kinds
    for half in stack:
        if kinds[half] != BUN:
            count += 1
    return count


def perfects(book: Book, stack: vec[i64]) -> int:
    """How many used halves are Perfect (BU-PAY-3)."""
    count = 0
    table = book.perfects
    for half in stack:
        if table[half]:
            count += 1
    return count


def burger_class(count: i64) -> int:
    """Sandwich, Gourmet, Tower or Colossal (BU-PAY-2)."""
    if count >= CLASS_LOW[COLOSSAL]:
        return COLOSSAL
    if count >= CLASS_LOW[TOWER]:
        return TOWER
    return GOURMET if count >= CLASS_LOW[GOURMET] else SANDWICH


def limit(kitchen: Kitchen) -> int:
    """Placements a turn (BU-BUILD-1, BU-COL-4)."""
    return PLACEMENTS + 1 if kitchen.upgraded else PLACEMENTS


# Orders


def matches(table: vec[i64], stack: vec[i64]) -> i64:
    """How many used halves a selector matches (BU-REQ-4)."""
    count: i64 = 0
    for half in stack:
        count += table[half]
    return count


def names(book: Book, table: vec[i64], stack: vec[i64]) -> i64:
    """How many different ingredients among the matching halves (BU-REQ-8)."""
    seen = vec[i64]()
    for half in stack:
        if table[half] == 1 and book.names[half] not in seen:
            seen = append(seen, book.names[half])
    return len(seen)


def holds(book: Book, line: Line, stack: vec[i64]) -> bool:
    """Whether one line is met by a stack of at least one card (BU-REQ-5 to -10)."""
    kind = line.kind
    if kind == AT_LEAST:
        return matches(line.table, stack) >= line.n
    if kind == NONE:
        for half in stack:
            if line.table[half] == 1:
                return False
        return True
    if kind == DIFFERENT:
        return names(book, line.table, stack) >= line.n
    if kind == TOP:
        return line.table[stack[-1]] == 1
    if kind == AT_MOST:
        return matches(line.table, stack) <= line.n
    assert kind == EQUAL
    first = matches(line.table, stack)
    for table in line.tables:
        if matches(table, stack) != first:
            return False
    return first >= 1


def satisfied(book: Book, order: Order, stack: vec[i64], count: i64) -> bool:
    """Whether a stack of ``count`` ingredients may be served for the order (BU-UP-3, -4, BU-REQ-1)."""
    if count < order.low or count > order.high:
        return False
    for line in order.lines:
        if not holds(book, line, stack):
            return False
    return True


def above(one: i64, two: i64) -> i64:
    """The larger of two numbers."""
    return one if one > two else two


def missing(book: Book, line: Line, stack: vec[i64]) -> i64:
    """How many cards a line still asks for; for boards and bots, not a rule."""
    kind = line.kind
    if kind == AT_LEAST:
        return above(line.n - matches(line.table, stack), 0)
    if kind == DIFFERENT:
        return above(line.n - names(book, line.table, stack), 0)
    if kind == TOP:
        return 0 if len(stack) > 0 and line.table[stack[-1]] == 1 else 1
    if kind == EQUAL:
        most: i64 = 1
        total: i64 = 0
        for table in line.tables:
            count = matches(table, stack)
            total += count
            most = above(most, count)
        return most * len(line.tables) - total
    return 0


def broken(line: Line, stack: vec[i64]) -> bool:
    """Whether a ban is broken: only the Spatula can fix that."""
    if line.kind == NONE:
        return matches(line.table, stack) > 0
    return line.kind == AT_MOST and matches(line.table, stack) > line.n


def estimate(book: Book, order: Order, stack: vec[i64], count: i64) -> i64:
    """About how many cards an order still needs on this stack."""
    total: i64 = 0
    for line in order.lines:
        total += missing(book, line, stack)
    return above(total, order.low - count)


def dead(book: Book, order: Order, stack: vec[i64], count: i64) -> bool:
    """Whether this stack can no longer become the order without the Spatula."""
    bound: i64 = above(order.low - count, 0)
    named: i64 = 0
    for line in order.lines:
        if broken(line, stack):
            return True
        if line.bun:
            continue
        lacking = missing(book, line, stack)
        if line.kind == EQUAL:
            most: i64 = 1
            least: i64 = len(stack)
            for table in line.tables:
                found = matches(table, stack)
                most = above(most, found)
                least = found if found < least else least
            lacking = most - least
        bound = above(bound, lacking)
        if line.named and line.kind == AT_LEAST:
            named += lacking
    return count + above(bound, named) > order.high


# Ingredients deck


def reshuffle(s: BurgerUpState, log: EventLog) -> None:
    """BU-DECK-1, -5: the open pile becomes the deck; everybody knows its cards, nobody their order."""
    s.deck = s.discard
    s.discard = Deck()
    s.pool = [False] * len(s.book.cards)
    for card in s.deck.items:
        s.pool[card] = True
    if log.on:
        log.all(DeckReshuffled(len(s.deck)))


def draw(s: BurgerUpState, luck: Luck, log: EventLog) -> int:
    """One card of the deck, or -1 if there is none anywhere (BU-DECK-1 to -3)."""
    if len(s.deck) == 0:
        if len(s.discard) == 0:
            return -1
        reshuffle(s, log)
    card = s.deck.draw(luck)
    if len(s.deck) == 0 and len(s.discard) > 0:
        reshuffle(s, log)
    return card


def fill_market(s: BurgerUpState, luck: Luck, log: EventLog) -> None:
    """BU-CLEAN-2: empty spaces from left to right."""
    for slot in range(3):
        if s.market[slot] < 0:
            card = draw(s, luck, log)
            s.market[slot] = card
            if card >= 0 and log.on:
                log.show(-1, MarketFilled(slot, s.book.cards[card]))


def draw_up(s: BurgerUpState, seat: int, luck: Luck, log: EventLog) -> None:
    """BU-CLEAN-5: the hand is filled to four."""
    hand = s.kitchens[seat].hand
    before = len(hand)
    while len(hand) < HAND:
        card = draw(s, luck, log)
        if card < 0:
            break
        hand.append(card)
    if log.on and len(hand) > before:
        drawn = tuple([s.book.cards[card] for card in hand[before:]])
        log.only([seat], CardsDrawn(seat, len(drawn), drawn), CardsDrawn(seat, len(drawn), None))


def drop(kitchen: Kitchen, card: int) -> bool:
    """Remove a card from a hand; returns whether everybody knew it because it was bought."""
    kitchen.hand.remove(card)
    known = card in kitchen.shown
    if known:
        kitchen.shown.remove(card)
    return known


# Order deck


def reveal(s: BurgerUpState, slot: int, luck: Luck, log: EventLog) -> None:
    """BU-UP-7 (7): the next Top Bun, or the final round begins (BU-END-1)."""
    if len(s.order_deck) == 0:
        s.pending[slot] = -1
        if not s.final:
            s.final = True
            if log.on:
                log.all(FinalRoundBegun())
        return
    order = s.order_deck.draw(luck)
    s.pending[slot] = order
    if log.on:
        log.show(-1, OrderRevealed(slot, s.book.orders[order].id))


def grow(s: BurgerUpState, log: EventLog) -> None:
    """BU-UP-7 (8): $1 on every open order."""
    for slot in range(3):
        if s.pending[slot] >= 0:
            s.coins[slot] += 1
            s.grown += 1
    if log.on:
        log.all(OrdersGrown(tuple(s.coins)))


def open_orders(s: BurgerUpState) -> int:
    """How many Top Buns lie open."""
    count = 0
    for order in s.pending:
        if order >= 0:
            count += 1
    return count


# The turn


def serve(s: BurgerUpState, seat: int, burger: int, slot: int, upgrade: bool, luck: Luck, log: EventLog) -> None:
    """BU-UP-7: a claim, whole and in order."""
    kitchen = s.kitchens[seat]
    stack = kitchen.stacks[burger]
    order = s.pending[slot]
    count = size(s.book, stack)
    rank = burger_class(count)
    coins = s.coins[slot]
    reward = 0 if upgrade else CLASS_PAY[rank]
    perfect = perfects(s.book, stack)
    kitchen.claimed.append(order)
    kitchen.sizes.append(count)
    kitchen.from_orders += coins
    kitchen.from_classes += reward
    kitchen.from_perfects += perfect
    kitchen.money += coins + reward + perfect
    s.pending[slot] = -1
    s.coins[slot] = 0
    for half in stack:
        s.discard.add(half // 2)
    kitchen.stacks[burger] = vec[i64]()
    s.served_turn = True
    s.served_round = True
    s.stall = 0
    if log.on:
        log.all(
            OrderServed(
                seat,
                burger,
                s.book.orders[order].id,
                count,
                CLASS_NAMES[rank],
                coins,
                reward,
                perfect,
                coins + reward + perfect,
            )
        )
    if upgrade:
        kitchen.upgraded = True
        if log.on:
            log.all(KitchenUpgraded(seat))
    reveal(s, slot, luck, log)
    grow(s, log)


def next_seat(s: BurgerUpState) -> int:
    """Clockwise (BU-SETUP-2)."""
    after = s.active + 1
    return 0 if after == s.seats else after


def over(s: BurgerUpState) -> int:
    """The end check when a turn leaves Burger Up: how the game ends now, or RUNNING (BU-END, BU-STALL)."""
    if open_orders(s) == 0 and not s.play_out:
        return NOTHING_LEFT
    if next_seat(s) == s.first:
        if s.final:
            return ORDERS_RAN_OUT
        if not s.served_round and s.stall + 1 >= s.stall_rounds:
            return STALLED
    return RUNNING


def finish(s: BurgerUpState, ending: int, log: EventLog) -> None:
    """The game is over; nobody cleans up any more (BU-END-7)."""
    s.ending = ending
    s.agenda.clear()
    if log.on:
        log.all(GameEnded(REASONS[ending]))


def pass_on(s: BurgerUpState, log: EventLog) -> None:
    """BU-CLEAN-6, BU-TURN-1, BU-STALL-1: the next seat's turn begins."""
    s.active = next_seat(s)
    if s.active == s.first:
        if not s.served_round:
            s.stall += 1
        s.served_round = False
        s.round += 1
    s.phase = MARKET
    s.placed = 0
    s.served_turn = False
    if log.on:
        log.all(TurnBegun(s.active, s.round))


# Scoring


def most_top_buns(kitchens: list[Kitchen]) -> list[int]:
    """BU-SCORE-3, -4: 5 points for whoever alone served the most."""
    counts = [len(k.claimed) for k in kitchens]
    best = max(counts)
    alone = counts.count(best) == 1
    return [MOST_TOP_BUNS if alone and count == best else 0 for count in counts]


def points(s: BurgerUpState) -> list[int]:
    """BU-SCORE-1: the points of each seat if the game ended now."""
    bonus = most_top_buns(s.kitchens)
    return [k.money + SPATULA_POINTS[k.spatula] + bonus[seat] for seat, k in enumerate(s.kitchens)]


def winners(s: BurgerUpState) -> list[int]:
    """BU-SCORE-6: most points, then (where buns break ties) most orders served; the victory may be shared."""
    merits = [
        total * 1000 + (len(s.kitchens[seat].claimed) if s.buns_break_ties else 0)
        for seat, total in enumerate(points(s))
    ]
    best = max(merits)
    return [seat for seat in range(s.seats) if merits[seat] == best]
