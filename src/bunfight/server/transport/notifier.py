"""Post: carries "it is your turn" by mail and to the owner's webhook, one after another and seldom enough."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from bunfight import games
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, Words
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Bucket, Buckets, limited
from bunfight.server.rooms.reminders import NoPost, Post, Reminder
from bunfight.server.settings import Settings

WAITING: Final = 200  # reminders; more are dropped
PER_ADDRESS: Final = (1 / 1800, 4)  # one in half an hour, four at once
PER_SERVER: Final = (1.0, 60)  # of each way
PATIENCE: Final = 15.0  # seconds for one
TRIES: Final = 2
PAUSE: Final = 5.0
FAILED: Final = (OSError, smtplib.SMTPException, http.client.HTTPException)
NEAR: Final = ("127.0.0.1", "::1", "localhost")


def post(settings: Settings) -> Post:
    """By the ways that the owner has set; a ValueError says what is wrong with them."""
    return Postman(settings) if settings.smtp or settings.webhook else NoPost()


class Postman:
    def __init__(self, settings: Settings) -> None:
        if not settings.url:
            raise ValueError("reminders hold a link to the table, so the server must know its address; use --url")
        self.url = settings.url.rstrip("/")
        self.smtp = _address("smtp", settings.smtp, ("smtp", "smtps")) if settings.smtp else None
        self.hook = _address("webhook", settings.webhook, ("http", "https")) if settings.webhook else None
        if self.smtp is not None and "@" not in settings.mail_from:
            raise ValueError("mail needs a sender; use --mail-from ADDRESS")
        self.sender = settings.mail_from
        self.mails, self.hooks = self.smtp is not None, self.hook is not None
        self._boxes = Buckets(*PER_ADDRESS)
        self._ways = {"mail": Bucket(*PER_SERVER), "hook": Bucket(*PER_SERVER)}
        self._waiting: asyncio.Queue[tuple[str, Callable[[], None]]] = asyncio.Queue(WAITING)
        self._carrying: asyncio.Task[None] | None = None

    def remind(self, what: Reminder) -> None:
        """Carry a reminder, soon; too many are dropped."""
        if what.mail and self.mails and self._boxes.take(what.mail.lower()):
            self._take("mail", lambda: self._mail(what))
        elif what.mail and self.mails:
            limited("reminders")
        if what.hook and self.hooks:
            self._take("hook", lambda: self._call(what))

    def close(self) -> None:
        if self._carrying is not None:
            self._carrying.cancel()

    def _take(self, way: str, carry: Callable[[], None]) -> None:
        if self._waiting.full() or not self._ways[way].take():
            limited("reminders")
            return
        self._waiting.put_nowait((way, carry))
        if self._carrying is None or self._carrying.done():
            self._carrying = asyncio.get_running_loop().create_task(self._carry())

    async def _carry(self) -> None:
        while True:
            way, carry = await self._waiting.get()
            for attempt in range(TRIES):
                try:
                    await asyncio.to_thread(carry)
                    METRICS.reminders.add(way)
                    break
                except FAILED as error:  # not in its own words, which may tell an address
                    note("a reminder failed", logging.WARNING, way=way, error=type(error).__name__, attempt=attempt + 1)
                    if attempt + 1 < TRIES:
                        await asyncio.sleep(PAUSE)
            else:
                METRICS.reminders.add("failed")

    def _link(self, what: Reminder) -> str:
        return f"{self.url}/t/{what.table}"

    def letter(self, what: Reminder) -> EmailMessage:
        """Whose turn it is and where; nothing else is in it."""
        language = what.language if what.language in languages.names() else "en"
        title = Words(games.load(what.game), language).title
        made = EmailMessage()
        made["Subject"] = languages.text(COMMON["post"]["subject"], language).format(game=title)
        made["From"], made["To"] = self.sender, what.mail
        made["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        made["Auto-Submitted"] = "auto-generated"
        body = languages.text(COMMON["post"]["body"], language)
        made.set_content(body.format(table=what.table, link=self._link(what)))
        return made

    def _mail(self, what: Reminder) -> None:
        to = self.smtp
        assert to is not None and to.hostname is not None
        secure = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(to.hostname, to.port or 465, timeout=PATIENCE, context=secure)
            if to.scheme == "smtps"
            else smtplib.SMTP(to.hostname, to.port or 25, timeout=PATIENCE)
        ) as line:
            if to.scheme == "smtp" and to.hostname not in NEAR:
                line.starttls(context=secure)  # never over the network in the clear
            if to.username:
                line.login(unquote(to.username), unquote(to.password or ""))
            line.send_message(self.letter(what))

    def _call(self, what: Reminder) -> None:
        to = self.hook
        assert to is not None and to.hostname is not None
        name = "".join(c for c in what.name if c not in "@<>&`*_[]()")  # no mark-up, and nobody else is called
        link = self._link(what)
        said = {
            "text": f"{name}: it is your turn at table {what.table}: {link}",
            "table": what.table,
            "game": what.game,
            "seat": what.seat,
            "name": what.name,
            "link": link,
        }
        kind = http.client.HTTPSConnection if to.scheme == "https" else http.client.HTTPConnection
        line = kind(to.hostname, to.port, timeout=PATIENCE)
        try:
            path = (to.path or "/") + (f"?{to.query}" if to.query else "")
            line.request("POST", path, json.dumps(said), {"Content-Type": "application/json"})
            if not 200 <= line.getresponse().status < 300:  # whoever answers "elsewhere" is not followed there
                raise http.client.HTTPException("not taken")
        finally:
            line.close()


def _address(setting: str, text: str, schemes: tuple[str, ...]) -> SplitResult:
    try:
        found = urlsplit(text)
        good = found.scheme in schemes and bool(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        good = False
    if not good:
        raise ValueError(f"{setting}: that is no address; write {schemes[-1]}://HOST")
    return found
