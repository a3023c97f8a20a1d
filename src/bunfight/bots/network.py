"""Evaluates a small trained network for one position at a time, in plain arithmetic (compiled; needs no NumPy)."""

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.engine.step import Move, State

MOST_ODDS: Final = 6.0  # an evaluation is never surer than this (log odds)
TENTH: Final = 0.1  # terms of an evaluation are inputs in tens


def log_odds(share: float) -> float:
    """The logarithm of the odds of a chance, within limits."""
    if share <= 0.0:
        return -MOST_ODDS
    if share >= 1.0:
        return MOST_ODDS
    return min(MOST_ODDS, max(-MOST_ODDS, math.log(share / (1.0 - share))))


def evaluated(s: State, seat: int, shares: list[float], terms: Any) -> list[float]:
    """The hand-written evaluation as inputs of a network: the chance and the terms of each seat, from ``seat`` on."""
    seats = len(shares)
    found: list[float] = []
    for turn in range(seats):
        other = (seat + turn) % seats
        found.append(log_odds(shares[other]))
        named: list[tuple[str, float]] = terms(s, other)
        for _, amount in named:
            found.append(TENTH * amount)
    return found


class Network:
    """Two hidden layers and a value; networks with a policy also score every part of a move (see bots/net.py).

    Weights are rows of numbers, one row for each input of a layer. Inputs that are 0 cost nothing.
    """

    def __init__(self, wide: int, narrow: int, weights: dict[str, list[float]]) -> None:
        self.wide: i64 = wide
        self.narrow: i64 = narrow
        self.first: vec[float] = vec[float](weights["in"])
        self.first_bias: vec[float] = vec[float](weights["in_bias"])
        self.second: vec[float] = vec[float](weights["mid"])
        self.second_bias: vec[float] = vec[float](weights["mid_bias"])
        self.query: vec[float] = vec[float](weights.get("narrow", []))
        self.parts: vec[float] = vec[float](weights.get("parts", []))
        self.parts_bias: vec[float] = vec[float](weights.get("parts_bias", []))
        self.value: vec[float] = vec[float](weights["value"])
        self.value_bias: float = weights["value_bias"][0]
        self.scores: i64 = len(self.parts_bias)
        self.skip: float = weights["skip"][0] if "skip" in weights else 0.0
        self.low: vec[float] = vec[float]([0.0] * wide)
        self.high: vec[float] = vec[float]([0.0] * wide)
        self.asked: vec[float] = vec[float]([0.0] * narrow)

    def look(
        self, observation: ObservationWriter, places: vec[i64], table: i64, more: list[float], start: i64
    ) -> float:
        """Read an observation; gives how well the observer stands, before it is squashed into a range.

        ``places``: where each number of the observation goes; ``table``: the input for the number of players;
        ``more``: other inputs, which begin at ``start``.
        """
        wide = self.wide
        low, high, first, second, value = self.low, self.high, self.first, self.second, self.value
        i: i64 = 0
        row = table * wide
        while i < wide:
            low[i] = self.first_bias[i] + first[row + i]
            high[i] = self.second_bias[i]
            i += 1
        at: i64 = 0
        while at < observation.count:
            row = places[observation.places[at]] * wide
            amount = observation.values[at]
            i = 0
            while i < wide:
                low[i] = low[i] + amount * first[row + i]
                i += 1
            at += 1
        row = start * wide
        for other in more:
            i = 0
            while i < wide:
                low[i] = low[i] + other * first[row + i]
                i += 1
            row += wide
        at = 0
        while at < wide:
            amount = low[at]
            if amount > 0.0:
                row = at * wide
                i = 0
                while i < wide:
                    high[i] = high[i] + amount * second[row + i]
                    i += 1
            at += 1
        total = self.value_bias
        i = 0
        while i < wide:
            if high[i] < 0.0:
                high[i] = 0.0
            total += high[i] * value[i]
            i += 1
        return total

    def ask(self) -> None:
        """Prepare to score moves in the position that was looked at last."""
        narrow, asked, high, query = self.narrow, self.asked, self.high, self.query
        i: i64 = 0
        while i < narrow:
            asked[i] = 0.0
            i += 1
        at: i64 = 0
        while at < self.wide:
            amount = high[at]
            if amount > 0.0:
                row = at * narrow
                i = 0
                while i < narrow:
                    asked[i] = asked[i] + amount * query[row + i]
                    i += 1
            at += 1

    def score(self, parts: list[int]) -> float:
        """How good a move is, by its parts: the log of its chance, but for a constant."""
        total = 0.0
        for part in parts:
            total += self.parts_bias[part]
            at: i64 = part
            i: i64 = 0
            while i < self.narrow:
                total += self.asked[i] * self.parts[at]
                at += self.scores
                i += 1
        return total


class Judge:
    """What a network thinks of positions at a table of ``seats``.

    ``parts_of`` names the parts of a seat's move, for policy networks. ``terms`` is the game's hand-written evaluation,
    for value networks; its numbers are inputs from ``start`` on.
    """

    def __init__(
        self,
        network: Network,
        encoder: Encoder[Any],
        places: list[int],
        table: int,
        seats: int,
        parts_of: Any,
        terms: Any,
        start: int,
    ) -> None:
        self.network = network
        self.encoder: Encoder[Any] = encoder
        self.places: vec[i64] = vec[i64](places)
        self.table: i64 = table
        self.seats = seats
        self.parts_of = parts_of
        self.terms = terms
        self.start: i64 = start
        self.known: list[dict[str, list[int]]] = [{} for _ in range(seats)]
        self.writer = ObservationWriter()
        self.writer.scales = encoder.scales

    def look(self, s: State, seat: int, more: list[float]) -> float:
        observation = self.writer
        observation.count = 0
        self.encoder.write(s, seat, observation)
        return self.network.look(observation, self.places, self.table, more, self.start)

    def chance(self, s: State, seat: int, shares: list[float]) -> float:
        """The chance of the seat that is asked, from 0 to 1; a value network corrects the evaluation ``shares``."""
        if self.terms is None:
            return (math.tanh(self.look(s, seat, [])) * (self.seats - 1) + 1.0) / self.seats
        more = evaluated(s, seat, shares, self.terms)
        return 1.0 / (1.0 + math.exp(-self.look(s, seat, more) - self.network.skip * log_odds(shares[seat])))

    def blend(self, s: State, shares: list[float], trust: float) -> list[float]:
        """The evaluation ``shares`` of a position, with the network's opinion counting for ``trust``.

        The network has only seen positions through the eyes of the seat that is asked. What it leaves to the others is
        shared as the evaluation says.
        """
        asked = s.agenda[-1].awaits()[0]
        chance = self.chance(s, asked, shares)
        rest = 0.0
        for seat in range(self.seats):
            if seat != asked:
                rest += shares[seat]
        result = [0.0] * self.seats
        for seat in range(self.seats):
            learned = chance
            if seat != asked:
                learned = (1.0 - chance) * (shares[seat] / rest if rest > 0.0 else 1.0 / (self.seats - 1))
            result[seat] = (1.0 - trust) * shares[seat] + trust * learned
        return result

    def priors(self, s: State, seat: int, moves: list[Move]) -> list[float]:
        """The chance that the network would make each of the moves of the seat that is asked."""
        self.look(s, seat, [])
        self.network.ask()
        known = self.known[seat]
        scores: list[float] = []
        best = -1e9
        for move in moves:
            parts = known.get(move.text)
            if parts is None:
                parts = self.parts_of(move.text, seat, self.seats)
                known[move.text] = parts
            score = self.network.score(parts)
            scores.append(score)
            if score > best:
                best = score
        total = 0.0
        for i in range(len(scores)):
            scores[i] = math.exp(scores[i] - best)
            total += scores[i]
        for i in range(len(scores)):
            scores[i] = scores[i] / total
        return scores
