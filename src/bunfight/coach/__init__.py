"""The coach: what was luck, what was skill, and what to do better; reviews, puzzles and the daily deal."""
