"""Shipped test kit: whoever writes a game can check it."""
