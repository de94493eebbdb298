"""Seats are claimed once, by invitation. Tokens that were given out before were known to whoever made the table: they
lapse. Browsers that hold a seat keep it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Invitations; no token is valid any more."""
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("token", existing_type=sa.String(64), nullable=True)
        seats.add_column(sa.Column("invitation", sa.String(64)))
        seats.add_column(sa.Column("heir", sa.String(64)))
    op.execute(sa.table("seats", sa.column("token")).update().values(token=None))
    _taken(op.get_bind())


def _taken(connection: sa.Connection) -> None:
    """A table notes which of its seats are taken; of older ones the browsers that hold seats tell."""
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("setup", sa.Text))
    holdings = sa.table("holdings", sa.column("table", sa.String), sa.column("player", sa.Integer))
    players_by_table: dict[str, set[int]] = {}
    for table, player in connection.execute(sa.select(holdings.c.table, holdings.c.player)):
        players_by_table.setdefault(table, set()).add(player)
    for table, setup in connection.execute(sa.select(tables.c.id, tables.c.setup)).all():
        text = json.dumps(json.loads(setup) | {"taken": sorted(players_by_table.get(table, ()))})
        connection.execute(tables.update().where(tables.c.id == table).values(setup=text))
