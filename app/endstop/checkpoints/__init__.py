"""A model folder, read lazily and never executed."""
