"""Learning: a small self-play trainer. ``bunfight train GAME`` is its door."""
