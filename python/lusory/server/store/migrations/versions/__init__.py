"""One file a migration, each named by its number."""
