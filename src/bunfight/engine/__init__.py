"""The engine: Game, State, Step, Move, View, Event, Luck, Record and Table, the API for authors of games."""

from bunfight.engine.errors import BunfightError, IllegalMove, InvalidInput
from bunfight.engine.event import event
from bunfight.engine.event_log import AddressedEvent, EventLog
from bunfight.engine.game import Event, Game, Option, Options, Outcome, ScoreLine, View, chosen
from bunfight.engine.hooks import BotHooks, MotionHooks, Oracles, PhysicsHooks, TimingHooks, estimator, simulator
from bunfight.engine.luck import LiveLuck, Luck, Rng, SimulationNeeded, Simulator, TapeError, TapeLuck
from bunfight.engine.patterns import HIDDEN, PlainState, SealedStep, TurnStep
from bunfight.engine.record import Entry, Record, RecordError
from bunfight.engine.step import Move, Seat, State, Step, advance, play, playout, require_legal
from bunfight.engine.table import Table, replay
