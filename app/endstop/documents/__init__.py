"""What was dropped: recognise, open and rasterise it, in a child process that may die."""
