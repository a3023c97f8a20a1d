"""Sends reminders by mail and to the webhook of the server's owner, one after another and rate-limited."""

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
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, Words
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Bucket, Buckets, limited
from bunfight.server.reminders import NoNotifier, Notifier, Reminder, normalized
from bunfight.server.settings import Settings

QUEUE_SIZE: Final = 200  # reminders; more are dropped
PER_ADDRESS: Final = (1 / 1800, 4)  # one in half an hour, four at once
CONFIRMATIONS: Final = (
    1 / 43_200,
    2,
)  # to one mailbox, whatever way its address is written: one in 12 hours, two at once
PER_SERVER: Final = (1.0, 60)  # by each channel
TIMEOUT: Final = 15.0  # seconds for one reminder
TRIES: Final = 2
PAUSE: Final = 5.0
DELIVERY_ERRORS: Final = (OSError, smtplib.SMTPException, http.client.HTTPException)
LOCAL: Final = ("127.0.0.1", "::1", "localhost")


def make_notifier(settings: Settings) -> Notifier:
    """The notifier that the settings ask for; InvalidInput says what is wrong with them."""
    return MailAndWebhook(settings) if settings.smtp or settings.webhook else NoNotifier()


class MailAndWebhook:
    def __init__(self, settings: Settings) -> None:
        if not settings.url:
            raise InvalidInput("reminders_url")
        self.url = settings.url.rstrip("/")
        self.smtp = _address("smtp", settings.smtp, ("smtp", "smtps")) if settings.smtp else None
        self.hook = _address("webhook", settings.webhook, ("http", "https")) if settings.webhook else None
        if self.smtp is not None and "@" not in settings.mail_from:
            raise InvalidInput("reminders_sender")
        self.sender = settings.mail_from
        self.mails, self.hooks = self.smtp is not None, self.hook is not None
        self._per_address = Buckets(*PER_ADDRESS)
        self._confirmations = Buckets(*CONFIRMATIONS)
        self._channels = {"mail": Bucket(*PER_SERVER), "hook": Bucket(*PER_SERVER)}
        self._queue: asyncio.Queue[tuple[str, Callable[[], None]]] = asyncio.Queue(QUEUE_SIZE)
        self._sender: asyncio.Task[None] | None = None

    def remind(self, reminder: Reminder) -> None:
        """Queue a reminder; too many are dropped."""
        buckets = self._confirmations if reminder.confirm else self._per_address
        if reminder.mail and self.mails and buckets.take(normalized(reminder.mail)):
            self._enqueue("mail", lambda: self._mail(reminder))
        elif reminder.mail and self.mails:
            limited("reminders")
        if reminder.hook and self.hooks:
            self._enqueue("hook", lambda: self._call_hook(reminder))

    def close(self) -> None:
        if self._sender is not None:
            self._sender.cancel()

    def _enqueue(self, channel: str, deliver: Callable[[], None]) -> None:
        if self._queue.full() or not self._channels[channel].take():
            limited("reminders")
            return
        self._queue.put_nowait((channel, deliver))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.get_running_loop().create_task(self._deliver_all())

    async def _deliver_all(self) -> None:
        while True:
            channel, deliver = await self._queue.get()
            for attempt in range(TRIES):
                try:
                    await asyncio.to_thread(deliver)
                    METRICS.reminders.add(channel)
                    break
                except DELIVERY_ERRORS as error:  # without its message, which may contain an address
                    note(
                        "reminder failed",
                        logging.WARNING,
                        channel=channel,
                        error=type(error).__name__,
                        attempt=attempt + 1,
                    )
                    if attempt + 1 < TRIES:
                        await asyncio.sleep(PAUSE)
            else:
                METRICS.reminders.add("failed")

    def _link(self, reminder: Reminder) -> str:
        return f"{self.url}/t/{reminder.table}"

    def mail(self, reminder: Reminder) -> EmailMessage:
        """Write a mail: whose turn it is and where, or the question whether this address wants such mail."""
        language = reminder.language if reminder.language in languages.names() else "en"
        title = Words(games.load(reminder.game), language).title
        made = EmailMessage()
        kind = "confirm_" if reminder.confirm else ""
        made["Subject"] = languages.text(COMMON["post"][f"{kind}subject"], language).format(game=title)
        made["From"], made["To"] = self.sender, reminder.mail
        made["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        made["Auto-Submitted"] = "auto-generated"
        choice = f"{self.url}/reminder/{reminder.table}/{reminder.seat}#{reminder.code}"
        made["List-Unsubscribe"] = f"<{choice}>"
        body = languages.text(COMMON["post"][f"{kind}body"], language)
        made.set_content(body.format(table=reminder.table, link=self._link(reminder), choice=choice))
        return made

    def _mail(self, reminder: Reminder) -> None:
        to = self.smtp
        assert to is not None and to.hostname is not None
        secure = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(to.hostname, to.port or 465, timeout=TIMEOUT, context=secure)
            if to.scheme == "smtps"
            else smtplib.SMTP(to.hostname, to.port or 25, timeout=TIMEOUT)
        ) as connection:
            if to.scheme == "smtp" and to.hostname not in LOCAL:
                connection.starttls(context=secure)  # never unencrypted over the network
            if to.username:
                connection.login(unquote(to.username), unquote(to.password or ""))
            connection.send_message(self.mail(reminder))

    def _call_hook(self, reminder: Reminder) -> None:
        to = self.hook
        assert to is not None and to.hostname is not None
        name = "".join(c for c in reminder.name if c not in "@<>&`*_[]()")  # no mark-up and no mentions
        link = self._link(reminder)
        body = {
            "text": f"{name}: it is your turn at table {reminder.table}: {link}",
            "table": reminder.table,
            "game": reminder.game,
            "seat": reminder.seat,
            "name": reminder.name,
            "link": link,
        }
        kind = http.client.HTTPSConnection if to.scheme == "https" else http.client.HTTPConnection
        connection = kind(to.hostname, to.port, timeout=TIMEOUT)
        try:
            path = (to.path or "/") + (f"?{to.query}" if to.query else "")
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            if not 200 <= connection.getresponse().status < 300:  # redirects are not followed
                raise http.client.HTTPException("not taken")
        finally:
            connection.close()


def _address(setting: str, text: str, schemes: tuple[str, ...]) -> SplitResult:
    try:
        found = urlsplit(text)
        good = found.scheme in schemes and bool(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        good = False
    if not good:
        raise InvalidInput("not_an_address", setting=setting, scheme=schemes[-1])
    return found
