"""Adds to accounts whether their stars may be used to breed games."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has agreed so far."""
    op.add_column("accounts", sa.Column("star_votes", sa.Boolean, nullable=False, server_default=sa.false()))
