"""Lines to the clients: sockets, limits, guard."""
