"""Rooms, their chairs and every action."""

from alembic import op
from sqlalchemy import Column, Float, ForeignKey, Integer, String, Text

revision = "1"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "rooms",
        Column("id", String(40), primary_key=True),
        Column("game", Text, nullable=False),
        Column("secret", String(64), nullable=False),
        Column("invite", String(64)),
        Column("created", Float, nullable=False),
    )
    op.create_table(
        "chairs",
        Column("room", String(40), ForeignKey("rooms.id"), primary_key=True),
        Column("chair", Integer, primary_key=True, autoincrement=False),
        Column("kind", String(10), nullable=False),
        Column("name", Text),
        Column("level", Text),
        Column("agent", Text),
        Column("key", String(64)),
    )
    op.create_table(
        "actions",
        Column("room", String(40), ForeignKey("rooms.id"), primary_key=True),
        Column("game", Integer, primary_key=True, autoincrement=False),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("seat", Integer, nullable=False),
        Column("move", Text, nullable=False),
        Column("note", Text),
    )
