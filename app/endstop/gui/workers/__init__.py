"""What runs beside the window's thread: operations, the model's thread, signals."""
