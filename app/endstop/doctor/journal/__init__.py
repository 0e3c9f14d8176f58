"""What fixes did to a folder, sealed and locked, so that it can be taken back."""
