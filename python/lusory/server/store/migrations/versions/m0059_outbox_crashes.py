"""Adds to mails how many times a process ended while it sent them."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None so far."""
    op.add_column("outbox", sa.Column("crashes", sa.Integer, nullable=False, server_default="0"))
