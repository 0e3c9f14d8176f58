"""Change a model's files, and take it back."""
