"""Play by mail: reads mails, carries out what they say, answers through an outbox in the database."""
