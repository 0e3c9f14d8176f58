"""One module a defect: its explanation, and the function that finds it."""
