"""Policy, evaluation and encoding for bots."""
