"""Migrations of the database, run when the store is opened."""
