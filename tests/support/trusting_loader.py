"""Load folders with the libraries alone, trusting them, as a program of its own.

Arguments: `barred` (with Endstop's guard) or `open`, then the folders. What fails is passed over:
what ran is what counts.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from endstop.engines.mlx.host.folder_code_guard import bar_folder_code


def loads(folder: Path) -> Iterator[Callable[[], Any]]:
    """Every way to load a part of the model that works without PyTorch."""
    import mlx_vlm.utils
    import transformers

    yield lambda: mlx_vlm.utils.load_model(folder, lazy=True)
    yield lambda: mlx_vlm.utils.load_processor(folder, True, trust_remote_code=True)
    for name in ("Config", "Tokenizer", "Processor", "ImageProcessor", "VideoProcessor"):
        auto = getattr(transformers, f"Auto{name}")
        yield lambda auto=auto: auto.from_pretrained(folder, trust_remote_code=True)
    yield lambda: transformers.AutoTokenizer.from_pretrained(
        folder, subfolder="decoder_tokenizer", trust_remote_code=True
    )


def main(mode: str, *folders: str) -> None:
    """Load them all."""
    if mode == "barred":
        bar_folder_code()
    for folder in folders:
        for load in loads(Path(folder)):
            with suppress(Exception):
                load()


if __name__ == "__main__":
    main(*sys.argv[1:])
