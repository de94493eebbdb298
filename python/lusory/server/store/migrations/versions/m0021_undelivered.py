"""Adds notices of mails that could not be delivered."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mail that was given up is shown to whom it was for, until he has seen that."""
    op.add_column("outbox", sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.false()))
