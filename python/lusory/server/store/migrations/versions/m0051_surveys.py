"""Adds surveys: games that people play and then rank, or compare in pairs."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def account(name: str) -> sa.Column[str]:
    """An account that a row belongs to, and goes with."""
    return sa.Column(name, sa.String(16), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)


def survey() -> sa.Column[str]:
    """The survey that a row belongs to."""
    return sa.Column("survey", sa.String(16), sa.ForeignKey("surveys.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Surveys, their games and people, what they think."""
    op.create_table(
        "surveys",
        sa.Column("id", sa.String(16), primary_key=True),
        account("organiser"),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("surveys_organiser", "surveys", ["organiser"])
    op.create_table(
        "survey_games",
        survey(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("measures", sa.Text),
        sa.PrimaryKeyConstraint("survey", "number"),
    )
    op.create_table(
        "survey_people",
        survey(),
        account("account"),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("survey", "account"),
    )
    op.create_index("survey_people_account", "survey_people", ["account"])
    op.create_table(
        "survey_opinions",
        survey(),
        account("account"),
        sa.Column("subject", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("survey", "account", "subject"),
    )
    op.create_index("survey_opinions_account", "survey_opinions", ["account"])


def downgrade() -> None:
    """Without them."""
    for part in ("survey_opinions", "survey_people", "survey_games", "surveys"):
        op.drop_table(part)
