"""Tiny models of the families that the engine runs: random weights, mlx-vlm's own classes.

Each is a folder as a user would have it, made offline: config.json and its processor's settings
(tiny_families.json, where "@" stands before a token whose id is meant), the bundled model's
tokenizer with the family's markers, a chat template, and weights.
"""

import json
from pathlib import Path
from typing import Any

from endstop.assets import bundled_model

FAMILIES: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)


def build_tiny(name: str, folder: Path) -> Path:
    """Write the tiny model of the family `name` into `folder`."""
    from tokenizers import AddedToken, Tokenizer

    family, bundled = FAMILIES[name], bundled_model()
    folder.mkdir(parents=True)
    tokenizer = Tokenizer.from_file(str(bundled / "tokenizer.json"))
    markers = [AddedToken(marker, normalized=False) for marker in family["markers"]]
    tokenizer.add_special_tokens(markers)
    tokenizer.save(str(folder / "tokenizer.json"))
    template = (bundled / "chat_template.jinja").read_text(encoding="utf-8")
    image = family["image"].replace("\n", "\\n")
    template = template.replace("<|vision_start|><|image_pad|><|vision_end|>", image)
    (folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    _write(folder / "tokenizer_config.json", _tokenizer_settings(family))
    for file, settings in family["files"].items():
        _write(folder / file, _with_ids(settings, tokenizer))
    _write_weights(folder)
    return folder


def _write(path: Path, settings: dict[str, Any]) -> None:
    path.write_text(json.dumps(settings), encoding="utf-8")


def _tokenizer_settings(family: dict[str, Any]) -> dict[str, Any]:
    """`names` are the tokenizer's own for some of its markers."""
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "extra_special_tokens": family["names"],
    }


def _with_ids(settings: Any, tokenizer: Any) -> Any:
    match settings:
        case dict():
            return {name: _with_ids(value, tokenizer) for name, value in settings.items()}
        case list():
            return [_with_ids(value, tokenizer) for value in settings]
        case str() if settings.startswith("@"):
            return tokenizer.token_to_id(settings[1:])
    return settings


def _write_weights(folder: Path) -> None:
    """Random weights, wide enough apart that no two tokens are equally likely."""
    import mlx.core as mx
    from mlx.utils import tree_flatten, tree_map
    from mlx_vlm.utils import get_model_and_args, load_config, update_module_configs

    config = load_config(folder)
    architecture, _ = get_model_and_args(config)
    config.setdefault("text_config", {})
    settings = architecture.ModelConfig.from_dict(config)
    settings = update_module_configs(settings, architecture, config, ["text", "vision"])
    mx.random.seed(7)
    model = architecture.Model(settings)
    weights = tree_map(
        lambda array: array + 0.2 * mx.random.normal(array.shape).astype(array.dtype),
        model.parameters(),
    )
    mx.save_safetensors(
        str(folder / "model.safetensors"), dict(tree_flatten(weights)), metadata={"format": "mlx"}
    )
