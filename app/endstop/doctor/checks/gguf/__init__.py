"""Checks of GGUF files."""
