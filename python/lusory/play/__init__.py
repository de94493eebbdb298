"""Playing: positions, views, records, and how plies are written and read."""
