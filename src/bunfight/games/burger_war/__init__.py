"""Intergalactic Burger War: alien chefs build burgers, and ruin those of others."""
