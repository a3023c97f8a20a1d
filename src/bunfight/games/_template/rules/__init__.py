"""The rules: state, moves, steps and the actions they share."""
