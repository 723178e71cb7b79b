"""Games of pushing one's luck: a turn's total grows from roll to roll until it is banked or lost (docs/solving.md)."""
