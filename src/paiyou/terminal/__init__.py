"""A table in the terminal: one person and agents in the other seats."""
