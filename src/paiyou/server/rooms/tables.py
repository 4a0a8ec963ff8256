"""The tables of the database as this version has them; `migrations/` has the way here from every earlier one."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

tables = MetaData()

rooms = Table(
    "rooms", tables,
    Column("id", String(40), primary_key=True),
    Column("game", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("invite", String(64)),
    Column("created", Float, nullable=False),
    # The name of the key that seals secret and invite; where it is missing they are as they are.
    Column("sealed_by", String(16)),
    # The server that owns the room: the last one where a client entered it.
    Column("owner", String(16), index=True),
)  # fmt: skip

versions = Table(
    # Of the rules by which a room plays. A table of its own: rooms from before games had versions have no row here, and
    # play by version 1.
    "room_versions", tables,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("version", Integer, nullable=False),
)  # fmt: skip

openings = Table(
    # Where the first game of a room begins, as JSON; rooms without a row are dealt.
    "room_openings", tables,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("position", Text, nullable=False),
)  # fmt: skip

chairs = Table(
    "chairs", tables,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", Text),
    Column("level", Text),
    Column("agent", Text),
    Column("key", String(64)),
    # The profile in whose record its games are written.
    Column("profile", String(64), index=True),
)  # fmt: skip

actions = Table(
    "actions", tables,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    # DEALT, or the number of a move.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("note", Text),
)  # fmt: skip

ends = Table(
    # Of games; those from before schema 6 have no row here.
    "ends", tables,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("ended", Float, nullable=False),
    # The chairs that asked for hints, as JSON.
    Column("hinted", Text, nullable=False),
)  # fmt: skip

profiles = Table(
    # By the digest of their keys.
    "profiles", tables,
    Column("id", String(64), primary_key=True),
    Column("created", Float, nullable=False),
)  # fmt: skip

results = Table(
    # A finished game in somebody's record. The room may be one of another server.
    "results", tables,
    Column("profile", ForeignKey("profiles.id"), primary_key=True),
    Column("room", String(40), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("ended", Float, nullable=False),
    # `profiles/entries.py` says what is in these.
    Column("facts", Text, nullable=False),
    Column("review", Text),
)  # fmt: skip

puzzle_results = Table(
    "puzzle_results", tables,
    Column("profile", ForeignKey("profiles.id"), primary_key=True),
    Column("puzzle", Integer, primary_key=True, autoincrement=False),
    Column("ended", Float, nullable=False),
    Column("facts", Text, nullable=False),
)  # fmt: skip
