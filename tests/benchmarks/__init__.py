"""Speed as ratios in one run, printed as JSON lines; nothing here asserts a time."""
