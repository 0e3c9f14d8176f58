"""`endstop extract` and `endstop doctor --probe` never run what a model's folder brings."""

import os
import pickle
import shutil
import subprocess
import sys

import pytest

from endstop.assets import bundled_model
from tests.support.planted_code import PLANTS, plant

# Modules that Python and the libraries look for, if they look into the working directory.
_MODULES = ("multiprocessing", "selectors", "torch", "tiktoken", "sitecustomize", "modeling_x")


class Runs:
    """Unpickling this writes a file."""

    def __init__(self, ran):
        self.ran = ran

    def __reduce__(self):
        return open, (str(self.ran), "w")


@pytest.fixture
def environment(tmp_path):
    """Caches and temporary files of this test's own."""
    folders = {name: tmp_path / name.lower() for name in ("HF_HOME", "HF_MODULES_CACHE", "TMPDIR")}
    for folder in folders.values():
        folder.mkdir()
    return os.environ | {name: str(folder) for name, folder in folders.items()}


def files_in(*folders):
    return [file for folder in folders for file in folder.rglob("*") if file.is_file()]


@pytest.mark.parametrize("name", PLANTS)
def test_planted_code_is_refused_by_file_and_key(name, endstop, samples, environment, tmp_path):
    file, key, _settings = PLANTS[name]
    ran = tmp_path / "ran"
    model = plant(name, tmp_path, ran)
    extracted = endstop(
        *("extract", samples[0]["path"], "--schema", "slip", "--out", tmp_path / "out"),
        *("--model", model),
        env=environment,
    )
    assert extracted.returncode == 1
    assert file in extracted.stderr
    assert key in extracted.stderr
    assert "Traceback" not in extracted.stderr
    assert not ran.exists()
    assert not files_in(tmp_path / "hf_home", tmp_path / "hf_modules_cache")


def test_the_probe_loads_none_of_them(endstop, environment, tmp_path):
    ran = tmp_path / "ran"
    models = [plant(name, tmp_path / str(n), ran) for n, name in enumerate(PLANTS)]
    probed = endstop("doctor", *models, "--probe", env=environment)
    assert probed.returncode != 0
    assert probed.stderr.count("brings code of its own") == len(models)
    assert "Traceback" not in probed.stderr
    assert not ran.exists()
    assert not files_in(tmp_path / "hf_home", tmp_path / "hf_modules_cache")


def test_code_that_merely_lies_there_is_not_run(endstop, samples, environment, tmp_path):
    ran = tmp_path / "ran"
    model = shutil.copytree(bundled_model(), tmp_path / "model")
    for module in _MODULES:
        code = f"open({str(ran)!r}, 'w')\nraise ImportError({module!r})\n"
        (model / f"{module}.py").write_text(code, encoding="utf-8")
    for pickled in ("pytorch_model.bin", "tokenizer.pkl", "adapter_model.bin"):
        (model / pickled).write_bytes(pickle.dumps(Runs(ran)))
    extracted = endstop(
        *("extract", samples[0]["path"], "--schema", "slip", "--out", tmp_path / "out"),
        *("--model", "."),
        env=environment,
        cwd=model,
    )
    assert extracted.returncode == 0, extracted.stderr
    as_module = [sys.executable, "-m", "endstop", "doctor", "."]
    examined = subprocess.run(as_module, env=environment, cwd=model, capture_output=True, text=True)
    for text in (examined.stdout, endstop("doctor", ".", env=environment, cwd=model).stdout):
        assert "EOS001" in text
        assert "EOS026" not in text
    assert not ran.exists()
    assert not files_in(tmp_path / "hf_modules_cache", tmp_path / "tmpdir")
