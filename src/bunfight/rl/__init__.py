"""Adapters: the games as environments of the learning libraries (PettingZoo, Gymnasium, OpenSpiel)."""
