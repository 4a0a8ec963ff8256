"""The table in the browser: a server that owns the truth, rooms, seats, a store, bots in worker processes, a page."""
