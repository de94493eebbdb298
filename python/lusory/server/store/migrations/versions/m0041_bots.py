"""Adds tokens by which programs use accounts, bot accounts, a choice of rated games with bots, and stored ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has a token or is a bot so far; everybody may be challenged by bots to rated games."""
    op.add_column("accounts", sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("accounts", sa.Column("rated_bots", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "account_tokens",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(100), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("account_tokens_account", "account_tokens", ["account"])
    op.create_table(
        "kept_ratings",
        sa.Column("game", sa.String(200), primary_key=True),
        sa.Column("results", sa.String(100), nullable=False),
        sa.Column("ratings", sa.Text, nullable=False),
    )
