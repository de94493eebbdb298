"""Moves a guest's texts about a game to the table; adds blocked addresses and reports."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds texts of guests, blocked addresses and reports. Names a game only where a table names it in its set-up."""
    op.add_column("tables", sa.Column("texts", sa.Text))
    op.create_table(
        "blocks",
        sa.Column("address", sa.String(60), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("reports_open", "reports", ["done", "at"])
    _set_game_names(op.get_bind())


def _set_game_names(connection: sa.Connection) -> None:
    games = sa.table("games", sa.column("hash", sa.String), sa.column("name", sa.String))
    tables = sa.table("tables", sa.column("game", sa.String), sa.column("setup", sa.Text))
    name_by_hash = {}
    for game, setup in connection.execute(sa.select(tables.c.game, tables.c.setup)):
        name = json.loads(setup).get("game", "")
        if name:
            name_by_hash[game] = name
    for (game,) in connection.execute(sa.select(games.c.hash)).all():
        connection.execute(games.update().where(games.c.hash == game).values(name=name_by_hash.get(game, "")))
