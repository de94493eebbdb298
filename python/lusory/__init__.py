"""A laboratory and playhouse for abstract board games."""
