"""Steps from one schema to the next, run when the database is opened."""
