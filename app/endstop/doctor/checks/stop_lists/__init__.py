"""Checks of the lists that say which tokens end a generation."""
