"""Adds the list of mails whose commands were executed."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mail that comes twice is carried out once."""
    op.create_table(
        "seen_mails",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.String(24)),
        sa.Column("recipient", sa.String(500)),
        sa.Column("content", sa.LargeBinary),
    )
    op.create_index("seen_mails_at", "seen_mails", ["at"])
