"""A learned player: a small network in one file, played with nothing but NumPy.

The network reads an observation (bunfight.engine.encoding) and scores moves by their words: a move's score is the sum
of the scores of its verb, of each word in its place, and of each pair of words.
So it can score moves it has never made.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bunfight.bots.bot import OpenBot, listable
from bunfight.engine import Rng, Seat, State
from bunfight.engine.encoding import Encoder, Ink
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT: Final = 1  # of the file
PAIRS: Final = 700  # more pairs of words than this are not told apart
SAMPLES: Final = 24  # moves that are looked at where they are too many to list
SHELF: Final = "BUNFIGHT_NETS"  # the variable that names the folder of networks for tables
MOST_BYTES: Final = 256 * 2**20


@dataclass(frozen=True)
class About:
    """What a network was trained for; it plays nothing else."""

    game: str
    encoding: int
    rules: int
    cards: str
    players: int
    size: int
    scores: int
    options: dict[str, Any]
    decisions: int = 0
    format: int = FORMAT


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

    def of(self, text: str, seat: Seat) -> list[int]:
        """The parts of a move, as ``seat`` says it."""
        verb, *said = text.split(" ")
        parts, numbers = [self.start[(verb,)]], []
        for place, word in enumerate(said):
            known = self.words[verb, place]
            if (verb, place) in self.turned:
                word = str((int(word) - seat) % self.seats)
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


class Net:
    """The weights, by name, and what they are for."""

    def __init__(self, about: About, weights: dict[str, NDArray[Any]]) -> None:
        self.about = about
        self.weights = weights

    def parts(self, seen: NDArray[Any]) -> tuple[Any, Any]:
        """The score of every part of a move, and how well the observer stands (-1 to 1); a row for each observation."""
        import numpy as np

        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in_bias"], 0.0)
        hidden = np.maximum(hidden @ w["mid"] + w["mid_bias"], 0.0)
        scores = (hidden @ w["narrow"]) @ w["parts"] + w["parts_bias"]
        return scores, np.tanh(hidden @ w["value"] + w["value_bias"])[..., 0]

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        write(path, {**self.weights, "about": told(asdict(self.about))})


def told(about: Any) -> NDArray[Any]:
    """Plain data as an array of bytes."""
    import numpy as np

    return np.frombuffer(json.dumps(about).encode(), np.uint8)


def write(path: Path, arrays: dict[str, Any]) -> None:
    """Arrays into one file; whoever looks in between finds the old one."""
    import numpy as np

    held = io.BytesIO()
    np.savez_compressed(held, **arrays)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(held.getvalue())
    draft.replace(path)


def read(path: Path) -> dict[str, Any]:
    """The arrays of a file; InvalidInput if it is none of ours."""
    try:
        import numpy as np
    except ImportError:
        raise InvalidInput("net_numpy") from None
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
    arrays = read(path)
    try:
        about = About(**json.loads(arrays.pop("about").tobytes()))
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("not_a_net", file=path.name) from None
    if about.format != FORMAT:
        raise InvalidInput("net_format", file=path.name, format=about.format, wanted=FORMAT)
    if not _whole(about, arrays):
        raise InvalidInput("net_damaged", file=path.name)
    return Net(about, arrays)


def _whole(about: About, weights: dict[str, Any]) -> bool:
    """Whether all weights are there, of shapes that fit each other and what they are for."""
    if not {"mid", "narrow"} <= weights.keys() or weights["mid"].ndim != 2 or weights["narrow"].ndim != 2:
        return False
    wide, narrow = weights["narrow"].shape
    shapes = {
        "in": (about.size, wide),
        "in_bias": (wide,),
        "mid": (wide, wide),
        "mid_bias": (wide,),
        "narrow": (wide, narrow),
        "parts": (narrow, about.scores),
        "parts_bias": (about.scores,),
        "value": (wide, 1),
        "value_bias": (1,),
    }
    return {name: one.shape for name, one in weights.items()} == shapes


def load(path: Path) -> Net:
    """The network of a file, read again when the file has changed."""
    return _load(path, path.stat().st_mtime if path.is_file() else 0.0)


def check(net: Net, name: str, game: AnyGame) -> None:
    """Raise InvalidInput unless the network was trained for this game, its encoding and its cards."""
    about = net.about
    if about.game != game.id:
        raise InvalidInput("net_game", net=name, game=about.game, wanted=game.id)
    now = game.encoder(about.players)
    if now is None:
        raise ValueError(f"{game.id} declares no encoding; see bunfight.engine.encoding")
    if about.encoding != now.version or about.size != now.size:
        raise InvalidInput(
            "net_encoding",
            net=name,
            game=game.id,
            version=about.encoding,
            size=about.size,
            wanted=now.version,
            wanted_size=int(now.size),
        )
    if about.cards != game.cards_digest or about.scores != phrases(game, about.players).count:
        raise InvalidInput("net_cards", net=name, game=game.id)


def shelf() -> dict[str, About]:
    """The networks that the owner of a server offers at its tables, by the name of their bot."""
    folder = os.environ.get(SHELF, "")
    found = {}
    for path in sorted(Path(folder).glob("*.net")) if folder else ():
        try:
            found[f"net:{path.name}"] = load(path).about
        except InvalidInput:  # not a network, or no NumPy to read it
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
        self.net = load(path)
        self.name = f"net:{path}"
        check(self.net, path.name, game)
        encoder = game.encoder(self.net.about.players)
        assert encoder is not None
        self.encoder: Encoder[Any] = encoder
        self.phrases = phrases(game, self.net.about.players)
        self.ink = Ink()
        self.ink.scales = self.encoder.scales
        self.seated = False

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        texts = self._texts(s, seat, rng)
        if len(texts) == 1:
            return texts[0]
        scores, _ = self.look(s, seat)
        return max(texts, key=lambda text: float(sum(scores[part] for part in self.phrases.of(text, seat))))

    def look(self, s: State, seat: Seat) -> tuple[Any, float]:
        """The scores of all parts of moves, and how well the seat stands."""
        import numpy as np

        if not self.seated:
            self._sit(len(self.game.value(s)))
        seen, ink = np.zeros(self.net.about.size, np.float32), self.ink
        ink.count = 0
        self.encoder.write(s, seat, ink)
        seen[np.asarray(ink.places)[: ink.count]] = np.asarray(ink.values)[: ink.count]
        scores, value = self.net.parts(seen)
        return scores, float(value)

    def _sit(self, seats: int) -> None:
        """A network knows tables of one size."""
        if seats != self.net.about.players:
            raise InvalidInput("net_players", net=self.name, n=self.net.about.players, seats=seats)
        self.seated = True

    def _texts(self, s: State, seat: Seat, rng: Rng) -> list[str]:
        step = s.agenda[-1]
        texts = [move.text for move in step.legal(s, seat)]
        if not listable(step):
            texts += [step.suggest(s, seat, rng).text for _ in range(SAMPLES)]
        return list(dict.fromkeys(texts))
