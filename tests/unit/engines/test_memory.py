"""A model that does not fit is refused before it is loaded."""

import shutil

import pytest

from endstop.assets import bundled_model
from endstop.engines.load import load_engine
from endstop.errors import ModelError


def test_a_model_larger_than_the_free_memory_is_refused_in_a_sentence(tmp_path):
    folder = tmp_path / "giant"
    shutil.copytree(bundled_model(), folder)
    with (folder / "more.safetensors").open("wb") as file:
        file.truncate(8_000_000_000_000)  # sparse: it takes no space
    with pytest.raises(ModelError, match=r"needs about \d+\.\d GB of memory, and"):
        load_engine(folder, lambda _step: None, lambda: False)
