"""Tests that a game gets by being in the catalog. None of them knows a game by name."""
