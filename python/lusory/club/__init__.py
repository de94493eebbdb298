"""Ratings, standings, surveys and comments of a club, as pure functions without a server or a database."""
