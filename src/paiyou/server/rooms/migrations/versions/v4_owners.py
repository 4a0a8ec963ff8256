"""The server that has a room, where several share a database."""

from alembic import op
from sqlalchemy import Column, String

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Rooms from before are nobody's until somebody comes to them."""
    op.add_column("rooms", Column("owner", String(16)))
    op.create_index("ix_rooms_owner", "rooms", ["owner"])
