"""How the bots play it."""
