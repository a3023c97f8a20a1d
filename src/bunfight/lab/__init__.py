"""The lab: many games at once, ladders, reports and balance questions."""
