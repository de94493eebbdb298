"""Adds whether the address of a seat is confirmed, and the addresses that want no notices."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Addresses that are there get their notices as before."""
    op.add_column("seats", sa.Column("mail_confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
    seats = sa.table("seats", sa.column("mail"), sa.column("mail_confirmed"))
    op.execute(seats.update().where(seats.c.mail.is_not(None)).values(mail_confirmed=sa.true()))
    op.create_table(
        "unsubscribed",
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
