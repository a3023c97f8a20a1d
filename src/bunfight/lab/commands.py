"""Defines the arguments and functions of ``bunfight sim``, ``ladder``, ``report`` and ``balance``.

Each function takes parsed arguments and returns the exit code; invalid input raises InvalidInput.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bunfight.engine.errors import InvalidInput
from bunfight.engine.options import parse_pairs
from bunfight.games import load, names
from bunfight.i18n.arguments import (
    add_json,
    add_language,
    add_options,
    add_players,
    add_seed,
    add_whole,
    game_of,
    read_text,
    write_text,
)
from bunfight.i18n.words import Words
from bunfight.lab import ladder as ladders
from bunfight.lab import run as runs
from bunfight.lab.plan import plan_for
from bunfight.lab.sim import simulate, summary
from bunfight.lab.stats import wilson

STOPPED = 130  # exit code of a run that Ctrl-C stopped


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of the game, see 'bunfight games'")


def _common(parser: argparse.ArgumentParser, games: int) -> None:
    add_players(parser)
    add_whole(parser, "--games", 1, default=games, help=f"how many games (default: {games})")
    add_options(parser)
    add_seed(parser, "bunfight", "plays the same games")
    add_whole(parser, "--jobs", 1, default=0, help="processes (default: one per core)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="run on a Ray cluster instead, e.g. auto")
    add_json(parser)
    parser.add_argument("--fresh", action="store_true", help="start over instead of resuming a stopped run")


def sim_arguments(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    _common(parser, 100)
    _bots(parser, "random")
    parser.add_argument("--cards", type=Path, metavar="FILE", help="play with this card list")
    parser.add_argument("--fixed-seats", action="store_true", help="bots keep their seats instead of taking turns")
    parser.add_argument("--out", type=Path, metavar="FILE", help="one row per game: .jsonl, .csv or .parquet")
    _adjusted(parser)


def _adjusted(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--adjusted", action="store_true", help="also report luck-adjusted results (slower, more precise)"
    )


def _bots(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--bots",
        default=default,
        metavar="BOT,...",
        help="random, greedy, heuristic, search:300ms, search:500, easy, medium, hard, master, master:100ms, net:FILE, "
        f"my_bot.py:MyBot, exec:COMMAND (default: {default})",
    )


def bots_of(text: str) -> list[str]:
    bots = [one.strip() for one in text.split(",") if one.strip()]
    if not bots:
        raise InvalidInput("no_bots")
    return bots


def cards_of(args: argparse.Namespace) -> str:
    """Return the text of the ``--cards`` file; InvalidInput if the game cannot be played with it."""
    if args.cards is None:
        return ""
    game_of(args.game, args.cards)
    return read_text(args.cards)


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[runs.Progress | None]:
    """Return a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def stopped(result: runs.Run) -> int:
    """Say how to continue a run that was stopped."""
    if result.finished:
        return 0
    print(
        f"Stopped after {result.games} of {result.plan.games} games. Run the same command again to continue.",
        file=sys.stderr,
    )
    return STOPPED


def _simulated(args: argparse.Namespace, title: str, **more: Any) -> runs.Run:
    """Play the games that the arguments ask for, with a progress bar."""
    with progress_bar(title) as progress:
        return simulate(
            args.game,
            args.players,
            args.games,
            bots_of(args.bots),
            parse_pairs(args.option),
            args.seed,
            args.jobs,
            cards=cards_of(args),
            cluster=args.cluster,
            progress=progress,
            fresh=args.fresh,
            **more,
        )


def sim(args: argparse.Namespace) -> int:
    game = load(args.game)
    result = _simulated(args, game.title, out=args.out, fixed=args.fixed_seats, adjusted=args.adjusted)
    totals = summary(result)
    if args.json:
        print(json.dumps(totals, ensure_ascii=False))
    else:
        _show(game, totals)
    return stopped(result)


def _show(game: Any, totals: dict[str, Any]) -> None:
    console = Console()
    words, games = Words(game), totals["games"]
    console.print(
        f"{game.title}, {totals['players']} players: {games} games, {totals['decisions']} decisions in "
        f"{totals['seconds']:.1f} s ({totals['decisions_per_second']:,} decisions/s)"
    )
    table = Table("bot", "seats", "wins", "rate", "95% interval", "mean score")
    for spec, wins in totals["wins_by_bot"].items():
        seats = totals["seats_by_bot"][spec]
        low, high = wilson(wins, seats)
        interval = f"{low:.1%} to {high:.1%}" if len(totals["wins_by_bot"]) > 1 else "–"  # a single bot wins every game
        score = totals["mean_scores_by_bot"][spec]
        table.add_row(spec, str(seats), f"{wins:g}", f"{wins / max(1, seats):.1%}", interval, f"{score:.2f}")
    console.print(table)
    if "adjusted_by_bot" in totals:
        show_adjusted(console, totals["adjusted_by_bot"])
    table = Table("seat", "wins", "rate", "95% interval", "mean score")
    for seat, wins in enumerate(totals["wins_by_seat"]):
        low, high = wilson(wins, games)
        score = totals["mean_scores"][seat]
        table.add_row(
            str(seat + 1), f"{wins:g}", f"{wins / max(1, games):.1%}", f"{low:.1%} to {high:.1%}", f"{score:.2f}"
        )
    console.print(table)
    if totals["wins_by_order"]:
        table = Table("playing order", "wins", "rate", "95% interval")
        for turn, (wins, played) in enumerate(totals["wins_by_order"]):
            low, high = wilson(wins, played)
            table.add_row(str(turn + 1), f"{wins:g}", f"{wins / played:.1%}", f"{low:.1%} to {high:.1%}")
        console.print(table)
    for reason, times in totals["endings"].items():
        console.print(f"{times:>8}  {words.reason(reason)}")
    for failure, times in totals["failures"].items():
        console.print(f"{times:>8}  {failure}", style="red", markup=False)


def show_adjusted(console: Console, found: dict[str, dict[str, float]]) -> None:
    table = Table("bot", "luck-adjusted", "95% interval", "as sure as so many times the games")
    for spec, one in found.items():
        times = "any number" if one["times"] >= 1e6 else f"{one['times']:.1f}"
        table.add_row(spec, f"{one['rate']:.1%}", f"{one['low']:.1%} to {one['high']:.1%}", times)
    console.print(table)


def ladder_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="id of a game, see 'bunfight games' (not needed with --from)"
    )
    _common(parser, 200)
    _bots(parser, "random,greedy,heuristic")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to store the games (default: under .bunfight)")
    parser.add_argument(
        "--from", dest="stored", type=Path, metavar="FILE", help="print the table of a stored ladder again"
    )
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the leaderboard as a page (HTML)")
    add_language(parser)
    _adjusted(parser)


def ladder(args: argparse.Namespace) -> int:
    without_luck = None
    if args.stored is not None:
        found, code = ladders.read(args.stored), 0
        if args.game not in (None, found["plan"]["game"]):
            wanted = load(args.game).id
            raise InvalidInput("ladder_game", file=args.stored.name, game=found["plan"]["game"], wanted=wanted)
    elif args.game is None:
        raise InvalidInput("which_game", known=", ".join(names()))
    else:
        game = load(args.game)
        bots = bots_of(args.bots)
        plan = ladders.ladder_plan(game, args.players, bots, args.games, parse_pairs(args.option), args.seed)
        plan = replace(plan, adjusted=args.adjusted)
        with progress_bar(f"{game.title} ladder") as progress:
            result = runs.run(plan, args.jobs, progress, args.cluster, fresh=args.fresh)
        without_luck = runs.adjusted(result) if args.adjusted else None
        found, code = ladders.stored(plan, ladders.whole_deals(plan, result.rows)), stopped(result)
        if not found["games"]:
            return code
        out = args.out or Path(".bunfight/ladders") / f"{game.id}-{plan.digest()}.json"
        if args.out is None:
            out.parent.mkdir(parents=True, exist_ok=True)
        write_text(out, json.dumps(found) + "\n")
        print(f"Games stored in {out}", file=sys.stderr)
    ratings, compared = ladders.rate(found), ladders.duels(found)
    sentences = ladders.claims(ratings, compared)
    if args.page is not None:
        from bunfight.lab.leaderboard import leaderboard

        write_text(args.page, leaderboard(found, ratings, compared, args.lang))
        print(f"The page is {args.page}", file=sys.stderr)
    if args.json:
        rated = [vars(rating) for rating in ratings]
        totals = {
            "plan": found["plan"],
            "ratings": rated,
            "duels": [vars(duel) for duel in compared],
            "claims": sentences,
        }
        totals |= {} if without_luck is None else {"adjusted_by_bot": without_luck}
        print(json.dumps(totals, ensure_ascii=False))
        return code
    table = Table("bot", "rating", "95% interval", "seats", "wins", "rate")
    for one in ratings:
        interval = f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(
            one.bot, f"{one.rating:.0f}", interval, str(one.games), f"{one.wins:.1f}", f"{one.wins / one.games:.1%}"
        )
    console = Console()
    console.print(table)
    if without_luck is not None:
        show_adjusted(console, without_luck)
    for line in sentences:
        console.print(line, markup=False, highlight=False)
    return code


def report_arguments(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    _common(parser, 300)
    _bots(parser, "heuristic")
    parser.add_argument("--cards", type=Path, metavar="FILE", help="play with this card list")
    parser.add_argument("--out", type=Path, metavar="FILE", help="output file (default: GAME-report.html)")
    add_language(parser)


def report(args: argparse.Namespace) -> int:
    from bunfight.lab.report import page

    game = load(args.game)
    result = _simulated(args, f"{game.title} report", study=True)
    out = args.out or Path(f"{game.id}-report.html")
    if result.games:
        write_text(out, page(result, args.lang))
    if args.json:
        print(json.dumps({**summary(result), "page": str(out)}, ensure_ascii=False))
    elif result.games:
        print(f"{result.games} games; the page is {out}")
    return stopped(result)


def balance_arguments(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    _common(parser, 400)
    _bots(parser, "heuristic")
    parser.add_argument(
        "--try",
        dest="tried",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the option to try; may be repeated",
    )
    parser.add_argument("--cards", type=Path, metavar="FILE", help="the card list to try")


def balance(args: argparse.Namespace) -> int:
    from bunfight.lab.balance import compare, paired_plans, verdict

    game = load(args.game)
    plan = plan_for(
        game,
        args.players,
        bots_of(args.bots),
        args.games,
        parse_pairs(args.option),
        args.seed,
        study=True,
        rows=True,
    )
    before, after = paired_plans(plan, parse_pairs(args.tried, "--try"), cards_of(args))
    rows = []
    for what, one in (("standard", before), ("changed", after)):
        with progress_bar(f"{game.title}, {what}") as progress:
            result = runs.run(one, args.jobs, progress, args.cluster, fresh=args.fresh, keep=True)
        if code := stopped(result):
            return code
        rows.append(result.rows)
    for one in (before, after):
        runs.Checkpoint(one, runs.STORE).forget()
    changes = compare(rows[0], rows[1], plan.seats, Words(after.rulebook))
    sentence = verdict(changes, plan.seats, len(rows[0]))
    if args.json:
        totals = [{**vars(change), "words": change.verdict()} for change in changes]
        print(json.dumps({"verdict": sentence, "changes": totals, "games": plan.games}, ensure_ascii=False))
        return 0
    console = Console()
    table = Table("measure", "standard", "changed", "difference", "95% interval", "")
    for change in changes:
        form = ".1%" if change.percent else ".2f"
        interval = "–" if change.fixed else f"{change.low:+{form}} to {change.high:+{form}}"
        table.add_row(
            change.measure,
            format(change.standard, form),
            format(change.changed, form),
            format(change.difference, "+" + form),
            interval,
            "sure" if change.sure else "",
        )
    console.print(table)
    for change in changes:
        if change.sure:
            console.print(change.verdict(), highlight=False)
    console.print(sentence, highlight=False)
    return 0


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]] = {
    "sim": ("play many games between bots and tally the results", sim_arguments, sim),
    "ladder": ("rate bots against each other, on the same deals in all seats", ladder_arguments, ladder),
    "report": ("make a page of charts and tables about a game", report_arguments, report),
    "balance": ("compare an option or a card list with the standard on the same seeds", balance_arguments, balance),
}
