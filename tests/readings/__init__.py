"""Second implementations of doppel, hidden-gomoku, ndengrod, serendipity and susan, each written from its rules alone.
Tests compare them with the engine."""
