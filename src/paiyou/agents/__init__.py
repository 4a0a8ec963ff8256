"""The players: one kind per file, named in `registry.py`."""
