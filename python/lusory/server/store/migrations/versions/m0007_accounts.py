"""Adds accounts of people."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def account(name: str = "account", *, nullable: bool = False) -> sa.Column[str]:
    """A column that names an account."""
    return sa.Column(name, sa.String(16), sa.ForeignKey("accounts.id"), nullable=nullable)


def upgrade() -> None:
    """Accounts, their sessions and credentials, and what they want of each other."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("key", sa.String(20), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("mail_password", sa.String(64)),
        sa.Column("mail", sa.String(254)),
        sa.Column("mail_key", sa.String(254), unique=True),
        sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"),
        sa.Column("vacation", sa.BigInteger),
        sa.Column("notices", sa.String(8), nullable=False, server_default="each"),
        sa.Column("suspended", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "account_sessions",
        sa.Column("key", sa.String(64), primary_key=True),
        account(),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("proved", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
    )
    op.create_table("recovery_codes", sa.Column("key", sa.String(64), primary_key=True), account())
    op.create_table(
        "passkeys",
        sa.Column("key", sa.String(64), primary_key=True),
        account(),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "one_time_secrets",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        account(nullable=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("one_time_secrets_until", "one_time_secrets", ["until"])
    op.create_table(
        "relations",
        account(),
        account("other"),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("account", "other", "kind"),
    )
    op.create_index("relations_other", "relations", ["other"])
    for table in ("account_sessions", "recovery_codes", "passkeys", "one_time_secrets"):
        op.create_index(f"{table}_account", table, ["account"])
