"""Adds browsers that get notices by Web Push."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table of subscriptions. The server's key is made when it is first needed."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_account", "push_subscriptions", ["account"])
    op.create_index("push_subscriptions_session", "push_subscriptions", ["session"])
