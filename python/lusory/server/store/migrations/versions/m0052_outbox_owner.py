"""Adds to mails the process that is sending them."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What a process that died was sending is sent by another one at once."""
    op.add_column("outbox", sa.Column("owner", sa.BigInteger))
