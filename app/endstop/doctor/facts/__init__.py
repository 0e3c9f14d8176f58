"""What is known about a model under examination; nothing here judges it."""
