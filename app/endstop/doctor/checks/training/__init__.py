"""Checks of adapters and of how a fine-tune was set up."""
