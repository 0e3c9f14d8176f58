"""Every runtime that the doctor knows, one module each, in the order of RuntimeName."""

from endstop.doctor.runtimes import (
    llama_cpp,
    lm_studio,
    mlx_lm,
    mlx_swift,
    mlx_vlm,
    ollama_mlx,
    omlx,
    sglang,
    tgi,
    transformers,
    vllm,
)
from endstop.doctor.runtimes.runtime import Runtime

RUNTIMES: tuple[Runtime, ...] = (
    transformers.RUNTIME,
    mlx_lm.RUNTIME,
    mlx_lm.RUNTIME_0_31,
    mlx_vlm.RUNTIME,
    mlx_vlm.RUNTIME_0_6,
    vllm.RUNTIME,
    sglang.RUNTIME,
    tgi.RUNTIME,
    llama_cpp.RUNTIME,
    ollama_mlx.RUNTIME,
    lm_studio.RUNTIME,
    omlx.RUNTIME,
    mlx_swift.RUNTIME,
)
