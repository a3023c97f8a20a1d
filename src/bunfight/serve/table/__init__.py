"""One table, from the first chair to the last move; it knows no network, no process and no database."""
