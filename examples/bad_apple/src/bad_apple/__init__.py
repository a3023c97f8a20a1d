"""Bad Apple: sellers lay crates in secret, and a buyer opens them one by one, as long as he dares."""

from .game import GAME as GAME
