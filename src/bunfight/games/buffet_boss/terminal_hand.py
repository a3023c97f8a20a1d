"""The hand of Buffet Boss in the terminal: holds a swaying piece over the plate, releases it, and pushes pieces."""

from __future__ import annotations

import time
from typing import Any, Final

from bunfight.games.buffet_boss.rules import hand as hand
from bunfight.games.buffet_boss.rules.moves import GRAMMAR
from bunfight.games.buffet_boss.views.types import BuffetView, SeatView

SWAY: Final = ("steady", "gentle", "real", "wild")
MOST: Final = 100.0  # mm to either side
COARSE, FINE = (5.0, 15.0), (1.0, 1.0)  # mm and degrees of one key
PUSHES: Final = {
    "left": (-50, 0, 0),
    "right": (50, 0, 0),
    "up": (0, 50, 0),
    "comma": (0, 0, 100),
    "full_stop": (0, 0, -100),
}


class Hand:
    """The held piece and its pose. ``key`` handles keys; ``move`` is the move that the last key decided on."""

    def __init__(self) -> None:
        self.view: BuffetView | None = None
        self.piece = ""
        self.x = self.turn = 0.0
        self.flip = False
        self.lifted = 0.0
        self.move = ""
        self.pushing = ""

    def look(self, view: BuffetView, may: bool) -> None:
        """Take up the piece of a new position, if there is one."""
        self.view = view if may else None
        me = self._me()
        held = [one.id for one in me.hand] if me is not None and me.mode == "stack" else []
        self.piece = self.piece if self.piece in held else held[0] if held else ""
        self.x, self.turn, self.flip, self.lifted = 0.0, 0.0, False, time.monotonic()
        on_plate = [one.id for one in me.plate.pieces] if me is not None and me.may_adjust else []
        self.pushing = self.pushing if self.pushing in on_plate else ""

    def _me(self) -> SeatView | None:
        if self.view is None or self.view.seat is None or self.view.over:
            return None
        return self.view.players[self.view.seat]

    @property
    def sways(self) -> bool:
        view = self.view
        return bool(self.piece and view and view.sway != "steady" and not view.calm_only and len(view.phases) == 9)

    def off(self) -> tuple[float, float]:
        """The current sway in millimetres and degrees."""
        if not self.sways or self.view is None:
            return 0.0, 0.0
        t = self.held_ms()
        me = self._me()
        strength = hand.tired(t) * (0.5 if me is not None and me.two_hands else 1.0)
        kind, p = SWAY.index(self.view.sway), list(self.view.phases)
        wide = hand.WIDE[kind] * strength * hand.wave(p[0], p[1], p[2], t)
        return wide, hand.TURN[kind] * strength * hand.wave(p[6], p[7], p[8], t)

    def held_ms(self) -> int:
        return min(hand.MOST_T, int((time.monotonic() - self.lifted) * 1000))

    def key(self, key: str) -> bool:
        """Handle a key; False if it means nothing now."""
        self.move = ""
        if self.pushing:
            return self._push(key)
        if key == "p" and not self.piece:
            return self._grip()
        if not self.piece:
            return False
        fine = key.startswith("shift+")
        way, angle = FINE if fine else COARSE
        key = key.removeprefix("shift+")
        if key in ("left", "right"):
            self.x = max(-MOST, min(MOST, self.x + (way if key == "right" else -way)))
        elif key in ("up", "down"):
            self.turn = (self.turn + (angle if key == "up" else -angle)) % 360
        elif key in ("f", "F"):
            self.flip = not self.flip
        elif key in ("enter", "space"):
            self.release(calm=not self.sways)
        elif key in ("c", "C"):
            self.release(calm=True)
        elif key == "p":
            return self._grip()
        elif key in ("x", "X"):
            self._other()
        elif key.isdecimal() and self.view is not None and 0 < int(key) <= len(self._spots()):
            self.to(self._spots()[int(key) - 1].move)
        else:
            return False
        return True

    def _spots(self) -> list[Any]:
        return [] if self.view is None else [spot for spot in self.view.spots if spot.piece == self.piece]

    def to(self, move: str) -> None:
        """Move to the pose of a suggested move."""
        words = GRAMMAR.plain(move)
        self.x, self.turn, self.flip = int(words["x"]) / 10, int(words["angle"]) / 10, words["side"] == "back"

    def point(self, x: float) -> None:
        """Move to the mouse."""
        self.x = max(-MOST, min(MOST, x))

    def release(self, calm: bool) -> None:
        moment = "calm" if calm else str(self.held_ms())
        angle = round(self.turn * 10) % 3600
        side = "back" if self.flip else "front"
        self.move = GRAMMAR.text("place", self.piece, round(self.x * 10), "lower", angle, side, moment)

    def _other(self) -> None:
        me = self._me()
        held = [one.id for one in me.hand] if me is not None else []
        if self.piece in held:
            self.take(held[(held.index(self.piece) + 1) % len(held)])

    def take(self, piece: str) -> bool:
        """Hold another piece of the hand; False if nothing changes."""
        me = self._me()
        if not self.piece or piece == self.piece or me is None or piece not in [one.id for one in me.hand]:
            return False
        self.piece = piece
        self.x, self.turn, self.flip, self.lifted = 0.0, 0.0, False, time.monotonic()
        return True

    def _grip(self) -> bool:
        """Select the next piece of the plate for pushing."""
        me = self._me()
        if me is None or not me.may_adjust or not me.plate.pieces:
            return False
        pieces = [one.id for one in me.plate.pieces]
        self.pushing = pieces[(pieces.index(self.pushing) + 1) % len(pieces)] if self.pushing in pieces else pieces[0]
        return True

    def _push(self, key: str) -> bool:
        if key == "escape":
            self.pushing = ""
        elif key in ("p", "tab"):
            self._grip()
        elif key in PUSHES:
            dx, dy, da = PUSHES[key]
            self.move = GRAMMAR.text("adjust", self.pushing, dx, dy, da, "calm")
        else:
            return False
        return True

    def now(self) -> dict[str, Any]:
        """What the board shows of the hand, for ``Scene.extra``."""
        if not self.piece:
            return {"pushing": self.pushing}
        off, turn = self.off()
        held = (self.piece, self.x + off, self.turn + turn, self.flip)
        return {"held": held, "aim": self.x, "pushing": self.pushing, "sways": self.sways, "ms": self.held_ms()}


class Reel:
    """Plays the recorded motion of an act."""

    def __init__(self, seat: int, film: dict[str, Any], flips: dict[str, bool]) -> None:
        self.seat, self.film, self.flips = seat, film, flips
        now = [list(pose) for pose in film["first"]]
        self.keys = [now]
        for frame in film["frames"]:
            now = [list(pose) for pose in now]
            for at in range(0, len(frame) - 3, 4):
                now[frame[at]] = list(frame[at + 1 : at + 4])
            self.keys.append(now)
        self.began = time.monotonic()

    @property
    def length(self) -> float:
        """Seconds."""
        return (len(self.keys) - 1) * float(self.film["ms"]) / 1000

    @property
    def over(self) -> bool:
        return time.monotonic() - self.began >= self.length

    def bodies(self) -> list[tuple[str, float, float, float, bool]]:
        """The current poses in millimetres and degrees, interpolated between frames."""
        at = min(len(self.keys) - 1.0, (time.monotonic() - self.began) * 1000 / float(self.film["ms"]))
        before = int(at)
        part = at - before
        a, b = self.keys[before], self.keys[min(before + 1, len(self.keys) - 1)]
        return [
            (name, *((p + (q - p) * part) / 10 for p, q in zip(a[n], b[n], strict=True)), self.flips.get(name, False))
            for n, name in enumerate(self.film["bodies"])
        ]
