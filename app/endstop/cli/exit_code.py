"""What the commands answer to a script."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the commands (DESIGN.md 6)."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 130  # 128 + SIGINT, as shells have it
