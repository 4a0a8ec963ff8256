"""The table in the browser: an authoritative server with rooms, seats, a store, bots in worker processes, a page."""
