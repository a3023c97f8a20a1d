"""EventLog: what the table hears. The rule that speaks also says to whom, and who learns something by it."""

from typing import Final

from bunfight.engine.event import Event

NOTHING_HIDDEN: Final = -2
NOBODY_KNEW: Final = -1


class AddressedEvent:
    """One event as it was addressed: ``to`` hear it (None: everyone), the rest hear ``others``.

    ``knower`` is the seat that knew already what the event uncovers; everyone else who hears it learns something.
    """

    def __init__(self, event: Event, to: list[int] | None, others: Event | None, knower: int) -> None:
        self.event = event
        self.to = to
        self.others = others
        self.knower = knower

    def heard(self, seat: int | None) -> Event | None:
        """What a seat, or a spectator (None), hears of it."""
        if self.to is None or (seat is not None and seat in self.to):
            return self.event
        return self.others

    def taught(self, seat: int) -> bool:
        """Whether a seat learned something hidden by it."""
        return self.knower not in (NOTHING_HIDDEN, seat) and (self.to is None or seat in self.to)


class EventLog:
    """The mouth of the rules. ``on`` is False in simulation: then build no event at all."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.said: list[AddressedEvent] = []

    def all(self, event: Event) -> None:
        """Everyone hears it, and nothing hidden comes to light but the actor's own decision or what luck drew."""
        if self.on:
            self.said.append(AddressedEvent(event, None, None, NOTHING_HIDDEN))

    def show(self, owner: int, event: Event) -> None:
        """Everyone hears it, and it uncovers what only ``owner`` knew (-1: nobody)."""
        if self.on:
            self.said.append(AddressedEvent(event, None, None, owner))

    def only(self, seats: list[int], event: Event, others: Event | None, knower: int = NOBODY_KNEW) -> None:
        """``seats`` hear ``event`` and learn from it, except ``knower``; the rest hear ``others``."""
        if self.on:
            self.said.append(AddressedEvent(event, seats, others, knower))

    def own(self, seat: int, event: Event, others: Event | None) -> None:
        """``seat`` hears an echo of what it decided or holds; the rest hear ``others``."""
        self.only([seat], event, others, seat)

    def heard(self, seat: int | None) -> list[Event]:
        """All that a seat, or a spectator, heard."""
        return [event for said in self.said if (event := said.heard(seat)) is not None]
