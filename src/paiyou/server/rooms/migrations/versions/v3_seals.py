"""The key that seals a room's secrets."""

from alembic import op
from sqlalchemy import Column, String

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """The secrets of rooms from before are not sealed."""
    op.add_column("rooms", Column("sealed_by", String(16)))
