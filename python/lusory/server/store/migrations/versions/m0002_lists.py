"""Adds indices in the order of the lists of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column that says whether a game is over, and indexes that hold what lists ask for."""
    op.add_column("tables", sa.Column("finished", sa.Boolean, nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("finished", sa.Boolean), sa.column("result", sa.Text))
    op.execute(tables.update().where(tables.c.result.is_not(None)).values(finished=sa.true()))
    op.drop_index("tables_listed", "tables")
    op.drop_index("tables_game", "tables")
    op.create_index("tables_listed", "tables", ["listed", "finished", "updated"])
    op.create_index("tables_game", "tables", ["game", "listed", "finished", "updated"])
    op.create_index("tables_result", "tables", ["game", "result", "plies"])
