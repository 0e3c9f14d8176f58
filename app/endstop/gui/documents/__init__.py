"""The dropped documents: the list, how they come into it, wait and leave as files."""
