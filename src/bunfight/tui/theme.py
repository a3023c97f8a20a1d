"""Styles of the boards for dark and light terminals. Colour is never the only difference."""

from __future__ import annotations

from functools import cache
from typing import Final

from rich.style import Style
from textual.theme import Theme

DARK: Final = {
    "": "#f3e6d2",
    "dim": "#9a8a76",
    "head": "bold #f6c560",
    "bold": "bold",
    "good": "#9ccc65",
    "bad": "#ff8a70",
    "money": "#f6c560",
    "star": "#ffd54f",
    "die": "reverse",
    "seat0": "#ff9e80",
    "seat1": "#80cbc4",
    "seat2": "#ce93d8",
    "seat3": "#aed581",
    "seat4": "#90caf9",
    "seat5": "#fff176",
    "bread": "#e0a458",
    "bun": "#e0a458",
    "meat": "#d98a6a",
    "patty": "#c98a62",
    "vegetable": "#8bc34a",
    "lettuce": "#9ccc65",
    "tomato": "#ff7a5c",
    "egg": "#fff3c4",
    "cheese": "#ffca28",
    "fries_soda": "#ffab6b",
    "sauce": "#f0726a",
    "any": "#cbb89d",
    "legendary": "bold #ffd54f",
    "cursed": "bold #ce93d8",
    "tool": "#80deea",
    "plate": "#4db6ac",
    "wood": "#b98a55",
    "lit": "bold #2b1a10 on #f6c560",
    "chosen": "bold #2b1a10 on #9ccc65",
    "cursor": "reverse",
    "guide": "bold #2b1a10 on #80deea",
}
LIGHT: Final = DARK | {
    "": "#3a2418",
    "dim": "#85705c",
    "head": "bold #9a5b00",
    "good": "#3c7a1e",
    "bad": "#b3261e",
    "money": "#9a5b00",
    "star": "#a96b00",
    "seat0": "#b5451b",
    "seat1": "#00695c",
    "seat2": "#7b1fa2",
    "seat3": "#4b7a16",
    "seat4": "#1558a6",
    "seat5": "#7a6a00",
    "bread": "#96601a",
    "bun": "#96601a",
    "meat": "#96391c",
    "patty": "#7c4118",
    "vegetable": "#3f7a2e",
    "lettuce": "#4b7a16",
    "tomato": "#c0321a",
    "egg": "#8a6d00",
    "cheese": "#9a6a00",
    "fries_soda": "#a4551a",
    "sauce": "#b3261e",
    "any": "#6a5844",
    "legendary": "bold #9a6a00",
    "cursed": "bold #7b1fa2",
    "tool": "#00697a",
    "plate": "#00796b",
    "wood": "#8a5a24",
    "lit": "bold #fff8ec on #9a5b00",
    "chosen": "bold #fff8ec on #3c7a1e",
    "guide": "bold #fff8ec on #00697a",
}


@cache
def style_of(name: str, dark: bool = True) -> Style:
    """The Rich style for a canvas style: names, ``#rrggbb`` or ``#rrggbb/#rrggbb`` (foreground/background)."""
    known = DARK if dark else LIGHT
    found = Style.parse(known[""])
    for word in name.split():
        if word[0] == "#":
            front, _, back = word.partition("/")
            found += Style(color=front, bgcolor=back or None)
        else:
            found += Style.parse(known[word])
    return found


THEMES: Final = (
    Theme(
        name="dark",
        primary="#f6c560",
        secondary="#80cbc4",
        accent="#ff9e80",
        warning="#ffca28",
        error="#ff8a70",
        success="#9ccc65",
        foreground="#f3e6d2",
        background="#1d1511",
        surface="#261b15",
        panel="#33251c",
        dark=True,
    ),
    Theme(
        name="light",
        primary="#9a5b00",
        secondary="#00695c",
        accent="#b5451b",
        warning="#9a6a00",
        error="#b3261e",
        success="#3c7a1e",
        foreground="#3a2418",
        background="#fdf6e9",
        surface="#f8ecd8",
        panel="#efdfc4",
        dark=False,
    ),
)
