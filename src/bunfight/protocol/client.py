"""What clients say, live."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from bunfight.protocol.parts import Emote, Id, MoveText, Noun, SeatNumber, Token


class FromClient(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True
): ...


class Hello(FromClient, frozen=True):
    """The first message. An empty ``table`` means the lobby; no token means a spectator."""

    protocol: int
    table: Annotated[str, msgspec.Meta(max_length=80)] = ""
    tokens: Annotated[list[Token], msgspec.Meta(max_length=16)] = []
    version: int = -1  # the version that the client has; -1: nothing yet
    number: int = -1  # the decisions whose events it has; -1: none, not even the deal
    id: str = ""


class Play(FromClient, frozen=True):
    """A decision. ``version``: what the client saw when deciding."""

    id: Id
    seat: SeatNumber
    move: MoveText
    version: int


class Why(FromClient, frozen=True):
    """Why a move could not be made now, or nothing be done with the things that it is ``about``; nothing is done."""

    id: Id
    seat: SeatNumber
    move: MoveText = ""
    about: Annotated[
        list[Annotated[dict[Noun, MoveText], msgspec.Meta(max_length=8)]], msgspec.Meta(max_length=16)
    ] = []


class Undo(FromClient, frozen=True):
    """Take back; without ``keep`` the seat's last decision. Beyond the free bound it becomes a request to all."""

    id: Id
    seat: SeatNumber
    keep: int | None = None


class Answer(FromClient, frozen=True):
    """Yes or no to a request."""

    id: Id
    seat: SeatNumber
    request: int
    yes: bool


class Say(FromClient, frozen=True):
    """A few words, or an emote. Spectators may not speak."""

    id: Id
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""
    emote: Emote | None = None


class Hint(FromClient, frozen=True):
    """What a bot would do here, and why."""

    id: Id
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StandIn(FromClient, frozen=True, tag="stand_in"):
    """Let a bot play for a seat: one's own, or one whose player is away."""

    id: Id
    seat: SeatNumber  # who asks
    whom: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Back(FromClient, frozen=True):
    """Take one's seat back from the bot that stood in."""

    id: Id
    seat: SeatNumber


class Resign(FromClient, frozen=True):
    """Give the seat to a bot for good."""

    id: Id
    seat: SeatNumber


class Pace(FromClient, frozen=True):
    """How fast bots act, for one person alone among them."""

    id: Id
    seat: SeatNumber
    pace: Literal["instant", "brisk", "calm"]


class Remind(FromClient, frozen=True):
    """In a slow game: tell me by mail, or through the server's webhook, when it is my turn. Neither: no longer."""

    id: Id
    seat: SeatNumber
    mail: Annotated[str, msgspec.Meta(max_length=254)] = ""
    hook: bool = False
    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2,8}$")] = "en"


class Ghost(FromClient, frozen=True):
    """Where the acting seat holds its piece (tenths of a millimetre and of a degree). Never answered."""

    seat: SeatNumber
    piece: Annotated[str, msgspec.Meta(max_length=40)]
    x: int
    y: int
    a: int
    flip: bool = False


class Ping(FromClient, frozen=True):
    id: Id


ClientMessage = (
    Hello | Play | Why | Undo | Answer | Say | Hint | StandIn | Back | Resign | Pace | Remind | Ghost | Ping
)  # fmt: skip
Wish = Play | Why | Undo | Answer | Say | Hint | StandIn | Back | Resign | Pace | Remind

CLIENT: Final = msgspec.json.Decoder(ClientMessage)
