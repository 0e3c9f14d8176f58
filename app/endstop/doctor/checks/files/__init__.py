"""Checks of the files themselves."""
