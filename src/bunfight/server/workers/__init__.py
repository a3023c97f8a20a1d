"""Bots, nature and strangers' card lists, in processes of their own."""
