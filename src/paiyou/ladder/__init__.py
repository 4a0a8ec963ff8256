"""Ladders: all agents of a game round robin on duplicate deals, and how strong that makes each of them."""
