"""Checks of the chat templates."""
