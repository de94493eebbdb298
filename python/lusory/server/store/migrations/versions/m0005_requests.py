"""Adds to plies the number that their client sent them with."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Numbers of requests; older plies have none."""
    op.add_column("entries", sa.Column("request", sa.BigInteger))
