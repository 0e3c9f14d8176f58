"""What the doctor and the probe know of a model, and its fixes."""
