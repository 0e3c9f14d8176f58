"""Pieces of a window that know nothing of what Endstop does."""
