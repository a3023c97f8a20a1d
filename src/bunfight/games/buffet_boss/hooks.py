"""What a table and its bots must know of Buffet Boss besides its rules: clocks of the hands, and the world outside."""

from __future__ import annotations

from bunfight.engine import IllegalMove, Move, Rng, Seat
from bunfight.engine.hooks import GameHooks
from bunfight.games.buffet_boss.bots import stacker
from bunfight.games.buffet_boss.rules import moves
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.steps import MustStack
from bunfight.games.buffet_boss.rules.vetting import vetted
from bunfight.games.buffet_boss.views import view


class BuffetCraft(GameHooks):
    player = "bunfight.games.buffet_boss.bots.stacker:Stacker"
    shown_aims = True
    lasting = ("rescue",)
    hurries = True
    filmed = True

    def hurry(self, s: BuffetState, seat: Seat) -> tuple[str, float]:
        """FB-TIME-1: picking up and holding have clocks by the rules of the game."""
        doing = view.mode(s, seat)
        return (doing, float(view.clock(s, seat))) if doing in ("rescue", "stack") else ("", 0.0)

    def too_late(self, move: Move, held: float) -> IllegalMove | None:
        """FB-HAND-8: nobody lets go later than after the seconds for which they could have held the piece."""
        if isinstance(move, (moves.Place, moves.Adjust)) and move.t_ms != moves.CALM and move.t_ms > 1000 * held:
            return IllegalMove("FB-HAND-8", "too_soon")
        return None

    def weighed(self, s: BuffetState, seat: Seat, rng: Rng) -> list[Move] | None:
        """All that is listed; of the spots for a piece in hand those that look best, each standing for those around."""
        return stacker.weighed(s, seat, rng)

    def balancing(self, s: BuffetState, seat: Seat) -> type[moves.Place] | None:
        return moves.Place if isinstance(s.agenda[-1], MustStack) and len(s.hands[seat]) == 1 else None

    def stays(self, s: BuffetState, seat: Seat) -> bool:
        return not any(s.fallen[seat])

    def hastily(self, question: str) -> str:
        """In a world that is coarser than the real one; nobody looks on."""
        return question[:-1].replace(stacker.EXACT, stacker.QUICK_WORLD, 1) + ',"blind":true}'

    def vetted(self, question: str, answer: str) -> str:
        return vetted(question, answer)
