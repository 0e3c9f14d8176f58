"""A copy of a model as oQ quantises it: 4-bit affine base, 8-bit lm_head, vision untouched.

Source of the form: oQ's documentation (affine, group 64 or the largest that fits, per-layer
entries in config.json under `quantization`, plain MLX safetensors).
"""

import json
import shutil
from pathlib import Path
from typing import Any

_GROUPS = (64, 32)


def quantise(source: Path, target: Path) -> Path:
    """Write the quantised copy of the model folder `source` to `target`."""
    import mlx.core as mx
    from mlx import nn
    from mlx.utils import tree_flatten
    from mlx_vlm.utils import load_model

    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.safetensors"))
    model = load_model(source)
    layers: dict[str, Any] = {}

    def settings(path: str, module: Any) -> Any:
        if not hasattr(module, "to_quantized") or "vision" in path:
            return False
        group = next((g for g in _GROUPS if module.weight.shape[-1] % g == 0), None)
        if group is None:
            return False
        chosen = {"group_size": group, "bits": 8 if path.endswith("lm_head") else 4}
        layers[path] = chosen
        return chosen

    nn.quantize(model, group_size=64, bits=4, class_predicate=settings)
    weights = dict(tree_flatten(model.parameters()))
    mx.save_safetensors(str(target / "model.safetensors"), weights, metadata={"format": "mlx"})
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    config["quantization"] = {"group_size": 64, "bits": 4, "mode": "affine", **layers}
    (target / "config.json").write_text(json.dumps(config, indent=2), encoding="utf-8")
    return target
