"""What studies find out besides measuring: each probe gives a table, and knows no game by name."""
