"""Adds the outbox of mails."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Outbox, numbers of boards, addresses from which mails came back."""
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("recipient", sa.String(500), nullable=False),
        sa.Column("table", sa.String(16)),
        sa.Column("player", sa.Integer),
        sa.Column("content", sa.LargeBinary),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("fault", sa.Text),
        sa.Column("failed", sa.Boolean, nullable=False),
    )
    op.create_index("outbox_due", "outbox", ["failed", "due"])
    op.create_index("outbox_seat", "outbox", ["table", "player"])
    op.create_index("outbox_created", "outbox", ["created"])
    op.create_table(
        "boards",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table", sa.String(16), nullable=False, unique=True),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("bounces", sa.Integer, nullable=False),
        sa.Column("rests", sa.BigInteger, nullable=False),
    )
