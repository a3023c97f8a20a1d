"""The test kit for authors of games."""
