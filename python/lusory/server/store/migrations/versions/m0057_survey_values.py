"""Adds to surveys games that are not of the catalogue."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The rules of such a game, as its organiser brought them."""
    op.add_column("survey_games", sa.Column("value", sa.Text))
