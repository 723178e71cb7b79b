"""The event log of all tables, in SQLite or PostgreSQL."""
