"""Adds to pupils the address from which they were raised: what those of one address may work a day is limited."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of those that are there it is not known."""
    op.add_column("pupils", sa.Column("address", sa.String(16), nullable=False, server_default=""))
