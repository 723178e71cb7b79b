"""Who plays and how well: bots at work, simulations, tournaments."""
