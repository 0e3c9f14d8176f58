"""What leaves Endstop: the versioned record, its file names, atomic files."""
