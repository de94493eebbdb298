"""Adds comments on games and finished tables, reports of comments, and stars of games."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0008"
branch_labels = None
depends_on = None


def account(name: str) -> sa.Column[str]:
    """A column that names an account; the row goes with it."""
    return sa.Column(name, sa.String(16), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Comments, stars, reports of comments."""
    op.create_table(
        "comments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64)),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        account("author"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    for column in ("game", "table", "author"):
        op.create_index(f"comments_{column}", "comments", [column, "at"])
    op.create_table(
        "stars",
        sa.Column("game", sa.String(64), nullable=False),
        account("account"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "account"),
    )
    op.create_index("stars_account", "stars", ["account"])
    op.create_table(
        "comment_reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("comment", sa.String(16), sa.ForeignKey("comments.id", ondelete="CASCADE"), nullable=False),
        account("reporter"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("comment_reports_open", "comment_reports", ["done", "at"])
    op.create_index("comment_reports_one", "comment_reports", ["comment", "reporter"], unique=True)
