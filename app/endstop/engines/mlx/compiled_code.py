"""Machine code that mlx makes while it runs, and where it would keep it.

mlx 0.32 keeps compiled code under the temporary folder, by names that anyone can compute, and loads
whatever lies there. On Linux that folder is everyone's: a library that another user planted would
run in our process, and one cut short by a full disk ends it with SIGBUS.

- On a CPU, functions under `mx.compile` become shared libraries, made by the machine's g++. We do
  without, as mlx itself does where there is no g++. Measured on the bundled model (x86-64, two
  cores): decoding takes 10 % more processor time so, which a large model, bound by its weights,
  does not notice; the answers are the same; and the first document on a machine takes 8 s in
  place of 32 s, for which g++ ran 17 times.
- On CUDA the kernels need their cache, and mlx lets it lie elsewhere.
- Metal keeps nothing of the kind.
"""

import atexit
import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

_CUDA_CACHE = "MLX_PTX_CACHE_DIR"


@cache
def load_no_foreign_binaries() -> None:
    """Have mlx load no compiled code that others may have planted. Call it before mlx computes."""
    import mlx.core as mx

    if mx.default_device() == mx.cpu:
        mx.disable_compile()
    elif not mx.metal.is_available():
        os.environ.setdefault(_CUDA_CACHE, str(own_folder(user_cache_path("endstop") / "mlx")))


def own_folder(wanted: Path) -> Path:
    """A folder that this user alone can write: `wanted`, which is made if it is missing.

    Where that is impossible, or it is a link or another user's, a new one for this process.
    """
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = wanted.lstat()
        if stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid():
            wanted.chmod(0o700)
            return wanted
    except OSError:
        pass
    passing = Path(tempfile.mkdtemp(prefix="endstop-mlx-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing
