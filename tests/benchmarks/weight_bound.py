"""A random model of about 200 MB, where reading the weights is the cost, against mlx-vlm's loop.

Both write the same answer under the same grammar; the model's weights are noise, so the answer is
too, but each pass costs what a pass over 200 MB costs.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from endstop.assets import bundled_model
from endstop.engines.engine import Constraint, Generation, Separators
from endstop.engines.load import load_engine
from tests.benchmarks.decoding import run, seconds_of
from tests.benchmarks.figure import Figure
from tests.support.peer import Peer

ROUNDS = 3
TEXT = {"hidden_size": 1280, "intermediate_size": 3584, "num_hidden_layers": 6}
LEAF = {"type": "string", "enum": ["a longer value that is known", "another value that is known"]}
SCHEMA = {
    "type": "object",
    "properties": {f"a_field_with_a_long_name_{number}": LEAF for number in range(8)},
}


def figures() -> Iterator[Figure]:
    """Time and passes of ours against theirs, median of pairs."""
    with TemporaryDirectory() as folder:
        model = make_model(Path(folder) / "weight-bound")
        engine = load_engine(model, lambda _step: None, lambda: False)
        constraint = Constraint(SCHEMA, Separators.COMPACT)
        generation = Generation([], "Fill in the form.", constraint, 1_000)
        peer = Peer(model, engine.stop_set).prepared(generation)
        _seconds, last = run(engine, generation)  # both once before they are measured
        list(peer())
        ratios = [run(engine, generation)[0] / seconds_of(peer) for _ in range(ROUNDS)]
        size = engine.model.size / 1e6
        engine.close()
    detail = f"{size:.0f} MB of random weights, median of {ROUNDS} pairs, same grammar and answer"
    yield Figure("weight_bound_time", round(median(ratios), 3), "ratio", detail)
    counted = last.statistics
    detail = f"{counted.forward_passes} passes, {counted.tokens} tokens"
    passes = counted.forward_passes / counted.tokens
    yield Figure("weight_bound_passes_a_token", round(passes, 3), "ratio", detail)


def make_model(folder: Path) -> Path:
    """A copy of the bundled model with a wide text model of random bf16 weights."""
    import mlx.core as mx
    from mlx.utils import tree_flatten
    from mlx_vlm.utils import get_model_and_args, update_module_configs

    shutil.copytree(bundled_model(), folder, ignore=shutil.ignore_patterns("*.safetensors"))
    config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    layers = ["linear_attention", "full_attention"] * (TEXT["num_hidden_layers"] // 2)
    config["text_config"] |= TEXT | {"layer_types": layers}
    config["vision_config"]["out_hidden_size"] = TEXT["hidden_size"]
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    architecture, _name = get_model_and_args(config)
    settings = architecture.ModelConfig.from_dict(dict(config, audio_config={}))
    settings = update_module_configs(settings, architecture, config, ["text", "vision"])
    mx.random.seed(0)
    model = architecture.Model(settings)
    model.set_dtype(mx.bfloat16)
    weights = dict(tree_flatten(model.parameters()))
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    return folder
