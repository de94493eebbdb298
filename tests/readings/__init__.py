"""Second implementations of the five games, each written from its rules alone."""
