"""Adds a column to `tables`: the player to move, for lists of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Null in older tables until their next change."""
    op.add_column("tables", sa.Column("to_move", sa.Integer))
