"""The daily deal full screen: the same bots and dice for everybody, and the luck taken out at the end."""

from __future__ import annotations

from pathlib import Path

from bunfight.coach import daily
from bunfight.coach.phrases import of_daily as say
from bunfight.coach.review import Review
from bunfight.engine import Record, Seat, Table, simulator
from bunfight.engine.table import AnyGame
from bunfight.tui.messages import Messages
from bunfight.tui.saves import write_record
from bunfight.tui.session import LocalSession, Session


class DailySession(LocalSession):
    """A table with today's deal. The random numbers of the bots depend only on the deal and on the decisions made."""

    def __init__(self, game: AnyGame, deal: daily.Deal, language: str) -> None:
        names = [say("you", language), *(say("bot", language, n=seat) for seat in range(1, deal.seats))]
        table = Table(game, names, deal.seed, {}, simulator(game))
        bots = {seat: deal.bot for seat in range(deal.seats) if seat != daily.YOU}
        super().__init__(table, bots, language, auto_pass=False, thought=deal.seed)
        self.deal, self.path = deal, Path(f"{game.id}-{deal.date}.jsonl")
        self.review_notes = self._notes

    def stream(self, seat: Seat) -> str:
        return f"bot/{seat}/{self.number}"

    async def rematch(self) -> Session | None:
        return None  # one deal a day

    def _notes(self, review: Review, record: Record) -> list[str]:
        """Return the score without the luck, a line to share, and the path of the record."""
        language, found = self.words.language, daily.score(review, record)
        return [
            say("score", language, result=found.result, luck=found.luck, adjusted=found.adjusted),
            daily.share(self.deal, self.words.title, found),
            write_record(record, str(self.path), Messages(language)),
        ]
