"""Players whose moves come from a network."""
