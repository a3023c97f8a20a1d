"""The kernel: ten words (Game, State, Step, Move, View, Event, Luck, Record, Table, Seat) that games are told in."""

from bunfight.kernel.game import Event, Game, Option, Options, Outcome, ScoreLine, View, chosen
from bunfight.kernel.luck import LiveLuck, Luck, NatureNeeded, Rng, TapeError, TapeLuck
from bunfight.kernel.record import Entry, Record, RecordError
from bunfight.kernel.step import Move, RuleBreak, Seat, State, Step, advance, check, play, playout
from bunfight.kernel.table import Table, replay
from bunfight.kernel.talk import Said, Talk
