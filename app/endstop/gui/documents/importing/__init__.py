"""What was dropped, pasted or chosen, on its way into the list."""
