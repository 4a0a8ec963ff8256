"""Where the first game of a room begins, if it was set up."""

from alembic import op
from sqlalchemy import Column, ForeignKey, String, Text

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Rooms from before were all dealt."""
    op.create_table(
        "room_openings",
        Column("room", String(40), ForeignKey("rooms.id"), primary_key=True),
        Column("position", Text, nullable=False),
    )
