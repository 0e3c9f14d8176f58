"""Passes over a few tokens on a CPU, at the price they should have.

Where there is no GPU, mlx-vlm 0.7.10 runs Qwen3.5's gated delta rule in chunks of 64 tokens and
pads what is shorter: a pass over three tokens costs more than three passes over one, and jumping
over forced tokens never pays. Token by token, which is how a pass over one runs, a short pass costs
a third, and its results are those of single passes to the last bit.
"""

from functools import cache
from typing import Any

SHORT = 96  # tokens; from about 100 on, chunks cost the same


@cache
def unpad_short_passes() -> None:
    """Let mlx-vlm's gated delta rule take short passes token by token, from now on.

    On a GPU, chunks are what is fast. A later mlx-vlm that is made otherwise is left as it is.
    """
    import mlx.core as mx
    from mlx_vlm.models.qwen3_5 import gated_delta

    in_chunks = getattr(gated_delta, "gated_delta_chunked", None)
    token_by_token = getattr(gated_delta, "gated_delta_ops", None)
    if mx.default_device() != mx.cpu or in_chunks is None or token_by_token is None:
        return

    def by_length(q: Any, *rest: Any, **options: Any) -> Any:
        rule = token_by_token if q.shape[1] <= SHORT else in_chunks
        return rule(q, *rest, **options)

    gated_delta.gated_delta_chunked = by_length
