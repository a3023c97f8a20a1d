"""``bunfight play``: any game in the terminal, through its words and its notation."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from bunfight import games, languages
from bunfight.bots import Bot, make
from bunfight.bots.explain import explained
from bunfight.cli.arguments import add_table, game_of, options_of, parser_of, players_of, record_of
from bunfight.cli.screen import Screen
from bunfight.grammar import Misread
from bunfight.kernel import Record, Rng, RuleBreak, Seat, Table, check, replay
from bunfight.kernel.event import plain
from bunfight.kernel.table import AnyGame
from bunfight.pointing import named
from bunfight.words import Words

HELP = """\
  a number       choose from the list
  a move         in notation, as shown in brackets
  why MOVE       why a move is not allowed
  hint           what a bot would do here, and why
  undo           take your last decision back, if you have learned nothing since
  rules [ID]     look a rule up
  save [FILE]    write the game to a file; 'bunfight play --resume FILE' continues it
  quit           stop here"""


class Leave(Exception):
    """The player has had enough."""


class Session:
    """One table in one terminal: some seats are people, the others are bots."""

    def __init__(self, table: Table, bots: dict[Seat, Bot], language: str, screen: Screen) -> None:
        self.table = table
        self.bots = bots
        self.words = Words(table.game, language)
        self.names = table.record.seats
        self.screen = screen
        self.told: dict[Seat | None, int] = {}
        self.thought = Rng(secrets.token_hex(16), "bots")

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def run(self) -> None:
        """Where several are asked, the order is drawn: who answers first may matter, and no seat is always last."""
        while self.table.state.agenda:
            waiting = self.table.state.awaiting()
            seat = waiting[self.thought.below(len(waiting))]
            if seat in self.bots:
                self.let_bot_play(seat)
            else:
                self.ask(seat)
        self.finish()

    def let_bot_play(self, seat: Seat) -> None:
        view = self.table.game.view(self.table.state, seat)
        try:
            self.table.play(seat, self.bots[seat].choose(view, self.thought))
        except (ValueError, RuleBreak) as error:
            self.screen.warn(f"{self.names[seat]} made a mistake ({error}); the default move is played instead")
            self.table.play(seat, self.table.game.default(self.table.state, seat))
        if not self.people:
            self.tell(None)

    def tell(self, seat: Seat | None) -> None:
        """What has happened since this seat last looked, as it may hear it."""
        begun = self.told.get(seat, 0)
        for said in self.table.said[begun:]:
            for one in said:
                if (event := one.heard(seat)) is not None:
                    self.screen.story(self.words.event(plain(event), self.names))
        self.told[seat] = len(self.table.said)

    def ask(self, seat: Seat) -> None:
        if len(self.people) > 1:
            self.screen.hand_over(self.names[seat])
        self.tell(seat)
        view = self.table.game.view(self.table.state, seat)
        self.screen.board(self.table.game.show(view))
        texts = list(view.moves) or self.examples(seat)
        self.screen.question(f"{self.names[seat]}: {self.words.question(view.step)}")
        previews = view.previews if self.table.game.foretold else ()
        does = {
            one.move: ", ".join(self.words.effect(effect, self.names) for effect in one.effects) for one in previews
        }
        for number, text in enumerate(texts, 1):
            told = self.words.move(text, self.names) + (f" ({does[text]})" if text in does else "")
            self.screen.choice(number, told, text)
        while not self.answer(seat, texts, self.screen.read()):
            pass

    def examples(self, seat: Seat) -> list[str]:
        """A few possible moves where they are too many to list."""
        step, rng = self.table.state.agenda[-1], self.thought.fork(f"examples {len(self.table.said)}")
        return list(dict.fromkeys(step.suggest(self.table.state, seat, rng).text for _ in range(5)))

    def answer(self, seat: Seat, texts: list[str], line: str) -> bool:
        """Act on what was typed; True if the position may have changed."""
        word, _, rest = line.partition(" ")
        if line.isdecimal():
            if not 1 <= int(line) <= len(texts):
                self.screen.warn(f"choose a number from 1 to {len(texts)}, or type help")
                return False
            return self.make(seat, texts[int(line) - 1])
        if word == "why":
            self.why(seat, rest)
        elif word == "hint":
            self.hint(seat)
        elif word == "undo":
            return self.undo(seat)
        elif word == "rules":
            self.rule(rest.upper())
        elif word == "save":
            self.save(Path(rest or f"{self.table.game.id}.jsonl"))
        elif word in ("quit", "exit"):
            raise Leave
        elif word in ("help", "?", ""):
            self.screen.plain(HELP)
        else:
            return self.point(seat, texts, line)
        return False

    def point(self, seat: Seat, texts: list[str], line: str) -> bool:
        """A move as it is written, or the things that it is about: one move is made, several are shown."""
        try:
            self.table.game.parse(line)
        except ValueError:
            left = named(texts, line)
            if len(left) == 1:
                return self.make(seat, left[0])
            for text in left:
                self.screen.choice(texts.index(text) + 1, self.words.move(text, self.names), text)
            if left:
                return False
        return self.make(seat, line)

    def make(self, seat: Seat, text: str) -> bool:
        try:
            self.table.play(seat, text)
        except RuleBreak as refused:
            self.screen.warn(f"{self.because(refused)}")
            return False
        except ValueError as error:
            told = self.words.refusal(error) if isinstance(error, Misread) else error
            self.screen.warn(f"{told}; type help to see what can be typed")
            return False
        return True

    def because(self, refused: RuleBreak) -> str:
        return f"{self.words.refusal(refused, self.names) or refused} [{refused.rule}]"

    def why(self, seat: Seat, text: str) -> None:
        try:
            check(self.table.state, seat, self.table.game.parse(text))
            self.screen.plain("that move is allowed")
        except RuleBreak as refused:
            self.screen.plain(f"{self.because(refused)}\n{self.words.rule(refused.rule)}")
        except ValueError as error:
            self.screen.warn(self.words.refusal(error) if isinstance(error, Misread) else str(error))

    def hint(self, seat: Seat) -> None:
        view = self.table.game.view(self.table.state, seat)
        told = make("heuristic", self.table.game).explain(view, self.thought.fork("hint"))
        self.screen.plain("\n".join(told.lines(self.table.game, self.names, self.words.language)))

    def undo(self, seat: Seat) -> bool:
        try:
            self.table.undo(seat)
        except RuleBreak as refused:
            self.screen.warn(f"{self.because(refused)}")
            return False
        self.told[seat] = min(self.told[seat], len(self.table.said))
        self.screen.plain("taken back")
        return True

    def rule(self, wanted: str) -> None:
        for rule in self.words.book["rules"]:
            if rule.startswith(wanted):
                self.screen.plain(f"{rule}  {self.words.rule(rule)}")
        if wanted and not any(rule.startswith(wanted) for rule in self.words.book["rules"]):
            self.screen.warn(f"no rule begins with {wanted}")

    def save(self, path: Path) -> None:
        try:
            path.write_text(self.table.record.text(), encoding="utf-8")
        except OSError as error:
            self.screen.warn(f"cannot write {path}: {error.strerror}")
        else:
            self.screen.plain(f"saved: bunfight play --resume {path}")

    def finish(self) -> None:
        self.tell(self.people[0] if self.people else None)
        game = self.table.game
        self.screen.board(game.show(game.view(self.table.state, self.people[0] if self.people else None)))
        outcome = self.table.outcome()
        assert outcome is not None
        self.screen.question(f"{self.words.reason(outcome.reason)} [{outcome.rule}]")
        for seat in sorted(range(len(self.names)), key=lambda seat: outcome.ranks[seat]):
            crown = " (winner)" if seat in outcome.winners else ""
            self.screen.plain(f"{outcome.ranks[seat]}. {self.names[seat]}{crown}: {outcome.totals[seat]}")
            for line in outcome.lines:
                if line.seat == seat and line.points:
                    self.screen.plain(f"     {line.points:+4d}  {self.words.score(line.label)}")
        self.screen.plain(f"the seed was {self.table.seed}; its hash was shown at the start")
        self.look_back()

    def look_back(self) -> None:
        """When all is over nothing is secret: any decision can be asked about, and the game saved."""
        last = len(self.table.record.entries)
        self.screen.plain(f"'why N' explains decision N (1 to {last}), 'save FILE' keeps the game, Enter leaves")
        while line := self.screen.read():
            word, _, rest = line.partition(" ")
            if word == "save":
                self.save(Path(rest or f"{self.table.game.id}.jsonl"))
            elif word == "why" and rest.isdecimal() and 1 <= int(rest) <= last:
                self.explain(int(rest))
            else:
                self.screen.warn(f"why 1 to {last}, save FILE, or Enter")

    def explain(self, number: int) -> None:
        """What spoke for a decision, through the eyes of the seat that made it."""
        game, entry = self.table.game, self.table.record.entries[number - 1]
        state, _ = replay(game, self.table.record, number - 1)
        told = explained(game, game.view(state, entry.seat), entry.move, self.thought.fork(f"why {number}"))
        self.screen.question(f"{self.names[entry.seat]}: {self.words.move(entry.move, self.names)}")
        self.screen.plain("\n".join(told.lines(game, self.names, self.words.language)))


def seating(game: AnyGame, players: int, specs: str | None) -> dict[Seat, str]:
    """Which seats are bots: by default all but the first; else the last ones, in the order given."""
    if specs is None:
        return dict.fromkeys(range(1, players), "heuristic")
    named = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if len(named) > players:
        raise ValueError(f"--bots: {len(named)} bots for {players} players")
    return {players - len(named) + number: spec for number, spec in enumerate(named)}


def names_of(players: int, bots: dict[Seat, str]) -> list[str]:
    return [f"{bots[seat]} {seat + 1}" if seat in bots else f"Player {seat + 1}" for seat in range(players)]


def main(argv: list[str]) -> int:
    parser = parser_of(argv, "Play in the terminal against bots, or with friends at one keyboard.")
    parser.add_argument("game", nargs="?", metavar="GAME", help="id of the game, see 'bunfight games'")
    add_table(parser)
    parser.add_argument(
        "--bots", metavar="A,B", help="bots for the last seats (default: heuristic in all seats but yours)"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument("--at", type=int, metavar="N", help="with --resume: continue after N decisions")
    parser.add_argument("--lang", choices=languages.every(), default="en")
    args = parser.parse_args(argv[1:])
    seed = args.seed or secrets.token_hex(16)
    if args.resume:
        record: Record = record_of(args.resume)
        record = record if args.at is None else record.cut(args.at)
        game = game_of(record.game, args.cards)
        table = Table.resume(game, record, seed, games.world(game))
        bots = seating(game, len(record.seats), args.bots)
    elif args.game is None:
        raise ValueError(f"which game? Choose one of: {', '.join(games.names())}")
    else:
        game = game_of(args.game, args.cards)
        players = players_of(game, args.players)
        options = options_of(game, args.option, players)
        bots = seating(game, players, args.bots)
        table = Table(game, names_of(players, bots), seed, options, games.world(game))
    screen = Screen(sys.stdin, sys.stdout)
    session = Session(table, {seat: make(spec, game) for seat, spec in bots.items()}, args.lang, screen)
    screen.question(f"{session.words.title}  (hash of the seed: {table.record.chapters[-1].commit[:16]}...)")
    screen.plain(session.words.gist)
    try:
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.plain("\ngoodbye; next time, type 'save' before you quit to keep the game")
    return 0
