"""Stores the standings of a game beside its ratings, with the seconds they took; widens the index of rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Standings of games with many results are read as stored. The index of rated games covers all columns that sums of
    results read, so these read no rows, and orders the boards of a game by their end."""
    op.add_column("kept_ratings", sa.Column("standings", sa.Text))
    op.add_column("kept_ratings", sa.Column("took", sa.Float))
    op.drop_index("rated_games_game", "rated_games")
    op.create_index("rated_games_game", "rated_games", ["game", "ended", "player", "score"])
