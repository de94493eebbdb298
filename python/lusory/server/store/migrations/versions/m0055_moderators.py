"""Adds roles of moderators and administrators, a log of their actions, muted people and hidden comments."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was done until now was done by the host."""
    op.add_column("accounts", sa.Column("role", sa.String(16)))
    op.add_column("accounts", sa.Column("muted_until", sa.BigInteger))
    op.add_column("host_acts", sa.Column("account", sa.String(16)))
    op.add_column("comments", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
