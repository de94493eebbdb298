"""Adds lines of analysis and reviews to tables."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def table() -> sa.ForeignKey:
    """The table that a row belongs to, and goes with."""
    return sa.ForeignKey("tables.id", ondelete="CASCADE")


def upgrade() -> None:
    """Lines, reviews."""
    op.create_table(
        "lines",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table", sa.String(16), table(), nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("plies", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("lines_table", "lines", ["table", "at"])
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(16), table(), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Without them."""
    op.drop_table("reviews")
    op.drop_table("lines")
