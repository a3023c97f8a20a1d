"""Seat tokens, seeds and table names: what is secret and what may be guessed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

ADJECTIVES: Final = (
    "amber", "brisk", "crisp", "dusky", "early", "fluffy", "golden", "humble", "jolly", "keen", "lazy", "mellow",
    "nutty", "odd", "plump", "quick", "rosy", "salty", "tangy", "upbeat", "velvet", "warm", "young", "zesty",
)  # fmt: skip
DISHES: Final = (
    "apple", "bagel", "bun", "carrot", "cheese", "dumpling", "egg", "fig", "grape", "honey", "kiwi", "lemon", "mango",
    "noodle", "olive", "pancake", "pickle", "radish", "sesame", "toast", "tomato", "waffle", "yam",
)  # fmt: skip
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def table_name(public: bool) -> str:
    """A readable name. That of a private table has at least 49 random bits, so it cannot be guessed."""
    words = f"{secrets.choice(ADJECTIVES)}-{secrets.choice(DISHES)}"
    if public:
        return f"{words}-{secrets.randbelow(9000) + 1000}"
    return f"{words}-{''.join(secrets.choice(LETTERS) for _ in range(10))}"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def new_seed() -> str:
    return secrets.token_hex(16)


def digest(token: str) -> str:
    """Hash a token. Only hashes are stored, so a stolen database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def client_mark(host: str, client: str) -> str:
    """A mark by which a table recognises a client again. Marks of different tables cannot be compared."""
    return digest(f"{host} {client}")[:16] if client else ""


def matches(token_digest: str, stored: str) -> bool:
    """Compare a digest with the stored one in constant time; an empty stored digest matches nothing."""
    return bool(stored) and hmac.compare_digest(token_digest, stored)
