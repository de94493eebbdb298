"""Adds to accounts and seats the language of their mails."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Unknown for those that there are: their mails stay English."""
    op.add_column("accounts", sa.Column("language", sa.String(8)))
    op.add_column("seats", sa.Column("language", sa.String(8)))
