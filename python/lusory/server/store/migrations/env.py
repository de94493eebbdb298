"""How Alembic runs here: on the connection that the store gives it."""

from alembic import context

from lusory.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
