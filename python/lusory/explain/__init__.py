"""Explaining games: rules sheets with examples that are found by play, and what else held when a game ended."""
