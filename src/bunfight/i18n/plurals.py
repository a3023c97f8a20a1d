"""CLDR plural rules. English and Chinese need no library; other languages use Babel."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Final

NAMED: Final = re.compile(r"(zero|one|two|few|many|other|\d+)=")
ONE_FORM: Final = frozenset({"zh"})  # languages without plurals, known without Babel


def plural_form(forms: str, n: int, language: str) -> str:
    """The form for a number: ``layer|layers`` is one|other; ``one=..|few=..|other=..`` and ``1=..`` name theirs."""
    parts = forms.split("|")
    if all(NAMED.match(part) for part in parts):
        named = dict(part.split("=", 1) for part in parts)
    else:
        named = {"one": parts[0], "other": parts[-1]}
    if str(n) in named:
        return named[str(n)]
    return named.get(_rule(language)(n), named.get("other", ""))


@cache
def _rule(language: str) -> Callable[[int], str]:
    if language in ONE_FORM:
        return lambda n: "other"
    if language != "en" and find_spec("babel") is not None:  # Pyodide has no Babel
        from babel import Locale, UnknownLocaleError

        with suppress(UnknownLocaleError, ValueError):  # an invented language
            return Locale.parse(language.replace("-", "_")).plural_form
    return lambda n: "one" if abs(n) == 1 else "other"
