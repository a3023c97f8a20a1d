"""Collects the events of a decision. The rule that emits an event says who sees it and who learns from it."""

from typing import Final

from bunfight.engine.event import Event

NOTHING_HIDDEN: Final = -2
NOBODY_KNEW: Final = -1


class AddressedEvent:
    """An event with its audience: ``to`` hear it (None: everyone), the rest hear ``others``.

    ``knower`` is the seat that already knew what the event reveals; everyone else who hears it learns something.
    """

    def __init__(self, event: Event, to: list[int] | None, others: Event | None, knower: int) -> None:
        self.event = event
        self.to = to
        self.others = others
        self.knower = knower

    def heard(self, seat: int | None) -> Event | None:
        """The event as a seat, or a spectator (None), hears it; None if they hear nothing."""
        if self.to is None or (seat is not None and seat in self.to):
            return self.event
        return self.others

    def taught(self, seat: int) -> bool:
        """Whether a seat learned something hidden from it."""
        return self.knower not in (NOTHING_HIDDEN, seat) and (self.to is None or seat in self.to)


class EventLog:
    """Takes events from the rules. ``on`` is False in simulations: rules then create no events at all."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.said: list[AddressedEvent] = []

    def all(self, event: Event) -> None:
        """Everyone hears it. It reveals nothing hidden except the actor's own decision or what luck drew."""
        if self.on:
            self.said.append(AddressedEvent(event, None, None, NOTHING_HIDDEN))

    def show(self, owner: int, event: Event) -> None:
        """Everyone hears it, and it reveals what only ``owner`` knew (-1: nobody)."""
        if self.on:
            self.said.append(AddressedEvent(event, None, None, owner))

    def only(self, seats: list[int], event: Event, others: Event | None, knower: int = NOBODY_KNEW) -> None:
        """``seats`` hear ``event`` and learn from it, except ``knower``; the rest hear ``others``."""
        if self.on:
            self.said.append(AddressedEvent(event, seats, others, knower))

    def own(self, seat: int, event: Event, others: Event | None) -> None:
        """``seat`` hears what it decided or holds itself; the rest hear ``others``."""
        self.only([seat], event, others, seat)

    def heard(self, seat: int | None) -> list[Event]:
        """All that a seat, or a spectator, heard."""
        return [event for said in self.said if (event := said.heard(seat)) is not None]
