"""Creates the first schema: tables, their entries, seats and their holders."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "games",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.hash"), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("by", sa.Text),
    )
    op.create_index("tables_listed", "tables", ["listed", "result", "updated"])
    op.create_index("tables_game", "tables", ["game", "result"])
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.create_table(
        "entries",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("number", sa.BigInteger),
        sa.Column("text", sa.Text),
        sa.PrimaryKeyConstraint("table", "serial"),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64), unique=True),
        sa.Column("mail", sa.String(254)),
        sa.Column("webhook", sa.String(500)),
        sa.Column("feed", sa.String(64), unique=True),
        sa.Column("noticed", sa.Boolean, nullable=False),
        sa.Column("notes", sa.Text),
        sa.PrimaryKeyConstraint("table", "player"),
    )
    op.create_table(
        "holdings",
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session", "table", "player"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
