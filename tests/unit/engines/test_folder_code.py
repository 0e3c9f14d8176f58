"""A model folder's code is never run and never copied, whoever might run it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from endstop.assets import bundled_model
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.load import load_engine
from endstop.engines.mlx.families import family_of
from endstop.engines.mlx.loading import load
from endstop.errors import ModelError
from tests.support.planted_code import PLANTS, plant

# What transformers and mlx-vlm run by themselves, without PyTorch, where nothing bars them.
_LIVE = {
    "model_file",
    "model_file outside",
    "config",
    "another folder",
    "other config",
    "tokenizer",
    "tokenizer, as of old",
    "further tokenizer",
    "image processor inside",
    "image processor",
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_folder_that_brings_code_is_refused_before_it_is_loaded(name, tmp_path):
    file, key, _settings = PLANTS[name]
    steps = []
    with pytest.raises(ModelError) as refused:
        load_engine(plant(name, tmp_path, tmp_path / "ran"), steps.append, lambda: False)
    assert file in refused.value.sentence
    assert key in refused.value.sentence
    assert not steps
    assert not (tmp_path / "ran").exists()


def ran_and_copied(mode: str, parent: Path) -> tuple[set[str], list[Path]]:
    """The plants whose code ran when everything trusted it, and what was copied."""
    ran, cache = parent / "ran", parent / "cache"
    folders = [str(plant(name, parent / str(n), ran)) for n, name in enumerate(PLANTS)]
    subprocess.run(
        [sys.executable, "-m", "tests.support.trusting_loader", mode, *folders],
        env=os.environ | {"HF_HOME": str(cache), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        check=True,
        timeout=300,
    )
    names = set(ran.read_text(encoding="utf-8").splitlines()) if ran.exists() else set()
    return names, [path for path in cache.rglob("*.py") if path.stat().st_size]


def test_the_plants_are_live_where_nothing_bars_them(tmp_path):
    names, copies = ran_and_copied("open", tmp_path)
    assert names >= _LIVE
    assert copies


def test_the_guard_alone_lets_nothing_run_and_nothing_be_copied(tmp_path):
    assert ran_and_copied("barred", tmp_path) == (set(), [])


def test_every_loader_is_told_not_to_trust(tmp_path, monkeypatch):
    from mlx_vlm import utils
    from transformers import AutoTokenizer

    told = []

    def telling(original):
        def load_part(*arguments, **options):
            told.append(options.get("trust_remote_code"))
            return original(*arguments, **options)

        return load_part

    for owner, name in (
        (utils, "load_model"),
        (utils, "load_processor"),
        (AutoTokenizer, "from_pretrained"),
    ):
        monkeypatch.setattr(owner, name, telling(getattr(owner, name)))
    folder = shutil.copytree(bundled_model(), tmp_path / "model")
    checkpoint = Checkpoint(folder)
    load(checkpoint, family_of(checkpoint), lambda _step: None, lambda: False)
    assert told == [False, False, False]


def test_code_that_appears_after_the_examination_does_not_run(tmp_path):
    folder = plant("model_file", tmp_path, tmp_path / "ran")
    checkpoint = Checkpoint(folder)
    family = family_of(checkpoint)
    with pytest.raises(ModelError, match="code of its own"):
        load(checkpoint, family, lambda _step: None, lambda: False)
    assert not (tmp_path / "ran").exists()
