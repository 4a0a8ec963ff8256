"""What Alembic runs to migrate: on the connection that it is given, in the transaction that is open there."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
