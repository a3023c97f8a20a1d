"""Defines events: what happened, as one audience may know it."""

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Event:
    """A frozen dataclass named in the past tense, with plain fields; None where the audience may not know."""

    def __init_subclass__(cls) -> None:
        assert "kind" not in cls.__annotations__, f"{cls.__name__}: 'kind' is the name of the event itself"


@dataclass_transform(frozen_default=True)
def event(cls: type[T]) -> type[T]:
    """Decorate a subclass of Event: its annotated fields become its arguments."""
    assert issubclass(cls, Event), f"{cls.__name__} must derive from Event"
    return dataclass(frozen=True, slots=True)(cls)


def plain(event: Event) -> dict[str, Any]:
    """Return the event as a dict for records, logs and browsers."""
    return {"kind": type(event).__name__, **listed(event)}


def listed(value: Any) -> Any:
    """Convert dataclasses to dicts and tuples to lists, as a round trip through JSON would."""
    if value is None or isinstance(value, (int, str)):  # nearly every field of an event
        return value
    if isinstance(value, (list, tuple)):
        return [listed(one) for one in value]
    if isinstance(value, dict):
        return {key: listed(one) for key, one in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {name: listed(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
