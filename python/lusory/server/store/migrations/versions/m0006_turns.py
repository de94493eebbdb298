"""Adds to tables whose turn it is, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Who is to move; of older tables it is not known before their next change."""
    op.add_column("tables", sa.Column("to_move", sa.Integer))
