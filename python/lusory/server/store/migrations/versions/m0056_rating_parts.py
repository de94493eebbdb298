"""Stores ratings in parts: a person's page reads the part with that person."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was kept follows from the results, and is computed again when it is asked for."""
    op.drop_table("kept_ratings")
    op.create_table(
        "kept_ratings",
        sa.Column("game", sa.String(200), primary_key=True),
        sa.Column("results", sa.String(100), nullable=False),
        sa.Column("parts", sa.Integer, nullable=False),
        sa.Column("standings", sa.Text),
        sa.Column("took", sa.Float),
    )
    op.create_table(
        "kept_rating_parts",
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("ratings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "part"),
    )
