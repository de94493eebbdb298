"""Adds conditional moves to seats."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What a player has decided to answer."""
    op.add_column("seats", sa.Column("plan", sa.Text))
