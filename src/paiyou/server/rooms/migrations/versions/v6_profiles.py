"""People's records by an unguessable key, and when games ended."""

from alembic import op
from sqlalchemy import Column, Float, ForeignKey, Integer, String, Text

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Chairs from before belong to no profile, and nobody knows when their games ended."""
    op.add_column("chairs", Column("profile", String(64)))
    op.create_index("ix_chairs_profile", "chairs", ["profile"])
    op.create_table("profiles", Column("id", String(64), primary_key=True), Column("created", Float, nullable=False))
    op.create_table(
        "ends",
        Column("room", String(40), ForeignKey("rooms.id"), primary_key=True),
        Column("game", Integer, primary_key=True, autoincrement=False),
        Column("ended", Float, nullable=False),
        Column("hinted", Text, nullable=False),
    )
    op.create_table(
        "results",
        Column("profile", String(64), ForeignKey("profiles.id"), primary_key=True),
        Column("room", String(40), primary_key=True),
        Column("game", Integer, primary_key=True, autoincrement=False),
        Column("ended", Float, nullable=False),
        Column("facts", Text, nullable=False),
        Column("review", Text),
    )
    op.create_table(
        "puzzle_results",
        Column("profile", String(64), ForeignKey("profiles.id"), primary_key=True),
        Column("puzzle", Integer, primary_key=True, autoincrement=False),
        Column("ended", Float, nullable=False),
        Column("facts", Text, nullable=False),
    )
