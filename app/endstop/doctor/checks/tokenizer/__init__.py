"""Checks of the tokenizer's files."""
