"""Trained networks: one file each, evaluated with the standard library alone.

A network reads an observation (bunfight.engine.encoding). There are two kinds:

- A policy network scores moves by their words: a move's score is the sum of the scores of its verb, of each word in its
  place, and of each pair of words. So it can score moves it has never made. It plays as the bot ``net:FILE``.
- A value network judges positions for the search. It also reads the game's hand-written evaluation, and corrects it.

One network is for tables of several sizes: observations of smaller tables are laid out like those of the largest, with
zeros for the seats that are not there.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import struct
import sys
import zipfile
import zlib
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bunfight.bots.bot import OpenBot, listable
from bunfight.bots.network import Judge, Network
from bunfight.engine import EventLog, Luck, Move, Rng, Seat, State, estimator
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT: Final = 2  # of the file
MARK: Final = b"bunfight net\n"
OLD_MARK: Final = b"PK"  # of format 1
PAIRS: Final = 700  # more pairs of words than this are not told apart
SAMPLES: Final = 24  # moves that are looked at where they are too many to list
SHELF: Final = "BUNFIGHT_NETS"  # the variable that names the folder of networks for tables
MOST_BYTES: Final = 256 * 2**20


@dataclass(frozen=True)
class About:
    """What a network was trained for; it plays nothing else.

    ``evaluation``: how many numbers of the evaluation a value network reads for each seat; 0 in a policy network.
    """

    game: str
    encoding: int
    rules: int
    cards: str
    players: list[int]
    size: int
    scores: int
    options: dict[str, Any]
    decisions: int = 0
    format: int = FORMAT
    evaluation: int = 0


class Phrases:
    """The numbered parts of all moves of a game: verbs, words in their places, pairs of them.

    Seats are told from the mover on, as in observations; the copies of a card ("patty#2") are one word.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.seats = seats
        self.start: dict[Any, int] = {}
        self.words: dict[tuple[str, int], dict[str, int]] = {}
        self.turned: set[tuple[str, int]] = set()  # places whose words are seats
        self.count = 0
        for verb in game.grammar.verbs.values():
            if not verb.listed:
                continue
            self._add((verb.name,), 1)
            sizes = []
            for place, noun in enumerate(verb.places.values()):
                kinds = dict.fromkeys(word.partition("#")[0] for word in noun.in_catalogue(seats))
                self.words[verb.name, place] = {word: number for number, word in enumerate(kinds)}
                sizes.append(len(kinds))
                self._add((verb.name, place), len(kinds))
                if noun.seats:
                    self.turned.add((verb.name, place))
            for one, two in combinations(range(len(sizes)), 2):
                if sizes[one] * sizes[two] <= PAIRS:
                    self._add((verb.name, one, two), sizes[one] * sizes[two])
        self.most = max(self._most(verb) for verb in game.grammar.verbs.values())

    def of(self, text: str, seat: Seat, seats: int) -> list[int]:
        """The parts of a move, as ``seat`` of so many says it."""
        verb, *said = text.split(" ")
        parts, numbers = [self.start[(verb,)]], []
        for place, word in enumerate(said):
            known = self.words[verb, place]
            if (verb, place) in self.turned:
                word = str((int(word) - seat) % seats)
            number = known.get(word.partition("#")[0], -1)
            numbers.append(number)
            if number >= 0:
                parts.append(self.start[verb, place] + number)
        for one, two in combinations(range(len(numbers)), 2):
            start = self.start.get((verb, one, two))
            if start is not None and numbers[one] >= 0 and numbers[two] >= 0:
                parts.append(start + numbers[one] * len(self.words[verb, two]) + numbers[two])
        return parts

    def _add(self, key: Any, size: int) -> None:
        self.start[key] = self.count
        self.count += size

    def _most(self, verb: Any) -> int:
        places = len(verb.places)
        return 1 + places + places * (places - 1) // 2


@lru_cache(maxsize=8)
def phrases(game: AnyGame, seats: int) -> Phrases:
    return Phrases(game, seats)


class Layout:
    """Where the numbers of an observation go in the input of a network for tables of several sizes.

    Every field lies as at the largest table; the last inputs say how many players there are.
    """

    def __init__(self, game: AnyGame, players: tuple[int, ...]) -> None:
        encoders = {seats: game.encoder(seats) for seats in players}
        largest = encoders[max(players)]
        if largest is None:
            raise ValueError(f"{game.id} declares no encoding; see bunfight.engine.encoding")
        self.version: int = largest.version
        self.size: int = int(largest.size) + len(players)
        self.table: dict[int, int] = {seats: int(largest.size) + at for at, seats in enumerate(players)}
        self.places: dict[int, list[int]] = {}
        for seats, encoder in encoders.items():
            assert encoder is not None
            places: list[int] = []
            for field, wide in zip(encoder.fields, largest.fields, strict=True):
                assert len(field.shape) == len(wide.shape), (
                    f"{game.id}: {field.name} has another shape at a larger table"
                )
                for where in product(*[range(length) for length in field.shape]):
                    at = 0
                    for index, length in zip(where, wide.shape, strict=True):
                        assert index < length, f"{game.id}: {field.name} is smaller at a larger table"
                        at = at * length + index
                    places.append(wide.start + at)
            self.places[seats] = places


@lru_cache(maxsize=16)
def layout(game: AnyGame, players: tuple[int, ...]) -> Layout:
    return Layout(game, players)


class Net:
    """The weights, by name, each with its shape and its numbers row by row, and what they are for."""

    def __init__(self, about: About, shapes: dict[str, list[int]], weights: dict[str, list[float]]) -> None:
        self.about = about
        self.shapes = shapes
        self.weights = weights

    def network(self) -> Network:
        return Network(self.shapes["in_bias"][0], self.shapes.get("narrow", [0, 0])[1], self.weights)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights for NumPy."""
        import numpy as np

        return {name: np.array(one, np.float32).reshape(self.shapes[name]) for name, one in self.weights.items()}

    def save(self, path: Path) -> None:
        """Write the file whole or not at all: a mark, a line about it, and the weights as 16-bit numbers."""
        numbers = b"".join(struct.pack(f"<{len(one)}e", *one) for one in self.weights.values())
        head = {
            "about": asdict(self.about),
            "shapes": {name: self.shapes[name] for name in self.weights},
            "sha256": hashlib.sha256(numbers).hexdigest(),
        }
        replace_file(path, MARK + json.dumps(head).encode() + b"\n" + zlib.compress(numbers, 9))


def net_of(about: About, arrays: dict[str, Any]) -> Net:
    """A network of NumPy arrays."""
    shapes = {name: [*one.shape] for name, one in arrays.items()}
    return Net(about, shapes, {name: one.reshape(-1).tolist() for name, one in arrays.items()})


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole; readers find the old one until then."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def json_array(about: Any) -> NDArray[Any]:
    """Plain data as an array of bytes."""
    import numpy as np

    return np.frombuffer(json.dumps(about).encode(), np.uint8)


def write(path: Path, arrays: dict[str, Any]) -> None:
    """Arrays into one file, whole or not at all."""
    import numpy as np

    held = io.BytesIO()
    np.savez_compressed(held, **arrays)
    replace_file(path, held.getvalue())


def read(path: Path) -> dict[str, Any]:
    """The arrays of a checkpoint; InvalidInput if it is none of ours."""
    import numpy as np

    if not path.is_file():
        raise InvalidInput("net_no_file", path=str(path))
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too large")
        with np.load(path, allow_pickle=False) as held:
            return {name: held[name] for name in held.files}
    except (ValueError, OSError, KeyError, EOFError, zipfile.BadZipFile):
        raise InvalidInput("not_a_net", file=path.name) from None


@lru_cache(maxsize=16)
def _load(path: Path, changed: float) -> Net:
    if not path.is_file():
        raise InvalidInput("net_no_file", path=str(path))
    return parse(path.read_bytes() if path.stat().st_size <= MOST_BYTES else b"", path.name)


def parse(content: bytes, name: str) -> Net:
    """The network in the content of a file; InvalidInput if it is none, of another format, or damaged."""
    if content.startswith(OLD_MARK):
        raise InvalidInput("net_format", file=name, format=1, wanted=FORMAT)
    mark, _, rest = content.partition(b"\n")
    line, _, packed = rest.partition(b"\n")
    try:
        if mark + b"\n" != MARK:
            raise ValueError("another mark")
        head = json.loads(line)
        found = int(head["about"]["format"])
        if found != FORMAT:
            raise InvalidInput("net_format", file=name, format=found, wanted=FORMAT)
        about = About(**head["about"])
        shapes = {str(key): [int(length) for length in shape] for key, shape in head["shapes"].items()}
        checksum = str(head["sha256"])
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("not_a_net", file=name) from None
    try:
        numbers = zlib.decompressobj().decompress(packed, MOST_BYTES)
    except zlib.error:
        numbers = b""
    if not _whole(about, shapes, len(numbers) // 2) or hashlib.sha256(numbers).hexdigest() != checksum:
        raise InvalidInput("net_damaged", file=name)
    weights, at = {}, 0
    for key, shape in shapes.items():
        count = math.prod(shape)
        weights[key] = list(struct.unpack_from(f"<{count}e", numbers, at))
        at += 2 * count
    return Net(about, shapes, weights)


def _whole(about: About, shapes: dict[str, list[int]], count: int) -> bool:
    """Whether all weights are there, of shapes that fit each other and what they are for."""
    if len(shapes.get("mid", ())) != 2:
        return False
    wide = shapes["mid"][0]
    fitting = {
        "in": [about.size + about.evaluation * max(about.players), wide],
        "in_bias": [wide],
        "mid": [wide, wide],
        "mid_bias": [wide],
        "value": [wide, 1],
        "value_bias": [1],
    }
    if about.evaluation:
        fitting["skip"] = [1]
    else:
        narrow = shapes.get("narrow", [0])[-1]
        fitting |= {"narrow": [wide, narrow], "parts": [narrow, about.scores], "parts_bias": [about.scores]}
    return shapes == fitting and count == sum(math.prod(shape) for shape in shapes.values())


def load(path: Path) -> Net:
    """The network of a file, read again when the file has changed."""
    return _load(path, path.stat().st_mtime if path.is_file() else 0.0)


def check(net: Net, name: str, game: AnyGame) -> None:
    """Raise InvalidInput unless the network was trained for this game, its encoding and its cards."""
    about = net.about
    if about.game != game.id:
        raise InvalidInput("net_game", net=name, game=about.game, wanted=game.id)
    now = layout(game, tuple(about.players))
    if about.encoding != now.version or about.size != now.size:
        raise InvalidInput(
            "net_encoding",
            net=name,
            game=game.id,
            version=about.encoding,
            size=about.size,
            wanted=now.version,
            wanted_size=now.size,
        )
    scores, terms = about.scores, about.evaluation - 1
    if not about.evaluation:
        scores -= phrases(game, max(about.players)).count
    elif terms != term_count(game):
        raise InvalidInput("net_terms", net=name, game=game.id, terms=terms, wanted=term_count(game))
    if about.cards != game.cards_digest or scores:
        raise InvalidInput("net_cards", net=name, game=game.id)


@lru_cache(maxsize=16)
def term_count(game: AnyGame) -> int:
    """How many terms the hand-written evaluation of a game has."""
    seats = max(2, game.seats[0])
    s = game.setup(game.settle({}, seats), seats, Luck(Rng("terms"), estimator(game)), EventLog(False))
    return len(game.bots.terms(s, 0))


def shelf() -> dict[str, About]:
    """The networks that the owner of a server offers at its tables, by the name of their bot."""
    folder = os.environ.get(SHELF, "")
    found = {}
    for path in sorted(Path(folder).glob("*.net")) if folder else ():
        try:
            about = load(path).about
            if not about.evaluation:
                found[f"net:{path.name}"] = about
        except InvalidInput:  # not a network
            continue
    return found


def placed(name: str) -> Path:
    """The file of a network: on the shelf, or where its name says."""
    folder = os.environ.get(SHELF, "")
    kept = Path(folder) / name
    return kept if folder and kept.parent == Path(folder) and kept.is_file() else Path(name)


class NetBot(OpenBot):
    """The move that its network scores best. Where moves are too many to list, it looks at a few at random."""

    def __init__(self, game: AnyGame, path: Path) -> None:
        super().__init__(game)
        net = load(path)
        self.name = f"net:{path}"
        check(net, path.name, game)
        if net.about.evaluation:
            raise InvalidInput("net_no_policy", net=path.name)
        self.net, self.file = net, path.name
        self.judge: Judge | None = None

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        if self.judge is None:
            self.judge = judge(self.game, self.net, self.name, len(self.game.value(s)))
        moves = self._moves(s, seat, rng)
        if len(moves) == 1:
            return moves[0].text
        chances = self.judge.priors(s, seat, moves)
        return moves[chances.index(max(chances))].text

    def _moves(self, s: State, seat: Seat, rng: Rng) -> list[Move]:
        step = s.agenda[-1]
        moves = [*step.legal(s, seat)]
        if not listable(step):
            moves += [step.suggest(s, seat, rng) for _ in range(SAMPLES)]
        return list({move.text: move for move in moves}.values())


def judge(game: AnyGame, net: Net, name: str, seats: int) -> Judge:
    """Show positions of a table of so many seats to a network; InvalidInput if it knows no such table."""
    about = net.about
    if seats not in about.players:
        raise InvalidInput("net_players", net=name, n=", ".join(map(str, about.players)), seats=seats)
    encoder = game.encoder(seats)
    assert encoder is not None
    where = layout(game, tuple(about.players))
    parts_of = None if about.evaluation else phrases(game, max(about.players)).of
    terms = game.bots.terms if about.evaluation else None
    return Judge(net.network(), encoder, where.places[seats], where.table[seats], seats, parts_of, terms, where.size)


def shipped(game: AnyGame, kind: str) -> Path:
    """Where the package of a game has its trained network: of the kind ``policy`` or ``value``."""
    return Path(str(sys.modules[type(game).__module__].__file__)).parent / "bots" / f"{kind}.net"
