"""Measures the coach: balance of the accounts, intervals, luck-adjusted results and times.

``python benchmarks/coach.py chances GAME``: the coach's chances for the player to move, against playing on to the end.
``python benchmarks/coach.py reviews GAME``: mean luck, ratings and verdicts in reviews, by bot.
``python benchmarks/coach.py mean-luck GAME``: mean luck of the first bot, as reviews measure it, without ratings.
``python benchmarks/coach.py hints GAME``: how many recommendations are called better, and how many are truly worse.
``python benchmarks/coach.py books GAME``: reviews games and prints the largest imbalance of the accounts.
``python benchmarks/coach.py intervals GAME``: how often 95% intervals contain the result of a run 100 times as long.
``python benchmarks/coach.py luck GAME``: how many times fewer games give the same interval when luck is subtracted.
``python benchmarks/coach.py spread GAME``: the share of the playouts' variance that is left when luck is subtracted.
``python benchmarks/coach.py times``: processor time of a review of Burger Up for two, and of hints.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bunfight import games
from bunfight.bots import make
from bunfight.bots.estimate import Budget, Choice, Judge, Race, gained, standing, weigh
from bunfight.bots.explain import hint
from bunfight.coach.review import off, reviewed
from bunfight.engine import EventLog, Luck, Rng, State, Table, TapeLuck, advance, estimator
from bunfight.engine.table import AnyGame, replay
from bunfight.lab.plan import plan_for
from bunfight.lab.run import adjusted, run
from bunfight.lab.stats import wilson

SOME: Final = 1  # choices besides the recommended one whose intervals are compared with the truth (they are correlated)


def played(game: AnyGame, seed: str, seats: int, bots: tuple[str, ...] = ("easy", "medium")) -> Table:
    """Play a game between bots to the end, with the estimate in place of the simulation."""
    table = Table(game, [f"Player {seat + 1}" for seat in range(seats)], seed, {}, estimator(game))
    players = [make(bots[seat % len(bots)], game) for seat in range(seats)]
    rng = Rng(seed, "bots")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, players[seat].choose(game.view(table.state, seat), rng))
    return table


def positions(game: AnyGame, seed: str, every: int) -> Iterator[tuple[State, int]]:
    """Yield positions of a game played by the policy, where the seat has a choice."""
    rng = Rng("positions", seed)
    luck = Luck(rng, estimator(game))
    s: State = game.setup(game.settle({}, 2), 2, luck, EventLog(False))
    number = 0
    while s.agenda:
        seat = s.awaiting()[0]
        if number % every == every // 2 and len(s.agenda[-1].legal(s, seat)) > 1:
            yield s.copy(), seat
        advance(s, seat, game.bots.policy(s, seat, rng), luck, EventLog(False))
        number += 1


def chances(game: AnyGame, count: int, playouts: int) -> dict[str, Any]:
    """Compare the coach's chances for the player to move with those of four times as many playouts to the end."""
    off_by: list[float] = []
    number = 0
    while len(off_by) < count:
        for s, seat in positions(game, f"chances {number}", 13):
            rng = Rng("chances", f"{number} {len(off_by)}")
            estimate = standing(game, s, 2, playouts, rng.fork("told"))[0][seat]
            truth = standing(game, s, 2, 4 * playouts, rng.fork("truth"), True)[0][seat]
            off_by.append(estimate - truth)
            if len(off_by) >= count:
                break
        number += 1
    bias = sum(off_by) / count
    error = math.sqrt(sum((one - bias) ** 2 for one in off_by)) / count
    far = sum(abs(one) >= 0.1 for one in off_by)
    return {"positions": count, "bias": round(bias, 4), "error": round(error, 4), "off by 10 points": far}


def reviews(game: AnyGame, count: int, bots: list[str], speedup: int) -> dict[str, Any]:
    """Review games between bots that change seats."""
    luck: dict[str, list[float]] = {bot: [] for bot in bots}
    words: dict[str, Counter[str]] = {bot: Counter() for bot in bots}
    verdicts: Counter[str] = Counter()
    begun = time.process_time()
    for number in range(count):
        seated = bots if number % 2 == 0 else bots[::-1]
        found = reviewed(game, played(game, f"reviews {number}", len(bots), tuple(seated)).record, speedup)
        verdicts[found.verdict] += 1
        for one in found.accounts:
            luck[seated[one.seat]].append(one.luck)
            words[seated[one.seat]][one.rating] += 1
    by_bot = {}
    for bot, values in luck.items():
        mean = sum(values) / len(values)
        error = math.sqrt(sum((one - mean) ** 2 for one in values)) / len(values)
        by_bot[bot] = {"luck": round(mean, 3), "error": round(error, 3), "ratings": dict(words[bot])}
    return {
        "games": count,
        "bots": by_bot,
        "verdicts": dict(verdicts),
        "seconds": round(time.process_time() - begun, 1),
    }


def mean_luck(game: AnyGame, count: int, bots: list[str], pairs: int) -> dict[str, Any]:
    """Measure the luck of the first bot: its results less the start and what all decisions changed.

    ``pairs``: of playouts for each decision; the mean is right however few they are.
    """
    values: list[float] = []
    for number in range(count):
        seated = bots if number % 2 == 0 else bots[::-1]
        seat = seated.index(bots[0])
        record = played(game, f"luck {number}", len(bots), tuple(seated)).record
        assert record.end is not None
        winners = record.end["winners"]
        luck = (1.0 / len(winners) if seat in winners else 0.0) - 1.0 / len(bots)
        s, _ = replay(game, record, 0)
        for at, entry in enumerate(record.entries):
            step = s.agenda[-1]
            if not type(step).listed or len(step.legal(s, entry.seat)) > 1:
                rng = Rng("luck", f"{number} {at}")
                luck -= gained(game, game.view(s, entry.seat), entry.move, pairs, rng)[0][seat]
            advance(s, entry.seat, game.grammar.parse(entry.move), TapeLuck(entry.luck), EventLog(False))
        values.append(luck)
    mean = sum(values) / count
    error = math.sqrt(sum((one - mean) ** 2 for one in values)) / count
    return {"games": count, "bot": bots[0], "luck": round(mean, 3), "error": round(error, 3)}


def hints(game: AnyGame, count: int, playouts: int) -> dict[str, Any]:
    """Give hints, and estimate their choices again with more playouts to the end."""
    kinds: Counter[str] = Counter()
    number = 0
    while kinds["hints"] < count:
        for s, seat in positions(game, f"hints {number}", 9):
            view, rng = game.view(s, seat), Rng("hints", f"{number} {kinds['hints']}")
            found = hint(game, view, rng)
            if len(found.alternatives) < 2 or kinds["hints"] >= count:
                continue
            kinds["hints"] += 1
            kinds["reasons"] += bool(found.reasons)
            kinds["below another"] += found.alternatives[0].chance < found.alternatives[1].chance
            again = weigh(game, view, Budget(playouts=playouts), rng.fork("again"), whole=True)
            lost, error = again.lost(found.choice)
            kinds["truly worse"] += lost > 2 * error and lost > 0.02
            if not found.alternatives[1].as_good:
                kinds["called better"] += 1
                kinds["called better, truly worse"] += lost > 2 * error and lost > 0.02
        number += 1
    return dict(kinds)


def books(game: AnyGame, count: int, speedup: int, horizon: int) -> dict[str, Any]:
    """Review games with playouts of ``horizon`` decisions and without a simulation; the accounts balance anyway."""
    worst, begun = 0.0, time.process_time()
    game.bots = replace(game.bots, coach={**game.bots.coach, "horizon": horizon})
    game.physics = game.physics and replace(game.physics, simplify=None)
    for number in range(count):
        seats = 2 if number % 4 else min(3, game.seats[-1])
        record = played(game, f"books {number}", seats, ("easy", "random")).record
        worst = max(worst, off(reviewed(game, record, speedup)))
    return {"games": count, "most off": worst, "seconds": round(time.process_time() - begun, 1)}


def intervals(game: AnyGame, count: int, playouts: int) -> dict[str, Any]:
    """Compare the recommended choice and some others with runs of 100 times as many playouts."""
    held: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    wide = 0.0
    number = 0
    while tried["all"] < count:
        for s, seat in positions(game, str(number), 11):
            view, rng = game.view(s, seat), Rng("intervals", f"{number} {tried['all']}")
            found = weigh(game, view, Budget(playouts=playouts), rng.fork("small"))
            others = list(found.choices[1:])
            while len(others) > SOME:
                others.pop(int(rng.below(len(others))))
            for one in (found.best, *others):
                truth = alone(game, view, one.moves[0], 100 * one.tries, rng.fork(f"truth {one.moves[0]}"))
                kinds = ["all", "recommended" if one is found.best else "others"]
                kinds.append("10 tries or more" if one.tries >= 10 else "fewer than 10 tries")
                held.update(kind for kind in kinds if one.low <= truth <= one.high)
                tried.update(kinds)
                wide += one.high - one.low
            if tried["all"] >= count:
                break
        number += 1
    low, high = wilson(held["all"], tried["all"])
    kinds = {kind: f"{held[kind] / tried[kind]:.1%} of {tried[kind]}" for kind in tried}
    return {"held": kinds, "between": [round(low, 3), round(high, 3)], "mean width": round(wide / tried["all"], 3)}


def alone(game: AnyGame, view: Any, move: str, tries: int, rng: Rng) -> float:
    """Return the mean result of one choice over very many playouts."""
    judge = Judge(game, view.seats)
    judge.way.draws = 0  # luck does not matter here
    race = Race(judge, lambda n: game.determinize(view, rng.fork(f"dream {n}")), view.seat, [], rng)
    choice = Choice([game.grammar.parse(move)])
    for _ in range(tries):
        race.try_out(choice)
    return sum(result[view.seat] for result in choice.results) / tries


def luck(game: AnyGame, count: int, bots: list[str], jobs: int) -> dict[str, Any]:
    plan = plan_for(game, 2, bots, count, {}, "luck", adjusted=True)
    result = run(plan, jobs, store=None)
    return {"games": count, "bots": bots, "adjusted": adjusted(result), "seconds": round(result.seconds, 1)}


def spread(game: AnyGame, count: int) -> dict[str, Any]:
    plain = left = 0.0
    number = seen = 0
    while seen < count:
        for s, seat in positions(game, f"spread {number}", 9):
            found = weigh(game, game.view(s, seat), Budget(playouts=80), Rng("spread", str(seen)))
            plain, left, seen = plain + found.plain_spread, left + found.spread, seen + 1
        number += 1
    return {"positions": seen, "standard deviation": math.sqrt(plain / seen), "variance left": left / plain}


def times() -> dict[str, Any]:
    game = games.load("burger_up")
    record = played(game, "times", 2, ("medium",)).record
    begun = time.process_time()
    reviewed(game, record)
    found: dict[str, Any] = {
        "review of Burger Up": round(time.process_time() - begun, 1),
        "decisions": len(record.entries),
    }
    for name in games.names():
        one, most = games.load(name), 0.0
        for s, seat in list(positions(one, "hints", 9))[:6]:
            begun = time.thread_time()
            hint(one, one.view(s, seat), Rng("hint"))
            most = max(most, time.thread_time() - begun)
        found[f"hint of {name}, at most"] = round(most, 2)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "what", choices=("books", "chances", "hints", "intervals", "luck", "mean-luck", "reviews", "spread", "times")
    )
    parser.add_argument("game", nargs="?", default="jom_burger")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--speedup", type=int, default=40, help="books: how many times fewer playouts than usual")
    parser.add_argument("--horizon", type=int, default=2, help="books: decisions for which positions are played on")
    parser.add_argument("--playouts", type=int, default=200, help="intervals, chances, hints: of one run")
    parser.add_argument("--bots", default="search:60,heuristic")
    parser.add_argument("--pairs", type=int, default=3, help="mean-luck: of playouts for each decision")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    game = games.load(args.game)
    found = {
        "chances": lambda: chances(game, args.count, args.playouts),
        "reviews": lambda: reviews(game, args.count, args.bots.split(","), args.speedup),
        "mean-luck": lambda: mean_luck(game, args.count, args.bots.split(","), args.pairs),
        "hints": lambda: hints(game, args.count, args.playouts),
        "books": lambda: books(game, args.count, args.speedup, args.horizon),
        "intervals": lambda: intervals(game, args.count, args.playouts),
        "luck": lambda: luck(game, args.count, args.bots.split(","), args.jobs),
        "spread": lambda: spread(game, args.count),
        "times": times,
    }[args.what]()
    print(json.dumps({"game": args.game if args.what != "times" else "all", **found}))


if __name__ == "__main__":
    main()
