"""Breeding: new games from known ones, by variation of rule values and a ladder of screens."""
