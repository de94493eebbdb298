"""Adds a log of what the host did."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is known of what was done before."""
    op.create_table(
        "host_acts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("about", sa.String(120), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("host_acts_at", "host_acts", ["at"])
