"""Adds reminders and vacations, for correspondence clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """When a reminder is due; when people are away."""
    op.add_column("tables", sa.Column("remind", sa.BigInteger))
    op.create_index("tables_remind", "tables", ["remind"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("start", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("vacations_account", "vacations", ["account", "until"])
