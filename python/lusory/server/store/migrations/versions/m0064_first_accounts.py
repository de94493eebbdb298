"""Adds to seats the account that held them first."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An account that holds the seat now: who held it before is not known."""
    op.add_column("seats", sa.Column("account", sa.String(16)))
    held = (
        "SELECT min(substr(h.session, 9)) FROM holdings h "
        'WHERE h."table" = seats."table" AND h.player = seats.player AND h.session LIKE \'account:%\''
    )
    op.execute(f"UPDATE seats SET account = ({held})")
