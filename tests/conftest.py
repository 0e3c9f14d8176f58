"""Every test reads English, whatever the language of the machine, and leaves the user's own
folders alone."""

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

os.environ["LANGUAGE"] = "en"  # before anything imports the catalogue; children inherit it

_home = tempfile.mkdtemp(prefix="endstop-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ["XDG_DATA_HOME"] = f"{_home}/data"
os.environ["XDG_STATE_HOME"] = f"{_home}/state"

settings.register_profile("endstop", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("endstop")
