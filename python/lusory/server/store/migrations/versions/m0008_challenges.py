"""Adds challenges and daily mails."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """When an account got its last daily notice; challenges."""
    op.add_column("accounts", sa.Column("digest", sa.BigInteger))
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("other", sa.String(16), sa.ForeignKey("accounts.id")),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("standing", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
    )
    op.create_index("challenges_account", "challenges", ["account", "created"])
    op.create_index("challenges_other", "challenges", ["other", "created"])
    op.create_index("holdings_table", "holdings", ["table"])
