"""The interface through which tables remind absent players of slow games that it is their turn."""

from __future__ import annotations

import re
from typing import Final, Protocol

import msgspec

MAIL_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
ALIASES: Final = {"googlemail.com": "gmail.com"}
DOTLESS: Final = ("gmail.com",)


class Reminder(msgspec.Struct, frozen=True):
    """Whose turn it is, and where. It holds nothing about the game itself."""

    table: str
    game: str
    seat: int
    name: str
    mail: str  # the address; empty: not by mail
    hook: bool
    language: str
    code: str = ""  # for the links in the mail
    confirm: bool = False  # asks whether this address wants reminders at all


def normalized(mail: str) -> str:
    """The mailbox behind an address: without tags and, where the provider ignores them, dots."""
    local, _, domain = mail.lower().rpartition("@")
    local, domain = local.partition("+")[0], ALIASES.get(domain, domain)
    return f"{local.replace('.', '') if domain in DOTLESS else local}@{domain}"


class Notifier(Protocol):
    """Delivers reminders, through channels and within rate limits of its own."""

    mails: bool
    hooks: bool

    def remind(self, reminder: Reminder) -> None: ...

    def close(self) -> None: ...


class NoNotifier:
    """A notifier for servers that send no reminders."""

    mails = hooks = False

    def remind(self, reminder: Reminder) -> None:
        """Drop the reminder."""

    def close(self) -> None:
        """Does nothing: no reminder is pending."""
