"""Games in which a turn is one throw of any dice of a hand, and the others stay as they lie."""
