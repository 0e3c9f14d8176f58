"""Checks of the weight rows that score the special tokens."""
