"""Two players with secret hands who speak in turn until somebody is called: equilibria by regret, and best responses
that prove them (docs/solving.md)."""
