"""Reviews of finished games, puzzles, the daily deal and training on mistakes."""
