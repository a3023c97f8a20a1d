"""Worker processes for bots, simulations, reviews and trials of card lists."""
