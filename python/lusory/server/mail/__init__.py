"""Play by mail: reads mails, executes their commands, answers through an outbox in the database."""
