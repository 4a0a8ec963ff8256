"""Limits on sizes of what a client sends or is sent: one source for schemas, checks and the socket."""

from __future__ import annotations

from paiyou.agents import remote

LONGEST_AGENT = remote.LONGEST
"""Characters of an agent's name with its options."""
LONGEST_GAME = 100
"""Characters of a game's name with its options."""
LONGEST_MOVE = 60
LONGEST_CARD = 2
LONGEST_ID = 100
"""Characters of a client's own name for a message."""
LONGEST_TOKEN = 100
LONGEST_NAME = 24
"""Of a person."""

MOST_SEATS = 4
"""As in core/search/game.hpp; the page has as many sides."""
MOST_CARDS = 54
MOST_HISTORY = 400
MOST_INDEX = 1_000_000
"""Games of a room, actions of a game."""
MOST_RECORDS = 100
"""In one answer."""
USUAL_RECORDS = 20
"""Where nobody says how many."""
MOST_CHARACTERS = 4096
"""Of a message over the socket."""
MOST_INTEGER = 2**63 - 1
MOST_IMPORTED = 100
"""Lines of a record in one body."""
MOST_PUZZLE = 999_999_999
"""The number of a puzzle."""
MOST_TABLES = 200
"""Asked for at once: as many as a browser keeps."""
