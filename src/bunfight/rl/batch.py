"""Plays many games of one kind in lockstep. This is the compiled inner loop of learning."""

from collections.abc import Callable
from itertools import count as counted
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import Move, Seat, State

# Who plays the seats of a lane.
LEARNER: Final = 0  # the learner plays every seat: self-play
RANDOM: Final = 1  # the learner plays one seat; the others move at random
POLICY: Final = 2  # the others follow the policy of the game
OTHERS: Final = 3  # the others are asked through ``other``, one by one

ANY_SEAT: Final = -1
UNKNOWN: Final = -2

NONE: Final[list[Move]] = []  # never modify it
INDEX: Final[dict[str, int]] = {}  # the index of every move that some batch has met in its catalogue, by text
NEW: Final = counted()


@final
class BatchedGames:
    """Plays ``count`` games. ``begin`` deals, ``move`` answers every lane's question; both write the next one.

    ``legal`` holds the numbers of all legal actions, lane after lane: those of a lane begin at ``starts[lane]``.
    ``observed``, ``final`` (the last positions of games that have just ended, as the learner saw them) and ``masks``
    have a row for each lane; the numbers of the first two are the bits of floats. The caller sets
    ``observed`` to 0 beforehand: one fill is faster than tracking what was written.
    """

    def __init__(
        self,
        game: Any,
        encoder: Encoder[Any],
        deal: Callable[[Luck], State],
        numbers: dict[str, int],
        texts: list[str],
        seats: int,
        count: int,
    ) -> None:
        self._game = game
        self._encoder: Encoder[Any] = encoder
        self._deal = deal
        self._numbers = numbers
        self._texts = texts
        self._moves: list[Move | None] = [None] * len(texts)
        self._number_of: vec[i64] = vec[i64]()  # the number of a move in the catalogue, by its index
        self._winners: Callable[[Any], list[int]] | None = game.bots.winners
        self._actions: i64 = len(texts)
        self._seats: i64 = seats
        self._count: i64 = count
        self.opponents: i64 = LEARNER
        self.fixed: i64 = ANY_SEAT
        self.skips = False  # whether questions with only one answer are skipped
        self.other: Callable[[State, Seat, Rng], Move] | None = None
        self.states: list[State] = []
        self._lucks: list[Luck] = []
        self._rngs: list[Rng] = []
        self._log = EventLog(False)
        self._learners: vec[i64] = vec[i64]([0] * count)  # the learner's seat, where there is one
        self.asked: vec[i64] = vec[i64]([0] * count)  # the seat that is asked
        self.ended: vec[u8] = vec[u8]([0] * count)  # whether the last move ended a game
        self.rewards: vec[float] = vec[float]([0.0] * (count * seats))  # of that game, by seat
        self.suggested: vec[i64] = vec[i64]([0] * count)  # a random legal action
        self.starts: vec[i64] = vec[i64]([0] * (count + 1))
        self.legal: vec[i64] = vec[i64]()
        self.legal_count: i64 = 0
        self._offered: list[list[Move]] = [NONE] * count  # the legal moves of a lane, if they are already known
        self._size: i64 = encoder.size
        self.masks: vec[u8] = vec[u8]([0] * (count * len(texts)))
        self.observed: vec[i32] = vec[i32]([0] * (count * int(encoder.size)))
        self.final: vec[i32] = vec[i32]([0] * (count * int(encoder.size)))
        self._writer = ObservationWriter()
        self._writer.scales = encoder.scales
        self._writer.fill(self.observed)
        self._last = ObservationWriter()
        self._last.scales = encoder.scales
        self._last.fill(self.final)

    def begin(self, seed: str, first: int, simulator: Callable[[str], str] | None) -> None:
        """Deal a game in every lane; the lanes are numbered from ``first`` on in their seed."""
        self._unmask()
        self.states = []
        self._lucks = [Luck(Rng(seed, f"luck {first + lane}"), simulator) for lane in range(self._count)]
        self._rngs = [Rng(seed, f"others {first + lane}") for lane in range(self._count)]
        lane: i64 = 0
        while lane < self._count:
            self.states.append(self._deal(self._lucks[lane]))
            self.ended[lane] = 0
            self._seat_learner(lane)
            self._others_move(lane)
            if not self.states[lane].agenda:
                self._deal_again(lane)
            self._look(lane)
            lane += 1

    def _deal_again(self, lane: i64) -> None:
        """Deal the next game of a lane and play it up to the first question for a learner."""
        while True:
            self.states[lane] = self._deal(self._lucks[lane])
            self._seat_learner(lane)
            self._others_move(lane)
            if self.states[lane].agenda:
                return

    def _seat_learner(self, lane: i64) -> None:
        self._learners[lane] = self._rngs[lane].below(self._seats) if self.fixed == ANY_SEAT else self.fixed

    def _others_move(self, lane: i64) -> None:
        """Let the others play until a learner is asked or the game is over."""
        state, me = self.states[lane], self._learners[lane]
        rng, luck, log = self._rngs[lane], self._lucks[lane], self._log
        self.asked[lane] = me
        while state.agenda:
            step = state.agenda[-1]
            waiting = step.awaits()
            seat = waiting[0]
            if self.opponents == LEARNER or me in waiting:
                seat = seat if self.opponents == LEARNER else me
                self.asked[lane] = seat
                if not self.skips or not step.listed:
                    return
                moves = step.legal(state, seat)
                if len(moves) > 1:
                    self._offered[lane] = moves
                    return
                move = moves[0]
            elif self.opponents == RANDOM:
                move = step.suggest(state, seat, rng)
            elif self.other is not None:
                move = self.other(state, seat, rng)
            else:
                move = self._game.bots.policy(state, seat, rng)
            step.take(state, seat, move, luck, log)

    def _unmask(self) -> None:
        """Reset what was last written into the masks."""
        lane: i64 = 0
        while lane < self._count:
            row = lane * self._actions
            at = self.starts[lane]
            while at < self.starts[lane + 1]:
                self.masks[row + self.legal[at]] = 0
                at += 1
            lane += 1
        self.legal_count = 0

    def _look(self, lane: i64) -> None:
        """Write a lane's observation and its legal actions; lanes are looked at in their order."""
        self._writer.base = lane * self._size
        self.starts[lane] = self.legal_count
        self._encoder.write(self.states[lane], self.asked[lane], self._writer)
        self._list_legal(lane)
        self.starts[lane + 1] = self.legal_count

    def _list_legal(self, lane: i64) -> None:
        state = self.states[lane]
        step = state.agenda[-1]
        seat: Seat = self.asked[lane]
        begun = self.legal_count
        moves = self._offered[lane]
        if moves:
            self._offered[lane] = NONE
        else:
            moves = step.legal(state, seat)
        for move in moves:
            number = self._number(move)
            if number >= 0:
                self._add_legal(lane, number)
        if not step.listed:
            for text in self._grid(state, seat):
                self._add_legal(lane, self._numbers[text])
        found = self.legal_count - begun
        self.suggested[lane] = self.legal[begun + self._rngs[lane].below(found)]

    def _number(self, move: Move) -> i64:
        """Return the number of a move in the catalogue; -1 if it is not there."""
        index = move.index
        if index < 0:
            if move.text not in self._numbers:  # such moves get no index, as there may be any number of them
                return -1
            index = INDEX.setdefault(move.text, next(NEW))
            move.index = index
        while index >= len(self._number_of):
            self._number_of = append(self._number_of, UNKNOWN)
        number = self._number_of[index]
        if number == UNKNOWN:
            number = self._numbers.get(move.text, -1)
            self._number_of[index] = number
            if number >= 0:
                self._moves[number] = move
        return number

    def _grid(self, state: State, seat: Seat) -> list[str]:
        """List the legal moves of the catalogue where ``legal`` does not list all."""
        step = state.agenda[-1]
        listed = {move.text for move in step.legal(state, seat)}
        known: list[str]
        if self._game.bots.catalogue_moves is not None:
            known = self._game.bots.catalogue_moves(state, seat)
        else:
            known = [text for text in self._texts if step.check(state, seat, self._game.grammar.parse(text)) is None]
        return [text for text in known if text not in listed]

    def _add_legal(self, lane: i64, number: i64) -> None:
        at = self.legal_count
        if at < len(self.legal):
            self.legal[at] = number
        else:
            self.legal = append(self.legal, number)
        self.legal_count = at + 1
        self.masks[lane * self._actions + number] = 1

    def _may(self, lane: i64, number: i64) -> bool:
        """Return whether an action is among those that ``_look`` listed."""
        at = self.starts[lane]
        while at < self.starts[lane + 1]:
            if self.legal[at] == number:
                return True
            at += 1
        return False

    def illegal(self, numbers: list[int]) -> list[int]:
        """Return the lanes whose action is not legal."""
        wrong: list[int] = []
        for lane in range(self._count):
            if not self._may(lane, numbers[lane]):
                wrong.append(lane)
        return wrong

    def move(self, numbers: list[int]) -> None:
        """Answer every lane's question with a legal action (-1: give up the game); ended games are dealt anew.

        Each lane is looked at as soon as it has moved, while its state is in the cache.
        """
        self._unmask()
        lane: i64 = 0
        while lane < self._count:
            self.ended[lane] = 0
            number: i64 = numbers[lane]
            if number >= 0:
                state = self.states[lane]
                state.agenda[-1].take(state, self.asked[lane], self._made(number), self._lucks[lane], self._log)
                self._others_move(lane)
                if not state.agenda:
                    self._settle(lane)
                    self._close(lane)
            else:
                seat: i64 = 0
                while seat < self._seats:
                    self.rewards[lane * self._seats + seat] = -1.0 if seat == self.asked[lane] else 0.0
                    seat += 1
                self._close(lane)
            self._look(lane)
            lane += 1

    def _made(self, number: i64) -> Move:
        """Return the move of an action; it is parsed on first use."""
        move = self._moves[number]
        if move is None:
            move = self._game.grammar.parse(self._texts[number])
            self._moves[number] = move
        return move

    def _close(self, lane: i64) -> None:
        """Store the last position of a finished game and deal the next."""
        self.ended[lane] = 1
        self._last.base = lane * self._size
        self._last.clear(self._size)
        self._encoder.write(self.states[lane], self.asked[lane], self._last)
        self._deal_again(lane)

    def _settle(self, lane: i64) -> None:
        """Set the rewards at the end: 1 for a sole win; all rewards add up to zero."""
        state = self.states[lane]
        winners: list[int] = [*self._game.outcome(state).winners] if self._winners is None else self._winners(state)
        others = max(1, int(self._seats) - 1)
        won = ((others + 1) / len(winners) - 1.0) / others if winners else 0.0
        for seat in range(self._seats):
            self.rewards[lane * self._seats + seat] = won if seat in winners else -1.0 / others
