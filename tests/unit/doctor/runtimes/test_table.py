"""What holds for every runtime."""

import importlib
from pathlib import Path

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.runtime import Runtime, RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.folders import make_folder
from tests.support.hostile_folders import make_hostile
from tests.support.weights import make_gguf

each_runtime = pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda runtime: runtime.name)


def test_the_table_has_every_name_in_order() -> None:
    assert [runtime.name for runtime in RUNTIMES] == list(RuntimeName)


@each_runtime
def test_the_module_says_which_version_was_read(runtime: Runtime) -> None:
    module = importlib.import_module(runtime.stop_set.__module__)
    assert runtime.version.split(" ")[0] in (module.__doc__ or "")


@each_runtime
def test_a_folder_that_is_not_there_is_refused_or_unknown(runtime: Runtime, tmp_path: Path) -> None:
    stop_set = runtime.stop_set(Checkpoint(tmp_path / "none"))
    assert stop_set.refuses
    assert stop_set.why


@each_runtime
def test_hostile_folders_raise_nothing(runtime: Runtime, tmp_path: Path) -> None:
    for seed in range(60):
        folder = make_hostile(tmp_path / str(seed), seed)
        assert runtime.stop_set(Checkpoint(folder)).why


@each_runtime
def test_a_gguf_file_is_run_by_llama_cpp_only(runtime: Runtime, tmp_path: Path) -> None:
    stop_set = runtime.stop_set(Checkpoint(make_gguf(tmp_path / "model.gguf")))
    runs = runtime.name in (RuntimeName.LLAMA_CPP, RuntimeName.LM_STUDIO, RuntimeName.SGLANG)
    assert (stop_set.ids is not None) is runs
    assert not stop_set.refuses


@each_runtime
def test_a_folder_without_any_tokenizer_is_refused_by_all_but_transformers(
    runtime: Runtime, tmp_path: Path
) -> None:
    folder = make_folder(tmp_path, config={"model_type": "llama", "eos_token_id": 7})
    (folder / "tokenizer.json").unlink()
    stop_set = runtime.stop_set(Checkpoint(folder))
    lenient = {RuntimeName.TRANSFORMERS, RuntimeName.MLX_SWIFT}
    if runtime.name in lenient:
        assert stop_set.ids == {7}
    else:
        assert stop_set.refuses or stop_set.ids is None


@each_runtime
def test_a_tokenizer_of_another_kind_is_no_false_alarm(runtime: Runtime, tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path,
        config={"model_type": "llama"},
        generation_config={},
        tokenizer_config={"eos_token": "</s>"},
    )
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer.model").write_bytes(b"\x0a")
    stop_set = runtime.stop_set(Checkpoint(folder))
    if runtime.name in (RuntimeName.TRANSFORMERS, RuntimeName.MLX_SWIFT):
        assert stop_set.ids == frozenset()
    elif runtime.name is RuntimeName.OLLAMA_MLX:
        assert stop_set.refuses
    else:
        assert stop_set.ids is None
