"""Games of boxes and a pool of rolls: every throw is drawn from one pool for the whole game."""
