"""The bundled model, loaded once; and the pages and schemas of the samples."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from endstop.assets import bundled_model, resource
from endstop.engines.engine import Generation
from endstop.engines.load import load_engine
from tests.support.questions import sample_questions


@pytest.fixture(scope="session")
def engine():
    loaded = load_engine(bundled_model(), lambda _step: None, lambda: False)
    yield loaded
    loaded.close()


@pytest.fixture(scope="session")
def samples() -> list[tuple[Path, dict]]:
    """The sample documents with the values that a person reads on them."""
    folder = resource("samples")
    listed = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    return [
        (
            folder / entry["file"],
            json.loads(
                (folder / entry["file"]).with_suffix(".expected.json").read_text(encoding="utf-8")
            ),
        )
        for entry in listed
    ]


@pytest.fixture(scope="session")
def ask(engine):
    """A question about the sample of a number, constrained or free."""
    questions = sample_questions(engine)

    def generation(number: int = 0, *, constrained: bool = True, **changes) -> Generation:
        wanted = changes if constrained else {"constraint": None, **changes}
        return replace(questions[number], **wanted)

    return generation
