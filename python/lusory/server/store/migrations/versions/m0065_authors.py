"""Adds to names and lines of the chat the account that wrote them."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of those that are there it is not known."""
    op.add_column("entries", sa.Column("account", sa.String(16)))
    some = sa.text("account IS NOT NULL")
    op.create_index("entries_account", "entries", ["account"], sqlite_where=some, postgresql_where=some)
