"""The version of the rules by which a room plays."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, String

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Rooms from before have no row, and play by version 1."""
    op.create_table(
        "room_versions",
        Column("room", String(40), ForeignKey("rooms.id"), primary_key=True),
        Column("version", Integer, nullable=False),
    )
