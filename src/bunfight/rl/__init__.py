"""Environments for learning libraries (PettingZoo, Gymnasium, OpenSpiel), batches of games, and training."""
