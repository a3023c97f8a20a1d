"""``bunfight puzzles``: plays, lists, mines and checks puzzles."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bunfight import games
from bunfight.cli.arguments import add_file, add_game, parser_of
from bunfight.cli.play import full_screen
from bunfight.cli.replay import draw_position
from bunfight.cli.screen import Screen
from bunfight.coach.phrases import of_puzzles as say
from bunfight.coach.puzzles import LEVELS, Puzzle, puzzle_of, puzzles, read, verdict, written
from bunfight.coach.summary import verdict_lines
from bunfight.engine import IllegalMove
from bunfight.engine.errors import InvalidInput
from bunfight.engine.selection import named
from bunfight.i18n.arguments import (
    CommandParser,
    actions_of,
    add_json,
    add_language,
    add_number,
    add_seed,
    add_whole,
    game_of,
)
from bunfight.i18n.words import Words
from bunfight.tui.saves import Settings


class Solving:
    """One puzzle in the terminal."""

    def __init__(self, puzzle: Puzzle, language: str, screen: Screen) -> None:
        self.puzzle, self.language, self.screen = puzzle, language, screen
        self.words = Words(puzzle.rulebook, language)
        self.names = [f"P{seat + 1}" for seat in range(puzzle.seats)]

    def ask(self, number: int, of: int) -> bool:
        """Show the position and judge the answer; EOFError at the end of the input."""
        view = self.puzzle.view()
        self.screen.board(draw_position(self.puzzle.rulebook, view, self.words, self.names))
        level = say(self.puzzle.level, self.language)
        self.screen.question(say("puzzle", self.language, number=number, of=of, level=level))
        self.screen.plain(f"{self.names[self.puzzle.seat]}: {self.words.question(view.step)}")
        if self.puzzle.stacking:
            self.screen.plain(say("stack", self.language))
        texts = sorted(text for one in self.puzzle.choices for text in one.moves)
        for place, text in enumerate(texts, 1):
            self.screen.choice(place, self.words.move(text, self.names), text)
        while True:
            line = self.screen.read()
            if line in ("quit", "exit"):
                raise EOFError
            if line.isdecimal() and 1 <= int(line) <= len(texts):
                line = texts[int(line) - 1]
            elif len(left := named(texts, line)) == 1:
                line = left[0]
            try:
                found = verdict(self.puzzle, line)
            except IllegalMove as refused:
                self.screen.warn(f"{self.words.refusal(refused, self.names)} [{refused.rule}]")
            except InvalidInput as error:
                self.screen.warn(say("choose", self.language, why=self.words.refusal(error), n=len(texts)))
            else:
                head, *more = verdict_lines(self.puzzle, self.words, self.names, line, found)
                self.screen.question(head)
                self.screen.plain("\n".join(more))
                return found.right


def play(found: list[Puzzle], language: str, screen: Screen) -> int:
    """Ask one puzzle after the other until the player quits."""
    solved = asked = 0
    try:
        for number, puzzle in enumerate(found, 1):
            right = Solving(puzzle, language, screen).ask(number, len(found))
            solved, asked = solved + right, asked + 1
            if number < len(found):
                screen.plain(say("next", language))
                if screen.read() in ("quit", "exit"):
                    break
    except EOFError:
        pass
    screen.plain(say("done", language, solved=solved, asked=asked))
    return 0


def play_full_screen(found: list[Puzzle], language: str) -> int:
    """Show the puzzles full screen."""
    from bunfight.tui.app import run_app
    from bunfight.tui.puzzles import PuzzleScreen

    run_app(PuzzleScreen(found, language), Settings.read())
    return 0


def mine_puzzles(game: str, out: Path | None, seed: str, minutes: float, wanted: int) -> int:
    """Mine puzzles and write each one as soon as it is found; an existing file is continued."""
    from bunfight.coach.mining import following, mine

    count, rulebook = 0, game_of(game)
    ids = [one.id for one in read(out)] if out is not None and out.exists() else []
    target = sys.stdout if out is None else out.open("a", encoding="utf-8")
    try:
        for one in mine(rulebook, seed, 60 * minutes, wanted, following(rulebook, seed, ids)):
            count += 1
            print(written(one), file=target, flush=True)
            print(f"{one.id}: {one.level}, {len(one.choices)} choices, {one.choices[0].moves[0]}", file=sys.stderr)
    finally:
        if out is not None:
            target.close()
    print(f"{count} puzzles", file=sys.stderr)
    return 0


def check_puzzles(found: list[Puzzle], playouts: int) -> int:
    """Check whether each puzzle still holds."""
    from bunfight.coach.mining import checked

    wrong = 0
    for one in found:
        if why := checked(one, playouts):
            wrong += 1
            print(f"{one.id}: {why}")
    print(f"{len(found) - wrong} of {len(found)} puzzles hold")
    return 1 if wrong else 0


def parser(command: str = "puzzles") -> CommandParser:
    made = parser_of(command, "Solve puzzles, list them, mine new ones from games between bots, or check them again.")
    actions = actions_of(made, required=True)
    play = actions.add_parser("play", help="solve puzzles", description="Solve puzzles, one after the other.")
    listed = actions.add_parser("list", help="list puzzles", description="List the puzzles.")
    mine = actions.add_parser("mine", help="find new puzzles", description="Find puzzles in games between bots.")
    again = actions.add_parser("check", help="check puzzles again", description="Check puzzles again with other dice.")
    add_game(mine)
    for action in (play, listed, again):
        add_game(action, "default: all games")
        action.add_argument("--level", choices=LEVELS, help="only puzzles of this difficulty")
        action.add_argument("--puzzle", metavar="ID", help="only this puzzle")
    play.add_argument("--plain", action="store_true", help="line by line, for scripts and screen readers")
    add_json(listed)
    add_whole(again, "--playouts", 10, default=3200, help="playouts for each puzzle (default: 3200)")
    add_seed(mine, "a", "finds the same puzzles")
    add_number(mine, "--minutes", 0.001, default=5.0, help="processor time (default: 5)")
    add_whole(mine, "--wanted", 0, default=0, help="stop after N puzzles (default: no limit)")
    add_file(mine, "--out", "append the puzzles to this file, and continue where it ends (default: standard output)")
    for action in (play, listed, mine, again):
        add_language(action)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    if args.action == "mine":
        return mine_puzzles(args.game, args.out, args.seed, args.minutes, args.wanted)
    chosen = [game_of(args.game).id] if args.game else list(games.names())
    found = [one for game in chosen for one in puzzles(game) if args.level in (None, one.level)]
    if args.puzzle is not None:
        found = [puzzle_of(args.puzzle)]
    if args.action == "play":
        if not found:
            raise InvalidInput("no_puzzles", game=args.game)
        if full_screen(args.plain):
            return play_full_screen(found, args.lang)
        return play(found, args.lang, Screen(sys.stdin, sys.stdout))
    if args.action == "list":
        return list_puzzles(found, args.lang, args.json)
    return check_puzzles(found, args.playouts)


def list_puzzles(found: list[Puzzle], language: str, as_json: bool) -> int:
    """Format puzzles as a table."""
    if as_json:
        rows = [
            {"id": one.id, "game": one.game, "level": one.level, "players": one.seats, "choices": len(one.choices)}
            for one in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    print(f"{say('head_id', language):28} {say('head_level', language):10} {say('head_choices', language):>8}"
          f" {say('head_players', language):>8}")  # fmt: skip
    for one in found:
        print(f"{one.id:28} {say(one.level, language):10} {len(one.choices):8} {one.seats:8}")
    print(say("listed", language, n=len(found)))
    return 0
