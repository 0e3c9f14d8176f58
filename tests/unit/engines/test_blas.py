"""A fast BLAS is taken where it is asked for and there, and writes the same tokens."""

import ctypes.util
import subprocess
import sys

import pytest

ASK = "from endstop.engines.mlx.blas import use_fast_blas; print(use_fast_blas())"
READ = """
from endstop.engines.mlx.blas import use_fast_blas
print(use_fast_blas())
from endstop.assets import bundled_model
from endstop.engines.load import load_engine
from tests.support.questions import sample_questions
engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
print(engine._host.model.language_model.model.embed_tokens.weight.dtype)
for generation in sample_questions(engine):
    steps = engine.generate(generation, lambda: False)
    print([token.id for step in steps for token in getattr(step, "tokens", ())])
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


@pytest.mark.parametrize("name", ["/nowhere/libblas.so", "libc.so.6"])
def test_what_is_no_blas_is_passed_over(monkeypatch, name):
    monkeypatch.setenv("ENDSTOP_BLAS", name)
    process = python(ASK)
    assert process.stdout.strip() == "None"
    assert "ENDSTOP_BLAS" in process.stderr


@pytest.mark.mlx
@pytest.mark.skipif(
    ctypes.util.find_library("openblas") is None,
    reason="no OpenBLAS is installed here, and without root none can be",
)
def test_openblas_computes_in_float32_and_writes_the_same_tokens(monkeypatch):
    answers = {}
    for wanted in ("", "auto"):
        monkeypatch.setenv("ENDSTOP_BLAS", wanted)
        library, dtype, *answers[wanted] = python(READ).stdout.splitlines()
        assert library == (ctypes.util.find_library("openblas") if wanted else "None")
        assert dtype == ("mlx.core.float32" if wanted else "mlx.core.bfloat16")
    assert len(answers[""]) == 10
    assert answers["auto"] == answers[""]
