"""The contract between rules and everyone who plays by them. Standard library only."""
