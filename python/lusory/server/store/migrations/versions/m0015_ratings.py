"""Adds results of rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that count for ratings, a row for each seat."""
    op.create_table(
        "rated_games",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "player"),
    )
    op.create_index("rated_games_game", "rated_games", ["game", "ended"])
    op.create_index("rated_games_name", "rated_games", ["name", "game"])
