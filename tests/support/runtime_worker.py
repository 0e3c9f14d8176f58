"""Asks really installed runtimes for the stop set of model folders: a child process.

`real_runtimes` starts it, with older packages first on the path where it wants them. A line of
standard input is a question, `{"runtime", "folder"}`; a line of standard output is the answer,
`{"ids"}`, those that end generation, or `{"error"}`.
"""

import json
import logging
import os
import sys
import warnings
from pathlib import Path
from typing import Any

LARGEST = 2**63
FIRST_IDS = range(400)  # more than the test tokenizers have tokens


def transformers_stops(folder: Path) -> Any:
    """What `from_pretrained` and `generate` make of the folder, but for the weights."""
    from transformers import AutoConfig, GenerationConfig, PreTrainedConfig

    try:
        config = AutoConfig.from_pretrained(folder)
    except ValueError:  # a model type that it does not know; its code would come with it
        if not json.loads((folder / "config.json").read_bytes()).get("model_type"):
            raise
        config = PreTrainedConfig.from_pretrained(folder)
    GenerationConfig.from_model_config(config)
    try:
        generation = GenerationConfig.from_pretrained(folder)
    except OSError:
        generation = GenerationConfig.from_pretrained(
            folder, config_file_name="config.json", _from_model_config=True
        )
    value, pad = generation.eos_token_id, generation.pad_token_id
    if value is None:
        return []
    tensor = _tensor(value)
    if pad is None:
        first = tensor[0] if isinstance(tensor, list) else tensor
        if isinstance(first, list) and (len(first) != 1 or isinstance(first[0], list)):
            raise ValueError("the pad token is no number")
    return list(_flat(tensor))


def _tensor(value: Any) -> Any:
    """`torch.tensor(value, dtype=torch.long)` without torch, as torch 2.13 does it."""
    if isinstance(value, list):
        parts = [_tensor(item) for item in value]
        if len({_shape(part) for part in parts}) > 1:
            raise TypeError("ragged")
        return parts
    if not isinstance(value, int | float):
        raise TypeError("no number")
    if not -LARGEST <= value < LARGEST:
        raise OverflowError("64 bits")
    return int(value)


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    return (len(value), *_shape(value[0])) if value else (0,)


def _flat(value: Any) -> Any:
    if not isinstance(value, list):
        yield value
        return
    for item in value:
        yield from _flat(item)


def mlx_lm_stops(folder: Path) -> Any:
    """`load` without the weights."""
    from mlx_lm.utils import load_config, load_tokenizer

    config = load_config(folder)
    config["model_type"].lower()  # what load_model looks up first
    tokenizer = load_tokenizer(folder, None, eos_token_ids=config.get("eos_token_id", None))
    return tokenizer.eos_token_ids


def mlx_vlm_stops(folder: Path) -> Any:
    """`load` and the `reset` of `generate`, without the weights."""
    from mlx_vlm import utils
    from transformers import AutoTokenizer

    config = utils.load_config(folder)
    model_class, _ = utils.get_model_and_args(config=config, model_path=folder)
    config.setdefault("text_config", config.pop("llm_config", {}))
    config.setdefault("vision_config", {})
    config.setdefault("audio_config", {})
    config["text_config"].get("ple_storage")
    model_config = model_class.ModelConfig.from_dict(config)
    modules = ["text", "vision", "perceiver", "projector", "audio"]
    model_config = utils.update_module_configs(model_config, model_class, config, modules)
    model_config = utils.apply_generation_config_defaults(model_config, config)
    eos = getattr(model_config, "eos_token_id", None)
    if (folder / "processor_config.json").exists():
        processor = utils.load_processor(folder, True, eos_token_ids=eos)
        criteria = processor.tokenizer.stopping_criteria
    else:  # as load_processor does for a tokenizer
        tokenizer = AutoTokenizer.from_pretrained(folder)
        first = eos
        if not hasattr(utils, "resolve_eos_token_ids"):
            first = first or tokenizer.eos_token_ids or tokenizer.eos_token_id
        criteria = utils.StoppingCriteria(first, tokenizer)
    criteria.reset(getattr(model_config, "eos_token_id", None))
    return criteria.eos_token_ids


ANSWERS = {
    "transformers": transformers_stops,
    "mlx-lm": mlx_lm_stops,
    "mlx-lm-0.31": mlx_lm_stops,
    "mlx-vlm": mlx_vlm_stops,
    "mlx-vlm-0.6": mlx_vlm_stops,
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The stop set of one folder, or the error instead of it."""
    try:
        stops = ANSWERS[question["runtime"]](Path(question["folder"]))
        candidates = {*FIRST_IDS, *(value for value in stops if type(value) is int and value >= 0)}
        # Asked as the runtimes ask: a text, a list or a float in the set equals an id or not.
        return {"ids": [token_id for token_id in candidates if token_id in stops]}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Answer until the questions end; what the packages print goes to standard error."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
