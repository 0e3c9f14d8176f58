"""A fast BLAS for mlx on Linux, where the user asks for one.

mlx's own CPU wheel brings the reference BLAS. A better one that is in the process before mlx is
loaded takes its place: set ENDSTOP_BLAS to the path of a shared library, or to `auto` to look for
OpenBLAS or MKL. It is asked for, not taken, because a BLAS that does not know a processor can
compute wrong results. mlx hands it float32 only, so weights of 16 bits are widened then.
"""

import ctypes
import ctypes.util
import logging
import os
import sys
from functools import cache
from typing import Any

_log = logging.getLogger(__name__)
_NAMES = ("openblas", "mkl_rt")


@cache
def use_fast_blas() -> str | None:
    """Load the BLAS that ENDSTOP_BLAS names; what was loaded, or None. Call it before mlx."""
    wanted = os.environ.get("ENDSTOP_BLAS", "")
    if not wanted or not sys.platform.startswith("linux") or "mlx.core" in sys.modules:
        return None
    paths = [ctypes.util.find_library(name) for name in _NAMES] if wanted == "auto" else [wanted]
    for path in filter(None, paths):
        try:
            library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        except OSError:
            _log.warning("ENDSTOP_BLAS: what it names cannot be loaded")
            continue
        if hasattr(library, "cblas_sgemm"):
            return path
        _log.warning("ENDSTOP_BLAS: what it names is no BLAS")
    return None


def widen(model: Any) -> None:
    """Turn weights of 16 bits into float32, each the same value, where memory allows it."""
    import mlx.core as mx
    import psutil
    from mlx.utils import tree_flatten

    leaves: list[Any] = [leaf[1] for leaf in tree_flatten(model.parameters())]
    narrow = sum(leaf.nbytes for leaf in leaves if leaf.dtype in (mx.bfloat16, mx.float16))
    if 2 * narrow > psutil.virtual_memory().available:
        _log.warning("ENDSTOP_BLAS: there is no memory for weights of 32 bits")
        return
    model.set_dtype(mx.float32)
    mx.eval(model.parameters())
