"""Seat secrets and table names: what may be guessed and what may not."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

TASTES: Final = (
    "amber", "brisk", "crisp", "dusky", "early", "fluffy", "golden", "humble", "jolly", "keen", "lazy", "mellow",
    "nutty", "odd", "plump", "quick", "rosy", "salty", "tangy", "upbeat", "velvet", "warm", "young", "zesty",
)  # fmt: skip
DISHES: Final = (
    "apple", "bagel", "bun", "carrot", "cheese", "dumpling", "egg", "fig", "grape", "honey", "kiwi", "lemon", "mango",
    "noodle", "olive", "pancake", "pickle", "radish", "sesame", "toast", "tomato", "waffle", "yam",
)  # fmt: skip
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def table_name(public: bool) -> str:
    """A readable name; one that cannot be guessed (49 bits and more) unless the table is public."""
    words = f"{secrets.choice(TASTES)}-{secrets.choice(DISHES)}"
    if public:
        return f"{words}-{secrets.randbelow(9000) + 1000}"
    return f"{words}-{''.join(secrets.choice(LETTERS) for _ in range(10))}"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def new_seed() -> str:
    return secrets.token_hex(16)


def digest(token: str) -> str:
    """All that is kept of a token: who steals the store steals no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token_digest: str, kept: str) -> bool:
    """Whether a token's digest is the one that was kept, in constant time; nothing opens a seat without one."""
    return bool(kept) and hmac.compare_digest(token_digest, kept)
