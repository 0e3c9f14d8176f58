"""What the world may do to Endstop: folders and documents made to harm it, and signals."""
