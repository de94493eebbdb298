"""Playing: positions, views, records, the notation of plies."""
