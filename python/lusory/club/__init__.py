"""What a club keeps of its players: ratings, standings, what people like, their comments. Pure functions of what was
played and said; nothing here knows a server or a database."""
