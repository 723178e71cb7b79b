"""How long tests wait for what is sure to come; only one that fails waits as long."""

PATIENCE = 180.0  # seconds that a busy machine may take for anything
