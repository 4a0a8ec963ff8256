"""The players that search: one file per kind of search, options and statistics in `base.py`."""
