"""transformers' rules, measured with torch; and its tables, against the installed package."""

import copy
import importlib.metadata
import importlib.util
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes import transformers
from endstop.doctor.runtimes.transformers_configs import default_eos, refused_setting
from endstop.doctor.runtimes.transformers_tokenizers import class_default
from tests.support.folders import make_folder

REFUSED = None
NAN, INFINITY = float("nan"), float("inf")

# What `from_pretrained` and `generate` of transformers 5.24.0 with torch 2.13.0 did with a random
# LlamaForCausalLM of one layer, greedy, without `pad_token_id` and with 0:
# generation_config.json's eos_token_id, the ids that ended generation, the same with the pad.
MEASURED: tuple[tuple[Any, Any, Any], ...] = (
    (None, set(), set()),
    (0, {0}, {0}),
    (7, {7}, {7}),
    (-1, set(), set()),
    (99_999, {99_999}, {99_999}),
    (2**63, REFUSED, REFUSED),
    (True, {1}, {1}),
    (False, {0}, {0}),
    (7.0, {7}, {7}),
    (7.9, {7}, {7}),
    (-0.5, {0}, {0}),
    (-7.5, set(), set()),
    (1e30, REFUSED, REFUSED),
    (NAN, REFUSED, REFUSED),
    (INFINITY, REFUSED, REFUSED),
    ("256", REFUSED, REFUSED),
    ({"a": 1}, REFUSED, REFUSED),
    ([], REFUSED, set()),
    ([True, 8], {1, 8}, {1, 8}),
    ([True, 2.5], {1, 2}, {1, 2}),
    (["256"], REFUSED, REFUSED),
    ([7, None], REFUSED, REFUSED),
    ([NAN], REFUSED, REFUSED),
    ([7, [8]], REFUSED, REFUSED),
    ([[7]], {7}, {7}),
    ([[7], [8]], {7, 8}, {7, 8}),
    ([[7, 8]], REFUSED, {7, 8}),
    ([[7, 8], [9, 10]], REFUSED, {7, 8, 9, 10}),
    ([[]], REFUSED, set()),
    ([[], []], REFUSED, set()),
    ([[[7]]], REFUSED, {7}),
)
installed = importlib.metadata.version("transformers")
as_described = pytest.mark.skipif(
    installed != transformers.RUNTIME.version,
    reason=f"the tables are of {transformers.RUNTIME.version}, {installed} is installed",
)


def _stop_set(folder: Path, **files: Any) -> Any:
    return transformers.RUNTIME.stop_set(Checkpoint(make_folder(folder, **files)))


@pytest.mark.parametrize(("value", "without_pad", "with_pad"), MEASURED)
def test_a_value_gives_the_ids_that_torch_made_of_it(
    value: Any, without_pad: Any, with_pad: Any, tmp_path: Path
) -> None:
    config = {"model_type": "llama"}
    for expected, pad in ((without_pad, {}), (with_pad, {"pad_token_id": 0})):
        settings = {"eos_token_id": value, **pad}
        stop_set = _stop_set(tmp_path, config=config, generation_config=settings)
        assert stop_set.refuses is (expected is REFUSED)
        assert stop_set.ids == (expected or set())


def test_a_class_default_stops_nothing(tmp_path: Path) -> None:
    assert default_eos("llama") == (2,)
    assert _stop_set(tmp_path, config={"model_type": "llama"}).ids == frozenset()


def test_an_empty_generation_config_hides_the_config(tmp_path: Path) -> None:
    config = {"model_type": "llama", "eos_token_id": 7}
    stop_set = _stop_set(tmp_path, config=config, generation_config={})
    assert stop_set.ids == frozenset()
    assert "generation_config.json has no eos_token_id" in stop_set.why


def test_the_reason_names_file_and_id(tmp_path: Path) -> None:
    settings = {"eos_token_id": 256}
    stop_set = _stop_set(tmp_path, generation_config=settings)
    told = "generation_config.json lists 256 only. transformers never asks the tokenizer."
    assert stop_set.why == told


def test_the_first_nested_config_counts(tmp_path: Path) -> None:
    config = {"model_type": "bart_like", "decoder": {"x": 1}, "text_config": {"eos_token_id": 9}}
    assert _stop_set(tmp_path / "a", config=config).ids == frozenset()
    config["decoder"] = {"eos_token_id": 8}
    assert _stop_set(tmp_path / "b", config=config).ids == {8}


@as_described
@pytest.mark.filterwarnings("ignore")
def test_config_classes_refuse_what_the_table_says(tmp_path: Path) -> None:
    for kind in _model_types():
        for value in ("7", [7]):
            config = {"model_type": kind, "eos_token_id": value}
            assert _loads(config) is _is_said_to_load(tmp_path, config), config
            nested = {"model_type": kind, "text_config": {"eos_token_id": value}}
            if _loads({"model_type": kind, "text_config": {}}):
                assert _loads(nested) is _is_said_to_load(tmp_path, nested), nested


@as_described
@pytest.mark.filterwarnings("ignore")
def test_config_classes_bring_the_ids_of_the_table() -> None:
    from transformers import GenerationConfig
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    for kind in _model_types():
        config = CONFIG_MAPPING[kind].from_dict({"model_type": kind})
        eos = GenerationConfig.from_model_config(config).eos_token_id
        ids = eos if isinstance(eos, list) else [] if eos is None else [eos]
        assert default_eos(kind) == tuple(ids), kind


@as_described
@pytest.mark.filterwarnings("ignore")
def test_tokenizer_classes_bring_the_texts_of_the_table(tmp_path: Path) -> None:
    from transformers.models.auto.tokenization_auto import (
        TOKENIZER_MAPPING_NAMES,
        tokenizer_class_from_name,
    )

    found = 0
    for kind, name in TOKENIZER_MAPPING_NAMES.items():
        checkpoint = Checkpoint(_write(tmp_path, {"model_type": kind}))
        told = class_default(checkpoint, "eos_token")
        if told is not None:
            parameters = inspect.signature(tokenizer_class_from_name(name).__init__).parameters
            assert parameters["eos_token"].default == told
            for other in ("bos_token", "unk_token"):
                own = parameters[other].default if other in parameters else None
                assert own == class_default(checkpoint, other)
            found += 1
    assert found > 50


def _write(folder: Path, config: dict[str, Any]) -> Path:
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def _model_types() -> Iterator[str]:
    """The model types that MLX runs too, and some others; all of them take a minute."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    run = {
        module.name
        for package in ("mlx_lm", "mlx_vlm")
        for root in importlib.util.find_spec(package).submodule_search_locations
        for module in pkgutil.iter_modules([f"{root}/models"])
    }
    kinds = sorted(CONFIG_MAPPING_NAMES)
    chosen = {*kinds[::10], *run} & set(kinds)
    return (kind for kind in sorted(chosen) if _loads({"model_type": kind}))


def _loads(config: dict[str, Any]) -> bool:
    """Whether the config class takes the settings; `AutoConfig` does this with the file."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    try:
        CONFIG_MAPPING[config["model_type"]].from_dict(copy.deepcopy(config))
    except Exception:
        return False
    return True


def _is_said_to_load(folder: Path, config: dict[str, Any]) -> bool:
    return refused_setting(Checkpoint(_write(folder, config))) is None
