"""Checks of what a runtime does with these files."""
