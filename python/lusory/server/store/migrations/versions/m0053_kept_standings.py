"""Adds stored standings with the ratings from which they follow."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Standings of games with many results are shown as they are kept; sums of results need no look at the rows; the
    boards of a game are found in the order in which they changed."""
    op.add_column("kept_ratings", sa.Column("standings", sa.Text))
    op.add_column("kept_ratings", sa.Column("took", sa.Float))
    op.drop_index("rated_games_game", "rated_games")
    op.create_index("rated_games_game", "rated_games", ["game", "ended", "player", "score"])
