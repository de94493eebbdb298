"""Adds a queue of searches, for several processes on one database."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0042"
branch_labels = None
depends_on = None


def table(primary_key: bool = False) -> sa.Column[str]:
    """The table that a row belongs to, and goes with."""
    key = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table", sa.String(16), key, nullable=False, primary_key=primary_key)


def upgrade() -> None:
    """Two empty tables."""
    op.create_table(
        "machine_turns",
        table(primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "search_jobs",
        sa.Column("id", sa.String(24), primary_key=True),
        table(),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("model", sa.String(60)),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("elapsed", sa.Float, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.Column("queued", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("worker", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text),
    )
    op.create_index("search_jobs_waiting", "search_jobs", ["pool", "queued"])
    op.create_index("search_jobs_table", "search_jobs", ["table"])


def downgrade() -> None:
    """Without them."""
    op.drop_table("search_jobs")
    op.drop_table("machine_turns")
