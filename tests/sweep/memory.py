"""How much memory a process took at most, where the system tells."""

from pathlib import Path

_KIB = 1024


def peak_bytes(pid: int | str | None) -> int:
    """The largest resident size that process `pid` ("self": this one) had; 0 if not known."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * _KIB
    return 0
