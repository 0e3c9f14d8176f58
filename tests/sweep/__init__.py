"""Every file of a folder through recognition and rendering, one JSON line each."""
