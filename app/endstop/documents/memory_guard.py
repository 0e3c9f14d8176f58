"""The renderer process ends itself before it takes the computer's memory.

A thread looks at the resident size; where the system enforces it (Linux), a limit on the data
segment stops a blow-up that is faster than the thread.
"""

import os
import sys
import threading
import time
from pathlib import Path

# The exit status of a process that held too much.
OUT_OF_MEMORY = 77

_LOOKS_EVERY_S = 0.02
# What may be reserved beyond the limit without being held, the stacks of threads for one.
_ALLOWANCE = 1 << 30
_STATM = Path("/proc/self/statm")


def resident_bytes() -> int:
    """The memory that this process holds; where the system does not tell, the most it held."""
    if _STATM.exists():
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # not on Windows

    # Bytes on macOS. Linux counts KiB, but has /proc: there the figure would be the parent's too.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def guard_memory(limit: int) -> None:
    """From now on, end this process with OUT_OF_MEMORY once it holds more than `limit` bytes.

    An allocation far beyond that raises MemoryError.
    """
    if sys.platform == "win32":
        return
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = limit + _ALLOWANCE
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    _end_beyond(limit)
    threading.Thread(target=_watch, args=(limit,), daemon=True).start()


def _watch(limit: int) -> None:
    while True:
        time.sleep(_LOOKS_EVERY_S)
        _end_beyond(limit)


def _end_beyond(limit: int) -> None:
    if resident_bytes() > limit:
        os._exit(OUT_OF_MEMORY)
