"""Event: something that happened, as one audience heard it."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """A frozen dataclass named in the past tense, with plain fields; None where the audience may not know."""

    def __init_subclass__(cls) -> None:
        assert "kind" not in cls.__annotations__, f"{cls.__name__}: 'kind' is the name of the event itself"


def plain(event: Event) -> dict[str, Any]:
    """The event as records, logs and browsers get it."""
    return {"kind": type(event).__name__, **listed(asdict(event))}


def listed(value: Any) -> Any:
    """The same with lists for tuples, as it looks after a journey through JSON."""
    if isinstance(value, dict):
        return {key: listed(one) for key, one in value.items()}
    return [listed(one) for one in value] if isinstance(value, (list, tuple)) else value
