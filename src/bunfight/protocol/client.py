"""Live messages from client to server."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from bunfight.protocol.common import Emote, EphemeralBody, Id, MoveText, Noun, SeatNumber, ShortText, Token


class FromClient(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True
): ...


class Hello(FromClient, frozen=True):
    """The first message of a connection. An empty ``table`` means the lobby; no token means a spectator."""

    protocol: int
    table: Annotated[str, msgspec.Meta(max_length=80)] = ""
    tokens: Annotated[list[Token], msgspec.Meta(max_length=16)] = []
    version: int = -1  # the version the client has; -1: none yet
    number: int = -1  # the last decision whose events it has; -1: none, not even the deal
    id: str = ""


class Play(FromClient, frozen=True):
    """Make a decision. ``version``: that of the view it was based on."""

    id: Id
    seat: SeatNumber
    move: MoveText
    version: int


class Why(FromClient, frozen=True):
    """Ask why a move is illegal now, or why nothing can be done with the things in ``about``. Changes nothing."""

    id: Id
    seat: SeatNumber
    move: MoveText = ""
    about: Annotated[
        list[Annotated[dict[Noun, MoveText], msgspec.Meta(max_length=8)]], msgspec.Meta(max_length=16)
    ] = []


class Undo(FromClient, frozen=True):
    """Undo down to ``keep`` decisions, by default the seat's last one. Beyond the free limit it needs consent."""

    id: Id
    seat: SeatNumber
    keep: int | None = None


class UndoAnswer(FromClient, frozen=True, tag="answer"):
    """Accept or decline an undo request."""

    id: Id
    seat: SeatNumber
    request: int
    yes: bool


class SendChat(FromClient, frozen=True, tag="say"):
    """Send a chat line or an emote. Spectators cannot chat."""

    id: Id
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""
    emote: Emote | None = None


class Hint(FromClient, frozen=True):
    """Ask what a bot would do here, and why."""

    id: Id
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StandIn(FromClient, frozen=True, tag="stand_in"):
    """Let a bot play for a seat: your own, or that of a player who is away.

    It is the table's ``stand_in_bot``. With a clock of days, others can ask for it only after the player's time was up.
    """

    id: Id
    seat: SeatNumber  # the seat that asks
    whom: SeatNumber


class ReclaimSeat(FromClient, frozen=True, tag="back"):
    """Take your seat back from the stand-in bot."""

    id: Id
    seat: SeatNumber


class Resign(FromClient, frozen=True):
    """Give your seat to a bot for good."""

    id: Id
    seat: SeatNumber


class SetPace(FromClient, frozen=True, tag="pace"):
    """Set how fast bots act; only for a player who is alone with bots."""

    id: Id
    seat: SeatNumber
    pace: Literal["instant", "brisk", "calm"]


class Choose(FromClient, frozen=True):
    """Before the start: choose what your seat gets of an option that gives every seat something of its own.

    Nobody else at the table may have chosen it. Seats that choose nothing get the rest, in the order of the option.
    """

    id: Id
    seat: SeatNumber
    option: ShortText
    value: ShortText = ""  # empty: choose nothing


class SetReminder(FromClient, frozen=True, tag="remind"):
    """In a game with a clock of days: remind me of my turns by mail or the server's webhook. Neither: stop."""

    id: Id
    seat: SeatNumber
    mail: Annotated[str, msgspec.Meta(max_length=254)] = ""
    hook: bool = False
    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2,8}$")] = "en"


class Ephemeral(FromClient, frozen=True):
    """Something other players see for a moment and nobody stores, such as where a piece is held. Never answered.

    The game decides what ``kind`` and ``body`` mean.
    """

    seat: SeatNumber
    kind: ShortText
    body: EphemeralBody = {}


class Ping(FromClient, frozen=True):
    id: Id


Request = (
    Play | Why | Undo | UndoAnswer | SendChat | Hint | StandIn | ReclaimSeat | Resign | SetPace | Choose | SetReminder
)
ClientMessage = Hello | Request | Ephemeral | Ping

CLIENT_DECODER: Final = msgspec.json.Decoder(ClientMessage)
