"""Every test reads English, whatever the language of the machine."""

import os

os.environ["LANGUAGE"] = "en"  # before anything imports the catalogue; children inherit it
