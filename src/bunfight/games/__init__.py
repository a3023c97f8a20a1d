"""The games: the same rooms in each of them."""
