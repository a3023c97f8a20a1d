"""Simulations of many games, ladders of bots, reports and balance tests."""
