"""Probes: what studies find out besides measuring. Each gives a table, and knows no game by name."""
