"""Adds pupils: players that people raise, their versions, the games that they learn from."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def pupil() -> sa.Column[str]:
    """The pupil that a row belongs to, and goes with."""
    return sa.Column("pupil", sa.String(16), sa.ForeignKey("pupils.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Pupils, versions, games, who may seat them, how long they have worked."""
    op.create_table(
        "pupils",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("remaining", sa.Integer, nullable=False),
        sa.Column("after_game", sa.Integer, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("worked", sa.BigInteger, nullable=False),
        sa.Column("fault", sa.Text),
        sa.Column("patterns", sa.Text),
    )
    op.create_index("pupils_owner", "pupils", ["owner"])
    versions()
    op.create_table(
        "pupil_games",
        pupil(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table", sa.String(16)),
        sa.Column("plies", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("score", sa.Float),
        sa.Column("learnt", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("pupil", "number"),
    )
    op.create_table(
        "pupil_friends",
        pupil(),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("pupil", "holder"),
    )
    op.create_index("pupil_friends_holder", "pupil_friends", ["holder"])
    op.create_table(
        "pupil_work",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("spent", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("owner", "day"),
    )


def versions() -> None:
    """The versions of pupils."""
    op.create_table(
        "pupil_versions",
        pupil(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("practised", sa.BigInteger, nullable=False),
        sa.Column("studied", sa.BigInteger, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("against", sa.Text, nullable=False),
        sa.Column("spent", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("net", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("pupil", "number"),
    )
