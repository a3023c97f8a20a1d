"""InvalidInput: bad input, as a sentence with holes and what fills them, so that it can be said in every language."""

from __future__ import annotations

from typing import Any


class InvalidInput(ValueError):
    """``InvalidInput("there are {n} seats", n=3)``: in English it reads as it stands; others translate the sentence."""

    def __init__(self, sentence: str, **facts: Any) -> None:
        super().__init__(sentence.format(**facts))
        self.sentence, self.facts = sentence, facts

    def __reduce__(self) -> tuple[Any, ...]:  # workers send it home
        return _again, (type(self), self.sentence, self.facts)


def _again(kind: type[InvalidInput], sentence: str, facts: dict[str, Any]) -> InvalidInput:
    return kind(sentence, **facts)
