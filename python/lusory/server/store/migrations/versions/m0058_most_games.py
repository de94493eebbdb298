"""Adds to accounts how many games they play at once."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing: as many as are begun."""
    op.add_column("accounts", sa.Column("most_games", sa.Integer))
