"""The window: puts the rooms together."""
