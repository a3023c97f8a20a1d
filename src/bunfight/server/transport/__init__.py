"""Network connections of clients: protocols, limits, middleware."""
