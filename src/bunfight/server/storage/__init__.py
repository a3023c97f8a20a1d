"""Stores: the interface, and SQLite, PostgreSQL and memory behind it."""
