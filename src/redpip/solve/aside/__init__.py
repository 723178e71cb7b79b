"""Turns in which rolled dice are set aside, the rest rolled again, and a bust loses all: kernels and races."""
