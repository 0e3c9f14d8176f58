"""A fast BLAS for mlx on Linux, where the user asks for one.

mlx's own CPU wheel brings the reference BLAS. A better one that is in the process before mlx is
loaded takes its place: set ENDSTOP_BLAS to the path of a shared library, or to `auto` to look for
OpenBLAS or MKL. It is asked for, not taken, because a BLAS that does not know a processor can
compute wrong results.
"""

import ctypes
import ctypes.util
import logging
import os
import sys

_log = logging.getLogger(__name__)
_NAMES = ("openblas", "mkl_rt")


def use_fast_blas() -> str | None:
    """Load the BLAS that ENDSTOP_BLAS names; what was loaded, or None. Call it before mlx."""
    wanted = os.environ.get("ENDSTOP_BLAS", "")
    if not wanted or not sys.platform.startswith("linux") or "mlx.core" in sys.modules:
        return None
    paths = [ctypes.util.find_library(name) for name in _NAMES] if wanted == "auto" else [wanted]
    for path in filter(None, paths):
        try:
            library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            _log.warning("ENDSTOP_BLAS: %s", error)
            continue
        if hasattr(library, "cblas_sgemm"):
            return path
    return None
