"""How Alembic runs here: on the connection that the store gives it."""

from alembic import context

from lusory.server.store import (  # noqa: F401
    comment_schema,
    mail_schema,
    process_schema,
    pupil_schema,
    rating_schema,
    review_schema,
    survey_schema,
)

connection = context.config.attributes["connection"]
metadata = comment_schema.comments.metadata
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
